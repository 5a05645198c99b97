package elements

import (
	"strconv"

	"gamed/state"
)

var elementNames = [nElements]string{"any", "white", "red", "yellow", "green", "blue", "violet", "black"}

// zoneNames holds the names of the zones from which a card lets a player pick. Zones without cards
// have no name.
var zoneNames = [...]string{Present: "present", Hand: "hand", Names: "", Modes: ""}

// shownFlags lists the flags of tokens that views and drawings show by name.
var shownFlags = [...]struct {
	is   flags
	name string
}{{untouchable, "untouchable"}, {borrowed, "borrowed"}, {cardless, "copy"}}

// appendRef appends a reference for views and labels: t5 is a token, s1 a seat, and f2 a frame on
// the stack.
func (s *Position) appendRef(b []byte, c state.Card) []byte {
	letter, n := byte('t'), uint64(0)
	switch {
	case isSeat(c):
		letter, n = 's', uint64(c-seatRefs)
	case isFrame(c):
		letter, n = 'f', uint64(c-frameRefs)
	default:
		n = uint64(s.TokenNames[c])
	}
	return strconv.AppendUint(append(b, letter), n, 10)
}

func (s *Position) ref(c state.Card) string {
	var b [8]byte
	return string(s.appendRef(b[:0], c))
}
