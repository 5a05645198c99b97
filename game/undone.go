package game

import (
	"bytes"
	"encoding/json"

	"gamed/state"
)

// How a log with choices that were taken back is run again.

func isUndo(line []byte) bool { return bytes.HasPrefix(line, []byte(`{"t":"undo"`)) }

// undone returns the numbers of the records that are taken back in a log, as a Replay
// needs them, nil for none.
func undone(records [][]byte) (all map[int]state.Machine) {
	for _, line := range records {
		var r Record
		if !isUndo(line) || json.Unmarshal(line, &r) != nil || r.Undo == nil {
			continue
		}
		if all == nil {
			all = map[int]state.Machine{}
		}
		all[r.Undo.To] = nil
	}
	return all
}

// undo goes back to before a request.
func (r *Replay) undo(u *Undo) error {
	before, err := r.before(u.To)
	if err != nil {
		return err
	}
	r.Machine.Undo(before)
	if r.Events++; r.Banks != nil {
		copy(r.Banks, u.Banks)
	}
	r.Last, r.offers = u.At, standing(r.offers, r.Machine)
	r.noteAsked(u.At)
	r.stopPassing(func(state.Seat, *settings) bool { return true })
	r.Notes = append(r.Notes, tookBack(r.Events, u.Seat))
	return nil
}

// before returns the game as it stood before a request.
func (r *Replay) before(to int) (state.Machine, error) {
	if m := r.kept[to]; m != nil {
		return m, nil
	}
	if to < 1 || to >= r.line-1 || !bytes.HasPrefix(r.records[to], []byte(`{"t":"request"`)) {
		return nil, r.damaged("there is no request at record %d to be taken back", to)
	}
	// The record was not there yet when the replay began.
	again, err := Restore(r.records[:to], func(string) (state.Dealer, error) { return r.rules, nil })
	if err != nil {
		return nil, err
	}
	return again.Machine, nil
}
