package elements

import (
	"strconv"

	"gamed/state"
)

var elementNames = [nElements]string{"any", "white", "red", "yellow", "green", "blue", "violet", "black"}

// zoneNames name the zones that cards pick from.
var zoneNames = [...]string{Present: "present", Hand: "hand"}

// shownFlags are the flags that views and drawings show by name.
var shownFlags = [...]struct {
	is   flags
	name string
}{{untouchable, "untouchable"}, {borrowed, "borrowed"}, {cardless, "copy"}}

// ref returns a reference as used in views and labels: t5 is a token, s1 a seat, f2 a frame of
// the stack.
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
