package cardsim_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/state"
)

// TestConditionAtDraw checks that When is called just before a draw, and that a short hand causes a warning.
func TestConditionAtDraw(t *testing.T) {
	shy := plainCard("shy")
	shy.When = func(p *player) bool { return p.Stats.Gold > 0 }
	c := &card{Name: "a", Cooldown: 1, Options: []option{simpleOption(msg("go on"), nil), simpleOption(msg("earn"), func(p *player) { p.Stats.Gold = 1 })}}
	s := play(t, game{HandLimit: 2, Cards: []*card{c, shy}}, 0)
	assert.Equal(t, "a", names(s.p().Hand()))
	assert.Equal(t, []string{"deck: no other card suits now: the hand holds 1 of 2"}, noteTexts(s.view(), "warning"), "a short hand causes a warning")
	s.choose("go on")
	assert.Empty(t, s.eventTexts("warning"), "the warning appears once")
	s.choose("earn")
	assert.Equal(t, []string{"a", "shy"}, s.eventTexts("draw"))
	s.p().Stats.Gold = 0
	s.choose("a: go on")
	assert.Equal(t, "shya", names(s.p().Hand()), "cards in hand stay although their condition is false")
	s.choose("shy: go on")
	assert.Equal(t, []string{"deck: no other card suits now: the hand holds 1 of 2"}, s.eventTexts("warning"), "the warning appears again after a full hand")

	drop := &rule{Name: "drop", Do: func(p *player) error {
		p.Stats.Score = p.StripHand(func(c *card) bool { return c.When != nil && !c.When(p) })
		return nil
	}}
	s = play(t, game{HandLimit: 2, Cards: []*card{c, shy}, Rules: []*rule{drop}, New: func(*state.Rand) *town { return &town{Gold: 1} }}, 0)
	s.p().Stats.Gold = 0
	s.choose("a: go on")
	assert.Equal(t, 1, s.p().Stats.Score, "a rule can drop it")
}

// TestAllUnsuitable checks that a deck without suitable cards neither ends nor blocks the
// game.
func TestAllUnsuitable(t *testing.T) {
	asked := 0
	shy := func(name string) *card {
		c := plainCard(name)
		c.When = func(p *player) bool { asked++; return p.Turn > 3 }
		return c
	}
	s := play(t, game{HandLimit: 2, Cards: []*card{shy("a"), shy("b"), shy("c")}}, 0)
	assert.Equal(t, 3, asked, "each is asked once")
	assert.Equal(t, []string{"let time pass"}, s.labels())
	s.choose("let time pass", "let time pass")
	assert.Nil(t, s.p().Ended())
	s.choose("let time pass")
	assert.Len(t, s.p().Hand(), 2)
}

func TestCooldownAndOnce(t *testing.T) {
	slow, once := plainCard("slow"), plainCard("once")
	slow.Cooldown, once.Cooldown = 3, 0
	s := play(t, game{HandLimit: 2, Cards: []*card{slow, once, plainCard("x")}}, 0)
	seen := map[string][]int{}
	for s.p().Turn < 30 {
		turn := s.p().Turn
		text := s.labels()[0]
		for _, l := range s.labels() {
			if !strings.HasPrefix(l, "x") {
				text = l
			}
		}
		seen[text] = append(seen[text], turn)
		s.choose(text)
	}
	assert.Len(t, seen["once: go on"], 1)
	assert.Equal(t, 1, s.p().TimesPlayed("once"))
	turns := seen["slow: go on"]
	require.Greater(t, len(turns), 5)
	for i := range turns[1:] {
		assert.GreaterOrEqual(t, turns[i+1]-turns[i], 3)
	}
	assert.Equal(t, len(turns), s.p().TimesPlayed("slow"))
	assert.Zero(t, s.p().TimesPlayed("missing"))
}

// TestChains checks Next, ShuffleIn and Give.
func TestChains(t *testing.T) {
	cards, deck := letters(6)
	cards[0].Options = []option{fallibleOption(msg("go on"), succeed), fallibleOption(msg("chain"), func(p *player) error { return p.Next("z") }),
		fallibleOption(msg("move"), func(p *player) error { return p.Next("f") }),
		fallibleOption(msg("mix"), func(p *player) error { return p.ShuffleIn("z") }), fallibleOption(msg("give"), func(p *player) error { return p.Give("z") }),
		fallibleOption(msg("wrong"), func(p *player) error { return p.Next("zz") })}
	z := plainCard("z")
	z.Cooldown = 0
	g := game{Cards: append(cards, z), Deck: deck, HandLimit: 7}
	s := play(t, g, 0)
	s.choose("chain")
	assert.Equal(t, "z", names(s.p().Hand())[5:6], "next is drawn before all others")
	s = play(t, game{Cards: append(cards, z), Deck: deck, HandLimit: 2}, 0)
	for names(s.p().Hand())[:1] != "a" && names(s.p().Hand())[1:] != "a" {
		s.choose("go on")
	}
	before := s.p().Deck.Len()
	if strings.Contains(names(s.p().Hand()), "f") {
		s.choose("f: go on")
	}
	s.choose("move")
	assert.Contains(t, names(s.p().Hand()), "f")
	assert.Equal(t, before, s.p().Deck.Len(), "a card that is in the deck is moved and not copied")

	s = play(t, g, 0)
	s.choose("mix")
	assert.Contains(t, names(s.p().Hand()), "z")
	s = play(t, g, 0)
	s.choose("give")
	assert.Len(t, s.p().Hand(), 7, "6 in the deck, one of them decided and back again, and the gift")
	s = play(t, g, 0)
	s.choose("wrong")
	assert.Equal(t, []string{`card "a", option 6: no card has the name "zz"`}, s.eventTexts("warning"))
}

func succeed(*player) error { return nil }

// TestFullHand checks the limit of 100 cards in hand.
func TestFullHand(t *testing.T) {
	var deck []string
	for range 200 {
		deck = append(deck, "a")
	}
	c := &card{Name: "a", Options: []option{fallibleOption(msg("fill"), func(p *player) error {
		p.HandLimit = 1000
		for range 150 {
			if err := p.Give("a"); err != nil {
				return err
			}
		}
		return nil
	}), fallibleOption(msg("draw"), func(p *player) error { return p.Draw() })}}
	s := play(t, game{Cards: []*card{c}, Deck: deck}, 0)
	s.choose("fill")
	assert.Len(t, s.p().Hand(), 100)
	assert.Equal(t, []string{`card "a", option 1: the hand is full: it has 100 cards`}, s.eventTexts("warning"))
	s.choose("a: draw (card 100)")
	assert.Len(t, s.eventTexts("warning"), 1)
	assert.Len(t, s.labels(), 200)
}

// TestForeignCard checks that a card from outside the game is removed with a warning.
func TestForeignCard(t *testing.T) {
	alien := plainCard("alien")
	c := &card{Name: "a", Cooldown: 1, Options: []option{simpleOption(msg("go on"), func(p *player) { p.Deck.InsertAt(0, alien) })}}
	s := play(t, game{Cards: []*card{c}}, 0)
	s.choose("go on")
	assert.Equal(t, "a", names(s.p().Hand()))
	assert.Equal(t, []string{`card "alien": removed from the deck: it is not one of the game's Cards`}, s.eventTexts("warning"))
}
