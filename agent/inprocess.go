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

// minRetryDelay is the first delay before a bot retries an answer that its game could not accept.
// Each delay is twice the previous one, up to maxRetryDelay.
const (
	minRetryDelay = 20 * time.Millisecond
	maxRetryDelay = time.Second
)

// An InProcess plays a seat with an [ai.Bot] in this process. It is a [Thinker]. It uses a goroutine
// only while it thinks or retries an answer.
type InProcess struct {
	bot    ai.Bot
	seat   state.Seat
	submit Submit
	failed func(decision uint32, why string)

	mu         sync.Mutex
	question   *Question        // the open question, or nil for none
	choice     *protocol.Choose // the latest answer, kept for retries
	sent       bool             // choice has been submitted
	retryDelay time.Duration    // before choice is sent again
	working    bool
}

// NewInProcess returns an agent that plays seat with bot. It calls connect once, which attaches the
// agent to its game. When bot panics or returns an invalid option, the agent's goroutine calls the
// function failed with the reason.
func NewInProcess(bot ai.Bot, seat state.Seat, connect func(JSONWriter) Submit, failed func(decision uint32, reason string)) *InProcess {
	b := &InProcess{bot: bot, seat: seat, failed: failed}
	b.submit = connect(b)
	return b
}

// Ask starts to answer q if q requires an answer. q replaces an older question that has no answer
// yet.
func (b *InProcess) Ask(q Question) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.question, b.retryDelay = nil, 0
	if q.Decision != 0 {
		b.question = &q
	}
	b.start()
	return nil
}

// WriteJSON handles the end of the game and rejected answers.
func (b *InProcess) WriteJSON(m protocol.ServerMessage) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch m := m.(type) {
	case *protocol.Over, *protocol.Bye:
		b.question = nil
	case *protocol.Error:
		if m.Code == protocol.Busy || m.Code == protocol.Unavailable {
			b.scheduleRetry()
		} // after any other error, the game asks again or ends
	}
	b.start()
	return nil
}

// start starts the goroutine if there is work and none is running. The caller holds b.mu.
func (b *InProcess) start() {
	if !b.idle() && !b.working {
		b.working = true
		go b.work()
	}
}

// idle reports whether there is nothing to do. The caller holds b.mu.
func (b *InProcess) idle() bool {
	return b.question == nil || b.sent && b.choice.Decision == b.question.Decision
}

// work answers questions until there is nothing to do.
func (b *InProcess) work() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for !b.idle() {
		q, choice, wait := b.question, b.choice, b.retryDelay
		b.mu.Unlock()
		if choice == nil || choice.Decision != q.Decision {
			choice = b.choose(q)
		} else {
			time.Sleep(wait)
		}
		b.mu.Lock()
		if b.question == nil { // the game ended meanwhile
			break
		}
		b.choice, b.sent = choice, true
		b.mu.Unlock()
		err := b.submit(choice)
		b.mu.Lock()
		if errors.Is(err, ErrBusy) {
			b.scheduleRetry()
		}
	}
	b.working = false
}

// scheduleRetry makes work submit the answer again, after a longer wait than before. The caller
// holds b.mu.
func (b *InProcess) scheduleRetry() {
	b.sent, b.retryDelay = false, min(max(2*b.retryDelay, minRetryDelay), maxRetryDelay)
}

// choose returns the bot's answer. It returns the first option if the bot or the rules panic, or if
// the answer is not a valid option. A bug in a bot must neither affect other games nor delay its
// own game.
func (b *InProcess) choose(q *Question) (choice *protocol.Choose) {
	defer func() {
		if v := recover(); v != nil {
			b.failed(q.Decision, fmt.Sprintf("the bot panicked: %v\n%s", v, debug.Stack()))
			choice = &protocol.Choose{Decision: q.Decision}
		}
	}()
	option := b.bot.Choose(WithTimeLimit(b.bot, q.Ask, 0))
	at := slices.Index(q.Ask.Options, option)
	if at < 0 {
		b.failed(q.Decision, fmt.Sprintf("the bot chose %+v, which is not one of its %d options", option, len(q.Ask.Options)))
		at = 0
	}
	return &protocol.Choose{Decision: q.Decision, Option: at}
}
