package dominion

import . "gamed/state"

const (
	vCards = iota + FirstVerb
	vCoins
	vDrawTo
	vDrawOne
	vDiscard
	vDiscardHand
	vDiscardTop
	vDiscardRevealed
	vTrash
	vOnDeck
	vGain
	vGainA
	vPlay
	vPlayTop
	vPlayRevealed
	vReveal
	vRevealHand
	vLook
	vDig
	vSetAside
	vMerchant
	vBridge
	vFool
	vBan
	vLeft
	vBack
	vLasting
	vOntoHaven
	vFromHaven
	vOntoIsland
	vIslandItself
	vOntoNative
	vFromNative
	vToken
	vPossess
	vProtect
	vWait
	vTakeBack
	vTrashGained
	vGainedOnDeck
	vExchange
	vGainInstead
	vTrashThis
	vIfFive
	vIfDrawn
	nVerbs
)

// The words a card is written in. "The player" is the actor: whose card it is,
// or in an EachOther each other player in turn. "The picked card" is that of the
// Pick around the word.

// Cards lets the player draw n cards.
func Cards(n Num) Code { return Code{{Verb: vCards, N: n}} }

// Coins adds to what the turn's player has to spend.
func Coins(n Num) Code { return Code{{Verb: vCoins, N: n}} }

// DrawTo lets the player draw until n cards are in hand.
func DrawTo(n Num) Code { return Code{{Verb: vDrawTo, N: n}} }

// DrawOne draws a card unless n are in hand. X is then whether a card has been
// drawn, and it is the target.
func DrawOne(n Num) Code { return Code{{Verb: vDrawOne, N: n}} }

// Discards lets the player discard between min and max cards of a zone. What that
// sets off happens when all are discarded.
func Discards(zone Zone, min, max Num) Code {
	return Pick(zone, anyCard, min, max, Code{{Verb: vDiscard}}).Then(Release())
}

// DiscardHand discards the player's hand.
func DiscardHand() Code { return Code{{Verb: vDiscardHand}}.Then(Release()) }

// DiscardTop discards the top card of the deck, which becomes the target. X is
// then whether it is an Action.
func DiscardTop() Code { return Code{{Verb: vDiscardTop}}.Then(Release()) }

// DiscardRevealed discards what is left of the revealed cards.
func DiscardRevealed() Code { return Code{{Verb: vDiscardRevealed}}.Then(Release()) }

// Trashes lets the player trash between min and max cards of a zone, of which the
// last one becomes the target. What that sets off happens when all are trashed.
func Trashes(zone Zone, which Filter, min, max Num) Code {
	return Pick(zone, which, min, max, Code{{Verb: vTrash}}).Then(Release())
}

// OnDeck puts the picked card on top of the player's deck.
func OnDeck() Code { return Code{{Verb: vOnDeck}} }

// Gain lets the player gain the picked card to a zone.
func Gain(to Zone) Code { return Code{{Verb: vGain, N: Num(to)}} }

// GainA lets the player gain a card of kind k to a zone.
func GainA(k Kind, to Zone) Code { return Code{{Verb: vGainA, N: Num(to), Min: Num(k)}} }

// Play plays the picked card n times.
func Play(n Num) Code { return Code{{Verb: vPlay, N: n}} }

// PlayTop plays the target, which DiscardTop has put on the discard pile.
func PlayTop() Code { return Code{{Verb: vPlayTop}} }

// PlayRevealed plays the target, which Dig has turned up.
func PlayRevealed() Code { return Code{{Verb: vPlayRevealed}} }

// Reveal reveals the top n cards of the player's deck.
func Reveal(n Num) Code { return Code{{Verb: vReveal, N: n}} }

// RevealHand reveals the player's hand unless X cards were picked.
func RevealHand() Code { return Code{{Verb: vRevealHand}} }

// Look lets the player look at the top n cards of the deck.
func Look(n Num) Code { return Code{{Verb: vLook, N: n}} }

// Dig reveals cards of the player's deck until one is a Treasure, which becomes
// the target. X is then whether one was found.
func Dig() Code { return Code{{Verb: vDig}} }

// SetAside sets the target, which is in the hand, aside for all to see.
func SetAside() Code { return Code{{Verb: vSetAside}} }

// Merchant makes the first Silver of the turn worth one more.
func Merchant() Code { return Code{{Verb: vMerchant}} }

// Bridge makes all cards cost 1 less this turn.
func Bridge() Code { return Code{{Verb: vBridge}} }

// Fool counts the Fool's Golds of the turn.
func Fool() Code { return Code{{Verb: vFool}} }

// Ban keeps the turn's player from buying the picked card this turn.
func Ban() Code { return Code{{Verb: vBan}} }

// Left runs body with the player to the left as the player.
func Left(body ...Code) Code {
	return Block(Op{Verb: vLeft}, body...).Then(Code{{Verb: vBack}})
}

// Lasting makes the card stay in play and have its OnNext when the player's next
// turn starts.
func Lasting() Code { return Code{{Verb: vLasting}} }

// OntoHaven sets the picked card aside, FromHaven takes all such cards back.
func OntoHaven() Code { return Code{{Verb: vOntoHaven}} }
func FromHaven() Code { return Code{{Verb: vFromHaven}} }

// OntoIsland puts the picked card onto the Island mat, IslandItself the card that
// is being played.
func OntoIsland() Code   { return Code{{Verb: vOntoIsland}} }
func IslandItself() Code { return Code{{Verb: vIslandItself}} }

// OntoNative puts the top card of the deck onto the Native Village mat, FromNative
// takes the cards of the mat into the hand.
func OntoNative() Code { return Code{{Verb: vOntoNative}} }
func FromNative() Code { return Code{{Verb: vFromNative}} }

// Token gives the player a coin token if a card was trashed.
func Token() Code { return Code{{Verb: vToken}} }

// Possess gives the player an extra turn with the cards of the one to the left.
func Possess() Code { return Code{{Verb: vPossess}} }

// Protect keeps the Attack that is reacted to from the player.
func Protect() Code { return Code{{Verb: vProtect}} }

// Wait sets the card aside until the player's next turn starts.
func Wait() Code { return Code{{Verb: vWait}} }

// TakeBack takes the card back into the hand that Wait has set aside.
func TakeBack() Code { return Code{{Verb: vTakeBack}} }

// TrashGained and GainedOnDeck move the card that was gained, Exchange returns it
// for one of kind k.
func TrashGained() Code    { return Code{{Verb: vTrashGained}} }
func GainedOnDeck() Code   { return Code{{Verb: vGainedOnDeck}} }
func Exchange(k Kind) Code { return Code{{Verb: vExchange, Min: Num(k)}} }

// GainInstead makes the gain that is about to happen one of kind k.
func GainInstead(k Kind) Code { return Code{{Verb: vGainInstead, Min: Num(k)}} }

// TrashThis trashes the card, which is in its player's hand.
func TrashThis() Code { return Code{{Verb: vTrashThis}} }

// IfFive runs body if the player has five cards in hand or more.
func IfFive(body ...Code) Code { return Block(Op{Verb: vIfFive}, body...) }

// IfDrawn runs body if the card that was drawn last is of one of the types.
func IfDrawn(types uint8, body ...Code) Code {
	return Block(Op{Verb: vIfDrawn, Filter: Filter{Types: types}}, body...)
}

// Zones, as picks, gains and events name them.
const (
	Nowhere Zone = iota
	Hand
	Deck // its top
	Discarded
	InPlay
	Supply
	Revealed
	Looked
)

// Named quantities, for any amount of a card.
const (
	TargetCost   Num = FirstNum + iota<<8 // what the target costs, in coins
	OverThree                             // cards in hand above three, picked ones included
	EmptyPiles                            // supply piles without a card
	TreasuresOut                          // Treasures the player has in play
	FoolsGold                             // what the Fool's Gold being played is worth
	CoinTokens                            // coin tokens of the player
)

// Words for the side of a filter.
const (
	noCopper      = 1 + iota // not Copper
	playersChoice            // whose turn it is picks, not the actor
)

var anyCard = Filter{}

// costing asks for cards that cost at most n.
func costing(n Num) Filter { return Filter{Cost: n} }

// a asks for one kind of card.
func a(k Kind) Filter { return Filter{Flags: uint8(k)} }

// of asks for cards of one of the types.
func of(types uint8) Filter { return Filter{Types: types} }
