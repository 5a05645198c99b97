package conformance

import (
	"fmt"
	"strconv"
	"strings"

	"gamed/protocol"
	"gamed/state"
)

// answer waits for the answer to the open decision and applies it. options is the number of
// options that were sent.
func (t *BotTest) answer(options int) {
	g := t.game
	r := t.awaitReply()
	if r == nil {
		g.resigned = true
		g.apply(g.seat, state.Option{Do: state.Resign})
		return
	}
	taken := t.selected(r, options)
	g.answers = append(append(g.answers, r.String()...), ' ')
	g.apply(g.seat, taken...)
}

// selected returns the options that an answer to the open decision selects. listed is the number of
// options that were sent.
func (t *BotTest) selected(r *reply, listed int) []state.Option {
	g := t.game
	switch {
	case r.decision != g.decision():
		t.fail("it answered decision %d, the open decision is %d", r.decision, g.decision())
	case r.cards != nil:
		options, err := g.m.Select(g.seat, r.cards)
		if err != nil {
			t.fail("it picked the cards %v: %v", r.cards, err)
		}
		return options
	case r.option >= listed:
		t.fail("it chose option %d of %d, counted from 0", r.option, listed)
	}
	return []state.Option{g.options[r.option%len(g.options)]}
}

// A reply answers a decision.
type reply struct {
	decision uint32
	option   int
	cards    []int // the cards for a pick; if not nil, used instead of option
}

// replyOf returns the reply in a message, or nil if it is not a reply.
func replyOf(m protocol.ClientMessage) *reply {
	switch m := m.(type) {
	case *protocol.Choose:
		return &reply{decision: m.Decision, option: m.Option}
	case *protocol.Pick:
		return &reply{decision: m.Decision, cards: m.Cards}
	}
	return nil
}

// String returns the option or the cards, without spaces.
func (r *reply) String() string {
	if r.cards != nil {
		return strings.ReplaceAll(fmt.Sprint(r.cards), " ", ",")
	}
	return strconv.Itoa(r.option)
}
