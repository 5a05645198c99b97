package bench

import (
	"errors"
	"fmt"

	"gamed/agent"
	"gamed/game"
	"gamed/protocol"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

// A jsonBot plays at random like a remote client: it encodes each message that it receives, and decodes
// its own answers, as JSON. It answers within WriteJSON, in the game's goroutine, so the figure of the
// actor includes no waiting time.
type jsonBot struct {
	seat   state.Seat
	rand   state.Rand
	left   int // number of answers that the bot still gives
	submit agent.Submit
	over   chan<- struct{} // receives a value when the game ends; may be nil
}

func (b *jsonBot) WriteJSON(m protocol.ServerMessage) error {
	switch v := m.(type) {
	case *protocol.Over:
		if b.over != nil {
			b.over <- struct{}{}
		}
	case *protocol.Update:
		_ = v.JSON()
		if v.Decision == nil || v.Awaiting[0] != int(b.seat) || b.left == 0 {
			return nil
		}
		b.left--
		answer, err := protocol.Parse(fmt.Appendf(nil, `{"type":"choose","decision":%d,"option":%d}`,
			v.Decision.ID, b.rand.N(len(v.Decision.Options))))
		if err != nil {
			return err
		}
		return b.submit(answer)
	}
	return nil
}

// startGame starts game n, a duel between two jsonBots. Each bot gives at most the given number of
// answers. If over is not nil, it receives a value when the game ends.
func (b *benchmark) startGame(n int, log store.Log, answers int, over chan<- struct{}) (*game.Game, error) {
	header := &table.Header{
		Format: table.Format, Game: fmt.Sprintf("bench-%d", n), Rules: elements.Rules.Name, Key: table.KeyFrom(1, uint64(n)),
		Setup: state.Setup{Seats: 2}, Seats: []table.Seat{{Kind: protocol.SeatBot}, {Kind: protocol.SeatBot}},
	}
	t, err := table.New(header, table.SameRules(b.rules))
	if err != nil {
		return nil, err
	}
	g, err := game.Start(b.ctx, game.Config{Table: t, Header: header, Log: log})
	if err != nil {
		return nil, err
	}
	for seat := range state.Seat(2) {
		bot := &jsonBot{seat: seat, rand: state.Rand(n), left: answers}
		if seat == 0 {
			bot.over = over
		}
		bot.submit = g.Submit(seat, bot)
		if err := g.Attach(b.ctx, game.Attachment{Seat: seat, To: bot}); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// measureActor measures the time of a request in the actor, from the encoded request to the encoded
// reply, with the log in memory. It divides the time of a game by the number of the game's requests.
func (b *benchmark) measureActor() error {
	log := store.NewMemory()
	over := make(chan struct{}, 1)
	var wrong error
	requests := 0
	game := b.timePerRound(func(n int) {
		requests = 0
		for i := 0; i < n && wrong == nil; i++ {
			var played int
			played, wrong = b.playGame(i, log, over)
			requests += played
		}
		requests /= n
	})
	if wrong != nil {
		return figureError(actorRequest, wrong)
	}
	b.add(actorRequest, game/1000/float64(requests))
	return nil
}

// playGame plays a whole game and returns its number of requests.
func (b *benchmark) playGame(n int, log *store.Memory, over chan struct{}) (requests int, err error) {
	g, err := b.startGame(n, log, 1<<30, over)
	if err != nil {
		return 0, err
	}
	select {
	case <-over:
	case <-b.ctx.Done():
		return 0, b.ctx.Err()
	}
	if err := g.Close(b.ctx); err != nil {
		return 0, err
	}
	records, err := log.Read(b.ctx, g.ID())
	return len(records) - 2, errors.Join(err, log.DeleteGame(b.ctx, g.ID())) // without the header and the end record
}
