package replay

import (
	"errors"
	"fmt"
	"strings"

	"gamed/table"
)

// A Proof is the result of replaying a finished game. It shows whether the randomness of
// the game follows from the commitment published before it.
type Proof struct {
	Game  string `json:"game"` // its id
	Rules string `json:"rules"`
	// Commit is the SHA-256 of Key followed by Salt, each of 32 bytes. It proves fairness only
	// to players who received it before the game.
	Commit string `json:"commit,omitempty"`
	Key    string `json:"key"`
	Salt   string `json:"salt,omitempty"`
	// Nonces are the nonces of the players, by seat. Mixed is the key mixed with the nonces.
	// Both are absent if no player sent a nonce.
	Nonces []string `json:"nonces,omitempty"`
	Mixed  string   `json:"mixed,omitempty"`
	Digest string   `json:"digest"` // of the last position
	Checks []Check  `json:"checks"`
	Fair   bool     `json:"fair"` // there was a commitment, no check failed, and the rules have not changed
}

// A Check describes one check of a game's randomness and its result.
type Check struct {
	What   string `json:"what"`   // commitment, nonces, deal, chance or end
	Result string `json:"result"` // ok, wrong, or none if there was nothing to check
	Text   string `json:"text"`
}

// The results of a [Check].
const (
	OK    = "ok"
	Wrong = "wrong"
	None  = "none"
)

// Evidence holds what a player recorded before and during a game.
type Evidence struct {
	Commit string         // "" if unknown
	Nonces map[int]string // by seat
}

// Prove replays a game and compares the result with the game's log and with the known evidence. It
// returns an error if the evidence has a seat that the game does not have, or if the log cannot be
// read.
func Prove(lines [][]byte, find table.RulesFinder, known Evidence) (*Proof, error) {
	summary, err := table.Summarize(lines)
	if err != nil {
		return nil, err
	}
	h := summary.Header
	for seat := range known.Nonces {
		if seat < 0 || seat >= len(h.Seats) {
			return nil, fmt.Errorf("replay: seat %d: the game has seats 0 to %d", seat, len(h.Seats)-1)
		}
	}
	w, err := start(lines, find)
	other := (*table.OtherRules)(nil)
	if errors.As(err, &other) {
		w, err = start(lines, other.Find)
	}
	if w.Replay == nil {
		if !errors.Is(err, table.ErrUnfair) {
			return nil, err
		}
		p := &Proof{}
		p.add("deal", Wrong, "%v", err)
		return p, nil
	}
	p := &Proof{Game: h.Game, Rules: h.Rules, Key: h.Key.String(), Commit: table.Commitment(h.Key, h.CommitmentSalt)}
	if p.Commit != "" {
		p.Salt = h.CommitmentSalt.String()
	}
	p.checkCommitment(known.Commit)
	p.checkNonces(h, w.Table.Nonces, known.Nonces)
	p.checkDeal(h, other, err)
	if err == nil {
		p.checkRecords(w, summary)
	}
	if w.Table.HasPosition() {
		p.Digest = table.Digest(w.Table.Machine)
	} else if summary.End != nil {
		p.Digest = summary.End.Digest
	}
	p.Fair = p.Commit != "" && other == nil
	for _, c := range p.Checks {
		p.Fair = p.Fair && c.Result != Wrong
	}
	return p, nil
}

func (p *Proof) add(what, result, format string, args ...any) {
	p.Checks = append(p.Checks, Check{what, result, fmt.Sprintf(format, args...)})
}

// checkCommitment compares the commitment with the one that a player received, "" if unknown.
func (p *Proof) checkCommitment(known string) {
	const what = "commitment"
	switch {
	case p.Commit == "":
		p.add(what, None, "the server published no commitment before this game: it could have used any key")
	case known == "":
		p.add(what, OK, "SHA-256 of key and salt is %s: compare it with the commitment you received before the game", p.Commit)
	case strings.EqualFold(known, p.Commit):
		p.add(what, OK, "SHA-256 of key and salt matches the commitment you received before the game")
	default:
		p.add(what, Wrong, "SHA-256 of key and salt is %s, but you received %s before the game: the key was changed", p.Commit, known)
	}
}

// checkNonces compares the nonces of the log with the known nonces, and sets the mixed key.
func (p *Proof) checkNonces(h *table.Header, nonces []string, known map[int]string) {
	const what = "nonces"
	if p.Nonces = nonces; p.Nonces != nil {
		p.Mixed = table.Mix(h.Key, p.Nonces).String()
	}
	for seat := range len(h.Seats) {
		if mine, ok := known[seat]; ok && (p.Nonces == nil || p.Nonces[seat] != mine) {
			p.add(what, Wrong, "seat %d sent %q, which is not in the log", seat, mine)
		}
	}
	if p.Nonces == nil {
		p.add(what, None, "no player sent a nonce: the server alone chose the key")
		return
	}
	var by []string
	for seat, nonce := range p.Nonces {
		if nonce != "" {
			by = append(by, fmt.Sprintf("%q by seat %d", nonce, seat))
		}
	}
	p.add(what, OK, "the key was mixed with %s", strings.Join(by, ", "))
}

// checkDeal adds the result of dealing the game again. err is the error of the deal.
func (p *Proof) checkDeal(h *table.Header, other *table.OtherRules, err error) {
	const what = "deal"
	switch {
	case err != nil:
		p.add(what, Wrong, "%v", err)
	case other != nil:
		p.add(what, None, "the seed of the deal follows from the key, but this program cannot deal the game again: %v; %s can", other, other.Program)
	case h.From != nil:
		p.add(what, OK, "the game starts after step %d of game %s, whose records were replayed too", h.From.Step, h.From.Game)
	default:
		p.add(what, OK, "the deal follows from the key")
	}
}

// checkRecords replays the records after the deal. It checks their salts, the legality of the requests
// and the last position.
func (p *Proof) checkRecords(w cursor, summary *table.Summary) {
	var err error
	choices := 0
	for err == nil && w.More() {
		var c table.Change
		if c, err = w.Next(); err == nil && c.Record.Request != nil {
			choices++
		}
	}
	known := errors.Is(err, table.ErrUnfair) || errors.Is(err, table.ErrOtherEnd)
	if err != nil && !known && summary.Fault != "" {
		err = nil // the log ends with the same fault
	}
	if err != nil && !errors.Is(err, table.ErrOtherEnd) {
		p.add("chance", Wrong, "after %d requests: %v", choices, err)
		return
	}
	legal := "each was legal"
	if !w.Table.HasPosition() {
		legal = "only the rules of the game can tell whether each was legal"
	}
	p.add("chance", OK, "the salts of all %d requests come from the key, and %s", choices, legal)
	switch {
	case err != nil:
		p.add("end", Wrong, "%v", err)
	case summary.Fault != "":
		p.add("end", None, "the game was set aside after a fault in its rules: %s", summary.Fault)
	case summary.End == nil:
		p.add("end", None, "the log has no end")
	case summary.End.Digest == "":
		p.add("end", None, "the server ended the game because its rules had changed, so the log has no last position")
	case !w.Table.HasPosition():
		p.add("end", None, "only the rules of the game can compute the last position")
	default:
		p.add("end", OK, "the last position matches the log")
	}
}
