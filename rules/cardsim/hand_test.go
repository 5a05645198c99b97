package cardsim_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestUrgent checks that urgent cards block other cards and actions, but never the
// whole game.
func TestUrgent(t *testing.T) {
	fire := &card{Name: "fire", Urgent: true, Dismiss: msg("let it burn"), Options: []option{{Text: msg("put it out"), Enabled: func(p *player) (bool, message) {
		return p.Stats.Gold > 0, msg("there is no water")
	}}}}
	g := game{
		HandLimit: 2, Cards: []*card{fire, plainCard("day"), plainCard("night")}, Deck: []string{"fire", "day"},
		Actions:      []*action{{Name: "rest", CardOption: simpleOption(msg("rest"), nil)}},
		DebugActions: []*action{{Name: "rain", CardOption: simpleOption(msg("rain"), func(p *player) { p.Stats.Gold = 1 })}},
	}
	s := play(t, g, 0)
	assert.Equal(t, []string{"fire: let it burn"}, s.labels(), "it can be dismissed, so it blocks")
	for _, c := range s.view().Hand {
		for _, o := range c.Options {
			assert.False(t, o.Enabled)
			assert.Equal(t, map[string]string{"fire": "there is no water", "day": "decide the urgent card first"}[c.Name], o.Reason)
		}
	}
	assert.Equal(t, "decide the urgent card first", s.view().Abilities[0].Reason)
	assert.Contains(t, s.m.Draw(0), "[URGENT!] fire\n   2.1 put it out (not now: there is no water)\n   or let it burn")

	shy := plainCard("day")
	shy.Dismiss = msg("sleep in")
	g.Cards[1] = shy
	assert.Equal(t, []string{"fire: let it burn"}, play(t, g, 0).labels(), "cards that are not urgent cannot be dismissed either")
	g.Cards[1] = plainCard("day")

	fire.Dismiss = message{}
	s = play(t, g, 0)
	assert.Equal(t, []string{"day: go on", "rest"}, s.labels(), "it cannot be decided, so it blocks nothing")
	assert.Equal(t, []string{`card "fire": none of its options is available, so this urgent card blocks nothing`}, noteTexts(s.view(), "warning"))
	s.choose("go on")
	assert.Empty(t, s.eventTexts("warning"), "the warning appears once")

	s = play(t, g, 1)
	assert.Contains(t, s.labels(), "debug: rain")
	s.choose("debug: rain")
	assert.Equal(t, 1, s.m.Turn(), "debug actions cost nothing")
	labels := s.labels()
	assert.Equal(t, "fire: put it out", labels[0])
	assert.NotContains(t, labels, "day: go on")
	assert.NotContains(t, labels, "rest")
	assert.Contains(t, labels, "debug: rain", "never blocked by urgency")
}

// TestUncooperative checks that time can pass when no card can be decided.
func TestUncooperative(t *testing.T) {
	shut := &card{Name: "shut", Options: []option{{Text: msg("open"), Enabled: func(*player) (bool, message) { return false, msg("locked") }}}}
	free := &action{Name: "sing", Free: true, CardOption: simpleOption(msg("sing"), nil)}
	s := play(t, game{Cards: []*card{shut}, Actions: []*action{free}}, 0)
	assert.Equal(t, []string{"let time pass", "sing"}, s.labels(), "the default ends the turn")
	assert.Equal(t, []string{"hand: no card can be decided now: let time pass"}, noteTexts(s.view(), "warning"))
	s.choose("sing")
	assert.Equal(t, 1, s.m.Turn())
	s.choose("let time pass")
	assert.Equal(t, 2, s.m.Turn())
	assert.Empty(t, s.eventTexts("warning"), "the warning appears once")
	assert.Len(t, s.p().Hand(), 1)
}

func TestDismiss(t *testing.T) {
	c := plainCard("a")
	c.Dismiss = msg("leave it")
	thens := 0
	c.Then = func(*player, *option) error { thens++; return nil }
	s := play(t, game{Cards: []*card{c}, Rules: []*rule{ruleSaying("r", 0)}}, 0)
	assert.Equal(t, []string{"a: leave it", "a: go on"}, s.labels(), "dismissing it is the default")
	thens = 0
	s.choose("leave it")
	assert.Equal(t, []string{"a: leave it"}, s.eventTexts("choose"))
	assert.Zero(t, thens)
	assert.Equal(t, []string{"r"}, s.p().Stats.Said)
	assert.Equal(t, 1, s.p().TimesPlayed("a"))
	assert.Equal(t, 2, s.m.Turn())
}

// TestExpiry checks that cards leave the hand after the number of turns in Expires.
func TestExpiry(t *testing.T) {
	c := plainCard("timed")
	c.Cooldown, c.Expires = 0, 2
	c.Expired = func(p *player) (message, error) { p.Stats.Gold = -5; return msg("too late"), nil }
	s := play(t, game{HandLimit: 2, Cards: []*card{c, plainCard("day")}}, 0)
	left := func() int {
		for _, c := range s.view().Hand {
			if c.Name == "timed" {
				return c.Expires
			}
		}
		return 0
	}
	assert.Equal(t, 2, left())
	s.choose("day: go on")
	assert.Equal(t, 1, left())
	assert.Contains(t, s.m.Draw(0), "timed (1 turn left)")
	s.choose("day: go on")
	assert.Equal(t, []string{"timed expired"}, s.eventTexts("gone"))
	assert.Equal(t, []string{"too late"}, s.eventTexts("tell"))
	assert.Equal(t, -5, s.p().Stats.Gold)
	assert.Equal(t, "timed", s.view().Changes[0].By)
	assert.Equal(t, "day", names(s.p().Hand()))
	assert.Zero(t, s.p().TimesPlayed("timed"), "it has not been decided")

	c.Cooldown = 1
	s = play(t, game{HandLimit: 2, Cards: []*card{c, plainCard("day")}}, 0)
	s.choose("day: go on", "day: go on", "day: go on")
	assert.Equal(t, 2, left(), "with a cooldown it comes again")
}

// TestStripOwnCard checks an option that removes its own card from the hand and returns
// it.
func TestStripOwnCard(t *testing.T) {
	c := &card{Name: "a", Options: []option{
		fallibleOption(msg("burn all"), func(p *player) error { p.StripHand(func(*card) bool { return true }); return p.Give("b") }),
		fallibleOption(msg("keep"), func(p *player) error { return p.Give("a") }),
		fallibleOption(msg("swap"), func(p *player) error { p.StripHand(func(c *card) bool { return c.Name == "a" }); return p.Give("a") }),
	}}
	g := game{HandLimit: 2, Cards: []*card{c, plainCard("b")}, Deck: []string{"a", "b"}}
	for text, want := range map[string]string{"burn all": "b", "keep": "ba", "swap": "ba"} {
		s := play(t, g, 0)
		s.choose(text)
		assert.Equal(t, want, names(s.p().Hand()), text)
	}
}

// TestActions checks that actions can be disabled, hidden or free.
func TestActions(t *testing.T) {
	g := game{Actions: []*action{
		{Name: "tax", CardOption: option{Text: msg("raise a tax"), Enabled: func(p *player) (bool, message) { return p.Stats.Gold < 9, msg("you are rich") },
			Choose: func(p *player) (message, error) { p.Stats.Gold += 9; return msg("they pay"), nil }}},
		{Name: "spy", Free: true, CardOption: simpleOption(msg("send a spy"), nil), Hide: func(p *player) bool { return p.Stats.Gold == 0 }},
	}}
	s := play(t, g, 0)
	assert.Equal(t, []string{"day: go on", "raise a tax"}, s.labels())
	assert.Len(t, s.view().Abilities, 1)
	s.choose("raise a tax")
	assert.Equal(t, 2, s.m.Turn(), "an action uses up the turn")
	assert.Equal(t, []string{"they pay"}, s.eventTexts("tell"))
	assert.Equal(t, []string{"day: go on", "send a spy"}, s.labels())
	assert.Equal(t, "you are rich", s.view().Abilities[0].Reason)
	s.choose("send a spy")
	assert.Equal(t, 2, s.m.Turn(), "a free action does not use up the turn")
}

// TestPanels checks for how many turns ShowPanel shows a panel.
func TestPanels(t *testing.T) {
	news := &panel{Title: "News", Show: func(p *player) []message { return []message{msg("all quiet")} }}
	c := &card{Name: "a", Cooldown: 1, Options: []option{
		simpleOption(msg("go on"), nil), simpleOption(msg("now"), func(p *player) { p.Refund(); p.ShowPanel(news, 0) }),
		simpleOption(msg("this and next"), func(p *player) { p.ShowPanel(news, 1) }), simpleOption(msg("for good"), func(p *player) { p.ShowPanel(news, -1) }),
	}}
	g := game{HandLimit: 2, Cards: []*card{c}, Deck: []string{"a", "a"}, Panels: []*panel{{Title: "Map", Show: func(*player) []message { return nil }}},
		Prompt: &panel{Show: func(p *player) []message { return []message{msg("What now?")} }}}
	titles := func(s *session) (all []string) {
		for _, v := range s.view().Panels {
			all = append(all, v.Title)
		}
		return all
	}
	s := play(t, g, 0)
	assert.Equal(t, []string{"What now?"}, s.view().Prompt)
	s.choose("now")
	assert.Equal(t, []string{"Map", "News"}, titles(s))
	assert.Equal(t, []string{"all quiet"}, s.view().Panels[1].Lines)
	s.choose("go on")
	assert.Equal(t, []string{"Map"}, titles(s))
	s.choose("this and next")
	assert.Equal(t, []string{"Map", "News"}, titles(s))
	s.choose("a: go on")
	assert.Equal(t, []string{"Map"}, titles(s))
	s.choose("for good", "a: go on", "a: go on")
	assert.Equal(t, []string{"Map", "News"}, titles(s))
	s.choose("this and next")
	assert.Equal(t, []string{"Map", "News"}, titles(s))
	s.choose("a: go on")
	assert.Equal(t, []string{"Map"}, titles(s), "a new duration replaces the old one")
}
