package command

import (
	"bytes"
	"context"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"gamed/arena"
	"gamed/arena/report"
)

// bare are the words that a shell takes as they are.
var bare = regexp.MustCompile(`^[A-Za-z0-9_./:=,@%+-]+$`)

// quoted writes a word so that a shell takes it as it is.
func quoted(word string) string {
	if bare.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// commandLine is the command line that plays the same again: with the number of
// games and the seed, and without what changes no game.
func commandLine(flags *flag.FlagSet, args, program []string) string {
	words := []string{"gamed", flags.Name()}
	words = append(words, args...)
	said := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { said[f.Name] = true })
	flags.VisitAll(func(f *flag.Flag) {
		switch f.Name {
		case "report", "out", "json", "parallel", "strict", "faults", "nats", "creds", "cluster":
			return
		case "n", "seed":
			if f.Name == "n" && said["sprt"] && !said["n"] {
				return // as many as it takes
			}
		default:
			if !said[f.Name] {
				return
			}
		}
		if value := f.Value.String(); value == "true" {
			words = append(words, dashes(f.Name))
		} else {
			words = append(words, dashes(f.Name), value)
		}
	})
	if len(program) > 0 {
		words = append(append(words, "--"), program...)
	}
	for i, word := range words {
		words[i] = quoted(word)
	}
	return strings.Join(words, " ")
}

// writeReport writes a page into a file. of returns a match as it was played, for
// the logs of games.
func writeReport(ctx context.Context, path string, page report.Page, of func(match int) arena.Match) error {
	page.Log = func(match int, g *arena.Game) ([]byte, error) { return logOf(ctx, of(match), g) }
	var html bytes.Buffer
	if err := page.Write(&html); err != nil {
		return err
	}
	return os.WriteFile(path, html.Bytes(), 0o644)
}

// logOf returns the log of a game: what --faults has kept, or else that of the game
// played again, if that comes to the same.
func logOf(ctx context.Context, m arena.Match, g *arena.Game) ([]byte, error) {
	if g.Replay != "" && m.Faults != "" {
		if log, err := os.ReadFile(filepath.Join(m.Faults, g.Replay)); err == nil {
			return log, nil
		}
	}
	if slices.ContainsFunc(m.Bots, func(p arena.Player) bool { return p.Open != nil }) {
		return nil, nil
	}
	log, digest, err := m.Replay(context.WithoutCancel(ctx), g.Number)
	if err != nil || digest != g.Digest {
		return nil, err
	}
	return log, nil
}

// results opens the file of --out, or a temporary one if only --report needs it. It
// is nil if neither is given.
func (o *matchOptions) results() (*os.File, error) {
	switch {
	case o.out != "":
		file, err := os.OpenFile(o.out, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, usagef("--out: %w", err)
		}
		return file, checkReport(o.report)
	case o.report != "":
		if err := checkReport(o.report); err != nil {
			return nil, err
		}
		return temporary()
	}
	return nil, nil
}

// tell writes the report.
func (o *matchOptions) tell(ctx context.Context, m arena.Match, r arena.Result) error {
	if _, err := m.Out.Seek(0, io.SeekStart); err != nil {
		return err
	}
	page, _, err := report.Read(m.Out)
	if err != nil {
		return err
	}
	page.Command, page.Digest = o.line, r.Digest
	return writeReport(ctx, o.report, page, func(int) arena.Match { return m })
}

// checkReport makes sure that a report can be written, before hours are played for
// it.
func checkReport(path string) error {
	if path == "" {
		return nil
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o644)
	if err == nil {
		err = file.Close()
	}
	if err != nil {
		return usagef("--report: %w", err)
	}
	return nil
}

// temporary is a file that is gone when it is closed.
func temporary() (*os.File, error) {
	file, err := os.CreateTemp("", "gamed-*.jsonl")
	if err != nil {
		return nil, err
	}
	return file, os.Remove(file.Name())
}
