package dominion

import "gamed/state"

// The measures are numbers that rule-based bots read. Each number is public or concerns the seat's own
// cards. A measure that is about a kind or types of cards contains the kind or the types in its low
// byte.
const (
	// Money is the total coins of the seat's Treasures.
	Money       state.Measure = (iota + 1) << 8
	Turn                      // regular turns of the seat, including the current one
	CoinsLeft                 // coins left this turn
	BuysLeft                  // buys left this turn
	ActionsLeft               // actions left this turn
	TokensHeld                // the seat's coin tokens, for Pirate Ships
	OnNativeMat               // cards on the Native Village mat
	Points                    // victory points

	// The following measures describe the seat's open decision. They are 0 if the seat has no open
	// decision, or one to which they do not apply.
	Asking     // the kind whose effect asks for a card, or yes or no
	FateOfPick // the Fate of a picked card
	LeastPicks // minimum number of further picks
	MostPicks  // maximum number of further picks
	ReactingTo // the kind that is played, gained or discarded, to which the seat may react

	leftOfPile
	ownedOfKind
	ownedTypes
	handOfKind
	pickableOfKind
	kindInPile
)

// LeftOf returns the measure that counts the cards of kind k in the supply.
func LeftOf(k state.Kind) state.Measure { return leftOfPile | state.Measure(k) }

// OwnedOf returns the measure that counts the seat's cards of kind k, in all zones.
func OwnedOf(k state.Kind) state.Measure { return ownedOfKind | state.Measure(k) }

// OwnedTypes returns the measure that counts the seat's cards of any of the types.
func OwnedTypes(types uint8) state.Measure { return ownedTypes | state.Measure(types) }

// HandOf returns the measure that counts the cards of kind k in the seat's hand.
func HandOf(k state.Kind) state.Measure { return handOfKind | state.Measure(k) }

// PickableOf returns the measure that counts the cards of kind k that the seat may pick.
func PickableOf(k state.Kind) state.Measure { return pickableOfKind | state.Measure(k) }

// KindOfPick returns the measure for the kind of a card that the seat may pick. The option of a pick
// holds the number of the card's pile. If the Fate is Choosing, Overpaying or Placing, the option
// holds a plain number instead.
func KindOfPick(c state.Card) state.Measure { return kindInPile | state.Measure(c) }

// A Fate tells what happens to a picked card.
type Fate uint8

const (
	Discarding Fate = iota + 1
	Trashing
	ToppingDeck
	Gaining
	Playing
	Naming          // the card cannot be bought this turn
	Keeping         // the card is set aside for the next turn
	PuttingOnIsland // the card is put on the Island mat

	Choosing   // the number is a mode, counted from 0
	Guessing   // the card is named, and a revealed copy is affected
	Overpaying // the number of coins is paid on top of the cost
	Handing    // the card goes to the player on the left
	Inserting  // the card goes into the deck, at a place picked next
	Placing    // the card goes under this number of cards
)

var fates = [nVerbs]Fate{
	vDiscard: Discarding, vTrash: Trashing, vOnDeck: ToppingDeck, vGain: Gaining, vPlay: Playing,
	vBan: Naming, vOntoHaven: Keeping, vOntoIsland: PuttingOnIsland,
	vChoose: Choosing, vName: Guessing, vOverpay: Overpaying, vPass: Handing, vHold: Inserting, vIntoDeck: Placing,
}

// fateOf returns the Fate of the cards that the seat picks for f, or 0 if no verb of the pick has a
// Fate.
func fateOf(f *state.Frame) Fate {
	for _, op := range codesOf[f.Kind][f.Slot][f.PC+1:] {
		if !op.Picked {
			break
		}
		if fate := fates[op.Verb]; fate != 0 {
			return fate
		}
	}
	return 0
}

// DefOf returns the row of kind k in the card table.
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
		n = int(s.Sides[seat].Native.Size)
	case Points:
		n = s.points(seat)
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
			n = int(s.Sides[seat].Hand.Counts[p])
		}
	case kindInPile:
		if low < maxPiles {
			n = int(s.Kinds[low])
		}
	default:
		if s.Awaiting.Has(seat) {
			n = s.decisionMeasure(m)
		}
	}
	return n
}

// decisionMeasure returns the value of a measure that describes the open decision.
func (s *Position) decisionMeasure(m state.Measure) int {
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
	op := &codesOf[f.Kind][f.Slot][f.PC]
	switch m {
	case Asking:
		return int(f.Kind)
	case FateOfPick:
		return int(fateOf(f))
	case LeastPicks:
		return max(0, Rules.Read(s, f, op.Min)-int(f.X))
	case MostPicks:
		return Rules.Read(s, f, op.Max) - int(f.X)
	}
	p := state.Card(s.pileOf(state.Kind(uint8(m))))
	if m&^0xFF == pickableOfKind && p != 0 && op.Zone <= Names && candidates(s, f, op).Has(p) {
		return picksLeft(s, f, op, p)
	}
	return 0
}
