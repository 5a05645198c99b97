package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"gamed/agent/external"
	"gamed/game"
	"gamed/protocol"
	"gamed/replay"
	"gamed/server/admission"
	"gamed/server/hub"
	"gamed/server/identity"
	"gamed/server/rest"
	"gamed/state"
	"gamed/store"
)

// An inspectedDecision is a decision of a seat, with the reasons and the refused choices of the
// seat's bot.
type inspectedDecision struct {
	replay.Decision
	Info    string          `json:"info,omitempty"`
	Refused []refusedChoice `json:"refused,omitempty"` // the bot's earlier, illegal choices
}

// A refusedChoice is a choice that the game did not accept.
type refusedChoice struct {
	At     int64         `json:"at_ms"`
	Option int           `json:"option"`
	Code   protocol.Code `json:"code"`
	Info   string        `json:"info"` // the bot's note about the choice
}

// getDecisions sends the decisions of a seat, with their views and choices. In a running or
// private game only the seat's owner may see them.
func (s *Service) getDecisions(w http.ResponseWriter, r *http.Request) error {
	g, over, err := s.replaySoFar(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	q := rest.QueryOf(r)
	seat, from := q.Number("seat", 0, 0, len(g.Seats)-1), q.Number("from", 0, 0, g.Steps)
	count := q.Number("count", pageSteps, 1, maxPageSteps)
	views := q.Get("views")
	if views != "" && views != "no" {
		q.Reject("views must be no, or left out")
	}
	if q.Err != nil {
		return q.Err
	}
	if err := s.checkInspect(r, g, over, seat); err != nil {
		return err
	}
	list, err := g.Decisions(state.Seat(seat), from, count)
	if err != nil {
		return err
	}
	if views == "no" { // views take megabytes
		for i := range list {
			list[i].View = nil
		}
	}
	said, err := s.c.Games.BotNotes(r.Context(), g.Game)
	if err != nil {
		return err
	}
	return rest.Answer(w, http.StatusOK, struct {
		Game    string              `json:"game"`
		Seat    int                 `json:"seat"`
		Name    string              `json:"name,omitempty"`
		Kind    string              `json:"kind"`
		Over    bool                `json:"over"`
		Steps   int                 `json:"steps"` // so far
		List    []inspectedDecision `json:"list"`
		Process *programOutput      `json:"process,omitempty"` // of an external bot
	}{g.Game, seat, g.Seats[seat].Name, g.Seats[seat].Kind, over, g.Steps, withBotNotes(list, said, state.Seat(seat)), s.outputOf(r, g, seat, said)})
}

// checkInspect returns a [*rest.Failure] if the client may not see the decisions of a seat, or an error
// of the store.
func (s *Service) checkInspect(r *http.Request, g *replay.Game, over bool, seat int) error {
	if over && !g.Private {
		return nil
	}
	mine, err := s.ownsSeat(r, g, seat)
	if err == nil && !mine {
		err = rest.Refusal(http.StatusForbidden, "not_yours", "only the seat's owner may see this now: send its session, the token of its bot or of the bot's owner with the scope inspect, or the seat's key or claim in the header Seat-Key; an external bot's seat is visible from the server's machine")
	}
	return err
}

// withBotNotes adds the notes of the bot to the decisions of its seat: its reasons and its refused
// choices.
func withBotNotes(list []replay.Decision, said []game.BotNote, seat state.Seat) []inspectedDecision {
	all := make([]inspectedDecision, len(list))
	at := make(map[uint32]*inspectedDecision)
	for i, d := range list {
		all[i].Decision = d
		at[d.ID] = &all[i]
	}
	for _, a := range said {
		d := at[a.Decision]
		switch {
		case a.Seat != seat || d == nil || a.Stderr != "" || a.Fault != "":
		case a.Refused != "":
			d.Refused = append(d.Refused, refusedChoice{a.At, a.Option, a.Refused, a.Info})
		default:
			d.Info = a.Info
		}
	}
	return all
}

// replaySoFar returns the replay of a finished game, or of a running game up to its current step. It
// reports whether the game is over.
func (s *Service) replaySoFar(ctx context.Context, id string) (*replay.Game, bool, error) {
	g, err := s.replayableGame(ctx, id)
	if !errors.Is(err, hub.ErrNotOver) {
		return g, true, err
	}
	records, err := s.c.Hub.Records(ctx, id)
	if err != nil {
		return nil, false, err
	}
	g, err = s.openReplay(ctx, id, records)
	return g, false, err
}

// ownsSeat reports whether a seat belongs to the client: the client has the seat's key, is the
// seat's player, or owns the seat's bot. The seat of an external bot belongs to clients on the
// server's machine.
func (s *Service) ownsSeat(r *http.Request, g *replay.Game, seat int) (bool, error) {
	if s.runsSeat(g, seat) {
		return s.isLocalOperator(r), nil
	}
	hash := g.KeyHash(seat)
	if hash == "" {
		return false, nil
	}
	if key := r.Header.Get("Seat-Key"); key != "" {
		sum := sha256.Sum256([]byte(key))
		return hex.EncodeToString(sum[:]) == hash, nil
	}
	who := s.client(r)
	if !who.Known() || !who.May(identity.Inspect) {
		return false, nil
	}
	sits, err := s.playerOfSeat(r.Context(), g.Game, hash)
	mine := sits.Known() && (sits.ID == who.ID || sits.Owner == who.ID)
	return mine, err
}

// playerOfSeat returns the player of the seat whose key has the given SHA-256, or the zero value for an
// unknown player.
func (s *Service) playerOfSeat(ctx context.Context, game, keyHash string) (who identity.Identity, err error) {
	value, _, err := s.c.Store.Get(ctx, "seat", game+"/"+keyHash)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return who, nil
	case err != nil:
		return who, fmt.Errorf("server: %w", err)
	}
	return who, json.Unmarshal(value, &who)
}

// runsSeat reports whether an external bot of this server plays a seat.
func (s *Service) runsSeat(g *replay.Game, seat int) bool {
	who := g.Seats[seat]
	return who.Kind == protocol.SeatBot && slices.ContainsFunc(s.c.Programs, func(p *external.Program) bool { return p.Name == who.Name })
}

// isLocalOperator reports whether a request comes directly from this machine, without a proxy. Such
// a client may see the output of the server's processes. With Access.LimitLocal there is no such
// client.
func (s *Service) isLocalOperator(r *http.Request) bool {
	return admission.FromThisMachine(r) && s.c.Admission.Exempt(admission.Remote(r))
}

// A programOutput holds what the processes that have played a seat wrote to stderr, and their
// faults, oldest first.
type programOutput struct {
	Shown  bool           `json:"shown"` // whether the client may see more than the kinds of faults
	Stderr []stderrText   `json:"stderr"`
	Faults []programFault `json:"faults"`
}

// A stderrText is the text that a process wrote to stderr during a decision.
type stderrText struct {
	At       int64  `json:"at_ms"`
	Decision uint32 `json:"decision"` // 0 before the first decision
	Text     string `json:"text"`
}

// A programFault is a failure that cost a process its seat.
type programFault struct {
	At       int64  `json:"at_ms"`
	Decision uint32 `json:"decision"`
	Kind     string `json:"kind"`
	Text     string `json:"text,omitempty"`
}

// outputOf returns the output of the processes that have played a seat, or nil if no external bot
// of this server plays the seat.
func (s *Service) outputOf(r *http.Request, g *replay.Game, seat int, said []game.BotNote) *programOutput {
	if !s.runsSeat(g, seat) {
		return nil
	}
	p := &programOutput{Shown: s.isLocalOperator(r), Stderr: []stderrText{}, Faults: []programFault{}}
	for _, a := range said {
		switch {
		case a.Seat != state.Seat(seat):
		case a.Fault != "":
			f := programFault{a.At, a.Decision, a.Fault, a.Info}
			if !p.Shown {
				f.Text = ""
			}
			p.Faults = append(p.Faults, f)
		case a.Stderr != "" && p.Shown:
			p.Stderr = append(p.Stderr, stderrText{a.At, a.Decision, a.Stderr})
		}
	}
	return p
}
