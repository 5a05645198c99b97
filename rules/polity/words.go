package polity

import (
	"slices"

	"gamed/rules/cardsim"
)

type (
	card   = cardsim.Card[*Nation]
	option = cardsim.CardOption[*Nation]
	action = cardsim.Action[*Nation]
	player = cardsim.Player[*Nation]
	rule   = cardsim.Rule[*Nation]
)

// chooseFunc returns the Choose function of an option, which applies the effects and returns result
// as its message.
func chooseFunc(result string, does ...effect) func(*player) (cardsim.Message, error) {
	apply := inOrder(does...)
	return func(p *player) (cardsim.Message, error) {
		apply(p)
		return cardsim.Text(result), nil
	}
}

// An effect is one consequence of a choice, a law or a rule.
type effect func(p *player)

func (f *field) up(by int) effect   { return func(p *player) { p.Stats.add(f, by) } }
func (f *field) down(by int) effect { return f.up(-by) }

func enact(l law) effect  { return func(p *player) { p.Stats.Laws[l] = true } }
func repeal(l law) effect { return func(p *player) { p.Stats.Laws[l] = false } }

// leads schedules a follow-up card about the given number of turns ahead, where 1 is the
// next turn. It does nothing if the card is already in the deck or the hand.
func leads(name string, turns int) effect {
	return func(p *player) {
		if p.Deck.Has(name) || slices.ContainsFunc(p.Hand(), func(c *card) bool { return c.Name == name }) {
			return
		}
		p.Deck.InsertAt(turns-1, followUps[name])
	}
}

// withChance returns an effect that applies the effect hit with the probability n/total, and
// otherwise the effect miss.
func withChance(n, total int, hit, miss effect) effect {
	return func(p *player) {
		if p.Rand.N(total) < n {
			hit(p)
		} else {
			miss(p)
		}
	}
}

// inOrder returns an effect that applies the given effects in order.
func inOrder(does ...effect) effect {
	return func(p *player) {
		for _, e := range does {
			e(p)
		}
	}
}

// tell shows a text at once.
func tell(p *player, text string) { p.Tell(cardsim.Text(text)) }

// tellEffect returns an effect that calls tell.
func tellEffect(text string) effect { return func(p *player) { tell(p, text) } }

// A condition is a test of the current position.
type condition func(p *player) bool

// The following conditions test a field (over and under), a law (passed and lacks) or the turn
// (after and every).

func over(f *field, x int) condition  { return func(p *player) bool { return *f.pointer(p.Stats) > x } }
func under(f *field, x int) condition { return func(p *player) bool { return *f.pointer(p.Stats) < x } }
func passed(l law) condition          { return func(p *player) bool { return p.Stats.Laws[l] } }
func lacks(l law) condition           { return func(p *player) bool { return !p.Stats.Laws[l] } }
func after(turn int) condition        { return func(p *player) bool { return p.Turn > turn } }
func every(turns int) condition       { return func(p *player) bool { return p.Turn%turns == 0 } }

// above and below test a rating, for example (*Nation).StatOrder.
func above(rating func(*Nation) int, x int) condition {
	return func(p *player) bool { return rating(p.Stats) > x }
}

func below(rating func(*Nation) int, x int) condition {
	return func(p *player) bool { return rating(p.Stats) < x }
}

// all holds if each of its conditions holds.
func all(of ...condition) condition {
	return func(p *player) bool {
		for _, c := range of {
			if !c(p) {
				return false
			}
		}
		return true
	}
}

// affords holds if the treasury has at least the given amount, in millions of pips. The texts for players
// leave out the word millions.
func affords(pips int) condition { return over(treasury, pips-1) }

const noMoney = "Tobias Fenn has looked in the chest, then under the chest."

// A requirement is the Enabled function of an option or an action. It reports whether a player can
// choose the option and, if not, the reason.
type requirement = func(p *player) (bool, cardsim.Message)

// needs returns the requirement that a condition holds.
func needs(when condition, reason string) requirement {
	return func(p *player) (bool, cardsim.Message) { return when(p), cardsim.Text(reason) }
}

// allRequirements returns the requirement that all given requirements are met. Its reason is the
// reason of the first requirement that is not met.
func allRequirements(all ...requirement) requirement {
	return func(p *player) (ok bool, reason cardsim.Message) {
		for _, l := range all {
			if ok, reason = l(p); !ok {
				break
			}
		}
		return ok, reason
	}
}

// An eventTurn returns a pointer to the turn in which an event last happened. The turn is 0 if the
// event never happened.
type eventTurn func(n *Nation) *int

// setNow records that the event happened in the current turn.
func (d eventTurn) setNow(p *player) { *d(p.Stats) = p.Turn }

// notWithin returns the requirement that at least the given number of turns has passed since the
// event. The requirement is also met if the event never happened.
func (d eventTurn) notWithin(turns int, reason string) requirement {
	return needs(func(p *player) bool { return *d(p.Stats) == 0 || p.Turn >= *d(p.Stats)+turns }, reason)
}
