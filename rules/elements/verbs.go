package elements

import . "gamed/state"

const (
	vDraw = iota + FirstVerb
	vDamage
	vDamageEach
	vHeal
	vWake
	vSleep
	vBoost
	vBoostUntilSunset
	vDestroy
	vReturn
	vRecall
	vRevive
	vCopy
	vMake
	vElement
	vSteal
	vCancel
	vLook
	vShield
	vSkip
	vWin
	vDiscard
	vBury
	vLose
	vGain
	vSpend
	vFight
	vIfNone
	vChoose
	vIfChosen
	vName
	vDiscardNamed
	nVerbs
)

// The following functions construct card code. In their comments, "the actor" is the seat that plays the
// card or has the power, or each other seat in an EachOther. "The target" is the picked card in a Pick,
// otherwise the target of the power, otherwise the card itself. "The target player" is the actor unless
// the power targets a player.

// Draw makes the target player draw n cards.
func Draw(n Num) Code { return Code{{Verb: vDraw, N: n}} }

// Damage deals n damage to the target, a Being or a player.
func Damage(n Num) Code { return Code{{Verb: vDamage, N: n}} }

// DamageEach deals n damage to each Being of the given side.
func DamageEach(n Num, whose uint8) Code {
	return Code{{Verb: vDamageEach, N: n, Filter: beings(whose)}}
}

// Heal heals n damage on the target Being, or gives the target player n life.
func Heal(n Num) Code { return Code{{Verb: vHeal, N: n}} }

// Wake wakes the target token.
func Wake() Code { return Code{{Verb: vWake}} }

// Sleep puts the target to sleep.
func Sleep() Code { return Code{{Verb: vSleep}} }

// Boost adds to the target's attack and health permanently.
func Boost(attack, health Num) Code { return Code{{Verb: vBoost, N: attack, Min: health}} }

// BoostUntilSunset is like [Boost], but its effect ends at sunset.
func BoostUntilSunset(attack, health Num) Code {
	return Code{{Verb: vBoostUntilSunset, N: attack, Min: health}}
}

// Destroy puts the target token into its owner's Past.
func Destroy() Code { return Code{{Verb: vDestroy}} }

// Return returns the target token to its owner's hand.
func Return() Code { return Code{{Verb: vReturn}} }

// Recall moves the target card from a player's Past to the same player's hand.
func Recall() Code { return Code{{Verb: vRecall}} }

// Revive puts the target card in a Past into play for the actor, without playing it.
func Revive() Code { return Code{{Verb: vRevive}} }

// Copy creates a token that is a copy of the target, under the actor's control.
func Copy() Code { return Code{{Verb: vCopy}} }

// Make creates n tokens of kind k for the actor.
func Make(n Num, k Kind) Code { return Code{{Verb: vMake, N: n, Min: Num(k)}} }

// CreateElement adds an active element to the target player's karma.
func CreateElement(e Element) Code { return Code{{Verb: vElement, N: Num(e)}} }

// Steal gives the actor control of the target until sunset.
func Steal() Code { return Code{{Verb: vSteal}} }

// Cancel cancels the target play or trigger.
func Cancel() Code { return Code{{Verb: vCancel}} }

// Look shows the actor the top n cards of the target player's Future.
func Look(n Num) Code { return Code{{Verb: vLook, N: n}} }

// Shield makes the target untouchable until sunset.
func Shield() Code { return Code{{Verb: vShield}} }

// Skip makes the target player skip its next phase p, Main or Attack.
func Skip(p PhaseID) Code { return Code{{Verb: vSkip, N: Num(p)}} }

// Win makes the actor win the game.
func Win() Code { return Code{{Verb: vWin}} }

// Discard moves the picked card from the hand to the Past.
func Discard() Code { return Code{{Verb: vDiscard}} }

// Bury puts the picked card from the hand under the Future. Outside a Pick, it moves the top card
// of the target player's Future to the bottom.
func Bury() Code { return Code{{Verb: vBury}} }

// Lose makes the actor lose n life.
func Lose(n Num) Code { return Code{{Verb: vLose, N: n}} }

// Gain gives the actor n life.
func Gain(n Num) Code { return Code{{Verb: vGain, N: n}} }

// Spend spends n active elements of the target player. It starts with the element of which the
// player has most.
func Spend(n Num) Code { return Code{{Verb: vSpend, N: n}} }

// Fight makes the two targets deal damage to each other as in combat.
func Fight() Code { return Code{{Verb: vFight}} }

// IfNone runs body if the frame's X is zero. After a Pick, this means that the actor picked no
// card.
func IfNone(body ...Code) Code { return Block(Op{Verb: vIfNone}, body...) }

// Choose asks the actor for n different modes and then runs their code in the listed order. The power's
// Modes name the modes. A power with modes has at most one target.
func Choose(n Num, modes ...Code) Code {
	c := Pick(Modes, Filter{Types: uint8(len(modes))}, n, n, Code{{Verb: vChoose}})
	for i, mode := range modes {
		c = c.Then(Block(Op{Verb: vIfChosen, N: Num(i)}, mode))
	}
	return c
}

// DiscardNamed asks the actor to name a card. The target player discards each copy of it.
func DiscardNamed() Code {
	return Pick(Names, anyCard, 1, 1, Code{{Verb: vName}}, Code{{Verb: vDiscardNamed}})
}

// Named quantities.
const (
	MyItems  Num = FirstNum + iota<<8 // Items the actor has in play
	MyBeings                          // Beings the actor has in play
	MyPast                            // cards in the actor's Past
)

// Sides, for filters.
const (
	Anyones = iota
	Yours   // the actor's side
	Others
)

// beings selects the Beings of a side.
func beings(whose uint8) Filter { return Filter{Types: Being, Whose: whose} }

var anyCard = Filter{}
