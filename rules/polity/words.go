package polity

import "gamed/rules/cardsim"

type (
	card   = cardsim.Card[*Nation]
	option = cardsim.CardOption[*Nation]
	action = cardsim.Action[*Nation]
	player = cardsim.Player[*Nation]
	rule   = cardsim.Rule[*Nation]
)

// says makes an option: who advises it, in what words, what comes of it in a
// sentence, and what it does.
func says(who, words string, comes cardsim.Message, does ...effect) option {
	return option{Text: cardsim.Message(who + ": “" + words + "”"), Choose: do(comes, does)}
}

// only locks an option unless a condition holds.
func only(when condition, reason cardsim.Message, o option) option {
	o.Enabled = func(p *player) (bool, cardsim.Message) { return when(p), reason }
	return o
}

// do makes a consequence of a sentence and of effects.
func do(comes cardsim.Message, does []effect) func(*player) (cardsim.Message, error) {
	return func(p *player) (cardsim.Message, error) {
		for _, e := range does {
			e(p)
		}
		return comes, nil
	}
}

// settles is what happens when nobody decides a card in time.
func settles(comes cardsim.Message, does ...effect) func(*player) (cardsim.Message, error) {
	return do(comes, does)
}

// An effect is one consequence.
type effect func(p *player)

// up and down move a number: health.up(5).
func (f field) up(by int) effect   { return func(p *player) { p.Stats.add(f, by) } }
func (f field) down(by int) effect { return f.up(-by) }

// enact puts a law into force, repeal takes it out.
func enact(l law) effect  { return func(p *player) { p.Stats.Laws[l] = true } }
func repeal(l law) effect { return func(p *player) { p.Stats.Laws[l] = false } }

// leads lets a card follow after about so many turns, 1 being the next. One that is
// waiting already is not put in twice.
func leads(name string, turns int) effect {
	return func(p *player) {
		if p.Deck.Has(name) {
			return
		}
		for _, c := range p.Hand() {
			if c.Name == name {
				return
			}
		}
		p.Deck.InsertAt(turns-1, followUps[name])
	}
}

// perhaps does one thing in of n cases, and the other thing else.
func perhaps(n, of int, does, otherwise effect) effect {
	return func(p *player) {
		if p.Rand.N(of) < n {
			does(p)
		} else {
			otherwise(p)
		}
	}
}

// both does several things as one.
func both(does ...effect) effect {
	return func(p *player) {
		for _, e := range does {
			e(p)
		}
	}
}

// told says something at once, later says it when the next turn has been played.
func told(m cardsim.Message) effect  { return func(p *player) { p.Tell(m) } }
func later(m cardsim.Message) effect { return func(p *player) { p.Defer(m) } }

// ends ends the game.
func ends(e cardsim.Ending) effect { return func(p *player) { p.End(e) } }

// A condition is asked of a game as it stands.
type condition func(p *player) bool

func over(f field, x int) condition  { return func(p *player) bool { return *p.Stats.at(f) > x } }
func under(f field, x int) condition { return func(p *player) bool { return *p.Stats.at(f) < x } }
func passed(l law) condition         { return func(p *player) bool { return p.Stats.Laws[l] } }
func lacks(l law) condition          { return func(p *player) bool { return !p.Stats.Laws[l] } }
func after(turn int) condition       { return func(p *player) bool { return p.Turn > turn } }

// all holds if all of them do.
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

// affords holds if the treasury has that much.
func affords(pips int) condition { return over(treasury, pips-1) }

const noMoney = "Tobias Fenn has looked in the chest, then under the chest."
