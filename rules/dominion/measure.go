package dominion

import "gamed/state"

// The measures are numbers that each seat may know, for bots that buy by rules.
// Those that are about a card or a type have it in the low byte.
const (
	// Money is the coins that all of the seat's Treasures print, in total.
	Money       state.Measure = (iota + 1) << 8
	Turn                      // how many turns the seat has had, the current one counted
	CoinsLeft                 // coins to spend this turn
	BuysLeft                  // buys of this turn
	ActionsLeft               // actions of this turn
	TokensHeld                // the seat's coin tokens, for Pirate Ships
	OnNativeMat               // cards on the seat's Native Village mat

	// These are about what the seat is asked, and 0 if it is not asked that.
	Asking     // the kind of the card that asks for a card, or yes or no
	FateOfPick // what happens to the card that is picked: a Fate
	LeastPicks // how many more cards must be picked
	MostPicks  // how many more cards may be picked
	ReactingTo // the kind that is played, gained or discarded, to which a card reacts

	leftOfPile
	ownedOfKind
	ownedTypes
	handOfKind
	pickableOfKind
)

// LeftOf is how many cards of kind k the supply has.
func LeftOf(k state.Kind) state.Measure { return leftOfPile | state.Measure(k) }

// OwnedOf is how many cards of kind k the seat has, wherever they are.
func OwnedOf(k state.Kind) state.Measure { return ownedOfKind | state.Measure(k) }

// OwnedTypes is how many cards of any of the given types the seat has.
func OwnedTypes(types uint8) state.Measure { return ownedTypes | state.Measure(types) }

// HandOf is how many cards of kind k the seat has in hand.
func HandOf(k state.Kind) state.Measure { return handOfKind | state.Measure(k) }

// PickableOf is how many cards of kind k there are for the seat to pick from.
func PickableOf(k state.Kind) state.Measure { return pickableOfKind | state.Measure(k) }

// A Fate is what happens to a card that is picked.
type Fate uint8

const (
	Discarding Fate = iota + 1
	Trashing
	ToppingDeck
	Gaining
	Playing
	Naming  // it cannot be bought this turn
	Keeping // set aside for the next turn, by a Haven
	Landing // put onto the Island mat
)

var fates = [nVerbs]Fate{
	vDiscard: Discarding, vTrash: Trashing, vOnDeck: ToppingDeck, vGain: Gaining, vPlay: Playing,
	vBan: Naming, vOntoHaven: Keeping, vOntoIsland: Landing,
}

// DefOf returns the row of kind k in the card table, as printed.
func DefOf(k state.Kind) Def { return cards[k] }

func measure(s *Position, seat state.Seat, m state.Measure) (n int) {
	low := uint8(m)
	switch m &^ 0xFF {
	case Money:
		for p := pile(1); p < maxPiles && s.Kinds[p] != 0; p++ {
			if b := s.stats(p); b.is(Treasure) && b.coins > 0 {
				n += int(b.coins) * s.owned(seat, p)
			}
		}
	case Turn:
		n = int(s.Sides[seat].Turns)
	case CoinsLeft:
		n = int(s.Coins)
	case BuysLeft:
		n = int(s.Buys)
	case ActionsLeft:
		n = int(s.Actions)
	case TokensHeld:
		n = int(s.Sides[seat].Tokens)
	case OnNativeMat:
		n = int(s.Sides[seat].Native.N)
	case leftOfPile:
		n = int(s.Supply[s.pileOf(state.Kind(low))])
	case ownedOfKind:
		if p := s.pileOf(state.Kind(low)); p != 0 {
			n = s.owned(seat, p)
		}
	case ownedTypes:
		for p := pile(1); p < maxPiles && s.Kinds[p] != 0; p++ {
			if s.stats(p).is(low) {
				n += s.owned(seat, p)
			}
		}
	case handOfKind:
		if p := s.pileOf(state.Kind(low)); p != 0 {
			n = int(s.Sides[seat].Hand.Of[p])
		}
	default:
		if s.Awaiting.Has(seat) {
			n = s.asked(m)
		}
	}
	return n
}

// asked measures what whoever is awaited is asked.
func (s *Position) asked(m state.Measure) int {
	f := s.Stack.Top()
	if m == ReactingTo {
		for depth := 0; ; depth++ {
			switch f := s.Stack.Below(depth); {
			case f == nil:
				return 0
			case f.Phase == ReactPhase:
				return int(f.Kind)
			}
		}
	}
	if m == Asking && f.Phase == AskPhase {
		return int(f.Kind)
	}
	if f.Phase != ChoicePhase {
		return 0
	}
	code := codesOf[f.Kind][f.Slot]
	op := &code[f.PC]
	switch m {
	case Asking:
		return int(f.Kind)
	case FateOfPick:
		for i := int(f.PC) + 1; i < len(code) && code[i].Picked; i++ {
			if fate := fates[code[i].Verb]; fate != 0 {
				return int(fate)
			}
		}
	case LeastPicks:
		return max(0, Rules.Read(s, f, op.Min)-int(f.X))
	case MostPicks:
		return Rules.Read(s, f, op.Max) - int(f.X)
	}
	if k := state.Kind(uint8(m)); m&^0xFF == pickableOfKind && candidates(s, f, op).Has(state.Card(k)) {
		return copies(s, f, op, state.Card(k))
	}
	return 0
}
