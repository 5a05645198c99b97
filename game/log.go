package game

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"gamed/agent"
	"gamed/protocol"
	"gamed/store"
	"gamed/table"
)

// A LoadedGame is a game that was loaded from its log.
type LoadedGame struct {
	Header *table.Header
	Table  *table.Table
	Chain  store.Chain // the end of the log's chain
}

// Load verifies the log of a game and replays it. The error wraps [store.ErrDamaged] if a
// record was altered, or [table.ErrDamaged] if a record cannot be replayed.
func Load(lines [][]byte, find table.RulesFinder) (*LoadedGame, error) {
	chain, err := Verify(lines)
	if err != nil {
		return nil, err
	}
	r, err := table.Restore(lines, find)
	if err != nil {
		return nil, err
	}
	return &LoadedGame{r.Header, r.Table, chain}, nil
}

// Verify checks the seals of a log, and returns the end of its chain. Logs before format 3 have no seals,
// and Verify accepts them. The error wraps [store.ErrDamaged].
func Verify(lines [][]byte) (none store.Chain, err error) {
	if len(lines) == 0 {
		return none, nil
	}
	first, err := table.Decode(lines[0])
	if err != nil || first.Header == nil || first.Header.Format < table.Sealed || first.Header.Format > table.Format {
		return none, nil // the table reports a damaged header
	}
	return store.Verify(lines)
}

// nextLine encodes a record as the next line of a log in the given format. It also returns the
// [store.Chain] after that line.
func nextLine(chain store.Chain, format int, r *table.Record) ([]byte, store.Chain, error) {
	line, err := r.Encode()
	if err == nil && format >= table.Sealed {
		line = chain.Seal(line)
		chain = store.After(line)
	}
	return line, chain, err
}

// append writes the next record and returns once the log has stored or refused it. If
// another server has written to the log, that server runs the game now. This game then
// closes and tells its clients to reconnect.
func (a *actor) append(r *table.Record) error {
	n := uint64(a.Table.Records)
	line, next, err := nextLine(a.Chain, a.Table.Format, r)
	if err == nil {
		err = a.write(n, line)
	}
	if errors.Is(err, store.ErrFenced) {
		a.replaced(err)
	}
	if err != nil {
		return fmt.Errorf("game %s: record %d: %w", a.g.id, n, err)
	}
	a.Chain = next
	a.showLater(line, r)
	if r.Last() {
		if a.Finish != nil {
			a.Finish(a.g.id)
		} else {
			_ = a.Log.Finish(context.Background(), a.g.id) // after an error, the next start reads the log again
		}
	}
	return nil
}

// write appends record n. If the result of the append is unknown, write reads the log to see
// whether the record was stored.
func (a *actor) write(n uint64, line []byte) (err error) {
	begun := a.beginWriting()
	defer func() { a.endWriting(begun, err) }()
	ctx := context.Background() // the context of an input must not cancel an append
	err = a.appendOnce(ctx, n, line)
	if errors.Is(err, store.ErrAmbiguous) {
		err = a.resolveAppend(ctx, n, line)
	}
	return err
}

// appendOnce appends record n and passes the time of the append to Observe.
func (a *actor) appendOnce(ctx context.Context, n uint64, line []byte) error {
	begun := time.Now()
	err := a.Log.Append(ctx, a.g.id, n, line)
	a.observe(Observation{Outcome: Appended, Took: time.Since(begun), Err: err})
	return err
}

// replaced closes the game in this process, because another server runs it now.
func (a *actor) replaced(err error) {
	a.dismiss()
	a.observe(Observation{Outcome: Replaced, Err: err})
}

// checkReplaced reads the log and reports whether another server has written to it. In that case
// the other server runs the game, so checkReplaced closes the game in this process. A game that
// writes nothing does not notice a new owner in any other way.
func (a *actor) checkReplaced() bool {
	lines, err := a.Log.Read(context.Background(), a.g.id)
	if err != nil || len(lines) <= a.Table.Records {
		return false
	}
	a.replaced(store.ErrFenced)
	return true
}

// Past reads the records that the table has applied. It omits a record whose append is pending.
func (a *actor) Past() ([][]byte, error) {
	lines, err := a.Log.Read(context.Background(), a.g.id)
	if err == nil && len(lines) < a.Table.Records {
		err = fmt.Errorf("game %s: the log has %d of %d records: %w", a.g.id, len(lines), a.Table.Records, store.ErrUnavailable)
	}
	return lines[:min(len(lines), a.Table.Records)], err
}

// rereadPause is the pause between reads of the log while the result of an append is unknown.
const rereadPause = 50 * time.Millisecond

// resolveAppend reads the log until the log shows whether a record was stored. The game must tell
// clients neither success nor failure before that. A closing game does not retry a failed read.
func (a *actor) resolveAppend(ctx context.Context, n uint64, line []byte) error {
	for {
		lines, err := a.Log.Read(ctx, a.g.id)
		switch have := uint64(len(lines)); {
		case errors.Is(err, store.ErrDamaged): // loading the game again sets it aside
			return fmt.Errorf("the log is damaged: %w: %w", store.ErrFenced, err)
		case err != nil && a.closesSoon():
			return fmt.Errorf("the store may or may not have the record: %w: %w", store.ErrUnavailable, err)
		case err != nil:
			time.Sleep(rereadPause)
		case have == n:
			return fmt.Errorf("the store did not keep the record: %w", store.ErrUnavailable)
		case have == n+1 && bytes.Equal(lines[n], line):
			return nil
		default:
			return fmt.Errorf("the log has another record: %w", store.ErrFenced)
		}
	}
}

// closesSoon reports whether the game is closed or about to close. A closing game need not find out
// which records were stored: the server that runs the game next reads the log.
func (a *actor) closesSoon() bool { return a.closed || a.g.closing.Load() }

// refuseUnstored tells a client that its request was not stored. A closing game tells the client to
// reconnect instead, because the log may still hold the request.
func (a *actor) refuseUnstored(r *table.Record, from agent.JSONWriter, err error) {
	a.observe(Observation{Outcome: NotStored, Err: err})
	switch {
	case from == nil:
	case a.closed:
		a.tellMoved(from)
	case a.closesSoon():
		a.unanswered = nil
		tell(from, movedBye())
	default:
		refusal := notStored(err, r.Noun())
		if q := r.Request; q != nil && q.By != table.ByExit { // with an exit, the sender has another seat than q
			refusal.Decision = a.Table.Machine.Decision(q.Seat)
		}
		a.refuse(from, refusal)
	}
}

// notStored returns the error message for a request that could not be stored.
func notStored(err error, what string) *protocol.Error {
	text := what + " could not be stored, so nothing has happened: send it again"
	if errors.Is(err, store.ErrFull) {
		text = "the server's store is full, so nothing has happened: send it again when its operator has made room"
	}
	return &protocol.Error{Code: protocol.Unavailable, Text: text}
}

// AppendEpoch makes a server the owner of a loaded game: it appends an epoch record and
// applies it. The previous owner can no longer write, even if it was suspended and resumes.
// The error comes from the log: [store.ErrFenced] if another server has written meanwhile.
func AppendEpoch(ctx context.Context, log store.Log, l *LoadedGame, server string) error {
	return l.append(ctx, log, &table.Record{Kind: "epoch", At: time.Now().UnixMilli(), Epoch: server})
}

// AppendEnd ends a loaded game of older rules: see [table.RulesChanged]. It appends only the records
// that an interrupted AppendEnd has not appended. It returns the same errors as [AppendEpoch].
func AppendEnd(ctx context.Context, log store.Log, l *LoadedGame) error {
	now := table.Now{At: time.Now().UnixMilli()}
	r, err := l.Table.Decide(table.RulesChanged{}, now)
	if r == nil {
		r = l.Table.Next(now)
	}
	for err == nil && r != nil {
		err = l.append(ctx, log, r)
		r = l.Table.Next(now)
	}
	return err
}

// append appends a record to the log and applies it.
func (l *LoadedGame) append(ctx context.Context, log store.Log, r *table.Record) error {
	t := l.Table
	line, next, err := nextLine(l.Chain, t.Format, r)
	if err == nil {
		err = log.Append(ctx, t.ID, uint64(t.Records), line)
	}
	if err == nil {
		l.Chain = next
		_, err = t.Apply(r, nil)
	}
	if err != nil {
		return fmt.Errorf("game %s: %s record: %w", t.ID, r.Kind, err)
	}
	return nil
}
