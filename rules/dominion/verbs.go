package dominion

import . "gamed/state"

const (
	vCards = iota + FirstVerb
	vActions
	vBuys
	vCoins
	vDrawTo
	vDrawOne
	vDiscard
	vDiscardAll
	vDiscardTop
	vDiscardOthers
	vTrash
	vTrashTop
	vTrashMatching
	vTrashInPlay
	vOnDeck
	vGain
	vGainA
	vGainCopy
	vPlay
	vPlayTop
	vPlayRevealed
	vPlayThis
	vReveal
	vTurnUp
	vTakeMatching
	vRevealedBack
	vRevealHand
	vShow
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
	vChoose
	vName
	vOverpay
	vPass
	vPassAll
	vHold
	vIntoDeck
	vIfFive
	vIfTarget
	vIfNone
	vIfChosen
	vIfPlayed
	vIfOthersTurn
	vIfPaid
	vPaidMore
	nVerbs
)

// The following functions construct card code. In their comments, "the player" is the actor: the seat
// that plays the card, or each other seat in an EachOther. "The picked card" is the card picked by the
// enclosing Pick. X and the target are fields of the frame that runs the code.

// Cards makes the player draw n cards.
func Cards(n Num) Code { return Code{{Verb: vCards, N: n}} }

// Actions adds n to the Actions left this turn. Buys adds n to the buys left this turn.
func Actions(n Num) Code { return Code{{Verb: vActions, N: n}} }
func Buys(n Num) Code    { return Code{{Verb: vBuys, N: n}} }

// Coins adds n to the coins that can be spent this turn.
func Coins(n Num) Code { return Code{{Verb: vCoins, N: n}} }

// DrawTo makes the player draw until n cards are in hand.
func DrawTo(n Num) Code { return Code{{Verb: vDrawTo, N: n}} }

// DrawOne draws a card unless at least n cards are in hand. The drawn card becomes the target. X is 1
// if DrawOne drew a card and 0 otherwise.
func DrawOne(n Num) Code { return Code{{Verb: vDrawOne, N: n}} }

// Discards asks the player to discard at least min and at most max cards from a zone. Triggers wait
// until all cards are discarded.
func Discards(zone Zone, which Filter, min, max Num) Code {
	return Pick(zone, which, min, max, Code{{Verb: vDiscard}}).Then(Release())
}

// DiscardHand discards the player's hand.
func DiscardHand() Code { return Code{{Verb: vDiscardAll, Zone: Hand}}.Then(Release()) }

// DiscardTop discards the top card of the deck, which becomes the target. X is 1 if the card is an
// Action.
func DiscardTop() Code { return Code{{Verb: vDiscardTop}}.Then(Release()) }

// DiscardRevealed discards the remaining revealed cards.
func DiscardRevealed() Code { return Code{{Verb: vDiscardAll, Zone: Revealed}}.Then(Release()) }

// Trashes asks the player to trash at least min and at most max cards from a zone. The last trashed
// card becomes the target. Triggers wait until all cards are trashed.
func Trashes(zone Zone, which Filter, min, max Num) Code {
	return Pick(zone, which, min, max, Code{{Verb: vTrash}}).Then(Release())
}

// TrashTop trashes the top card of the deck, which becomes the target. X is 1 if there was a card.
func TrashTop() Code { return Code{{Verb: vTrashTop}}.Then(Release()) }

// TrashMatching trashes the revealed cards of the target's kind.
func TrashMatching() Code { return Code{{Verb: vTrashMatching}}.Then(Release()) }

// TrashInPlay trashes the cards of the types that the player has in play.
func TrashInPlay(types uint8) Code {
	return Code{{Verb: vTrashInPlay, Filter: ofAnyType(types)}}.Then(Release())
}

// OnDeck puts the picked card on top of the player's deck.
func OnDeck() Code { return Code{{Verb: vOnDeck}} }

// Gain makes the player gain the picked card to a zone.
func Gain(to Zone) Code { return Code{{Verb: vGain, N: Num(to)}} }

// GainA makes the player gain a card of kind k to a zone.
func GainA(k Kind, to Zone) Code { return Code{{Verb: vGainA, N: Num(to), Min: Num(k)}} }

// GainCopy makes the player gain a card of the target's kind to a zone.
func GainCopy(to Zone) Code { return Code{{Verb: vGainCopy, N: Num(to)}} }

// Play plays the picked card n times.
func Play(n Num) Code { return Code{{Verb: vPlay, N: n}} }

// PlayTop plays the target of DiscardTop.
func PlayTop() Code { return Code{{Verb: vPlayTop}} }

// PlayRevealed plays the card that Dig found, after it discards the other revealed cards.
// Triggers of the discards come before the play.
func PlayRevealed() Code {
	return Code{{Verb: vDiscardOthers}}.Then(Release(), Code{{Verb: vPlayRevealed}})
}

// PlayThis plays the reacting card from the hand.
func PlayThis() Code { return Code{{Verb: vPlayThis}} }

// Reveal reveals the top n cards of the player's deck.
func Reveal(n Num) Code { return Code{{Verb: vReveal, N: n}} }

// TurnUp reveals the top card of the player's deck, which becomes the target. X is 1 if there was a
// card.
func TurnUp() Code { return Code{{Verb: vTurnUp}} }

// TakeMatching moves the revealed cards of the target's kind to the hand.
func TakeMatching() Code { return Code{{Verb: vTakeMatching}} }

// RevealedBack puts the revealed cards on top of the deck.
func RevealedBack() Code { return Code{{Verb: vRevealedBack}} }

// RevealIt reveals the picked card. The card stays in its zone.
func RevealIt() Code { return Code{{Verb: vShow}} }

// RevealHand reveals the player's hand if X is zero.
func RevealHand() Code { return Code{{Verb: vRevealHand}} }

// Look shows the player the top n cards of the player's deck.
func Look(n Num) Code { return Code{{Verb: vLook, N: n}} }

// Dig reveals cards from the deck until it finds a Treasure, which becomes the target. X is 1 if
// Dig found a Treasure.
func Dig() Code { return Code{{Verb: vDig}} }

// SetAside sets the target, a card in hand, aside face up.
func SetAside() Code { return Code{{Verb: vSetAside}} }

// Merchant makes the first Silver of the turn give 1 more coin.
func Merchant() Code { return Code{{Verb: vMerchant}} }

// Bridge makes all cards cost 1 less this turn.
func Bridge() Code { return Code{{Verb: vBridge}} }

// CountFoolsGold adds 1 to the number of Fool's Golds played this turn.
func CountFoolsGold() Code { return Code{{Verb: vFool}} }

// Ban forbids buying the picked card this turn.
func Ban() Code { return Code{{Verb: vBan}} }

// ForLeftPlayer runs body with the next player to the left as the actor. If no other player
// remains in the game, it skips body.
func ForLeftPlayer(body ...Code) Code {
	return Block(Op{Verb: vLeft}, body...).Then(Code{{Verb: vBack}})
}

// Lasting keeps the card in play and runs its OnNext when the player's next turn starts.
func Lasting() Code { return Code{{Verb: vLasting}} }

// OntoHaven sets the picked card aside face down. FromHaven moves all cards that OntoHaven has set
// aside to the hand.
func OntoHaven() Code { return Code{{Verb: vOntoHaven}} }
func FromHaven() Code { return Code{{Verb: vFromHaven}} }

// OntoIsland puts the picked card on the Island mat. IslandItself puts the card being played on
// the Island mat.
func OntoIsland() Code   { return Code{{Verb: vOntoIsland}} }
func IslandItself() Code { return Code{{Verb: vIslandItself}} }

// OntoNative puts the top card of the deck on the Native Village mat. FromNative moves the cards
// on the mat to the hand.
func OntoNative() Code { return Code{{Verb: vOntoNative}} }
func FromNative() Code { return Code{{Verb: vFromNative}} }

// Token gives the player a Coin token if the target is set. In Pirate Ship the target is set if a
// card was trashed. While a player is possessed, the token goes to the possessing player.
func Token() Code { return Code{{Verb: vToken}} }

// Possess gives the player an extra turn with the cards of the player on the left.
func Possess() Code { return Code{{Verb: vPossess}} }

// Protect protects the player from the Attack.
func Protect() Code { return Code{{Verb: vProtect}} }

// SetThisAside sets the card aside until the start of the player's next turn.
func SetThisAside() Code { return Code{{Verb: vWait}} }

// ReturnThis moves the card that SetThisAside set aside to the hand.
func ReturnThis() Code { return Code{{Verb: vTakeBack}} }

// TrashGained trashes the gained card. GainedOnDeck puts the gained card on top of the deck. Exchange
// returns the gained card to the supply for a card of kind k.
func TrashGained() Code    { return Code{{Verb: vTrashGained}} }
func GainedOnDeck() Code   { return Code{{Verb: vGainedOnDeck}} }
func Exchange(k Kind) Code { return Code{{Verb: vExchange, Min: Num(k)}} }

// GainInstead replaces the pending gain with a gain of kind k.
func GainInstead(k Kind) Code { return Code{{Verb: vGainInstead, Min: Num(k)}} }

// TrashThis trashes the reacting card from the hand.
func TrashThis() Code { return Code{{Verb: vTrashThis}} }

// IfFive runs body if the hand has at least five cards.
func IfFive(body ...Code) Code { return Block(Op{Verb: vIfFive}, body...) }

// IfTarget runs body if the filter selects the target.
func IfTarget(which Filter, body ...Code) Code {
	return Block(Op{Verb: vIfTarget, Filter: which}, body...)
}

// IfNone runs body if X is zero. After an IfAny, this means "if you don't".
func IfNone(body ...Code) Code { return Block(Op{Verb: vIfNone}, body...) }

// IfActionsPlayed runs body if the player has played at least n Actions this turn.
func IfActionsPlayed(n Num, body ...Code) Code { return Block(Op{Verb: vIfPlayed, N: n}, body...) }

// IfOthersTurn runs body if it is another player's turn.
func IfOthersTurn(body ...Code) Code { return Block(Op{Verb: vIfOthersTurn}, body...) }

// Choose asks the player for n different modes and then runs their code in the listed order. The
// card's Answers name the modes.
func Choose(n Num, modes ...Code) Code {
	c := Pick(Modes, Filter{Types: uint8(len(modes))}, n, n, Code{{Verb: vChoose}})
	for i, mode := range modes {
		c = c.Then(Block(Op{Verb: vIfChosen, N: Num(i)}, mode))
	}
	return c
}

// NameACard asks the player to name a card, which becomes the target.
func NameACard() Code { return Pick(Names, anyCard, 1, 1, Code{{Verb: vName}}) }

// Overpays asks the player for an amount to pay on top of the cost. The quantity Paid has this
// amount.
func Overpays() Code { return Pick(Amounts, anyCard, 0, 1, Code{{Verb: vOverpay}}) }

// EachPaid runs body once for each coin of Paid. Unlike Times, EachPaid does not use X, so the code
// in body may use it.
func EachPaid(body ...Code) Code {
	return Repeat(Block(Op{Verb: vIfPaid}, body...), Code{{Verb: vPaidMore}})
}

// Passes asks the player for a card in hand to pass. PassAll then passes the cards of all
// players at once, each to the next player to the left that passes a card.
func Passes() Code  { return Pick(Hand, anyCard, 1, 1, Code{{Verb: vPass}}) }
func PassAll() Code { return Code{{Verb: vPassAll}} }

// IntoDeck asks the player for a card in hand and for a place in the deck, and puts the card there.
func IntoDeck() Code {
	return Pick(Hand, anyCard, 1, 1, Code{{Verb: vHold}}).
		Then(IfAny(Pick(Places, anyCard, 1, 1, Code{{Verb: vIntoDeck}})))
}

// The zones that picks, gains and events name.
const (
	Nowhere Zone = iota
	Hand
	Deck // the top of the deck
	Discarded
	InPlay
	Supply
	Revealed
	Looked

	// The following zones hold no cards. A pick from Names is a pile. A pick from another of these
	// zones is a number.
	Names   // the piles of the game, to name a card
	Modes   // the modes of a Choose
	Amounts // numbers of coins
	Places  // numbers of cards in the deck
)

// Named quantities.
const (
	TargetCost   Num = FirstNum + iota<<8 // the target's cost in coins
	OverThree                             // cards in hand beyond three, counting cards already picked
	EmptyPiles                            // supply piles without a card
	TreasuresOut                          // Treasures the player has in play
	FoolsGold                             // the value of the Fool's Gold being played
	CoinTokens                            // coin tokens of the player
	ThisCost                              // the cost of the card whose code runs
	Paid                                  // the coins overpaid
)

// The flags in [Filter.Flags].
const (
	noCopper      = 1 << iota // not Copper
	noVictory                 // not a Victory card
	exactly                   // costs exactly the amount
	severalTypes              // has at least two types
	playersChoice             // the player of the card picks, not the actor
)

var anyCard = Filter{}

// costing selects cards that cost at most n.
func costing(n Num) Filter { return Filter{Cost: n} }

// costingExactly selects cards that cost n.
func costingExactly(n Num) Filter { return Filter{Cost: n, Flags: exactly} }

// ofKind selects the cards of kind k.
func ofKind(k Kind) Filter { return Filter{Kind: k} }

// ofAnyType selects the cards of any of the types.
func ofAnyType(types uint8) Filter { return Filter{Types: types} }
