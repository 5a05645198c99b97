package elements

import (
	"embed"
	"strings"

	"gamed/state"
)

// A readyDeck is a built-in deck.
type readyDeck struct {
	name, about string
	cards       Deck
}

// deckFiles holds the deck files of the ready decks. The first line of each file describes the
// deck.
//
//go:embed decks/*.txt
var deckFiles embed.FS

// decks are the ready decks. The default deck of seat i is deck i. A log names a ready deck and does not
// list its cards. So after every change of a ready deck, the version of the rules must increase.
var decks = readyDecks("wildfire", "orchard", "lullaby", "undying", "old growth", "clockwork", "vanguard", "nocturne")

func readyDecks(names ...string) (all []readyDeck) {
	for _, name := range names {
		text, err := deckFiles.ReadFile("decks/" + name + ".txt")
		if err != nil {
			panic(err)
		}
		cards, err := ParseDeck(name, string(text))
		if err != nil {
			panic(err)
		}
		about, _, _ := strings.Cut(string(text), "\n")
		all = append(all, readyDeck{name, strings.TrimSpace(strings.TrimPrefix(about, "#")), cards})
	}
	return all
}

func deckInfos() (infos []state.DeckInfo) {
	for _, d := range decks {
		counts := make(map[string]int)
		for _, k := range d.cards {
			counts[cards[k].Name]++
		}
		infos = append(infos, state.DeckInfo{Name: d.name, About: d.about, Cards: counts})
	}
	return infos
}
