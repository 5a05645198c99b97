package command

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"gamed/arena"
	"gamed/replay"
	"gamed/server/hub"
	"gamed/store"
	"gamed/table"
)

var verifyCommand = command{
	name: "verify", args: "FILE|URL|ID", takes: arity{1, 1, "give the FILE, URL or ID of one game"}, about: "check the randomness of a game against its commitment",
	details: `Before the deal a server publishes a commitment: the SHA-256 of a key and a salt. All
random numbers of the game come from this key and the nonces that players may add.
After the game this command replays the log. It checks the commitment, the nonces, the
deal, the random numbers of each request and the end. The argument is the log FILE, or
a URL of the game: its page or /api/games/ID. With an ID, the command reads the game
from a data folder or a cluster, which also keep the earlier versions of game files. For
a FILE of all games, from gamed export, the command checks every game and prints a line
for each.

The proof is strongest with your own records. Give the commitment you received
before the game with --commit, and your nonce with --nonce SEAT=NONCE. The exit code
is 1 if a check fails.

  gamed verify http://localhost:8080/#/replay/7k3p9qd2xw
  gamed verify --commit 5a0c… --nonce 1=q3Zt… log.jsonl`,
	setup: func(flags *flag.FlagSet) action {
		s := new(storageOptions)
		s.flags(flags)
		number := gameNumber(flags)
		known := replay.Evidence{Nonces: make(map[int]string)}
		flags.StringVar(&known.Commit, "commit", "", "`SHA256`: the commitment you received before the game")
		refuse(flags, "commit", func() error {
			if sum, err := hex.DecodeString(known.Commit); err != nil || len(sum) != sha256.Size {
				return fmt.Errorf("use the %d hexadecimal digits of the commitment", 2*sha256.Size)
			}
			return nil
		})
		flags.Func("nonce", "`SEAT=NONCE`: the nonce of a seat; repeat for each seat", func(text string) error {
			number, nonce, ok := strings.Cut(text, "=")
			seat, err := strconv.Atoi(number)
			if !ok || err != nil {
				return errors.New("use SEAT=NONCE, such as 0=q3Zt")
			}
			known.Nonces[seat] = nonce
			return nil
		})
		return withGameFiles(flags, "`FILE.yaml`: the game file, unless the game is built in; - is standard input", func(ctx context.Context, env environ, args []string) error {
			switch {
			case env.beginsWith(args[0], `{"t":"export"`): // all games of a store
				return verifyAll(ctx, env, args[0], &known)
			case env.isGames(args[0]) && *number < 0:
				return verifyGames(ctx, env, args[0])
			}
			return s.readGame(ctx, env, args[0], *number, func(g loggedGame) error {
				proof, err := replay.Prove(g.records, g.find, known)
				if err != nil {
					return fmt.Errorf("%s: %w", args[0], err)
				}
				return showProof(env.out, proof)
			})
		})
	},
}

// errUnfair is returned when a check of a proof fails.
var errUnfair = errors.New("a check failed: the server has broken its commitment, or the log was changed")

// showProof prints the checks of a proof. The error wraps errUnfair if a check failed.
func showProof(to io.Writer, p *replay.Proof) error {
	w := new(bytes.Buffer)
	fmt.Fprintf(w, "game %s, %s\n", p.Game, p.Rules)
	wrong := false
	for _, c := range p.Checks {
		wrong = wrong || c.Result == replay.Wrong
		fmt.Fprintf(w, "%-6s %-11s %s\n", c.Result, c.What, c.Text)
	}
	fmt.Fprintf(w, "key    %s\n", p.Key)
	if p.Salt != "" {
		fmt.Fprintf(w, "salt   %s\n", p.Salt)
	}
	fmt.Fprintf(w, "digest %s\n", p.Digest)
	_, err := w.WriteTo(to)
	if wrong {
		err = errors.Join(errUnfair, err)
	}
	return err
}

// verifyAll checks the games of an export and prints a line for each. The error wraps
// errUnfair if a check failed.
func verifyAll(ctx context.Context, env environ, name string, known *replay.Evidence) error {
	if known.Commit != "" || len(known.Nonces) > 0 {
		return usagef("%s: --commit and --nonce concern a single game: export that game", name)
	}
	log := store.NewMemory()
	if _, err := importFile(ctx, env, log, name); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	ids, err := log.Games(ctx)
	if err != nil {
		return err
	}
	find := env.games.rulesFinder(ctx, hub.NewVersions(log))
	w, wrong := new(bytes.Buffer), 0
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return err
		}
		text, fair := verdictOn(ctx, log, id, find)
		fmt.Fprintln(w, text)
		if !fair {
			wrong++
		}
	}
	fmt.Fprintf(w, "%s, %d that do not match\n", plural(len(ids), "game"), wrong)
	if _, err = w.WriteTo(env.out); wrong > 0 {
		err = errors.Join(fmt.Errorf("%s: %w", plural(wrong, "game"), errUnfair), err)
	}
	return err
}

// verifyGames checks the games of a match and prints a line for each that is wrong. The error wraps
// errUnfair if a check failed.
func verifyGames(ctx context.Context, env environ, name string) error {
	in, err := env.open(name)
	if err != nil {
		return &usageError{err}
	}
	defer func() { _ = in.Close() }()
	find, wrong, games := env.games.rulesFinder(ctx, hub.NewVersions(nil)), 0, 0
	err = arena.EachLog(in, func(records [][]byte) bool {
		if text, fair := verdict(records, fmt.Sprintf("game %d", games), find); !fair {
			fmt.Fprintln(env.out, text)
			wrong++
		}
		games++
		return ctx.Err() == nil
	})
	if err = errors.Join(err, ctx.Err()); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if _, err = fmt.Fprintf(env.out, "%s, %d that do not match\n", plural(games, "game"), wrong); wrong > 0 {
		err = errors.Join(fmt.Errorf("%s: %w", plural(wrong, "game"), errUnfair), err)
	}
	return err
}

// verdictOn checks a game in a store and returns one line about it.
func verdictOn(ctx context.Context, log store.Log, id string, find table.RulesFinder) (text string, fair bool) {
	records, err := log.Read(ctx, id)
	if err != nil {
		return fmt.Sprintf("wrong  %s  %v", id, err), false
	}
	return verdict(records, id, find)
}

// verdict checks the log of a game and returns one line about it.
func verdict(records [][]byte, id string, find table.RulesFinder) (text string, fair bool) {
	proof, err := replay.Prove(records, find, replay.Evidence{})
	if err != nil {
		return fmt.Sprintf("wrong  %s  %v", id, err), false
	}
	for _, c := range proof.Checks {
		if c.Result == replay.Wrong {
			return fmt.Sprintf("wrong  %s  %s: %s: %s", id, proof.Rules, c.What, c.Text), false
		}
	}
	return fmt.Sprintf("ok     %s  %s", id, proof.Rules), true
}

func isURL(name string) bool {
	return strings.HasPrefix(name, "http://") || strings.HasPrefix(name, "https://")
}

const (
	// maxDownload bounds the log that a server sends, in bytes.
	maxDownload = 64 << 20
	// downloadTime limits the time of a download.
	downloadTime = time.Minute
)

// gameIDInURL matches the id of a game in a URL.
var gameIDInURL = regexp.MustCompile(`(?:/api/games/|#/[a-z]+/)([0-9a-z]{10})\b`)

// download fetches the log of the game at a URL of a server.
func download(ctx context.Context, address string) ([][]byte, error) {
	where, err := url.Parse(address)
	found := gameIDInURL.FindStringSubmatch(address)
	if err != nil || found == nil {
		return nil, usagef("%s: use the URL of a game, such as http://localhost:8080/#/replay/7k3p9qd2xw", address)
	}
	ctx, cancel := context.WithTimeout(ctx, downloadTime)
	defer cancel()
	log := url.URL{Scheme: where.Scheme, Host: where.Host, Path: "/api/games/" + found[1] + "/log"}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, log.String(), nil)
	if err != nil {
		return nil, usagef("%s: %w", address, err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(answer.Body, 500))
		return nil, fmt.Errorf("%s answers %s: %s", log.String(), answer.Status, strings.TrimSpace(string(text)))
	}
	body := &io.LimitedReader{R: answer.Body, N: maxDownload + 1}
	records, err := store.Lines(body)
	if body.N == 0 {
		return nil, fmt.Errorf("%s: the log is larger than %d MiB; save it to a file and give the file", log.String(), maxDownload>>20)
	}
	return records, err
}
