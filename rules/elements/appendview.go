package elements

import (
	"strconv"

	"gamed/state"
	"gamed/state/appendjson"
)

// appendView appends the [View] of the seat as JSON.
func appendView(b []byte, s *Position, seat state.Seat) []byte {
	b = appendjson.Int(b, `{"turn":`, int(s.Turn))
	b = appendjson.Int(b, `,"active":`, int(s.Active))
	b = appendjson.Int(b, `,"seat":`, seat.Viewer())
	b = appendjson.String(b, `,"asks":`, s.question(seat))
	b = append(b, `,"stack":[`...)
	for i := range s.Stack.Depth {
		b = appendjson.Comma(b)
		b = s.appendFrame(b, i)
	}
	b = append(b, `],"sides":[`...)
	for p := range state.Seat(s.Seats) {
		b = appendjson.Comma(b)
		b = s.appendSide(b, p, seat)
	}
	return append(b, "]}"...)
}

func (s *Position) appendFrame(b []byte, i uint8) []byte {
	f := &s.Stack.Frames[i]
	b = appendjson.Int(b, `{"id":"f`, int(i))
	b = appendjson.String(b, `","phase":`, phases[f.Phase].Name)
	b = appendjson.Int(b, `,"seat":`, int(f.Seat))
	if f.Phase == Defend || f.Phase == Combat {
		b = appendjson.Int(b, `,"foe":`, int(f.Actor))
	}
	if f.Kind != 0 {
		b = appendjson.String(b, `,"card":`, cards[f.Kind].Name)
	}
	if f.Source != 0 {
		b = s.appendRef(append(b, `,"by":"`...), f.Source)
		b = append(b, '"')
	}
	if f.Target != 0 {
		b = s.appendRef(append(b, `,"on":"`...), f.Target)
		b = append(b, '"')
	}
	if f.Extra != 0 && len(powersOf[f.Kind][f.Slot].Modes) == 0 {
		if isSeat(f.Target) {
			b = appendjson.String(b, `,"also":`, cards[f.Extra].Name)
		} else {
			b = s.appendRef(append(b, `,"also":"`...), f.Extra)
			b = append(b, '"')
		}
	}
	switch {
	case f.X <= 0:
	case f.Phase == Sunrise:
		b = appendjson.String(b, `,"creates":`, elementNames[f.X])
	case f.Phase == PlayPhase || f.Phase == TriggerPhase:
		b = appendjson.Int(b, `,"owes":`, int(f.X))
	}
	if isCancelled(f) {
		b = append(b, `,"cancelled":true`...)
	}
	return append(b, '}')
}

func (s *Position) appendSide(b []byte, p, viewer state.Seat) []byte {
	side := &s.Sides[p]
	b = appendjson.Int(b, `{"seat":`, int(p))
	if !s.Playing.Has(p) {
		b = append(b, `,"out":true`...)
	}
	b = appendjson.Int(b, `,"life":`, int(side.Life))
	b = appendKarma(b, `,"karma":{`, &side.Karma)
	b = appendKarma(b, `,"active":{`, &side.Active)
	b = appendjson.Int(b, `,"future":`, int(side.NFuture))
	b = appendjson.Int(b, `,"hand":`, int(side.NHand))
	b = append(b, `,"cards":[`...)
	for i, k := range side.Hand[:side.NHand] {
		if p == viewer || s.knows(viewer, p, side.HandSeen[i]) {
			b = appendjson.String(appendjson.Comma(b), "", cards[k].Name)
		}
	}
	b = append(b, `],"top":[`...)
	n := int(side.NFuture)
	for i := range s.knownDepth(p, viewer) {
		name := ""
		if s.knows(viewer, p, side.FutureSeen[n-1-i]) {
			name = cards[side.Future[n-1-i]].Name
		}
		b = appendjson.String(appendjson.Comma(b), "", name)
	}
	b = append(b, `],"past":[`...)
	for _, k := range side.Past[:side.NPast] {
		b = appendjson.String(appendjson.Comma(b), "", cards[k].Name)
	}
	b = append(b, `],"present":[`...)
	for ts := s.Present[p]; ts != 0; ts &= ts - 1 {
		b = s.appendToken(appendjson.Comma(b), ts.first())
	}
	b = append(b, ']')
	if side.SkippedPhases != 0 {
		b = append(b, `,"skips":[`...)
		for id := range phases {
			if side.SkippedPhases>>id&1 != 0 {
				b = appendjson.String(appendjson.Comma(b), "", phases[id].Name)
			}
		}
		b = append(b, ']')
	}
	return append(b, '}')
}

// knownDepth returns the depth of the deepest card in the Future of seat p that the viewer knows, or 0 if
// the viewer knows none. The top card has depth 1.
func (s *Position) knownDepth(p, viewer state.Seat) int {
	side := &s.Sides[p]
	for i := range side.NFuture {
		if s.knows(viewer, p, side.FutureSeen[i]) {
			return int(side.NFuture - i)
		}
	}
	return 0
}

// knownFuture returns the number of cards in the Future of seat p that the viewer knows.
func (s *Position) knownFuture(p, viewer state.Seat) (n int) {
	side := &s.Sides[p]
	for _, mask := range side.FutureSeen[:side.NFuture] {
		if s.knows(viewer, p, mask) {
			n++
		}
	}
	return n
}

func appendKarma(b []byte, name string, karma *[nElements]uint8) []byte {
	b = append(b, name...)
	for _, e := range elementsByName {
		if karma[e] > 0 {
			b = appendjson.String(appendjson.Comma(b), "", elementNames[e])
			b = appendjson.Int(b, ":", int(karma[e]))
		}
	}
	return append(b, '}')
}

// elementsByName lists the elements in alphabetical order, as JSON encoding orders their names.
var elementsByName = [...]Element{Black, Blue, Green, Red, Violet, White, Yellow}

func (s *Position) appendToken(b []byte, c state.Card) []byte {
	t := &s.Tokens[c]
	b = s.appendRef(append(b, `{"id":"`...), c)
	b = appendjson.String(b, `","card":`, t.def().Name)
	b = appendjson.String(b, `,"type":`, typeName(t.def().Type))
	b = appendjson.Int(b, `,"owner":`, int(t.Owner))
	attack := 0 // for Items, to which banners give no attack
	if t.def().Type == Being {
		attack = s.attack(c)
	}
	b = appendjson.Int(b, `,"attack":`, attack)
	b = appendjson.Int(b, `,"health":`, t.health())
	b = appendjson.Int(b, `,"hurt":`, int(t.Damage))
	b = append(b, `,"awake":`...)
	b = strconv.AppendBool(b, t.is(awake))
	for _, flag := range shownFlags {
		if t.is(flag.is) {
			b = append(append(append(b, `,"`...), flag.name...), `":true`...)
		}
	}
	return append(b, '}')
}

func typeName(t uint8) string {
	switch t {
	case Being:
		return "being"
	case Item:
		return "item"
	}
	return "spell"
}
