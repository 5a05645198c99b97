package elements

import "gamed/state"

// A step is an op of a card, with the power that contains it and the slot of that power.
type step struct {
	slot state.Slot
	*Power
	*state.Op
	picks state.Zone // the zone of the enclosing Pick, or Nowhere
}

// steps returns every op of a card.
func steps(d *Def) (all []step) {
	for slot := range nSlots {
		p := d.powers()[slot]
		picks := Nowhere
		for pc := range p.Do {
			op := &p.Do[pc]
			if op.Verb == pickVerb {
				picks = op.Zone
			}
			st := step{slot, p, op, Nowhere}
			if op.Picked {
				st.picks = picks
			}
			all = append(all, st)
		}
	}
	return all
}

// The unexported verbs of package state.
var (
	mayVerb  = state.May()[0].Verb
	ifVerb   = state.IfAny()[0].Verb
	eachVerb = state.EachOther()[0].Verb
	pickVerb = state.Pick(Hand, anyCard, 0, 0)[1].Verb
)

// lint returns a fault in the cost or the aims of the power in a slot, or "" if there is none.
func (p *Power) lint(slot state.Slot) string {
	const tokens, stacked = ABeing | AnItem, APlay | ATrigger
	free := p.Cost.total() == 0 && !p.Sleep && !p.Sacrifice
	has := func(a Aim, any Aim) bool { return a&any != 0 }
	switch a := p.Aim; {
	case slot == slotUse && free:
		return "an activated power needs a cost, or it could be used without limit"
	case slot != slotUse && !free:
		return "only activated powers have a cost"
	case a != 0 && !has(a, tokens|APlayer|APast|stacked):
		return "conditions without a kind of target"
	case has(a, APast) && has(a, tokens|APlayer|stacked), has(a, stacked) && has(a, tokens|APlayer):
		return "no verb distinguishes the two kinds of targets"
	case has(a, ABeingCard|ASpellCard) && !has(a, APast), has(a, IsAwake|IsAsleep|IsHurt|IsAttacking) && !has(a, tokens):
		return "a condition that its targets cannot meet"
	case a&(Mine|Theirs) == Mine|Theirs, a&(IsAwake|IsAsleep) == IsAwake|IsAsleep, a&(ABeingCard|ASpellCard) == ABeingCard|ASpellCard:
		return "conditions that exclude each other"
	case a >= aCost && !has(a, tokens|APast|APlay):
		return "a limit on the cost of a target that has no cost"
	case slot == slotReacts && p.SecondAim != 0:
		return "a reaction has one target: the acting player, the play or the token"
	case len(p.Modes) > 0 && (p.SecondAim != 0 || has(a, APast)):
		return "the frame stores the modes in the field of the second target"
	case p.SecondAim != 0 && (!has(a, tokens) || !has(p.SecondAim, tokens) || has(a|p.SecondAim, APlayer|APast|stacked)):
		return "a power with two targets must aim at two tokens"
	}
	return ""
}

// lint returns a fault of the op within its power, such as a missing target, or "" if there is
// none.
func (st step) lint() string {
	self := st.Aim == 0 && st.slot != slotCast && st.slot != slotDies && !st.Sacrifice
	only := func(kinds Aim) bool {
		return st.Aim&kinds != 0 && st.Aim&(ABeing|AnItem|APlayer|APast|APlay|ATrigger)&^kinds == 0
	}
	token := st.picks == Present || st.picks == Nowhere && (self || only(ABeing|AnItem))
	switch next := st.opIndex() + 1; {
	case st.Verb == pickVerb && verbWords[st.Do[next].Verb] == "":
		return "asks for a card without words: see verbWords"
	case st.Verb == mayVerb && mayWords[st.Do[next].Verb] == "":
		return "asks yes or no without words: see mayWords"
	}
	switch st.Verb {
	case vWake, vSleep, vBoost, vBoostUntilSunset, vDestroy, vReturn, vShield:
		if !token {
			return "needs a token"
		}
	case vCopy, vSteal:
		if !token || st.Aim == 0 && st.picks == Nowhere {
			return "needs another token"
		}
	case vDamage, vHeal:
		if !token && !(st.picks == Nowhere && only(ABeing|APlayer)) || only(AnItem) {
			return "needs a Being or a player"
		}
	case vFight:
		if !only(ABeing) || st.SecondAim&ABeing == 0 || st.SecondAim&AnItem != 0 {
			return "needs two Beings"
		}
	case vRecall:
		if !only(APast) {
			return "needs a card in a Past"
		}
	case vRevive:
		if !only(APast) || st.Aim&ABeingCard == 0 || st.Aim&Mine == 0 {
			return "needs a Being in the Past of the actor, because a borrowed token would return to its owner"
		}
	case vCancel:
		if !only(APlay|ATrigger) || st.slot != slotCast && st.slot != slotUse {
			return "needs a play or trigger as its target, in a Spell or an activated power"
		}
	case vSpend, vSkip:
		if !only(APlayer) {
			return "needs a player"
		}
	case vDraw, vLook, vElement:
		if st.Aim&APlayer != 0 && !only(APlayer) {
			return "acts on the target player or else on the actor, so it must not also aim at another kind of target"
		}
	case vChoose:
		if pick := st.Do[st.opIndex()-1]; len(st.Modes) != int(pick.Filter.Types) {
			return "a mode without words"
		}
	case vIfChosen:
		if int(st.N) >= len(st.Modes) {
			return "no such mode"
		}
	case vDiscardNamed:
		if !only(APlayer) {
			return "needs a player"
		}
	case vDiscard:
		if st.picks != Hand {
			return "needs a card of the hand"
		}
	case vBury:
		if st.picks == Present {
			return "needs a card out of play"
		}
	}
	return st.lintLoop()
}

// lintReaction returns a fault in a card's reaction, or "" if there is none. Faults are a missing cause,
// a cause that cannot be the target, or a reaction that triggers itself again.
func (d *Def) lintReaction() string {
	const tokens, stacked = ABeing | AnItem, APlay | ATrigger
	p, verbs := &d.Reacts, map[state.Verb]bool{}
	for _, op := range p.Do {
		verbs[op.Verb] = true
	}
	switch a := p.Aim; {
	case (d.ReactsTo == Cause{}) != (len(p.Do) == 0):
		return "a reaction without a cause, or a cause without a reaction"
	case a&(APast|ATrigger) != 0, a&tokens != 0 && d.ReactsTo.Action != Enters, a&stacked != 0 && d.ReactsTo.Action != Plays:
		return "the cause cannot be a target of this kind"
	case d.ReactsTo.Action == Draws && d.ReactsTo.Types != 0:
		return "a drawn card is hidden, so a reaction cannot depend on its type"
	case d.ReactsTo.Action == Draws && verbs[vDraw], d.ReactsTo.Action == Enters && (verbs[vMake] || verbs[vCopy] || verbs[vRevive]):
		return "two such cards would trigger each other forever"
	}
	return ""
}

// lintLoop returns a fault if the op lets a card repeat its power for free, and "" otherwise.
func (st step) lintLoop() string {
	switch {
	case st.Verb == vWake && (st.slot == slotWakes || st.slot == slotUse && st.Cost.total() == 0),
		st.Verb == vHeal && st.slot == slotHealed,
		st.Verb == vDamage && st.slot == slotDamaged,
		st.Verb == vElement && st.slot == slotUse && !st.Sleep && !st.Sacrifice:
		return "the card can repeat itself for free"
	}
	return ""
}
