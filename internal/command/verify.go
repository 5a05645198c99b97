package command

import (
	"bytes"
	"context"
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

	"gamed/replay"
	"gamed/store"
)

var verifyCommand = command{
	name: "verify", args: "FILE|URL", about: "check the randomness of a game against the promise",
	more: `Before the first card is dealt a server promises the key from which all chance of a
game comes, by a SHA-256, and players may add to that key. When the game is over
this command runs its log again and looks whether promise, deal, the chance of each
request and the end fit together. It takes the log's FILE, or the URL of the game: of
its page, or of /api/games/ID.

What you were told before the game proves most: give it with --commit, and what you
have sent with --nonce SEAT=NONCE. The exit code is 1 if something is wrong.

  gamed verify http://localhost:8080/#/replay/7k3p9qd2xw
  gamed verify --commit 5a0c… --nonce 1=q3Zt… log.jsonl`,
	setup: func(flags *flag.FlagSet) action {
		known := replay.Known{Nonces: make(map[int]string)}
		flags.StringVar(&known.Commit, "commit", "", "the `SHA256` that you were told before the game")
		flags.Func("nonce", "what a seat has sent, `SEAT=NONCE`; may be given for each seat", func(text string) error {
			number, nonce, ok := strings.Cut(text, "=")
			seat, err := strconv.Atoi(number)
			if !ok || err != nil {
				return errors.New("it is SEAT=NONCE, as in 0=q3Zt")
			}
			known.Nonces[seat] = nonce
			return nil
		})
		games := flags.String("game", "", "the game file of a game that is not built in, `FILE.yaml`")
		return func(ctx context.Context, env environ, args []string) error {
			if err := arguments(args, 1, 1, "the FILE or URL of one game"); err != nil {
				return err
			}
			all, err := env.games.with(*games)
			if err != nil {
				return err
			}
			records, err := recordsOf(ctx, args[0])
			if err != nil {
				return err
			}
			proof, err := replay.Prove(records, all.dealer, known)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			return showProof(env.out, proof)
		}
	},
}

// errUnfair is a proof that has failed.
var errUnfair = errors.New("this game is not what had been promised")

// showProof prints the checks. The error wraps errUnfair if a check failed.
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

// recordsOf reads the log of a game from a file or a server.
func recordsOf(ctx context.Context, from string) ([][]byte, error) {
	if strings.HasPrefix(from, "http://") || strings.HasPrefix(from, "https://") {
		return download(ctx, from)
	}
	return readLog(from)
}

const (
	// maxDownload bounds the log that a server sends, in bytes.
	maxDownload = 64 << 20
	// downloading is how long it may take.
	downloading = time.Minute
)

// gameIn finds the id of a game in an address of a server.
var gameIn = regexp.MustCompile(`(?:/api/games/|#/[a-z]+/)([0-9a-z]{10})\b`)

// download fetches the log of a game whose address on a server is given.
func download(ctx context.Context, address string) ([][]byte, error) {
	where, err := url.Parse(address)
	found := gameIn.FindStringSubmatch(address)
	if err != nil || found == nil {
		return nil, usagef("%s: it is the address of a game, as in http://localhost:8080/#/replay/7k3p9qd2xw", address)
	}
	ctx, cancel := context.WithTimeout(ctx, downloading)
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
	return store.Lines(io.LimitReader(answer.Body, maxDownload))
}
