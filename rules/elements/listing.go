package elements

import (
	"fmt"
	"strings"

	"gamed/state"
)

// String formats a cost, such as "2 red, 1 any".
func (c Cost) String() string {
	var all []string
	for e := White; e < nElements; e++ {
		if c[e] > 0 {
			all = append(all, fmt.Sprintf("%d %s", c[e], elementNames[e]))
		}
	}
	if c[Any] > 0 {
		all = append(all, fmt.Sprintf("%d any", c[Any]))
	}
	return strings.Join(all, ", ")
}

// cardInfos returns the card table for [state.Ruleset.Cards].
func cardInfos() []state.CardInfo {
	infos := make([]state.CardInfo, 0, len(cards))
	for k := range cards[1:] {
		d := &cards[k+1]
		info := state.CardInfo{Name: d.Name, Type: typeName(d.Type), Cost: d.Cost.String(), Text: d.Text, Group: group(d)}
		if d.Type == Being {
			info.Stats = fmt.Sprintf("%d/%d", d.Attack, d.Health)
		}
		infos = append(infos, info)
	}
	return infos
}

// group returns the heading under which a card is listed: the elements of its cost, or "created".
func group(d *Def) string {
	if d.Created {
		return "created"
	}
	var all []string
	for e := White; e < nElements; e++ {
		if d.Cost[e] > 0 {
			all = append(all, elementNames[e])
		}
	}
	return strings.Join(all, " ")
}
