package agent

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"gamed/ai"
	"gamed/protocol"
	"gamed/state"
)

// busyWait is how long a bot waits before it sends an answer again that its game
// could not take. Each time the wait is twice as long, up to busyMost.
const (
	busyWait = 20 * time.Millisecond
	busyMost = time.Second
)

// A Bot plays a seat with an [ai.Bot] in this process. It is attached with a
// world to think in, and so is asked only when its seat is the first bot's that is
// awaited: bots among themselves always answer in the same order, and their
// games repeat. It has a goroutine only while it thinks.
type Bot struct {
	bot    ai.Bot
	seat   state.Seat
	submit Submit
	failed func(decision uint32, why string)

	mu      sync.Mutex
	asked   *Question        // the open question, nil for none; older ones are void
	choice  *protocol.Choose // the latest answer: one decision is thought about once
	sent    bool             // choice is on its way
	wait    time.Duration    // before choice is sent again
	working bool
}

// NewBot returns the agent that plays seat with bot. connect is asked once for
// the way in which it answers. failed is told, by the bot's goroutine, when bot had no
// answer that is an option, and why.
func NewBot(bot ai.Bot, seat state.Seat, connect func(JSONWriter) Submit, failed func(decision uint32, why string)) *Bot {
	b := &Bot{bot: bot, seat: seat, failed: failed}
	b.submit = connect(b)
	return b
}

// Ask starts an answer to q, if q wants one. Older questions become void.
func (b *Bot) Ask(q Question) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked, b.wait = nil, 0
	if q.Decision != 0 {
		b.asked = &q
	}
	b.start()
	return nil
}

// WriteJSON handles the end of the game, and the refusal of an answer.
func (b *Bot) WriteJSON(m protocol.ServerMessage) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch m := m.(type) {
	case *protocol.Over, *protocol.Bye:
		b.asked = nil
	case *protocol.Error:
		if m.Code == protocol.Busy || m.Code == protocol.Unavailable {
			b.again()
		} // else the next update has the question that is open now
	}
	b.start()
	return nil
}

// start starts the goroutine if there is work and it is not running. b.mu is held.
func (b *Bot) start() {
	if !b.idle() && !b.working {
		b.working = true
		go b.work()
	}
}

// idle reports whether there is nothing to do. b.mu is held.
func (b *Bot) idle() bool {
	return b.asked == nil || b.sent && b.choice.Decision == b.asked.Decision
}

// work answers until there is nothing to do.
func (b *Bot) work() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for !b.idle() {
		q, choice, wait := b.asked, b.choice, b.wait
		b.mu.Unlock()
		if choice == nil || choice.Decision != q.Decision {
			choice = b.choose(q)
		} else {
			time.Sleep(wait)
		}
		b.mu.Lock()
		if b.asked == nil { // it has been told to go meanwhile
			break
		}
		b.choice, b.sent = choice, true
		b.mu.Unlock()
		err := b.submit(choice)
		b.mu.Lock()
		if errors.Is(err, ErrBusy) {
			b.again()
		}
	}
	b.working = false
}

// again has the answer sent once more, after a wait. b.mu is held.
func (b *Bot) again() { b.sent, b.wait = false, min(max(2*b.wait, busyWait), busyMost) }

// choose returns what the bot answers. For one that panics, or whose rules do, or that makes
// an option up, it is the default: a bug of a bot must neither end games that have nothing to
// do with it nor keep its own one waiting.
func (b *Bot) choose(q *Question) (choice *protocol.Choose) {
	defer func() {
		if v := recover(); v != nil {
			b.failed(q.Decision, fmt.Sprintf("it panicked: %v\n%s", v, debug.Stack()))
			choice = &protocol.Choose{Decision: q.Decision}
		}
	}()
	option := b.bot.Choose(q.Ask)
	at := slices.Index(q.Ask.Options, option)
	if at < 0 {
		b.failed(q.Decision, fmt.Sprintf("it chose %+v, which is not among its %d options", option, len(q.Ask.Options)))
		at = 0
	}
	return &protocol.Choose{Decision: q.Decision, Option: at}
}
