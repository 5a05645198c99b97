package elements

import "gamed/state"

// layoutVersion is raised when a feature comes to mean something else. A new card
// makes the layout longer, which is seen without it.
const layoutVersion = 1

// The features are those of the table, then those of the own side and of the
// strongest other one, then the planes: a number for each card.
const (
	fMyTurn        = iota
	fOthers        // how many opponents are left
	fTurn          // how late it is
	fMyPhase       // one for each phase of the turn, if it is the own one
	fTheirPhase    = fMyPhase + int(Sunset-Sunrise) + 1
	fHits          = fTheirPhase + int(Sunset-Sunrise) + 1 // damage that a declared attack deals to the other side's player
	fHitsMe        = fHits + 1                             // or to the own
	fKills         = fHitsMe + 1                           // the own Being of a combat kills the other one
	fKilled        = fKills + 1                            // it dies
	fStacked       = fKilled + 1                           // plays and powers of the own seat that wait
	fTheyStacked   = fStacked + 1
	nTableFeatures = fTheyStacked + 1
)

const (
	fLife          = iota
	fLastLives     // how little life is left: below 4
	fLowLife       // the first 3
	fHand          // cards in hand
	fFuture        // cards to draw
	fLastCards     // how few: below 4
	fKarma         // all of it
	fActive        //
	fBeings        //
	fItems         //
	fAttack        // of all Beings
	fHealth        //
	fAwakeAttack   // of those that are awake
	fAwakeBeings   //
	fElusiveAttack // of those that cannot be blocked
	fBestAttack    //
	fCosts         // what its tokens have cost
	fLethal        // how far the attack of all Beings is beyond the other side's life, and
	fNotLethal     // how far below
	fPlayable      // own hand: cards that the active karma pays for,
	fPlayableNext  // that all karma pays for,
	fLacks         // and elements that are missing for the others
	fKarmaOf       // one for each element
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

// features appends how the game stands for seat, as it may know it: of the cards in
// other hands only how many there are.
func features(dst []float32, s *Position, seat state.Seat) []float32 {
	n := len(dst)
	dst = append(dst, noFeatures...)
	f := dst[n:]
	foe := s.Rival(seat, s.standing)
	planes := f[nTableFeatures+2*nSideFeatures:]
	s.tableFeatures(f, seat, foe, planes)
	s.sideFeatures(f[nTableFeatures:], seat, foe, planes[planeMine*len(cards):])
	s.sideFeatures(f[nTableFeatures+nSideFeatures:], foe, seat, planes[planeTheirs*len(cards):])
	s.handFeatures(f[nTableFeatures:], seat, planes[planeHand*len(cards):])
	return dst
}

// standing is a rough strength of a seat from what all can see.
func (s *Position) standing(seat state.Seat) (n int) {
	n = int(s.Sides[seat].Life) + int(s.Sides[seat].NHand)
	for ts := s.Present[seat]; ts != 0; ts &= ts - 1 {
		n += 1 + int(statsOf(s.Tokens[ts.first()].Kind).attack)
	}
	return n
}

func (s *Position) tableFeatures(f []float32, seat, foe state.Seat, planes []float32) {
	phases := fTheirPhase
	if s.Active == seat {
		f[fMyTurn], phases = 1, fMyPhase
	}
	f[fOthers] = float32(s.Playing.Without(seat).Len()-1) / 2
	f[fTurn] = min(float32(s.Turn)/20, 3)
	base := &s.Stack.F[0]
	if p := base.Phase; p >= Sunrise && p <= Sunset && s.Stack.N > 0 {
		f[phases+int(p-Sunrise)] = 1
	}
	for i := range s.Stack.N {
		w := &s.Stack.F[i]
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
	if s.Stack.N > 0 && (base.Phase == Defend || base.Phase == Combat) {
		s.combatFeatures(f, base, seat, foe)
	}
}

// combatFeatures foretells the combat of frame c as it would be now.
func (s *Position) combatFeatures(f []float32, c *state.Frame, seat, foe state.Seat) {
	attacker := &s.Tokens[c.Source]
	if attacker.Kind == 0 || attacker.Seat != c.Seat || c.Seat != seat && c.Actor != seat {
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
	if blocker.Kind == 0 || blocker.Seat != c.Actor {
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

// sideFeatures writes what all can see of seat. planes begin with that of its
// tokens; the next one is of those that are awake.
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

// handFeatures writes what the own hand holds.
func (s *Position) handFeatures(f []float32, seat state.Seat, plane []float32) {
	side := &s.Sides[seat]
	active, karma := pack(&side.Active), pack(&side.Karma)
	for _, k := range side.Hand[:side.NHand] {
		cost := statsOf(k).cost
		plane[k]++
		if active.covers(cost) {
			f[fPlayable] += 1. / 3
		}
		if karma.covers(cost) {
			f[fPlayableNext] += 1. / 3
		} else {
			f[fLacks] += float32(side.lacks(&cards[k].Cost)) / 5
		}
	}
}
