package dominion

import (
	"gamed/state"
	"gamed/state/appendjson"
)

// appendView appends the [View] of the seat as JSON.
func appendView(b []byte, s *Position, seat state.Seat) []byte {
	b = appendjson.Int(b, `{"turn":`, int(s.Turn))
	b = appendjson.Int(b, `,"active":`, int(s.Active))
	b = appendjson.Int(b, `,"decider":`, int(s.deciderOf(s.Active)))
	b = appendjson.Int(b, `,"seat":`, seat.Viewer())
	b = append(b, `,"stack":[`...)
	for i := range s.Stack.Depth {
		b = appendFrame(appendjson.Comma(b), &s.Stack.Frames[i])
	}
	b = appendjson.String(append(b, ']'), `,"asks":`, s.question())
	b = appendjson.Int(b, `,"actions":`, int(s.Actions))
	b = appendjson.Int(b, `,"buys":`, int(s.Buys))
	b = appendjson.Int(b, `,"coins":`, int(s.Coins))
	b = appendNumberUnlessZero(b, `,"potions":`, int(s.Potions))
	b = appendNumberUnlessZero(b, `,"cheaper":`, s.discount())
	b = append(b, `,"supply":[`...)
	for p := pile(1); p < maxPiles && s.Kinds[p] != 0; p++ {
		b = s.appendPile(appendjson.Comma(b), p)
	}
	b = s.appendCards(append(b, ']'), `,"trash":`, &s.Trash)
	b = s.appendCardsUnlessEmpty(b, `,"revealed":`, &s.Revealed)
	b = appendNumberUnlessZero(b, `,"looking":`, int(s.LookedAt.Size))
	b = s.appendShown(b, `,"looked_at":`, &s.LookedAt, s.Active, seat)
	b = s.appendCardsUnlessEmpty(b, `,"to_be_returned":`, &s.ToReturn)
	b = append(b, `,"sides":[`...)
	for p := range state.Seat(s.Seats) {
		b = s.appendSide(appendjson.Comma(b), p, seat)
	}
	return append(b, "]}"...)
}

func appendFrame(b []byte, f *state.Frame) []byte {
	b = appendjson.String(b, `{"phase":`, phases[f.Phase].Name)
	b = appendjson.Int(b, `,"seat":`, int(f.Seat))
	b = appendjson.Int(b, `,"actor":`, int(actor(f)))
	if f.Kind != 0 {
		b = appendjson.String(b, `,"card":`, cards[f.Kind].Name)
	}
	switch f.Phase {
	case ReactPhase, EffectPhase:
		b = appendjson.String(b, `,"hook":`, slotNames[f.Slot])
	case PlayPhase:
		b = appendjson.Int(b, `,"plays":`, int(f.Source&playsLeft))
	}
	return append(b, '}')
}

func (s *Position) appendPile(b []byte, p pile) []byte {
	b = appendjson.String(b, `{"card":`, cards[s.Kinds[p]].Name)
	b = appendjson.Int(b, `,"cost":`, s.cost(p))
	if s.stats(p).potion > 0 {
		b = append(b, `,"potion":true`...)
	}
	b = appendjson.Int(b, `,"left":`, int(s.Supply[p]))
	if s.Kinds[p] >= nBasic {
		b = append(b, `,"kingdom":true`...)
	}
	if s.Banned.has(p) {
		b = append(b, `,"banned":true`...)
	}
	return append(b, '}')
}

func (s *Position) appendSide(b []byte, p, viewer state.Seat) []byte {
	d := &s.Sides[p]
	b = appendjson.Int(b, `{"seat":`, int(p))
	if !s.Playing.Has(p) {
		b = append(b, `,"out":true`...)
	}
	b = appendjson.Int(b, `,"points":`, s.points(p))
	b = appendjson.Int(b, `,"turns":`, int(d.Turns))
	b = appendNumberUnlessZero(b, `,"extra_turns":`, int(s.ExtraTurns[p]))
	b = appendNumberUnlessZero(b, `,"tokens":`, int(d.Tokens))
	b = appendjson.Int(b, `,"hand":`, int(d.Hand.Size))
	shown := s.shownCards(&d.Hand, p, viewer)
	b = s.appendCards(b, `,"hand_cards":`, &shown)
	b = s.appendDeck(b, p, viewer)
	b = appendjson.Int(b, `,"discard":`, d.discardSize())
	shown = s.shownDiscards(p, viewer)
	b = s.appendCards(b, `,"discarded":`, &shown)
	b = s.appendCards(b, `,"play":`, &d.Play)
	b = s.appendCardsUnlessEmpty(b, `,"stays":`, &d.Staying)
	b = s.appendCardsUnlessEmpty(b, `,"next_turn":`, &d.NextTurn)
	b = s.appendCardsUnlessEmpty(b, `,"island":`, &d.Island)
	b = appendNumberUnlessZero(b, `,"native_village":`, int(d.Native.Size))
	b = s.appendShown(b, `,"native_village_cards":`, &d.Native, p, viewer)
	b = appendNumberUnlessZero(b, `,"haven":`, int(d.Haven.Size))
	b = s.appendShown(b, `,"haven_cards":`, &d.Haven, p, viewer)
	b = appendNumberUnlessZero(b, `,"horse_traders":`, s.horsesAside(d))
	return append(b, '}')
}

func (s *Position) appendDeck(b []byte, p, viewer state.Seat) []byte {
	d := &s.Sides[p]
	b = appendjson.Int(b, `,"deck":`, d.deckSize())
	b = append(b, `,"top":[`...)
	for i := range s.knownDepth(p, viewer) {
		b = appendjson.String(appendjson.Comma(b), "", s.knownCardName(p, viewer, i))
	}
	b = append(b, ']')
	stashes := append(b, `,"stashes":[`...)
	none := len(stashes)
	for i := range d.NStash {
		if depth := d.stashDepth(i); depth > 0 {
			stashes = appendjson.Int(appendjson.Comma(stashes), "", depth)
		}
	}
	if len(stashes) > none {
		b = append(stashes, ']')
	}
	rest := s.hiddenRest(p, viewer)
	return s.appendCardsUnlessEmpty(b, `,"rest":`, &rest)
}

// appendShown appends the cards that the viewer sees in a hidden bag of seat p. It appends nothing if
// the bag is empty or the viewer sees none of the bag's cards.
func (s *Position) appendShown(b []byte, name string, bag *Bag, p, viewer state.Seat) []byte {
	if bag.Size == 0 {
		return b
	}
	shown := s.shownCards(bag, p, viewer)
	return s.appendCardsUnlessEmpty(b, name, &shown)
}

func (s *Position) appendCardsUnlessEmpty(b []byte, name string, bag *Bag) []byte {
	if bag.Size == 0 {
		return b
	}
	return s.appendCards(b, name, bag)
}

func (s *Position) appendCards(b []byte, name string, bag *Bag) []byte {
	b = append(append(b, name...), '{')
	for ps := bag.Counts.nonzero(); ps != 0; ps &= ps - 1 {
		p := ps.first()
		b = appendjson.String(appendjson.Comma(b), "", cards[s.Kinds[p]].Name)
		b = appendjson.Int(b, ":", int(bag.Counts[p]))
	}
	return append(b, '}')
}

func appendNumberUnlessZero(b []byte, name string, n int) []byte {
	if n == 0 {
		return b
	}
	return appendjson.Int(b, name, n)
}
