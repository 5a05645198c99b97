package elements

import "gamed/state"

// layoutVersion must be increased when the meaning of a feature changes. A new card does not need a new
// version, because a net matches its weights to features by name.
const layoutVersion = 1

// The first features describe the game as a whole. The features of the seat's own side and of the
// strongest rival's side follow. The last features are planes, each with one number per kind of
// card.
const (
	fMyTurn        = iota
	fOthers        // number of opponents beyond the first
	fTurn          // progress of the game
	fMyPhase       // one per phase of the seat's own turn
	fTheirPhase    = fMyPhase + int(Sunset-Sunrise) + 1
	fHits          = fTheirPhase + int(Sunset-Sunrise) + 1 // damage of a declared attack to the rival
	fHitsMe        = fHits + 1                             // damage of a declared attack to the seat
	fKills         = fHitsMe + 1                           // the seat's Being kills the other Being in combat
	fKilled        = fKills + 1                            // the seat's Being dies in combat
	fStacked       = fKilled + 1                           // own plays and powers on the stack
	fTheyStacked   = fStacked + 1
	nTableFeatures = fTheyStacked + 1
)

const (
	fLife          = iota
	fLastLives     // how much less than 4 the life is
	fLowLife       // life up to 3
	fHand          // cards in hand
	fFuture        // cards to draw
	fLastCards     // how many cards fewer than 4 the Future has
	fKarma         // active or spent
	fActive        //
	fBeings        //
	fItems         //
	fAttack        // total attack of the Beings that are not rooted
	fHealth        //
	fAwakeAttack   // total attack of the awake Beings that are not rooted
	fAwakeBeings   //
	fElusiveAttack // total attack of the elusive Beings that are not rooted
	fBestAttack    //
	fCosts         // total cost of all tokens
	fLethal        // fAttack beyond the rival's life
	fNotLethal     // the rival's life beyond fAttack
	fPlayable      // cards in the seat's own hand that active karma can pay for
	fPlayableNext  // cards that active and spent karma can pay for
	fLacks         // elements missing for cards that no karma of the seat can pay for
	fKarmaOf       // one per element
	fActiveOf      = fKarmaOf + int(nElements) - 1
	nSideFeatures  = fActiveOf + int(nElements) - 1
)

const (
	planeHand = iota
	planeMine
	planeMineAwake
	planeMineStacked
	planeTheirs
	planeTheirsAwake
	planeTheirsStacked
	nPlanes
)

// features appends the features of the game, using only facts that the seat knows. For the hands
// of other seats, it uses only their sizes.
func features(dst []float32, s *Position, seat state.Seat) []float32 {
	n := len(dst)
	dst = append(dst, noFeatures...)
	f := dst[n:]
	foe := s.Rival(seat, s.standing)
	planes := f[nTableFeatures+2*nSideFeatures:]
	s.sharedFeatures(f, seat, foe, planes)
	s.sideFeatures(f[nTableFeatures:], seat, foe, planes[planeMine*len(cards):])
	s.sideFeatures(f[nTableFeatures+nSideFeatures:], foe, seat, planes[planeTheirs*len(cards):])
	s.handFeatures(f[nTableFeatures:], seat, planes[planeHand*len(cards):])
	return dst
}

// standing rates the seat by public facts: its life, the number of its cards in hand, and its tokens
// with their attack. Function features uses it to select the strongest rival.
func (s *Position) standing(seat state.Seat) (n int) {
	n = int(s.Sides[seat].Life) + int(s.Sides[seat].NHand)
	for ts := s.Present[seat]; ts != 0; ts &= ts - 1 {
		n += 1 + int(statsOf(s.Tokens[ts.first()].Kind).attack)
	}
	return n
}

// sharedFeatures writes the features of the turn, the phase, the stack and the combat.
func (s *Position) sharedFeatures(f []float32, seat, foe state.Seat, planes []float32) {
	phases := fTheirPhase
	if s.Active == seat {
		f[fMyTurn], phases = 1, fMyPhase
	}
	f[fOthers] = float32(s.Playing.Without(seat).Len()-1) / 2
	f[fTurn] = min(float32(s.Turn)/20, 3)
	base := &s.Stack.Frames[0]
	if p := base.Phase; p >= Sunrise && p <= Sunset && s.Stack.Depth > 0 {
		f[phases+int(p-Sunrise)] = 1
	}
	for i := range s.Stack.Depth {
		w := &s.Stack.Frames[i]
		if w.Phase < PlayPhase || w.Phase > Effect || isCancelled(w) {
			continue
		}
		if w.Seat == seat {
			f[fStacked] += .5
			planes[planeMineStacked*len(cards)+int(w.Kind)]++
		} else {
			f[fTheyStacked] += .5
			planes[planeTheirsStacked*len(cards)+int(w.Kind)]++
		}
	}
	if s.Stack.Depth > 0 && (base.Phase == Defend || base.Phase == Combat) {
		s.combatFeatures(f, base, seat, foe)
	}
}

// combatFeatures writes the result that the combat of frame c has if no seat responds.
func (s *Position) combatFeatures(f []float32, c *state.Frame, seat, foe state.Seat) {
	attacker := &s.Tokens[c.Source]
	if attacker.Kind == 0 || attacker.Controller != c.Seat || c.Seat != seat && c.Actor != seat {
		return
	}
	hits := s.attack(c.Source)
	if c.Target == 0 {
		if c.Seat == seat {
			f[fHits] = float32(hits) / 3
		} else {
			f[fHitsMe] = float32(hits) / 3
		}
		return
	}
	blocker := &s.Tokens[c.Target]
	if blocker.Kind == 0 || blocker.Controller != c.Actor {
		return
	}
	kills, killed := fKills, fKilled
	if c.Seat != seat {
		kills, killed = fKilled, fKills
	}
	if hits >= blocker.health() {
		f[kills] = 1
	}
	if s.attack(c.Target) >= attacker.health() {
		f[killed] = 1
	}
}

// sideFeatures writes the public facts about the seat. For each kind, the first plane counts the
// seat's tokens, and the second plane counts its awake tokens.
func (s *Position) sideFeatures(f []float32, seat, foe state.Seat, planes []float32) {
	side := &s.Sides[seat]
	life := float32(side.Life)
	f[fLife] = life / 7
	f[fLastLives] = max(0, 4-life) / 4
	f[fLowLife] = min(max(0, life), 3) / 3
	f[fHand] = float32(side.NHand) / 5
	f[fFuture] = float32(side.NFuture) / 20
	f[fLastCards] = float32(4-min(side.NFuture, 4)) / 4
	f[fKarma] = float32(side.Karma[Any]) / 6
	f[fActive] = float32(side.Active[Any]) / 6
	for e := White; e < nElements; e++ {
		f[fKarmaOf+int(e)-1] = float32(side.Karma[e]) / 3
		f[fActiveOf+int(e)-1] = float32(side.Active[e]) / 3
	}
	var attack, best float32
	for ts := s.Present[seat]; ts != 0; ts &= ts - 1 {
		c := ts.first()
		t := &s.Tokens[c]
		b := statsOf(t.Kind)
		planes[t.Kind]++
		f[fCosts] += float32(uint8(b.cost)) / 8
		if t.is(awake) {
			planes[len(cards)+int(t.Kind)]++
		}
		if b.typ == Item {
			f[fItems] += 1. / 3
			continue
		}
		hits := float32(s.attack(c))
		best = max(best, hits)
		f[fBeings] += 1. / 3
		f[fHealth] += float32(t.health()) / 8
		if t.is(awake) {
			f[fAwakeBeings] += 1. / 3
		}
		if b.static&isRooted != 0 {
			continue
		}
		attack += hits
		if t.is(awake) {
			f[fAwakeAttack] += hits / 6
		}
		if b.static&isElusive != 0 {
			f[fElusiveAttack] += hits / 4
		}
	}
	f[fAttack], f[fBestAttack] = attack/6, best/4
	beyond := attack - float32(s.Sides[foe].Life)
	f[fLethal], f[fNotLethal] = min(max(beyond, 0), 7)/4, min(max(-beyond, 0), 7)/7
}

// handFeatures writes the facts about the seat's own hand.
func (s *Position) handFeatures(f []float32, seat state.Seat, plane []float32) {
	side := &s.Sides[seat]
	active, karma, off := pack(&side.Active), pack(&side.Karma), s.discounts(seat)
	for _, k := range side.Hand[:side.NHand] {
		b := statsOf(k)
		plane[k]++
		if (active + off.forType(b.typ)).covers(b.cost) {
			f[fPlayable] += 1. / 3
		}
		if (karma + off.forType(b.typ)).covers(b.cost) {
			f[fPlayableNext] += 1. / 3
		} else {
			f[fLacks] += float32(side.missingElements(&cards[k].Cost)) / 5
		}
	}
}
