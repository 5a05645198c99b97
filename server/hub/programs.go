package hub

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gamed/agent"
	"gamed/agent/external"
	"gamed/ai"
	"gamed/game"
	"gamed/protocol"
	"gamed/state"
)

// maxProcesses is how many processes of programs there are at once.
const maxProcesses = 32

// programBudget is the forward model of programs at tables that have none: what the arena
// gives them, too.
var programBudget = protocol.Budget{Worlds: 64, Steps: 10_000}

// program returns the program of that name for a ruleset, nil if there is none.
func (h *Hub) program(rules, name string) *external.Program {
	i := slices.IndexFunc(h.c.Programs, func(p *external.Program) bool {
		return p.Name == name && (p.Rules == "" || p.Rules == rules)
	})
	if i < 0 {
		return nil
	}
	return h.c.Programs[i]
}

// checkBot says why a bot cannot play a ruleset here.
func (h *Hub) checkBot(rules, name string) error {
	if h.program(rules, name) != nil {
		return nil
	}
	_, err := h.c.Bots.New(rules, name, 0)
	if err != nil && len(h.c.Programs) > 0 {
		var names []string
		for _, p := range h.c.Programs {
			names = append(names, p.Name)
		}
		return fmt.Errorf("%w; and from commands: %s", err, strings.Join(names, ", "))
	}
	return err
}

// attachProgram seats a program.
func (h *Hub) attachProgram(ctx context.Context, g *game.Game, c *game.Config, seat state.Seat, p *external.Program) error {
	budget := c.Header.Forks
	if rules, ok := h.Rules(c.Header.Rules); ok && budget == nil && rules.Info().Worlds {
		budget = &programBudget
	}
	seed := botSeed(c.Header.Key, int(seat)) >> 11 // JavaScript's numbers are exact up to 2^53
	player := h.processes.Play(p, external.Place{
		Connect: func(to agent.JSONWriter) agent.Submit { return g.Submit(seat, to) },
		Ask: func(ctx context.Context) (a ai.Ask, decision uint32, err error) {
			world, decision, err := g.World(ctx, seat)
			if err != nil {
				return a, 0, err
			}
			return ai.NewAsk(world, seat, world.Options(seat, nil)), decision, nil
		},
		Done: g.Done(),
		Note: func(n external.Note) { h.note(g.ID(), seat, p, n) },
	})
	joined := &protocol.Joined{Game: g.ID(), Rules: c.Header.Rules, Seat: int(seat), Seed: &seed, Budget: budget}
	if err := g.Attach(ctx, game.Attachment{Seat: seat, To: player, Joined: joined}); err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	return nil
}

// note keeps what there is to know of a program.
func (h *Hub) note(id string, seat state.Seat, p *external.Program, n external.Note) {
	account := game.Account{Seat: seat, Decision: n.Decision, At: n.At.UnixMilli(), Stderr: n.Stderr}
	if n.Fault != nil {
		account.Fault, account.Info = string(n.Fault.Kind), n.Fault.Text
		h.failed(id, p.Name, n.Fault)
	}
	h.accounts.add(id, account)
}

func (h *Hub) failed(id, bot string, why *external.Fault) {
	if h.c.BotFailed != nil {
		h.c.BotFailed(id, bot, why)
	}
}
