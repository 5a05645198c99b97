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
		info := state.CardInfo{Name: d.Name, Type: typeName(d.Type), Cost: d.Cost.String(), Text: d.Text, Group: group(d), Play: outcomes(d.Cast), Use: outcomes(d.Use)}
		if d.Type == Being {
			info.Stats = fmt.Sprintf("%d/%d", d.Attack, d.Health)
		}
		infos = append(infos, info)
	}
	return infos
}

// outcomes returns what a power does to its targets, or nil if that depends on choices of its code.
func outcomes(p Power) []state.EffectPreview {
	if p.Aim == 0 {
		return nil
	}
	var all []state.EffectPreview
	for i := range p.Do {
		op := &p.Do[i]
		if do := onTarget[op.Verb]; do != "" {
			base, n := op.N.Split()
			_, m := op.Min.Split()
			e := state.EffectPreview{Do: do, N: n, M: m, Per: counted[base]}
			if base != 0 {
				if e.Per == "" || n != 0 {
					return nil
				}
				e.N, e.M = 1, 0
				if op.Min == op.N {
					e.M = 1
				}
			}
			all = append(all, e)
		} else if !besides[op.Verb] {
			return nil
		}
	}
	return all
}

// onTarget names the verbs that change a target on the table.
var onTarget = [nVerbs]string{
	vDamage: "damage", vHeal: "heal", vWake: "wake", vSleep: "sleep", vBoost: "boost", vBoostUntilSunset: "boost",
	vDestroy: "destroy", vReturn: "return", vSteal: "steal", vFight: "fight",
}

// besides marks the verbs that leave the targets on the table as they are.
var besides = [nVerbs]bool{vDraw: true, vLose: true, vGain: true, vMake: true, vShield: true}

// counted names the quantities of [state.EffectPreview.Per].
var counted = map[state.Num]string{MyItems: "items", MyBeings: "beings", MyPast: "past"}

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
