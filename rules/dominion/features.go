package dominion

import "gamed/state"

// layoutVersion must be increased when the meaning of a feature changes. A new card does not need a new
// version, because a net matches its weights to features by name.
const layoutVersion = 1

// The first features describe the game as a whole. The features of the seat's own side and of the
// best rival's side follow. The last features are planes, each with one number per kind of card.
const (
	fMyTurn     = iota
	fOthers     // number of opponents beyond the first
	fTurn       // turns of the seat
	fTurnsAhead // turns ahead of the rival
	fProvinces  // Provinces left in the supply
	fLastOnes   // how many Provinces or Colonies fewer than 5 are left
	fColonies   // Colonies left, 0 without a pile
	fNoColonies // 1 if the game has no Colonies
	fEmpty      // empty piles
	fThirdPile  // size of the third smallest pile
	fLead       // points ahead of the rival
	fAhead      // 1 when ahead
	fBehind     // 1 when behind
	fLateLead   // the lead weighted by fLastOnes
	fAction     // 1 in this phase; phases and resources are 0 in other seats' turns
	fTreasure   //
	fBuy        //
	fActions    // Actions left
	fBuys       //
	fCoins      //
	fPotions    //
	fTheirHand  // cards beyond five in the rival's hand and in play, without cards that stay
	nTableFeatures
)

const (
	fSize      = iota
	fPoints    //
	fMoney     // total coins of all Treasures
	fCoinShare // coins per card
	fDrawShare // cards drawn per card
	fMoreShare // Actions per card
	fBuyShare  //
	fActShare  // share of Actions
	fEndShare  // share of Actions that give no Action
	fDeadShare // share of Victory cards and Curses
	fAttacks   // number of Attacks
	fCurses    //
	fWaiting   // effects at the start of the next turn
	fMats      // cards on mats and set aside by Haven
	fTokens    //
	nSideFeatures
)

const (
	planeMine = iota
	planeMyShare
	planeTheirs
	planeTheirShare
	planeSupply
	planeHand
	nPlanes
)

// features appends the features of the game, using only facts that the seat knows. The features
// include the hand only in the seat's own turn. In other turns a search has drawn the seat's next
// hand at random, and that hand would outweigh the deck.
func features(dst []float32, s *Position, seat state.Seat) []float32 {
	n := len(dst)
	dst = append(dst, noFeatures...)
	f := dst[n:]
	foe := s.Rival(seat, s.points)
	planes := f[nTableFeatures+2*nSideFeatures:]
	s.sharedFeatures(f, seat, foe)
	s.sideFeatures(f[nTableFeatures:], seat, planes[planeMine*len(cards):])
	s.sideFeatures(f[nTableFeatures+nSideFeatures:], foe, planes[planeTheirs*len(cards):])
	for p := pile(1); p < maxPiles && s.Kinds[p] != 0; p++ {
		k := int(s.Kinds[p])
		planes[planeSupply*len(cards)+k] = .5 + float32(s.Supply[p])/20
		if s.Active == seat {
			planes[planeHand*len(cards)+k] = float32(s.Sides[seat].Hand.Counts[p]) / 2
		}
	}
	return dst
}

// sharedFeatures writes the features that do not depend on a kind of card.
func (s *Position) sharedFeatures(f []float32, seat, foe state.Seat) {
	mine, theirs := &s.Sides[seat], &s.Sides[foe]
	f[fOthers] = float32(s.Playing.Without(seat).Len()-1) / 3
	f[fTurn] = min(float32(mine.Turns)/20, 3)
	f[fTurnsAhead] = max(-2, min(float32(mine.Turns)-float32(theirs.Turns), 2))
	left := float32(s.Supply[s.pileOf(Province)])
	f[fProvinces] = left / 8
	f[fLastOnes] = max(0, 5-left) / 5
	if p := s.pileOf(Colony); p != 0 {
		f[fColonies] = float32(s.Supply[p]) / 8
		f[fLastOnes] = max(f[fLastOnes], max(0, 5-float32(s.Supply[p]))/5)
	} else {
		f[fNoColonies] = 1
	}
	f[fEmpty] = float32(s.EmptyPiles) / 2
	f[fThirdPile] = float32(s.thirdPile()) / 8
	lead := s.points(seat) - s.points(foe)
	f[fLead] = max(-3, min(float32(lead)/10, 3))
	switch {
	case lead > 0:
		f[fAhead] = 1
	case lead < 0:
		f[fBehind] = 1
	}
	f[fLateLead] = f[fLead] * f[fLastOnes] * 2
	f[fTheirHand] = (float32(theirs.Hand.Size+theirs.Play.Size-theirs.Staying.Size) - handSize) / 2
	if s.Active != seat {
		return
	}
	f[fMyTurn] = 1
	switch s.Stack.Frames[0].Phase {
	case StartPhase, ActionPhase:
		f[fAction] = 1
	case TreasurePhase:
		f[fTreasure] = 1
	case BuyPhase:
		f[fBuy] = 1
	}
	f[fActions], f[fBuys] = float32(s.Actions)/2, float32(s.Buys)/2
	f[fCoins], f[fPotions] = float32(min(s.Coins, 20))/8, float32(s.Potions)
}

// thirdPile returns the size of the third smallest supply pile.
func (s *Position) thirdPile() uint8 {
	low := [3]uint8{99, 99, 99}
	for p := pile(1); p < maxPiles && s.Kinds[p] != 0; p++ {
		switch n := s.Supply[p]; {
		case n < low[0]:
			low[0], low[1], low[2] = n, low[0], low[1]
		case n < low[1]:
			low[1], low[2] = n, low[1]
		case n < low[2]:
			low[2] = n
		}
	}
	return low[2]
}

// sideFeatures writes the public facts about a seat. For each kind, the first plane holds how many
// cards of the kind the seat owns. The second plane holds the share of these cards in all cards of
// the seat.
func (s *Position) sideFeatures(f []float32, seat state.Seat, planes []float32) {
	d := &s.Sides[seat]
	size := float32(max(s.size(seat), 1))
	for p := pile(1); p < maxPiles && s.Kinds[p] != 0; p++ {
		owned := s.owned(seat, p)
		if owned == 0 {
			continue
		}
		n, b := float32(owned), s.stats(p)
		planes[s.Kinds[p]] = n / 4
		planes[len(cards)+int(s.Kinds[p])] = 4 * n / size
		if b.is(Treasure) {
			f[fMoney] += n * float32(b.coins) / 15
		}
		f[fCoinShare] += n * float32(b.coins) / size
		f[fDrawShare] += 2 * n * float32(b.cards) / size
		f[fMoreShare] += 2 * n * float32(b.actions) / size
		f[fBuyShare] += 4 * n * float32(b.buys) / size
		switch {
		case b.is(Action):
			f[fActShare] += 3 * n / size
			if b.actions == 0 {
				f[fEndShare] += 3 * n / size
			}
			if b.is(Attack) {
				f[fAttacks] += n / 2
			}
		case b.is(Victory | Cursed):
			f[fDeadShare] += 2 * n / size
			if b.is(Cursed) {
				f[fCurses] += n / 4
			}
		}
	}
	f[fSize], f[fPoints] = size/20, float32(s.points(seat))/20
	f[fWaiting] = float32(d.NextTurn.Size) / 2
	f[fMats] = float32(d.Island.Size+d.Native.Size+d.Haven.Size) / 4
	f[fTokens] = float32(d.Tokens) / 3
}
