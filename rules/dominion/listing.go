package dominion

import (
	"fmt"
	"strings"

	"gamed/state"
)

// price formats the printed cost of a card, such as "$6 and a Potion".
func (d *Def) price() string {
	if d.Potion {
		return fmt.Sprintf("$%d and a Potion", d.Cost)
	}
	return fmt.Sprintf("$%d", d.Cost)
}

// cardInfos returns the card table for [state.Ruleset.Cards].
func cardInfos() []state.CardInfo {
	infos := make([]state.CardInfo, 0, len(cards))
	for k := range cards[1:] {
		d := &cards[k+1]
		infos = append(infos, state.CardInfo{
			Name: d.Name, Type: typeLine(d.Types), Cost: d.price(), Stats: d.stats(), Text: d.fullText(),
			Group: setOf(d),
		})
	}
	return infos
}

// stats returns the points of a card with a fixed number of points, and "1st edition" for a card that
// later editions removed or changed.
func (d *Def) stats() string {
	var parts []string
	switch {
	case d.Points == 1:
		parts = append(parts, "1 point")
	case d.Points != 0:
		parts = append(parts, fmt.Sprintf("%d points", d.Points))
	}
	if strings.HasSuffix(d.Set, firstEdition) {
		parts = append(parts, firstEdition[1:])
	}
	return strings.Join(parts, ", ")
}

// fullText returns the plain bonuses in words, followed by the card's text.
func (d *Def) fullText() string {
	var parts []string
	for _, gives := range []struct {
		n         uint8
		one, many string
	}{
		{d.Cards, "+1 Card", "+%d Cards"}, {d.Actions, "+1 Action", "+%d Actions"},
		{d.Buys, "+1 Buy", "+%d Buys"}, {d.Coins, "+$1", "+$%d"}, {d.Potions, "+1 Potion", "+%d Potions"},
	} {
		switch {
		case gives.n == 1:
			parts = append(parts, gives.one+".")
		case gives.n > 1:
			parts = append(parts, fmt.Sprintf(gives.many+".", gives.n))
		}
	}
	if d.Text != "" {
		parts = append(parts, d.Text)
	}
	return strings.Join(parts, " ")
}
