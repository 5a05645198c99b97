package table

import (
	"errors"

	"gamed/protocol"
)

// A Summary describes a game from its log, without a replay.
type Summary struct {
	Header     *Header
	Seats      []Seat   // at the end of the log
	Decks      []string // by seat
	LastChange int64    // when the game last changed, in ms since 1970; settings and offers do not count
	Epoch      string   // the server of the latest epoch record, "" for none
	End        *End     // nil unless the game has ended
	Fault      string   // why the game was set aside
	Reason     string   // as in [protocol.Over], once the game is over
}

var errNoHeader = errors.New("the first record is not a header")

// Summarize reads a log. The error wraps [ErrDamaged] and says which record cannot be
// read.
func Summarize(lines [][]byte) (*Summary, error) {
	if len(lines) == 0 {
		return nil, damaged(1, errNoHeader)
	}
	s := &Summary{Reason: protocol.ReasonEnd}
	for i, line := range lines {
		r, err := Decode(line)
		if err == nil && (i == 0) != (r.Header != nil) {
			err = errNoHeader
		}
		if err != nil {
			return nil, damaged(i+1, err)
		}
		s.add(r)
	}
	return s, nil
}

func (s *Summary) add(r *Record) {
	k := r.kind()
	if !k.minor {
		s.LastChange = max(s.LastChange, r.Time())
	}
	if k.summarize != nil {
		k.summarize(s, r)
	}
}

// Closed reports whether no record may follow, because the log has an end or a fault.
func (s *Summary) Closed() bool { return s.End != nil || s.Fault != "" }

// ShownAt returns the time at which delayed spectators have seen the whole game, in ms since 1970. It
// returns 0 for a game whose spectators have no delay.
func (s *Summary) ShownAt() int64 {
	if delay := s.Header.Delay(); delay > 0 {
		return s.LastChange + delay
	}
	return 0
}

// Closed reports whether a log ends with the last record of a game.
func Closed(lines [][]byte) bool {
	if len(lines) == 0 {
		return false
	}
	r, err := Decode(lines[len(lines)-1])
	return err == nil && r.Last()
}

// Won lists the seats that won, or nil for none.
func (s *Summary) Won() []int {
	if s.End == nil {
		return nil
	}
	return s.End.Won
}
