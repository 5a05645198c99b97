package external

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"gamed/protocol"
)

// read takes what the bot sends until it ends.
func (b *Bot) read() {
	pings := 0
	for {
		data, err := b.wire.read()
		at := time.Now()
		var m protocol.ClientMessage
		switch {
		case err == nil:
			m, err = protocol.Parse(data)
		case errors.Is(err, errEndless):
			b.ended(faultf(Flood, "%v", err))
			return
		case !errors.Is(err, errTooLong) && !errors.Is(err, errBinary):
			b.ended(b.wire.gone(err))
			return
		}
		came := message{m: m, at: at}
		if err != nil {
			came.wrong = wrong(err, data)
		}
		if ping, ok := m.(*protocol.Ping); !ok {
			pings = 0
		} else if pings++; pings <= b.limits.Flood {
			b.send(&protocol.Pong{T: ping.T})
			continue
		}
		if pings > 0 || !b.in.put(came) {
			b.ended(b.flood())
			return
		}
	}
}

// ended ends the bot, if it has not ended by itself, for what comes after its last
// message.
func (b *Bot) ended(f *Fault) {
	b.in.finish(f)
	b.wire.kill()
}

// flood is the fault of a bot that sends too much.
func (b *Bot) flood() *Fault {
	return faultf(Flood, "more than %d messages that nobody had asked for", b.limits.Flood)
}

// wrong says what is wrong with what has come.
func wrong(err error, data []byte) string {
	text := err.Error()
	if e := (*protocol.Error)(nil); errors.As(err, &e) {
		text = e.Text
	}
	if len(data) == 0 {
		return text
	}
	return text + "; it sent " + clip(string(data))
}

// typeOf returns the type of a message as it stands in it.
func typeOf(m protocol.ClientMessage) string {
	return strings.ToLower(strings.TrimPrefix(fmt.Sprintf("%T", m), "*protocol."))
}
