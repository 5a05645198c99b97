package arena

import (
	"fmt"
	"strconv"
	"strings"

	"gamed/agent/external"
)

// An End is how a game ended, or how it ended for one bot: one of these, or the
// kind of a fault, see [external.Kind].
type End string

const (
	Normal      End = "normal"       // by the rules
	Conceded    End = "concede"      // a bot resigned
	Adjudicated End = "adjudicated"  // the turn limit was reached
	EngineError End = "engine error" // the rules failed; the pair does not count
)

// A Policy is the consequence of a fault.
type Policy int

const (
	// Lose makes the bot resign.
	Lose Policy = 0
	// Default takes the default option for the bot, and the game continues. A bot
	// that is gone is not asked again in that game.
	Default Policy = -1
)

// Strikes acts like [Default] for n faults in a game, then like [Lose].
func Strikes(n int) Policy { return Policy(n) }

// ParsePolicy reads lose, default or strikes:N with N from 1 to 1000.
func ParsePolicy(text string) (Policy, error) {
	switch text {
	case "lose":
		return Lose, nil
	case "default":
		return Default, nil
	}
	if n, err := strconv.Atoi(strings.TrimPrefix(text, "strikes:")); err == nil && strings.HasPrefix(text, "strikes:") && n >= 1 && n <= 1000 {
		return Strikes(n), nil
	}
	return 0, fmt.Errorf("unknown policy %q: use lose, default or strikes:N with N from 1 to 1000", text)
}

// String returns the policy as ParsePolicy reads it.
func (p Policy) String() string {
	switch p {
	case Lose:
		return "lose"
	case Default:
		return "default"
	}
	return "strikes:" + strconv.Itoa(int(p))
}

// forgives reports whether the game continues after so many faults of a bot.
func (p Policy) forgives(faults int) bool { return p == Default || faults <= int(p) }

// A Fault is a kind of fault of a bot in one game.
type Fault struct {
	Seat int           `json:"seat"`
	Kind external.Kind `json:"kind"`
	Text string        `json:"text"`           // of the first occurrence
	Seq  int           `json:"seq"`            // requests in the game before it
	N    int           `json:"n"`              // occurrences
	Lost bool          `json:"lost,omitempty"` // the last one cost the bot the game
}
