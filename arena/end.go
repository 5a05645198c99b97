package arena

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"gamed/agent/external"
)

// An End describes how a game ended, overall or for one bot. An End is one of the constants below
// or the kind of a fault; see [external.Kind].
type End string

const (
	Normal      End = "normal"       // by the rules
	Conceded    End = "concede"      // a bot resigned
	Adjudicated End = "adjudicated"  // the turn limit was reached
	EngineError End = "engine error" // the rules panicked; the pair does not count
)

// A Policy is the consequence of a fault.
type Policy int

const (
	// Lose makes the bot resign.
	Lose Policy = 0
	// Default takes the default option for the bot, and the game continues. A bot outside this
	// process is not asked again in that game after a fatal fault, such as a crash.
	Default Policy = -1
)

// Strikes returns a policy that acts like [Default] for a bot's first n faults in a game, then like
// [Lose].
func Strikes(n int) Policy { return Policy(n) }

// ParsePolicy parses "lose", "default" or "strikes:N" with N from 1 to 1000.
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

// String returns the policy in the format of ParsePolicy.
func (p Policy) String() string {
	switch p {
	case Lose:
		return "lose"
	case Default:
		return "default"
	}
	return "strikes:" + strconv.Itoa(int(p))
}

// tolerates reports whether the game continues after the given number of faults of a bot.
func (p Policy) tolerates(faults int) bool { return p == Default || faults <= int(p) }

// A Fault describes the faults of one kind that a bot committed in a game.
type Fault struct {
	Seat int           `json:"seat"`
	Kind external.Kind `json:"kind"`
	Text string        `json:"text"`           // text of the first occurrence
	Seq  int           `json:"seq"`            // number of earlier requests in the game
	N    int           `json:"n"`              // number of occurrences
	Lost bool          `json:"lost,omitempty"` // whether the last occurrence made the bot resign
	// Unanswered is set if the bot ended before its first answer in the game. Stderr then holds the
	// last part of the bot's stderr.
	Unanswered bool   `json:"unanswered,omitempty"`
	Stderr     string `json:"stderr,omitempty"`
}

// A FirstFault is a bot's first fault in a match or a tournament.
type FirstFault struct {
	Match int `json:"match,omitempty"` // number of the match in a tournament, counted from 0
	Game  int `json:"game"`
	Fault
	Replay string `json:"replay,omitempty"` // see [Game]
}

// Describe returns a text about the fault, with the command that replays the game. folder is the
// match's folder for faults.
func (f *FirstFault) Describe(folder string) string {
	log := ""
	if f.Replay != "" {
		log = filepath.Join(folder, f.Replay)
	}
	return fmt.Sprintf("game %d, %s: %s (%s)", f.Game, f.Kind, f.Text, replayCommand(log))
}

// replayCommand returns the command that replays a log. For an empty path, it returns how to keep the
// log.
func replayCommand(log string) string {
	if log == "" {
		return "keep its log with --faults DIR"
	}
	return external.Command{Name: "gamed", Args: []string{"replay", log}}.String()
}

// toleratedFailures is the largest share of games in which a bot may fail and still be reliable.
const toleratedFailures = .01

// Unreliable returns a text with the share of games in which the bot failed, or "" if the share is
// at most toleratedFailures. Callers print the text beside every verdict on the bot.
func Unreliable(bot string, failed, games int) string {
	if float64(failed) <= toleratedFailures*float64(games) {
		return ""
	}
	return fmt.Sprintf("%s failed in %.1f %% of its games", bot, 100*float64(failed)/float64(games))
}
