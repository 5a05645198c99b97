package arena

import (
	"context"
	"fmt"
	"strconv"

	"gamed/ai"
	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// seated holds the bots in one worker's games.
type seated struct {
	match  *Match
	header Header
	rules  *table.CachedRules
	bots   [state.MaxSeats]supervised                          // by seat
	remote [state.MaxSeats]remote                              // by bot, for bots outside this process
	timers [state.MaxSeats]timer                               // by bot
	report func([]state.Figure, state.Machine) []state.Figure  // nil if the ruleset has no figures
	usage  *counter                                            // nil if the match does not count the usage
	score  func(state.Machine, state.Seat) (points, order int) // nil if the ruleset has no points
	gone   *departures                                         // nil unless the games have three seats or more
}

func newSeated(m *Match) seated {
	can := m.Rules.Abilities()
	t := seated{match: m, header: m.Header(), rules: table.Cache(m.Rules), report: can.Figures, score: can.Score}
	for i, bot := range m.Bots {
		t.remote[i].open = bot.Open
	}
	if m.Usage != nil {
		t.usage = newCounter(m)
	}
	return t
}

// seat assigns the bots to their seats for game n.
func (t *seated) seat(ctx context.Context, n int) error {
	for i := range t.match.Bots {
		seat := state.Seat(i)
		b := t.header.Bot(n, i)
		bot := &t.match.Bots[b]
		g := &t.bots[seat]
		*g = supervised{seat: seat, match: t.match, timer: &t.timers[b], timed: t.timers[b].next()}
		if bot.Open == nil {
			g.bot = bot.New(t.match.botSeed(n, seat))
			g.time, g.bank = bot.Time, bot.Time.Bank
			budget, ok := g.bot.(ai.Timed)
			g.timed = g.timed || bot.Time.limited() || ok && budget.Budget() > 0
			continue
		}
		if err := t.seatRemote(ctx, n, g, &t.remote[b]); err != nil {
			return fmt.Errorf("bot %s: %w", bot.Name, err)
		}
	}
	return nil
}

// maxSeed is the largest integer that all languages represent exactly.
const maxSeed = 1<<53 - 1

func (t *seated) seatRemote(ctx context.Context, n int, g *supervised, r *remote) error {
	seed := t.match.botSeed(n, g.seat) & maxSeed
	joined := protocol.Joined{
		Game: gameID(n), Rules: t.match.Rules.Info().Name, Seat: int(g.seat), Seed: &seed, Budget: t.match.Budget,
	}
	for i := range t.match.Bots {
		name := t.header.Bots[t.header.Bot(n, i)]
		joined.Seats = append(joined.Seats, protocol.Seat{Seat: i, Kind: protocol.SeatBot, Name: name, Here: true})
	}
	g.remote = r
	wrong, err := r.begin(ctx, joined)
	if wrong != nil {
		r.lose(wrong)
	}
	return err
}

func gameID(n int) string { return "match-" + strconv.Itoa(n) }

// finish adds the bots' faults to g and notifies bots outside this process that the game is
// over.
func (t *seated) finish(g *Game) {
	reason := protocol.ReasonEnd
	if g.Error != "" {
		reason = protocol.ReasonFault
	}
	for i := range t.match.Bots {
		bot := &t.bots[i]
		g.Faults = append(g.Faults, bot.faults...)
		if bot.conceded {
			g.Conceded = append(g.Conceded, i)
		}
		if bot.remote != nil {
			bot.remote.over(g.Won, reason)
		}
	}
}

// numbers lists the seats of a set.
func numbers(ss state.Seats) []int {
	list := make([]int, 0, ss.Len())
	for ; ss != 0; ss &= ss - 1 {
		list = append(list, int(ss.First()))
	}
	return list
}

// failure returns the error of a bot that became unavailable without its own fault, or nil.
func (t *seated) failure() error {
	for i := range t.match.Bots {
		if err := t.bots[i].err; err != nil {
			return err
		}
	}
	return nil
}

func (t *seated) took() []Histogram {
	all := make([]Histogram, len(t.match.Bots))
	for i := range all {
		all[i], t.timers[i].times = t.timers[i].times, nil
	}
	return all
}

func (t *seated) close() {
	for i := range t.remote {
		t.remote[i].close()
	}
}
