package hub

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"runtime"
	"slices"
	"time"

	"gamed/agent"
	"gamed/agent/external"
	"gamed/ai"
	"gamed/game"
	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

const (
	maxProcesses  = 32               // of external bots at once
	thinkLimit    = time.Millisecond // a bot whose last choice took longer waits for a slot
	substituteBot = "greedy"         // plays for absent players in every ruleset
	anyRules      = ""
)

// programBudget is the forward model of external bots at tables without one. It equals that
// of the arena.
var programBudget = protocol.Budget{Worlds: 64, Steps: 10_000}

// program returns the external bot with that name for a ruleset, or nil.
func (h *Hub) program(rules, name string) *external.Program {
	i := slices.IndexFunc(h.c.Programs, func(p *external.Program) bool {
		return p.Name == name && (p.Rules == "" || p.Rules == rules)
	})
	if i < 0 {
		return nil
	}
	return h.c.Programs[i]
}

// newBots returns the in-process bot of each seat, nil for other seats and for a finished
// game.
func (h *Hub) newBots(header *table.Header, t *table.Table) ([]ai.Bot, error) {
	bots := make([]ai.Bot, len(header.Seats))
	for i, seat := range header.Seats {
		if seat.Kind != protocol.SeatBot || t.Closed() || h.program(header.Rules, seat.Name) != nil {
			continue
		}
		bot, err := h.c.Bots.New(header.Rules, seat.Name, botSeed(header.Key, i))
		if err != nil {
			return nil, fmt.Errorf("the bot of seat %d: %w", i, err)
		}
		bots[i] = h.thinking.limit(bot, header.Seats)
	}
	return bots, nil
}

// attachBots seats the bots of a game. It does not depend on the request that started the
// game, since the bots must play even if its client is gone.
func (h *Hub) attachBots(g *game.Game, header *table.Header, over bool, bots []ai.Bot) error {
	for i, bot := range bots {
		seat, err := state.Seat(i), error(nil)
		if bot != nil {
			err = h.attachBot(h.closing, g, seat, bot, header.Seats[i].Name)
		} else if p := h.program(header.Rules, header.Seats[i].Name); p != nil && header.Seats[i].Kind == protocol.SeatBot && !over {
			err = h.attachProgram(h.closing, g, header, seat, p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// attachBot seats an in-process bot.
func (h *Hub) attachBot(ctx context.Context, g *game.Game, seat state.Seat, bot ai.Bot, name string) error {
	a := agent.NewBot(bot, seat, func(from agent.JSONWriter) agent.Submit { return g.Submit(seat, from) }, func(decision uint32, why string) {
		h.failed(g.ID(), name, &external.Fault{Kind: external.Crash, Text: fmt.Sprintf("the server answered decision %d with the first option: %s", decision, why)})
	})
	if err := g.Attach(ctx, game.Attachment{Seat: seat, Bot: a}); err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	return nil
}

// attachProgram seats an external bot.
func (h *Hub) attachProgram(ctx context.Context, g *game.Game, header *table.Header, seat state.Seat, p *external.Program) error {
	budget := header.Forks
	if rules, ok := h.Rules(header.Rules); ok && budget == nil && rules.Info().Worlds {
		budget = &programBudget
	}
	seed := botSeed(header.Key, int(seat)) >> 11 // JavaScript's numbers are exact up to 2^53
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
	joined := &protocol.Joined{Game: g.ID(), Rules: header.Rules, Seat: int(seat), Seed: &seed, Budget: budget}
	if err := g.Attach(ctx, game.Attachment{Seat: seat, To: player, Joined: joined}); err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	return nil
}

// note keeps the output of an external bot.
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

// substitute seats a bot for an absent player. The game's goroutine calls it, so the bot
// comes later.
func (h *Hub) substitute(g *game.Game, seat state.Seat) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.later(func() {
		if bot, err := h.c.Bots.New(anyRules, substituteBot, uint64(seat)); err == nil { // every ruleset has it
			_ = h.attachBot(h.closing, g, seat, bot, substituteBot) // fails for a closed game only
		}
	})
}

// botSeed derives a bot's seed from the game's key. The hash hides all other uses of the key.
func botSeed(key table.Key, seat int) uint64 {
	text := append([]byte("gamed bot v1\x00"), key[:]...)
	sum := sha256.Sum256(append(text, byte(seat)))
	return binary.LittleEndian.Uint64(sum[:8])
}

// A thinkLimiter bounds how many bots think at once. Games with slow bots would otherwise
// take all processors from the others. Half of the processors stay free of bots.
type thinkLimiter struct {
	all chan struct{} // holds an element for each bot that thinks
	// alone holds an element for the bot of a game without people that thinks or waits for
	// a slot. At most one of them delays the bots that play with people.
	alone   chan struct{}
	closing context.Context
}

func newThinkLimiter(closing context.Context) *thinkLimiter {
	return &thinkLimiter{make(chan struct{}, max(runtime.GOMAXPROCS(0)/2, 1)), make(chan struct{}, 1), closing}
}

// limit returns bot with a limit on its thinking, in a game with the given seats.
func (t *thinkLimiter) limit(bot ai.Bot, seats []table.Seat) ai.Bot {
	slots := []chan struct{}{t.all}
	if !slices.ContainsFunc(seats, func(s table.Seat) bool { return s.Kind != protocol.SeatBot }) {
		slots = []chan struct{}{t.alone, t.all}
	}
	return &limitedBot{bot, slots, t.closing, thinkLimit}
}

// A limitedBot waits for its slots before it thinks, if its last choice took long. The
// choice itself does not depend on the wait.
type limitedBot struct {
	bot     ai.Bot
	slots   []chan struct{}
	closing context.Context
	took    time.Duration // the last choice
}

func (b *limitedBot) Choose(a ai.Ask) state.Option {
	if b.took >= thinkLimit {
		for _, slot := range b.slots {
			select {
			case slot <- struct{}{}:
				defer func() { <-slot }()
			case <-b.closing.Done():
			}
		}
	}
	begun := time.Now()
	option := b.bot.Choose(a)
	b.took = time.Since(begun)
	return option
}
