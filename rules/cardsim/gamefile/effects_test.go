package gamefile_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/rules/cardsim"
	"gamed/state"
)

// TestEffects checks each kind of effect. The game has an option for each of them.
func TestEffects(t *testing.T) {
	g := load(t, `
game: effects
stats:
  gold: {start: 10}
  name: {start: Ada}
  met: {start: false}
  grown: {start: 0}
cards:
  desk:
    title: Desk
    text: ${name} has ${gold}.
    cooldown: 1
    options:
      - {text: set and add, set: {gold: 5, name: "${name} II", met: true}, add: {gold: gold * 2}}
      - {text: say and defer, say: "now ${gold}", later: "then ${gold}"}
      - {text: begin, start_rule: grow}
      - {text: cease, stop_rule: [grow, grow]}
      - {text: chain, next: [second, third]}
      - {text: give, give: [second, second], refund: true}
      - text: branch
        then:
          - when: gold > 5
            add: {gold: 100}
            otherwise:
              when: gold > 3
              add: {gold: 30}
              otherwise: {add: {gold: 1}}
          - {when: met, say: they have met}
      - {text: finish, end_turn: true, end: done}
  second: {title: Second, options: [{text: over}], deck: false}
  third: {title: Third, options: [{text: over}], deck: false}
actions:
  drop: {drop: second}
rules:
  grow: {off: true, add: {grown: 1}}
  start: {once: true, add: {grown: 100}}
endings:
  done: {text: "${name} ends with ${gold}.", won: true}
`)
	m := deal(t, g, 1)
	p := player(m)
	s := p.Stats
	hand := func() (names []string) {
		for _, c := range p.Hand() {
			names = append(names, c.Name)
		}
		return names
	}

	assert.Equal(t, "Ada has 10.", p.View().Hand[0].Text)
	choose(t, m, "set and add")
	assert.Equal(t, 15.0, s.Number("gold"), "an expression sees the effects before it")
	assert.Equal(t, "Ada II", s.Text("name"))
	assert.True(t, s.Flag("met"))
	assert.Equal(t, 100.0, s.Number("grown"))

	told := choose(t, m, "say and defer")
	assert.Contains(t, told, "now 15")
	assert.Contains(t, told, "then 15")
	choose(t, m, "begin")
	choose(t, m, "begin")
	choose(t, m, "cease")
	choose(t, m, "give")
	assert.Equal(t, 102.0, s.Number("grown"), "grow has run twice, and start once")

	assert.Equal(t, []string{"second", "second"}, hand(), "and no action was used, so the turn goes on")
	choose(t, m, "Drop")
	choose(t, m, "chain")
	assert.Equal(t, []string{"second"}, hand())
	choose(t, m, "over")
	assert.Equal(t, []string{"third"}, hand())
	choose(t, m, "over")

	told = choose(t, m, "branch")
	assert.Contains(t, told, "they have met")
	assert.Equal(t, 115.0, s.Number("gold"))
	s.Set("gold", 4.0)
	choose(t, m, "branch")
	assert.Equal(t, 34.0, s.Number("gold"))
	s.Set("gold", 1.4)
	choose(t, m, "branch")
	assert.Equal(t, 2.0, s.Number("gold"))

	assert.Contains(t, choose(t, m, "finish"), "Ada II ends with 2.")
	over, won := m.Result()
	assert.True(t, over)
	assert.Equal(t, state.Only(0), won)
	assert.Equal(t, "done", p.Ended().Name)
	assert.NoError(t, p.Failure())
}

// TestFullDeck checks that effects add no card to a full deck, and that next still moves a card that
// the deck has.
func TestFullDeck(t *testing.T) {
	g := load(t, `
game: full
stats: {gold: {start: 1}}
cards:
  desk: {title: Desk, options: [{text: leave}]}
  second: {title: Second, deck: false, options: [{text: over}]}
  third: {title: Third, deck: false, options: [{text: over}]}
  fourth: {title: Fourth, deck: false, options: [{text: over}]}
actions:
  put: {free: true, next: fourth}
  mix: {free: true, shuffle: second}
  move: {free: true, next: second}
`)
	m := deal(t, g, 1)
	p := player(m)
	assert.NoError(t, p.ShuffleIn("second"))
	for p.Deck.Len() < 1000 {
		assert.NoError(t, p.ShuffleIn("third"))
	}
	for _, adds := range []string{"Put", "Mix"} {
		choose(t, m, adds)
		if assert.Len(t, p.Warnings(), 1) {
			assert.Contains(t, p.Warnings()[0], "the deck has 1000 cards; the card was not added")
		}
	}
	choose(t, m, "Move")
	assert.Empty(t, p.Warnings())
	assert.Equal(t, 1000, p.Deck.Len())
	choose(t, m, "leave")
	assert.Equal(t, "second", p.Hand()[0].Name)
}

// TestChoices checks which cards, options and actions are offered, and the reasons of disabled ones.
func TestChoices(t *testing.T) {
	g := load(t, `
game: choices
hand: 2
headline: gold * 100
stats:
  gold: {start: 1, preview: false}
  fame: {start: 0, hidden: true}
  calm: {start: 5, max: 9}
cards:
  shop:
    title: Shop
    cooldown: 1
    dismiss: Not today
    options:
      - {text: cheap, needs: gold >= 1, add: {gold: -1, calm: 2}}
      - {text: dear, needs: gold >= 2, reason: "You have ${gold}, it costs 2."}
      - {text: secret, needs: fame > 1}
  rich: {title: Riches, when: gold > 5, secret: true, options: [{text: go}]}
  storm: {title: Storm, when: gold == 0, urgent: true, expires: 2, expired: {add: {fame: 2}}, options: [{text: wait}]}
actions:
  work: {add: {gold: 1}}
  boast: {text: Boast, when: gold > 1, free: true, add: {fame: 1}}
  cheat: {debug: true, set: {gold: 9}}
panels:
  Purse: |
    ${gold} gold
    ${fame > 0 ? "known" : "unknown"}
endings:
  fame: {when: fame >= 3, text: Everybody knows you.}
  gold: {when: gold >= 9, text: Gold everywhere.}
`)
	m := deal(t, g, 1)
	p := player(m)
	view := p.View()
	assert.Equal(t, 100, m.Value(0))
	shop := view.Hand[0]
	assert.Equal(t, "Not today", shop.Dismiss)
	assert.True(t, shop.Options[0].Enabled)
	assert.Equal(t, "You have 1, it costs 2.", shop.Options[1].Reason)
	assert.Empty(t, shop.Options[2].Reason)
	if assert.Len(t, shop.Options[0].Effects, 1, "gold has no preview") {
		assert.Equal(t, "Calm", shop.Options[0].Effects[0].Stat)
	}
	assert.Len(t, view.Abilities, 1)
	assert.Equal(t, "Work", view.Abilities[0].Text)
	assert.Equal(t, []string{"1 gold", "unknown"}, view.Panels[0].Lines)
	for _, c := range g.Info().Cards {
		assert.NotEqual(t, "rich", c.Name)
	}

	choose(t, m, "cheap")
	assert.Equal(t, 7.0, p.Stats.Number("calm"))
	assert.Len(t, m.Options(0, nil), 1, "the storm must be decided first")
	p.Stats.Set("gold", 2.0)
	choose(t, m, "wait")
	choose(t, m, "Boast")
	assert.Equal(t, 4, p.Turn-1+2, "free actions end no turn")
	choose(t, m, "Boast")
	choose(t, m, "Boast")
	choose(t, m, "Not today")
	assert.Equal(t, "fame", p.Ended().Name, "the first of the endings that hold")
}

func TestStatMethods(t *testing.T) {
	g := load(t, `
game: story
stats:
  gold: {start: 1}
  sum: {formula: gold + 1}
cards:
  one: {title: One, options: [{text: go}]}
`)
	s := player(deal(t, g, 1)).Stats
	assert.Equal(t, 2.0, s.Number("sum"))
	assert.PanicsWithValue(t, `gamefile: no stat has the name "glod": did you mean "gold"?`, func() { s.Number("glod") })
	assert.PanicsWithValue(t, `gamefile: stat "sum" cannot be set to a float64`, func() { s.Set("sum", 1.0) })
	assert.PanicsWithValue(t, `gamefile: stat "gold" cannot be set to a int`, func() { s.Set("gold", 1) })
	for _, stat := range s.Stats() {
		setter, is := stat.(cardsim.Setter)
		assert.Equal(t, stat.StatName() == "Gold", is, "debug mode sets %s", stat.StatName())
		if is {
			setter.Set(setter.Value().(float64) + 3)
		}
	}
	assert.Equal(t, 4.0, s.Number("gold"))
	s.Set("gold", 1.0)
	c := s.Clone()
	c.Set("gold", 5.0)
	assert.Equal(t, []float64{2, 6}, []float64{s.Number("sum"), c.Number("sum")})
}
