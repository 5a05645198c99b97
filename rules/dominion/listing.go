package dominion

import (
	"fmt"
	"strings"

	"gamed/state"
)

// String writes a price as "$6 and a Potion".
func (p Price) String() string {
	if p.Potion {
		return fmt.Sprintf("$%d and a Potion", p.Coins)
	}
	return fmt.Sprintf("$%d", p.Coins)
}

// cardInfos lists the card table as people read it.
func cardInfos() []state.CardInfo {
	infos := make([]state.CardInfo, 0, len(cards))
	for k := range cards[1:] {
		d := &cards[k+1]
		info := state.CardInfo{
			Name: d.Name, Type: typeLine(d.Types), Cost: PriceOf(state.Kind(k + 1)).String(), Text: d.fullText(), Group: d.Set,
		}
		if d.Points != 0 {
			info.Stats = fmt.Sprintf("%d points", d.Points)
		}
		infos = append(infos, info)
	}
	return infos
}

// fullText is what a play gives, and then the card's own text.
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
