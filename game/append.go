package game

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"gamed/agent"
	"gamed/protocol"
	"gamed/store"
)

// append writes the next record, and returns once it is known whether it was
// kept. When somebody else has written, the game is run elsewhere by now: this
// one closes, and its agents are sent away.
func (a *actor) append(r *Record) error {
	if a.sealed {
		return fmt.Errorf("game %s: record %d: %w", a.g.id, a.records, errSealed)
	}
	line, err := r.line()
	if err != nil {
		return fmt.Errorf("game %s: record %d: %w", a.g.id, a.records, err)
	}
	ctx := context.Background() // a record that is begun is written
	if err := a.write(ctx, line); err != nil {
		if errors.Is(err, store.ErrFenced) {
			a.dismiss()
			a.observe(Observation{Outcome: Replaced, Err: err})
		}
		return fmt.Errorf("game %s: record %d: %w", a.g.id, a.records, err)
	}
	a.records++
	a.newest = time.Now().UnixMilli()
	a.shade(line)
	if r.last() {
		a.sealed = true
		if a.onFinish != nil {
			a.onFinish(a.g.id)
		} else {
			_ = a.log.Finish(ctx, a.g.id) // after a failure the next start reads the log again
		}
	}
	return nil
}

// errSealed is a record after the last one, with which the log could not be run again.
var errSealed = errors.New("the log has its last record")

// write hands a record to the log, and finds out what has become of it.
func (a *actor) write(ctx context.Context, line []byte) (err error) {
	begun := a.beginWriting()
	defer func() { a.endWriting(begun, err) }()
	err = a.log.Append(ctx, a.g.id, a.records, line)
	if errors.Is(err, store.ErrAmbiguous) {
		err = a.ascertain(ctx, line)
	}
	return err
}

// behind reports whether somebody else has written to the log. Then the game is run
// elsewhere, and this one closes. A game that nobody makes write would not find out by itself.
func (a *actor) behind() bool {
	records, err := a.log.Read(context.Background(), a.g.id)
	if err != nil || uint64(len(records)) <= a.records {
		return false
	}
	a.dismiss()
	a.observe(Observation{Outcome: Replaced, Err: store.ErrFenced})
	return true
}

// past reads the records that the game knows of. The log may have one more, of which it does
// not know yet that it was kept.
func (a *actor) past() ([][]byte, error) {
	records, err := a.log.Read(context.Background(), a.g.id)
	return records[:min(uint64(len(records)), a.records)], err
}

// doubt is the wait before a log is asked again what has become of a record.
const doubt = 50 * time.Millisecond

// ascertain asks the log what has become of a record, until it answers: nobody may
// be told either way before. Only a game that is to be closed goes without.
func (a *actor) ascertain(ctx context.Context, line []byte) error {
	for {
		records, err := a.log.Read(ctx, a.g.id)
		switch n := uint64(len(records)); {
		case err != nil && a.leaves():
			return fmt.Errorf("it is not known whether it was kept: %w: %w", store.ErrUnavailable, err)
		case err != nil:
			time.Sleep(doubt)
		case n == a.records:
			return fmt.Errorf("it was not kept: %w", store.ErrUnavailable)
		case n == a.records+1 && bytes.Equal(records[n-1], line):
			return nil
		default:
			return fmt.Errorf("it is another one: %w", store.ErrFenced)
		}
	}
}

// leaves reports whether the game is closed or about to be. It need not know what has become
// of a record then.
func (a *actor) leaves() bool { return a.closed || a.g.closing.Load() }

// regret tells somebody that what they have asked for could not be stored. A game that leaves
// tells them to connect again: where it goes on, that may have happened.
func (a *actor) regret(from agent.JSONWriter, refusal *protocol.Error) {
	switch {
	case a.closed:
		a.sendAway(from)
	case a.leaves():
		tell(from, elsewhere())
	default:
		tell(from, refusal)
	}
}

// notStored tells the one who asked for something that has not happened.
func notStored(err error, what string) *protocol.Error {
	text := what + " could not be stored, so nothing has happened: send it again"
	if errors.Is(err, store.ErrFull) {
		text = "the server's store is full, so nothing has happened: send it again when its operator has made room"
	}
	return &protocol.Error{Code: protocol.Unavailable, Text: text}
}

// appendHeader writes the first record of a game.
func appendHeader(ctx context.Context, log store.Log, h *Header) error {
	line, err := json.Marshal(&Record{T: "header", Header: h})
	if err == nil {
		err = log.Append(ctx, h.Game, 0, line)
	}
	if err != nil {
		return fmt.Errorf("game %s: record 0: %w", h.Game, err)
	}
	return nil
}
