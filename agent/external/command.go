package external

import (
	"io"
	"strings"
)

// A Command is the program of a bot.
type Command struct {
	Name string   // a path, or a name to be looked up as a shell does
	Args []string // what follows the name
	Dir  string   // where it runs; "" is where this program does
	Env  []string // KEY=VALUE, added to the environment of this program
	// Stderr is given what the program writes there, as it comes, and must not wait. It
	// may be nil: the end of it is kept in any case.
	Stderr io.Writer
}

// String returns the command as it would be typed.
func (c Command) String() string {
	words := []string{quoted(c.Name)}
	for _, a := range c.Args {
		words = append(words, quoted(a))
	}
	return strings.Join(words, " ")
}

// quoted puts a word between quotes if a shell would not take it as it is.
func quoted(word string) string {
	if word != "" && !strings.ContainsAny(word, " \t\n'\"\\$`&|;<>()*?[]#~!{}") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
