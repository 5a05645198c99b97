package command

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"gamed/agent/external"
)

// serverBots holds the flags for bots that the server runs as programs.
type serverBots struct {
	named     []string
	move      time.Duration
	memoryMiB int64
}

const botFlag = "bot"

func (b *serverBots) flags(flags *flag.FlagSet) {
	flags.Func(botFlag, "`NAME=COMMAND`: offer a program as an opponent, for one game with NAME=GAME:COMMAND; repeatable", func(text string) error {
		b.named = append(b.named, text)
		return nil
	})
	printAs(flags, botFlag, func() []string { return slices.Clone(b.named) })
	flags.DurationVar(&b.move, "bot-move", 10*time.Second, "`TIME`: limit of a --bot for each decision, so that opponents do not wait forever")
	atLeast(flags, &b.move, "bot-move", time.Millisecond)
	flags.Int64Var(&b.memoryMiB, "bot-memory", 0, "`MIB`: memory limit of a --bot process in MiB; 0 means none")
	between(flags, &b.memoryMiB, "bot-memory", 0, maxMemory)
}

// botName matches valid names of --bot. They appear in URLs and before colons.
var botName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$`)

// read checks the flags and returns the programs.
func (b *serverBots) read(all games) (programs []*external.Program, err error) {
	limits := external.DefaultLimits
	limits.Decision, limits.Memory = b.move, b.memoryMiB<<20
	if err := limits.Check(); err != nil {
		return nil, &usageError{err}
	}
	for _, text := range b.named {
		name, line, ok := strings.Cut(text, "=")
		if !ok || !botName.MatchString(name) {
			return nil, usagef("--bot %q: use NAME=COMMAND, such as mine=\"python3 mine.py\", with a name of up to 40 letters, digits, dots, dashes and underscores that begins with a letter or a digit", text)
		}
		p := &external.Program{Name: name, About: "A program of the operator of this server.", Limits: limits}
		for _, r := range all {
			if rest, ok := strings.CutPrefix(line, r.Info().Name+":"); ok {
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

// matchFolder returns the folder of match results, or "" for none. By default it creates
// one in the data folder.
func (v *serveOptions) matchFolder() (string, error) {
	if v.matchDir != "" {
		if info, err := os.Stat(v.matchDir); err != nil || !info.IsDir() {
			return "", usagef("--matches %q: no such folder", v.matchDir)
		}
		return v.matchDir, nil
	}
	if v.cluster.name != "" {
		return "", nil
	}
	dir := filepath.Join(v.data, "matches")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("create the folder for match results: %w", err)
	}
	return dir, nil
}
