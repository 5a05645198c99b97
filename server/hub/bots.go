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
	thinkLimit    = time.Millisecond // a bot whose last choice took this long waits for a slot
	substituteBot = "greedy"         // plays for absent players in every ruleset
	anyRules      = ""               // finds only bots that play every ruleset
)

// programBudget is the forward-model budget of external bots at tables without a budget. It equals
// the arena's default budget.
var programBudget = protocol.Budget{Worlds: 64, Steps: 10_000}

// externalBot returns the external bot with that name for a ruleset, or nil.
func (h *Hub) externalBot(rules, name string) *external.Program {
	for _, p := range h.c.Programs {
		if p.Name == name && (p.Rules == "" || p.Rules == rules) {
			return p
		}
	}
	return nil
}

// A botAttacher returns the attachment that seats a bot in a running game.
type botAttacher func(*game.Game) game.Attachment

// newBots creates the bots of a game, except for a finished game. The processes of external bots
// start later.
func (h *Hub) newBots(header *table.Header, t *table.Table) (bots []botAttacher, err error) {
	for i, who := range header.Seats {
		if who.Kind != protocol.SeatBot || t.Closed() {
			continue
		}
		seat, seed := state.Seat(i), botSeed(header.Key, i)
		if p := h.externalBot(header.Rules, who.Name); p != nil {
			bots = append(bots, func(g *game.Game) game.Attachment { return h.programAttachment(g, header, seat, seed, p) })
			continue
		}
		b, err := h.c.Bots.New(header.Rules, who.Name, seed)
		if err != nil {
			return nil, fmt.Errorf("the bot of seat %d: %w", i, err)
		}
		b = h.thinking.limit(b, header.Seats)
		bots = append(bots, func(g *game.Game) game.Attachment { return h.inProcessAttachment(g, seat, b, who.Name) })
	}
	return bots, nil
}

// inProcessAttachment returns the attachment of a bot in this process.
func (h *Hub) inProcessAttachment(g *game.Game, seat state.Seat, b ai.Bot, name string) game.Attachment {
	submit := func(from agent.JSONWriter) agent.Submit { return g.Submit(seat, from) }
	return game.Attachment{Seat: seat, Bot: agent.NewInProcess(b, seat, submit, func(decision uint32, why string) {
		text := fmt.Sprintf("the server answered decision %d with the first option: %s", decision, why)
		h.c.BotFailed(g.ID(), name, &external.Fault{Kind: external.Crash, Text: text})
	})}
}

// programAttachment returns the attachment of an external bot. The bot's process starts when the
// bot must decide.
func (h *Hub) programAttachment(g *game.Game, header *table.Header, seat state.Seat, seed uint64, p *external.Program) game.Attachment {
	budget := header.Forks
	if rules, ok := h.Rules(header.Rules); ok && budget == nil && rules.Info().Worlds {
		budget = &programBudget
	}
	seed >>= 11 // JavaScript represents only integers up to 2^53 exactly
	player := h.processes.Play(p, external.SeatAccess{
		Connect: func(to agent.JSONWriter) agent.Submit { return g.Submit(seat, to) },
		Ask: func(ctx context.Context) (a ai.Ask, decision uint32, err error) {
			world, err := g.World(ctx, seat)
			if err != nil {
				return a, 0, err
			}
			return ai.NewAsk(world, seat, world.Options(seat, nil)), world.Decision(seat), nil
		},
		Done: g.Done(),
		Note: func(n external.Note) { h.storeBotNote(g.ID(), seat, p, n) },
	})
	joined := &protocol.Joined{Game: g.ID(), Rules: header.Rules, Seat: int(seat), Seed: &seed, Budget: budget}
	return game.Attachment{Seat: seat, To: player, Joined: joined}
}

// storeBotNote stores the output or the fault of an external bot, and reports a fault to
// Config.BotFailed.
func (h *Hub) storeBotNote(id string, seat state.Seat, p *external.Program, n external.Note) {
	note := game.BotNote{Seat: seat, Decision: n.Decision, At: n.At.UnixMilli(), Stderr: n.Stderr}
	if n.Fault != nil {
		note.Fault, note.Info = string(n.Fault.Kind), n.Fault.Text
		h.c.BotFailed(id, p.Name, n.Fault)
	}
	h.botNotes.add(id, note)
}

// substitute seats a bot for an absent player. The game's goroutine calls it, so it attaches
// the bot in the background.
func (h *Hub) substitute(g *game.Game, seat state.Seat) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.inBackground(func() {
		if b, err := h.c.Bots.New(anyRules, substituteBot, uint64(seat)); err == nil { // every ruleset has this bot
			_ = g.Attach(h.closing, h.inProcessAttachment(g, seat, b, substituteBot)) // fails only for a closed game
		}
	})
}

// botSeed derives a bot's seed from the game's key. The hash keeps the seed from revealing the
// key.
func botSeed(key table.Key, seat int) uint64 {
	text := append([]byte("gamed bot v1\x00"), key[:]...)
	sum := sha256.Sum256(append(text, byte(seat)))
	return binary.LittleEndian.Uint64(sum[:8])
}

// A thinkLimiter lets slow bots of this process think on at most half of the processors at once, but
// at least on one. Otherwise games with slow bots would take all processors from other games.
type thinkLimiter struct {
	slots chan struct{} // holds an element for each slow bot that thinks
	// botGameSlot holds an element while a slow bot in a game without people thinks, or waits for
	// room in slots. At most one such bot can delay the bots that play with people.
	botGameSlot chan struct{}
	closing     context.Context
}

func newThinkLimiter(closing context.Context) *thinkLimiter {
	return &thinkLimiter{make(chan struct{}, max(runtime.GOMAXPROCS(0)/2, 1)), make(chan struct{}, 1), closing}
}

// limit wraps a bot in a limitedBot. In a game without people, the bot also needs the slot
// t.botGameSlot.
func (t *thinkLimiter) limit(bot ai.Bot, seats []table.Seat) ai.Bot {
	slots := []chan struct{}{t.slots}
	if !slices.ContainsFunc(seats, func(s table.Seat) bool { return s.Kind != protocol.SeatBot }) {
		slots = []chan struct{}{t.botGameSlot, t.slots}
	}
	return &limitedBot{bot, slots, t.closing, thinkLimit}
}

// A limitedBot waits for its slots before it thinks, if its last choice took long. The
// choice itself does not depend on the wait.
type limitedBot struct {
	bot     ai.Bot
	slots   []chan struct{}
	closing context.Context
	took    time.Duration // the duration of the last choice
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
