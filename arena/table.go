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

// laneBase is the part that both lanes share: one worker's bots and their seats in the current game.
type laneBase struct {
	match      *Match
	header     Header
	names      [][]string // names of the bots by seat; game n uses entry n modulo the number of entries
	rules      *table.CachedRules
	bots       [state.MaxSeats]supervisedBot                       // bots by seat
	remotes    [state.MaxSeats]remote                              // by bot, for bots outside this process
	timers     [state.MaxSeats]timer                               // timers by bot
	figures    func([]state.Figure, state.Machine) []state.Figure  // nil if the ruleset has no figures
	usage      *usageCounter                                       // nil if the match does not count the usage
	score      func(state.Machine, state.Seat) (points, order int) // nil if the ruleset has no points
	departures *departures                                         // nil unless the games have three seats or more
}

func newLaneBase(m *Match) laneBase {
	can := m.Rules.Abilities()
	t := laneBase{match: m, header: m.Header(), rules: table.Cache(m.Rules), figures: can.Figures, score: can.Score}
	for i, bot := range m.Bots {
		t.names = append(t.names, t.header.botsBySeat(i))
		t.remotes[i].open = bot.Open
	}
	if m.Usage != nil {
		t.usage = newUsageCounter(m)
	}
	return t
}

// newGame returns the result of game n before its first turn. Games with the same bots by seat share
// one list of names.
func (t *laneBase) newGame(n int) Game { return t.header.newGame(n, t.names[n%len(t.names)]) }

// seatBots assigns the bots to their seats for game n.
func (t *laneBase) seatBots(ctx context.Context, n int) error {
	for i := range t.match.Bots {
		seat := state.Seat(i)
		b := t.header.BotIndex(n, i)
		bot := &t.match.Bots[b]
		g := &t.bots[seat]
		*g = supervisedBot{seat: seat, match: t.match, timer: &t.timers[b], timed: t.timers[b].next()}
		if bot.Open == nil {
			g.bot = bot.New(t.match.botSeed(n, seat))
			g.time, g.bankLeft = bot.Time, bot.Time.Bank
			budget, ok := g.bot.(ai.Timed)
			g.timed = g.timed || bot.Time.limited() || ok && budget.Budget() > 0
			continue
		}
		if err := t.seatRemote(ctx, n, g, &t.remotes[b]); err != nil {
			return fmt.Errorf("bot %s: %w", bot.Name, err)
		}
	}
	return nil
}

// maxSeed is the largest seed for a bot outside this process. Many languages read numbers in JSON
// as 64-bit floats, which represent all integers up to maxSeed exactly.
const maxSeed = 1<<53 - 1

func (t *laneBase) seatRemote(ctx context.Context, n int, g *supervisedBot, r *remote) error {
	seed := t.match.botSeed(n, g.seat) & maxSeed
	joined := protocol.Joined{
		Game: gameID(n), Rules: t.match.Rules.Info().Name, Seat: int(g.seat), Seed: &seed, Budget: t.match.Budget,
	}
	for i := range t.match.Bots {
		name := t.header.Bots[t.header.BotIndex(n, i)]
		joined.Seats = append(joined.Seats, protocol.Seat{Seat: i, Kind: protocol.SeatBot, Name: name, Here: true})
	}
	g.remote = r
	wrong, err := r.begin(ctx, joined)
	if wrong != nil {
		r.fail(wrong)
	}
	return err
}

func gameID(n int) string { return "match-" + strconv.Itoa(n) }

// finish adds the bots' faults and resignations to g. It sends the end of the game to bots outside
// this process.
func (t *laneBase) finish(g *Game) {
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
			bot.remote.sendOver(g.Won, reason)
		}
	}
}

// seatNumbers holds the numbers of the seats of each set. Results of games share these lists.
var seatNumbers = func() (lists [1 << state.MaxSeats][]int) {
	for ss := range lists {
		lists[ss] = table.Numbers(state.Seats(ss))
	}
	return lists
}()

// failure returns the error of a bot that could not be asked, such as the error of a canceled
// context, or nil.
func (t *laneBase) failure() error {
	for i := range t.match.Bots {
		if err := t.bots[i].err; err != nil {
			return err
		}
	}
	return nil
}

func (t *laneBase) takeTimes() []Histogram {
	all := make([]Histogram, len(t.match.Bots))
	for i := range all {
		all[i], t.timers[i].times = t.timers[i].times, nil
	}
	return all
}

func (t *laneBase) close() {
	for i := range t.remotes {
		t.remotes[i].close()
	}
}
