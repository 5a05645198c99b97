package command

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"gamed/agent/external"
)

// serverBots are the bots that a server runs from commands, as the flags say.
type serverBots struct {
	named  []string
	move   time.Duration
	memory int64 // MiB
}

func (b *serverBots) flags(flags *flag.FlagSet) {
	flags.Func("bot", "let people play against a program, `NAME=COMMAND` or NAME=GAME:COMMAND; may be given again", func(text string) error {
		b.named = append(b.named, text)
		return nil
	})
	flags.DurationVar(&b.move, "bot-move", 10*time.Second, "`TIME` that such a bot has for each decision")
	flags.Int64Var(&b.memory, "bot-memory", 0, "`MIB` of memory that its process may hold; 0 is any")
}

// botName is what a bot may be called: it stands in addresses and before colons.
var botName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$`)

// read checks the flags and returns what they say. A program may
// play one of all alone.
func (b *serverBots) read(all games) (programs []*external.Program, err error) {
	limits := external.DefaultLimits
	limits.Decision, limits.Memory = b.move, b.memory<<20
	if b.move <= 0 {
		return nil, usagef("--bot-move %v: it is a time, so that nobody waits for ever", b.move)
	}
	if err := limits.Check(); err != nil {
		return nil, &usageError{err}
	}
	for _, text := range b.named {
		name, line, ok := strings.Cut(text, "=")
		if !ok || !botName.MatchString(name) {
			return nil, usagef("--bot %q: it is NAME=COMMAND, as in mine=\"python3 mine.py\", and a name is up to 40 letters, digits, dots, dashes and underscores", text)
		}
		p := &external.Program{Name: name, About: "A program of whoever runs this server.", Limits: limits}
		for _, r := range all {
			if rest, its := strings.CutPrefix(line, r.Info().Name+":"); its {
				p.Rules, line = r.Info().Name, rest
			}
		}
		words, err := splitWords(strings.TrimPrefix(line, fromCommand))
		if err != nil {
			return nil, usagef("--bot %q: %w", text, err)
		}
		if _, err := exec.LookPath(words[0]); err != nil {
			return nil, usagef("--bot %q: %w", text, err)
		}
		p.Command = external.Command{Name: words[0], Args: words[1:]}
		programs = append(programs, p)
	}
	return programs, nil
}

// matchFolder returns where results of matches are, "" for nowhere: the folder that was
// named, or one in the data folder, which is made so that results can be put there.
func (v *serveOptions) matchFolder() (string, error) {
	if v.matches == "" && v.cluster.name != "" {
		return "", nil
	}
	if v.matches != "" {
		if info, err := os.Stat(v.matches); err != nil || !info.IsDir() {
			return "", usagef("--matches %q: it is a folder that is there", v.matches)
		}
		return v.matches, nil
	}
	dir := filepath.Join(v.data, "matches")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("the folder for results of matches: %w", err)
	}
	return dir, nil
}
