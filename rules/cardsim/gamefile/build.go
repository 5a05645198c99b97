package gamefile

import (
	"math"
	"strings"

	"gamed/rules/cardsim"
	"gamed/state"
)

// The maximum number of entries in each part of a file.
const (
	maxStats   = 100
	maxCards   = 1000
	maxRules   = 200
	maxActions = 50
	maxPanels  = 20
	maxEndings = 100
)

// build adds the contents of the file to the game.
func (b *builder[C]) build(game *cardsim.Game[C], f gameFormat) {
	b.applySettings(game, f)
	if !withinLimit(b, "stats", f.Stats, maxStats) || !withinLimit(b, "cards", f.Cards, maxCards) || !withinLimit(b, "rules", f.Rules, maxRules) ||
		!withinLimit(b, "actions", f.Actions, maxActions) || !withinLimit(b, "panels", f.Panels, maxPanels) || !withinLimit(b, "endings", f.Endings, maxEndings) {
		return
	}
	switch own := any(b).(type) {
	case *builder[*State]:
		stats := addStats(own, f.Stats)
		made := any(game).(*cardsim.Game[*State])
		made.New = func(*state.Rand) *State { return newState(stats) }
		made.Clone, made.Equal = (*State).Clone, (*State).Equal
		made.Preview = previewTitles(stats, f.Stats)
	default:
		if len(f.Stats) > 0 {
			b.addf(f.Stats[0].location, "this game has its stats in Go; remove them here")
		}
		addFields(b)
	}
	b.compileHeadline(game, f.Headline)
	endings := b.addEndings(f.Endings)
	game.Endings = append(game.Endings, b.endingNames...)
	game.Rules = append(game.Rules, b.addRules(f.Rules)...)
	if endings != nil {
		game.Rules = append(game.Rules, endings)
	}
	b.setDeck(game, f.Cards)
	game.Cards = append(game.Cards, b.addCards(f.Cards)...)
	usual, debug := b.addActions(f.Actions)
	game.Actions, game.DebugActions = append(game.Actions, usual...), append(game.DebugActions, debug...)
	b.addPages(game, f)
}

// withinLimit reports whether a part has at most the given number of entries, and adds an error if
// not.
func withinLimit[C cardsim.StatsCollection, T any](b *builder[C], what string, all ordered[T], most int) bool {
	if len(all) > most {
		b.addf(all[most].location, "%d %s; the maximum is %d", len(all), what, most)
	}
	return len(all) <= most
}

// previewTitles lists the titles of the stats that previews show.
func previewTitles(stats []*stat, all ordered[statFormat]) []string {
	names := []string{} // nil would mean all stats
	for i, e := range all {
		if !stats[i].hidden && (e.value.Preview == nil || *e.value.Preview) {
			names = append(names, stats[i].title)
		}
	}
	return names
}

// setDeck sets the Deck of the game if some cards are not in the deck at the start. A file excludes a
// card with deck: false. Go code excludes a card with a Deck that does not name the card.
func (b *builder[C]) setDeck(game *cardsim.Game[C], cards ordered[cardFormat]) {
	all := game.Deck
	if all == nil {
		for _, c := range game.Cards {
			all = append(all, c.Name)
		}
	}
	some := game.Deck != nil
	for _, e := range cards {
		if e.value.Deck != nil && !*e.value.Deck {
			some = true
			continue
		}
		all = append(all, e.name)
	}
	if len(all) == 0 && len(cards) > 0 {
		b.addf(cards[0].location, "the deck is empty at the start; remove deck: false from at least one card")
	}
	if some {
		game.Deck = append([]string{}, all...) // nil would mean all cards
	}
}

// addPages adds the prompt and the panels.
func (b *builder[C]) addPages(game *cardsim.Game[C], f gameFormat) {
	if f.Prompt.given() {
		if game.Prompt != nil {
			b.addf(f.Prompt.location, "the game already has a prompt in Go")
		}
		game.Prompt = b.compilePanel("", f.Prompt)
	}
	for _, e := range f.Panels {
		if strings.Contains(e.name, "${") {
			b.addf(e.location, "a panel title is fixed text and cannot contain ${ }")
		}
		game.Panels = append(game.Panels, b.compilePanel(e.name, e.value))
	}
}

// compileHeadline compiles the headline into the Value of the game.
func (b *builder[C]) compileHeadline(game *cardsim.Game[C], c expressionSource) {
	if !c.given() {
		return
	}
	if game.Value != nil {
		b.addf(c.location, "the game already has a Value in Go")
	}
	if x := b.compile(c, numberKind, inView); x != nil {
		b.headline = x
		game.Value = func(p *cardsim.Player[C]) int {
			value := x.evaluate(evaluatorFor(p)).(float64)
			if !(value > 0) { // also false for NaN
				return 0
			}
			return int(math.Round(min(value, 1000)))
		}
	}
}

// applySettings sets the fields of the game for the keys at the top of the file, and checks that the
// required keys are there.
func (b *builder[C]) applySettings(game *cardsim.Game[C], f gameFormat) {
	top := func(field string) location { return location{line: 1, column: 1, field: field} }
	setOnce(b, top("game"), f.Game.text, &game.Name)
	setOnce(b, top("about"), f.About, &game.About)
	setOnce(b, top("hand"), f.Hand, &game.HandLimit)
	setOnce(b, top("actions_per_turn"), f.PerTurn, &game.ActionsPerTurn)
	setOnce(b, top("turns"), f.Turns, &game.MaxTurns)
	setOnce(b, top("seats"), f.Seats, &game.Seats)
	switch {
	case game.Name == "" && f.Game.location.line == 0:
		b.addf(top("game"), "missing; give the game a name of one word")
	case game.Name == "" || strings.Trim(f.Game.text, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || len(f.Game.text) > maxName:
		b.addf(f.Game.location, "the name must be one word of at most %d of the characters a-z, 0-9 and -, for example lighthouse; use about for a description", maxName)
	}
	if _, is := any(b).(*builder[*State]); is && len(f.Stats) == 0 {
		b.addf(top("stats"), "missing; a game needs at least one stat")
	}
	if len(f.Cards) == 0 && len(game.Cards) == 0 {
		b.addf(top("cards"), "missing; a game needs at least one card")
	}
}

// setOnce sets a field to the value of the file. It adds an error if the Go code of the game has
// already set the field.
func setOnce[C cardsim.StatsCollection, T comparable](b *builder[C], at location, value T, into *T) {
	var none T
	switch {
	case value != none && *into != none:
		b.addf(at, "the Go code of the game already sets this key")
	case value != none:
		*into = value
	}
}

// splitLines splits a text into lines.
func splitLines(text string) (lines []cardsim.Message) {
	for line := range strings.SplitSeq(text, "\n") {
		lines = append(lines, cardsim.Text(line))
	}
	return lines
}
