package command

import (
	"flag"

	"gamed/agent/external"
)

// readCommandLine stores the arguments after "--", and the command line that repeats the games. That line
// has the seed, and omits flags that change no game. It returns the arguments before "--".
func (o *matchOptions) readCommandLine(flags *flag.FlagSet, args []string) []string {
	o.botCommand = flags.Args()
	args = args[:len(args)-len(o.botCommand)]
	given := make(map[string]bool)
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	o.gamesGiven = given["n"]
	words := append([]string{flags.Name()}, args...)
	flags.VisitAll(func(f *flag.Flag) {
		switch f.Name {
		case "report", "out", "games", "json", "times", "parallel", "strict", "faults", "nats", "creds", "cluster":
			return
		case "seed": // also the default
		default:
			if !given[f.Name] {
				return
			}
		}
		words = append(words, flagText(f.Name))
		if value := f.Value.String(); value != "true" {
			words = append(words, value)
		}
	})
	if len(o.botCommand) > 0 {
		words = append(append(words, "--"), o.botCommand...)
	}
	o.commandLine = external.Command{Name: "gamed", Args: words}.String()
	return args
}
