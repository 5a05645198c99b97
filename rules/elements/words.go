package elements

import (
	"strconv"

	"gamed/state"
)

var elementNames = [nElements]string{"any", "white", "red", "yellow", "green", "blue", "violet", "black"}

// zoneNames holds the names of the zones from which cards pick.
var zoneNames = [...]string{Present: "present", Hand: "hand"}

// shownFlags are the flags that views and drawings show by name.
var shownFlags = [...]struct {
	is   flags
	name string
}{{untouchable, "untouchable"}, {borrowed, "borrowed"}, {cardless, "copy"}}

// ref returns a reference for views and labels: t5 is a token, s1 a seat, and f2 a frame on the
// stack.
func ref(c state.Card) string { return refs[c] }

var refs = func() (refs [256]string) {
	for i := range refs {
		switch c := state.Card(i); {
		case isSeat(c):
			refs[i] = "s" + strconv.Itoa(int(c-seatRefs))
		case isFrame(c):
			refs[i] = "f" + strconv.Itoa(int(c-frameRefs))
		default:
			refs[i] = "t" + strconv.Itoa(i)
		}
	}
	return refs
}()
