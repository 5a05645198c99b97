package dominion

import "gamed/state"

// appendView appends the [View] of the seat as JSON.
func appendView(b []byte, s *Position, seat state.Seat) []byte {
	b = state.AppendInt(b, `{"turn":`, int(s.Turn))
	b = state.AppendInt(b, `,"active":`, int(s.Active))
	b = state.AppendInt(b, `,"decider":`, int(s.deciderOf(s.Active)))
	b = state.AppendInt(b, `,"seat":`, seat.Viewer())
	b = append(b, `,"stack":[`...)
	for i := range s.Stack.Depth {
		b = appendFrame(state.AppendComma(b), &s.Stack.Frames[i])
	}
	b = state.AppendString(append(b, ']'), `,"asks":`, s.question())
	b = state.AppendInt(b, `,"actions":`, int(s.Actions))
	b = state.AppendInt(b, `,"buys":`, int(s.Buys))
	b = state.AppendInt(b, `,"coins":`, int(s.Coins))
	b = appendNumberUnlessZero(b, `,"potions":`, int(s.Potions))
	b = appendNumberUnlessZero(b, `,"cheaper":`, s.discount())
	b = append(b, `,"supply":[`...)
	for p := pile(1); p < maxPiles && s.Kinds[p] != 0; p++ {
		b = s.appendPile(state.AppendComma(b), p)
	}
	b = s.appendCards(append(b, ']'), `,"trash":`, &s.Trash)
	b = s.appendCardsUnlessEmpty(b, `,"revealed":`, &s.Revealed)
	b = appendNumberUnlessZero(b, `,"looking":`, int(s.LookedAt.Size))
	b = s.appendShown(b, `,"looked_at":`, &s.LookedAt, s.Active, seat)
	b = s.appendCardsUnlessEmpty(b, `,"to_be_returned":`, &s.ToReturn)
	b = append(b, `,"sides":[`...)
	for p := range state.Seat(s.Seats) {
		b = s.appendSide(state.AppendComma(b), p, seat)
	}
	return append(b, "]}"...)
}

func appendFrame(b []byte, f *state.Frame) []byte {
	b = state.AppendString(b, `{"phase":`, phases[f.Phase].Name)
	b = state.AppendInt(b, `,"seat":`, int(f.Seat))
	b = state.AppendInt(b, `,"actor":`, int(actor(f)))
	if f.Kind != 0 {
		b = state.AppendString(b, `,"card":`, cards[f.Kind].Name)
	}
	switch f.Phase {
	case ReactPhase, EffectPhase:
		b = state.AppendString(b, `,"hook":`, slotNames[f.Slot])
	case PlayPhase:
		b = state.AppendInt(b, `,"plays":`, int(f.Source&playsLeft))
	}
	return append(b, '}')
}

func (s *Position) appendPile(b []byte, p pile) []byte {
	b = state.AppendString(b, `{"card":`, cards[s.Kinds[p]].Name)
	b = state.AppendInt(b, `,"cost":`, s.cost(p))
	if s.stats(p).potion > 0 {
		b = append(b, `,"potion":true`...)
	}
	b = state.AppendInt(b, `,"left":`, int(s.Supply[p]))
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
	b = state.AppendInt(b, `{"seat":`, int(p))
	if !s.Playing.Has(p) {
		b = append(b, `,"out":true`...)
	}
	b = state.AppendInt(b, `,"points":`, s.points(p))
	b = state.AppendInt(b, `,"turns":`, int(d.Turns))
	b = appendNumberUnlessZero(b, `,"extra_turns":`, int(s.ExtraTurns[p]))
	b = appendNumberUnlessZero(b, `,"tokens":`, int(d.Tokens))
	b = state.AppendInt(b, `,"hand":`, int(d.Hand.Size))
	shown := s.shownCards(&d.Hand, p, viewer)
	b = s.appendCards(b, `,"hand_cards":`, &shown)
	b = s.appendDeck(b, p, viewer)
	b = state.AppendInt(b, `,"discard":`, d.discardSize())
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
	b = state.AppendInt(b, `,"deck":`, d.deckSize())
	b = append(b, `,"top":[`...)
	for i := range s.knownDepth(p, viewer) {
		b = state.AppendString(state.AppendComma(b), "", s.knownCardName(p, viewer, i))
	}
	b = append(b, ']')
	stashes := append(b, `,"stashes":[`...)
	none := len(stashes)
	for i := range d.NStash {
		if depth := d.stashDepth(i); depth > 0 {
			stashes = state.AppendInt(state.AppendComma(stashes), "", depth)
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
		b = state.AppendString(state.AppendComma(b), "", cards[s.Kinds[p]].Name)
		b = state.AppendInt(b, ":", int(bag.Counts[p]))
	}
	return append(b, '}')
}

func appendNumberUnlessZero(b []byte, name string, n int) []byte {
	if n == 0 {
		return b
	}
	return state.AppendInt(b, name, n)
}
