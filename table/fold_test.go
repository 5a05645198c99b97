package table_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// TestFold plays random games with random inputs of every kind. After each record it checks that
// a replay of the log gives the same table, byte for byte. It also checks that the summary agrees
// with the table, and that Decide changes nothing.
func TestFold(t *testing.T) {
	kinds, refusals := map[string]int{}, map[protocol.Code]int{}
	for _, rules := range []state.Dealer{elementsRules, dominionRules, harborRules} {
		t.Run(rules.Info().Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				l := drawGame(t, rules)
				for after := 0; after < 60; after++ {
					if l.live.Closed() { // a few inputs to refuse
						after += 20
					}
					l.drawNow(t)
					r, err := l.decide(l.drawInput(t))
					if err != nil {
						refusals[err.(*protocol.Error).Code]++
					}
					if r != nil {
						l.add(r)
						l.addFollowing()
					}
				}
				l.checkSummary()
				for _, r := range l.records() {
					kinds[r.Kind]++
				}
			})
		})
	}
	for _, kind := range []string{"header", "seat", "request", "undo", "draw", "offers", "standin", "settings", "epoch", "end", "fault"} {
		require.NotZero(t, kinds[kind], "no game has a record %s", kind)
	}
	for _, code := range []protocol.Code{protocol.Illegal, protocol.NotAsked, protocol.Stale, protocol.GameOver, protocol.NoSeat, protocol.NotNow, protocol.BadField} {
		require.NotZero(t, refusals[code], "no input is refused as %s", code)
	}
}

// drawGame begins a game with random seats, key and clock. It also draws whether the game is rated.
func drawGame(t *rapid.T, rules state.Dealer) *log {
	seats := rapid.StringOfN(rapid.SampledFrom([]rune("pppbo")), 2, 4, -1).Draw(t, "seats")
	h := header(rules, seats)
	h.Key = table.KeyFrom(rapid.Uint64().Draw(t, "seed"), 0)
	h.Setup.Seed = state.Seed(table.NewChance(h.Key).Next())
	h.Rated = rapid.Bool().Draw(t, "rated")
	if absent := rapid.SampledFrom([]string{"", "", protocol.AbsentForfeit, protocol.AbsentBot, protocol.AbsentWait}).Draw(t, "absent"); absent != "" {
		h.Clock = &protocol.Clock{Bank: 60_000, PerDecision: 10_000, Increment: 2000, Absent: absent}
	}
	return begin(t, rules, h)
}

// drawNow advances the time, and draws the other facts of Now, such as the seats whose players are
// absent.
func (l *log) drawNow(t *rapid.T) {
	l.now.At += rapid.SampledFrom([]int64{0, 1, 1000, 60_000, 700_000, 90_000_000}).Draw(t, "passed")
	l.now.StandIn, l.now.Untimed = l.live.StandInsCalled, 0
	for i := range l.live.Seats {
		l.now.Bank[i] = rapid.Int64Range(0, 90_000).Draw(t, "bank")
		l.now.Away[i] = 0
		if l.live.Seats[i].Kind == protocol.SeatBot {
			continue
		}
		switch rapid.IntRange(0, 5).Draw(t, "presence") {
		case 0, 1:
			l.now.Away[i] = max(start, l.now.At-rapid.SampledFrom([]int64{1000, 700_000, 90_000_000}).Draw(t, "away"))
		case 2:
			l.now.StandIn = l.now.StandIn.With(state.Seat(i))
		case 3:
			l.now.Untimed = l.now.Untimed.With(state.Seat(i))
		}
	}
	l.now.Resumed = rapid.SampledFrom([]int64{0, start, l.now.At}).Draw(t, "resumed")
	l.now.Pause = rapid.SampledFrom([]int64{0, 300}).Draw(t, "pause")
	l.now.Bots = rapid.IntRange(0, 3).Draw(t, "no bots") > 0
	l.broken = rapid.IntRange(0, 15).Draw(t, "broken") == 15
}

// drawInput draws an input. The table may refuse the input.
func (l *log) drawInput(t *rapid.T) table.Input {
	seat := state.Seat(rapid.IntRange(0, len(l.live.Seats)).Draw(t, "seat")) // one of them is not a seat
	if rapid.Bool().Draw(t, "asked") && l.live.Machine.Awaiting() != 0 {
		seat = l.askedSeat()
	}
	number := func(label string) int { return rapid.IntRange(0, 5).Draw(t, label) }
	kind := rapid.SampledFrom([]string{
		"choose", "choose", "choose", "choose", "choose", "choose", "choose", "wrong", "pick", "resign", "offer", "offer",
		"respond", "respond", "settings", "always", "mute", "exit", "exit", "return", "sit", "sit", "epoch", "end", "end",
	}).Draw(t, "kind")
	if !l.live.Started() && rapid.Bool().Draw(t, "sits") {
		kind = "sit"
	}
	offers := rapid.SampledFrom([]string{protocol.OfferDraw, protocol.OfferUndo})
	switch kind {
	case "choose", "pick":
		c := l.choice(seat, 0)
		if c.Decision == 0 {
			return c
		}
		options := len(l.live.Options(seat))
		c.Option = rapid.IntRange(0, options-1).Draw(t, "option")
		c.By = rapid.SampledFrom([]string{"", "", "", table.ByClock, table.ByBot}).Draw(t, "by")
		if p := l.live.Machine.Selection(seat); p != nil && kind == "pick" {
			c.Cards = rapid.SliceOfN(rapid.IntRange(-1, len(p.Cards)), 0, p.Max+1).Draw(t, "cards")
		}
		return c
	case "wrong":
		c := l.choice(seat, rapid.IntRange(-1, 50).Draw(t, "option"))
		c.Decision -= uint32(rapid.IntRange(0, 1).Draw(t, "older"))
		return c
	case "resign":
		if number("resigns") < 5 {
			return &table.Response{Seat: seat, Kind: offers.Draw(t, "offer")}
		}
		return &table.Resignation{Seat: seat, By: rapid.SampledFrom([]string{"", table.ByClock}).Draw(t, "by")}
	case "offer":
		return &table.Proposal{Seat: seat, Kind: offers.Draw(t, "offer")}
	case "respond":
		return &table.Response{Seat: seat, Kind: offers.Draw(t, "offer"), Accept: number("accept") > 0}
	case "settings":
		w := &table.SettingsChange{Seat: seat, Forget: number("forget") == 0}
		w.Stops = rapid.SampledFrom([][]string{nil, {}, {protocol.AllStops}, {"play", "main"}, {"attack"}, {"dawn"}}).Draw(t, "stops")
		w.Alone = rapid.SampledFrom([]*bool{nil, new(bool), func() *bool { on := true; return &on }()}).Draw(t, "alone")
		return w
	case "always":
		if l.live.Machine.Decision(seat) == 0 {
			return &table.SettingsChange{Seat: seat, Forget: true}
		}
		answer := l.live.AnswerTo(seat, rapid.IntRange(0, len(l.live.Options(seat))-1).Draw(t, "answer"))
		return &table.SettingsChange{Seat: seat, Always: &answer}
	case "mute":
		return &table.SettingsChange{Seat: seat, Mute: &protocol.Mute{Seat: number("muted") - 1, On: number("on") > 1}}
	case "exit":
		way := rapid.SampledFrom([]string{protocol.ExitWin, protocol.ExitDraw, protocol.ExitBot, protocol.ExitBot}).Draw(t, "way")
		if l.live.Machine.Awaiting() != 0 {
			seat = l.askedSeat()
		}
		leaver := (int(seat) + rapid.IntRange(1, len(l.live.Seats)).Draw(t, "leaver")) % len(l.live.Seats)
		return &table.Exit{Seat: state.Seat(leaver), Delayer: seat, Way: way}
	case "return":
		return &table.Return{Seat: seat}
	case "sit":
		s := &table.Sit{Seat: number("place") - 1, Who: table.Seat{Kind: protocol.SeatPerson, KeyHash: fmt.Sprint("late", l.live.Records)}}
		s.Nonce = rapid.SampledFrom([]string{"", "n1", "n2"}).Draw(t, "nonce")
		if decks := l.rules.Info().Decks; number("deck") == 0 {
			s.Deck = "no such deck"
			if len(decks) > 0 && number("known") > 0 {
				s.Deck = rapid.SampledFrom(decks).Draw(t, "deck name").Name
			}
		}
		return s
	case "epoch":
		if !l.live.Closed() {
			l.add(&table.Record{Kind: "epoch", At: l.now.At, Epoch: fmt.Sprint("server", number("server"))})
		}
		return &table.Return{Seat: seat}
	}
	switch rapid.IntRange(0, 15).Draw(t, "ends") {
	case 14:
		return table.Abandon{}
	case 15:
		return table.Panic{Text: "panic: a bug"}
	}
	return &table.Return{Seat: seat}
}

// checkSummary requires that the summary of the log agrees with the table.
func (l *log) checkSummary() {
	l.t.Helper()
	s, err := table.Summarize(l.lines)
	require.NoError(l.t, err)
	for i, p := range l.live.Seats {
		require.Equal(l.t, p.Seat, s.Seats[i])
	}
	require.Equal(l.t, l.live.End, s.End)
	require.Equal(l.t, l.live.Fault, s.Fault)
	require.Equal(l.t, l.live.Epoch, s.Epoch)
	require.Equal(l.t, l.live.Closed(), s.Closed())
	require.Equal(l.t, l.live.Closed(), table.Closed(l.lines))
	require.LessOrEqual(l.t, s.LastChange, l.live.LastAt)
	if l.live.Over() {
		require.Equal(l.t, l.live.OverMessage().Reason, s.Reason)
	}
}
