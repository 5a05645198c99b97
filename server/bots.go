package server

import (
	"fmt"
	"net/http"
	"slices"

	"gamed/agent/external"
	"gamed/ai"
	"gamed/game"
	"gamed/protocol"
	"gamed/replay"
	"gamed/server/lobby"
	"gamed/state"
)

// checkPrograms refuses programs that go by the name of another bot.
func checkPrograms(programs []*external.Program, bots ai.Roster) error {
	taken := make(map[string]bool)
	for _, bot := range bots.All() {
		taken[bot.Name] = true
	}
	for _, p := range programs {
		if taken[p.Name] || lobby.IsLevel(p.Name) {
			return fmt.Errorf("there is a bot called %q already: call this one otherwise", p.Name)
		}
		taken[p.Name] = true
	}
	return nil
}

// allBots lists the bots that can be asked for by name: those of commands first, which
// somebody has taken the trouble to name.
func (s *Server) allBots() (all []ai.Info) {
	for _, p := range s.c.Programs {
		all = append(all, ai.Info{Name: p.Name, About: p.About, Rules: p.Rules, Command: true})
	}
	return append(all, s.c.Bots.All()...)
}

// botFailed notes that a bot has not answered as it should. Any goroutine calls it.
func (s *Server) botFailed(id, bot string, why *external.Fault) {
	s.faults.Warn().Str("bot", bot).Str("game", id).Str("fault", string(why.Kind)).Msg(why.Text)
}

// runs reports whether a seat is played by a program of this server.
func (s *Server) runs(g *replay.Game, seat int) bool {
	who := g.Seats[seat]
	return who.Kind == protocol.SeatBot && slices.ContainsFunc(s.c.Programs, func(p *external.Program) bool { return p.Name == who.Name })
}

// operates reports whether a request may look into what the server runs: whether it comes
// from this machine, and no proxy has sent it on.
func (s *Server) operates(r *http.Request) bool {
	for _, name := range []string{"X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Forwarded", "Via"} {
		if r.Header.Get(name) != "" {
			return false
		}
	}
	return remote(r).IsLoopback() && !s.c.Access.Local
}

// A process is what has come of the processes that have played a seat, the latest last.
type process struct {
	// Shown is whether the client may see it; else there are the kinds of faults alone.
	Shown  bool     `json:"shown"`
	Stderr []output `json:"stderr"`
	Faults []fault  `json:"faults"`
}

// An output is what a process has written on its stderr around a decision.
type output struct {
	At       int64  `json:"at_ms"`
	Decision uint32 `json:"decision"` // 0 before the first
	Text     string `json:"text"`
}

// A fault is what has cost a process its seat.
type fault struct {
	At       int64  `json:"at_ms"`
	Decision uint32 `json:"decision"`
	Kind     string `json:"kind"`
	Text     string `json:"text,omitempty"`
}

// processOf returns what is kept of the processes of a seat, nil if it has had none.
func (s *Server) processOf(r *http.Request, g *replay.Game, seat int, said []game.Account) *process {
	if !s.runs(g, seat) {
		return nil
	}
	p := &process{Shown: s.operates(r), Stderr: []output{}, Faults: []fault{}}
	for _, a := range said {
		switch {
		case a.Seat != state.Seat(seat):
		case a.Fault != "" && p.Shown:
			p.Faults = append(p.Faults, fault{a.At, a.Decision, a.Fault, a.Info})
		case a.Fault != "":
			p.Faults = append(p.Faults, fault{a.At, a.Decision, a.Fault, ""})
		case a.Stderr != "" && p.Shown:
			p.Stderr = append(p.Stderr, output{a.At, a.Decision, a.Stderr})
		}
	}
	return p
}
