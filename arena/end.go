package arena

import (
	"fmt"
	"strconv"
	"strings"

	"gamed/agent/external"
)

// An End is why a game ended, or how a bot's part in it did: one of these, or
// the kind of a fault, see [external.Kind].
type End string

const (
	Normal      End = "normal"       // by the rules
	Conceded    End = "concede"      // a bot has resigned
	Adjudicated End = "adjudicated"  // it had as many turns as the match allows
	EngineError End = "engine error" // the rules failed: the pair does not count
)

// A Policy says what becomes of a bot that fails.
type Policy int

const (
	// Lose makes it resign its seat.
	Lose Policy = 0
	// Default takes the default option for it, and the game goes on. A bot that
	// is gone is not asked again in that game.
	Default Policy = -1
)

// Strikes is like [Default] n times in a game, and then like [Lose].
func Strikes(n int) Policy { return Policy(n) }

// ParsePolicy reads lose, default or strikes:N, N from 1 to 1000.
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
	return 0, fmt.Errorf("no policy %q: it is lose, default or strikes:N, N from 1 to 1000", text)
}

// String returns what ParsePolicy reads.
func (p Policy) String() string {
	switch p {
	case Lose:
		return "lose"
	case Default:
		return "default"
	}
	return "strikes:" + strconv.Itoa(int(p))
}

// forgives reports whether the game goes on after that many faults of a bot.
func (p Policy) forgives(faults int) bool { return p == Default || faults <= int(p) }

// A Fault is what a bot did wrong in a game.
type Fault struct {
	Seat int           `json:"seat"`
	Kind external.Kind `json:"kind"`
	Text string        `json:"text"`           // of the first one
	Seq  int           `json:"seq"`            // how many requests the game had had by then
	N    int           `json:"n"`              // how often
	Lost bool          `json:"lost,omitempty"` // the bot had to resign for the last one
}
