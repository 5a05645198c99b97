package table

import (
	"errors"
	"slices"

	"gamed/protocol"
)

// A Summary is what a log says of a game without playing it.
type Summary struct {
	Header *Header
	Seats  []Seat   // as they are at the end of the log
	Decks  []string // by seat
	Last   int64    // when the game last changed, in ms since 1970: not its settings or offers
	Epoch  string   // the server of the latest epoch record, "" for none
	End    *End     // nil unless the game has ended
	Fault  string   // why the game was set aside
	Reason string   // as in [protocol.Over], once it is over
}

// errNoHeader is the reason why a log has no summary.
var errNoHeader = errors.New("the first record is no header")

// Summarize reads a log. The error says which record cannot be read.
func Summarize(lines [][]byte) (*Summary, error) {
	s := &Summary{Reason: protocol.ReasonEnd}
	for i, line := range lines {
		if err := s.add(i, line); err != nil {
			return nil, damaged(i+1, err)
		}
	}
	if s.Header == nil {
		return nil, damaged(1, errNoHeader)
	}
	return s, nil
}

func (s *Summary) add(i int, line []byte) error {
	r, err := Decode(line)
	if err != nil {
		return err
	}
	if (i == 0) != (r.Header != nil) {
		return errNoHeader
	}
	if r.Settings == nil && r.Offers == nil && r.StandIn == nil && r.Epoch == "" {
		s.Last = max(s.Last, r.Time())
	}
	switch {
	case r.Header != nil:
		s.Header, s.Seats = r.Header, slices.Clone(r.Header.Seats)
		s.Decks = make([]string, len(s.Seats))
		copy(s.Decks, r.Header.Setup.Decks)
	case r.Sit != nil && r.Sit.Seat >= 0 && r.Sit.Seat < len(s.Seats):
		if s.Seats[r.Sit.Seat] = r.Sit.Who; r.Sit.Deck != "" {
			s.Decks[r.Sit.Seat] = r.Sit.Deck
		}
	case r.Draw != nil:
		s.Reason = r.Draw.Reason
	case r.End != nil:
		s.End = r.End
	case r.T == "fault":
		s.Fault, s.Reason = r.Fault, protocol.ReasonFault
	case r.T == "epoch":
		s.Epoch = r.Epoch
	}
	return nil
}

// Closed reports whether the log has its last record.
func (s *Summary) Closed() bool { return s.End != nil || s.Fault != "" }

// ShownAt returns when spectators have seen all of the game, in ms since 1970, or 0 for
// a game that they see at once.
func (s *Summary) ShownAt() int64 {
	if late := s.Header.Spectators; late != nil && late.Delay > 0 {
		return s.Last + late.Delay
	}
	return 0
}

// Closed reports whether a log has its last record.
func Closed(lines [][]byte) bool {
	if len(lines) == 0 {
		return false
	}
	r, err := Decode(lines[len(lines)-1])
	return err == nil && r.Last()
}

// Won lists the seats that won, nil for none.
func (s *Summary) Won() []int {
	if s.End == nil {
		return nil
	}
	return s.End.Won
}
