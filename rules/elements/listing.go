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

// outcomes returns the effects of a power on its targets. It returns nil if the power has no target, or
// if a verb of the power is in neither targetEffects nor keepsTargets.
func outcomes(p Power) []state.EffectPreview {
	if p.Aim == 0 {
		return nil
	}
	var all []state.EffectPreview
	for i := range p.Do {
		op := &p.Do[i]
		if do := targetEffects[op.Verb]; do != "" {
			base, n := op.N.Split()
			_, m := op.Min.Split()
			e := state.EffectPreview{Do: do, N: n, M: m, Per: quantityNames[base]}
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
		} else if !keepsTargets[op.Verb] {
			return nil
		}
	}
	return all
}

// targetEffects has the name that card lists give to each verb that changes a token or a player.
var targetEffects = [nVerbs]string{
	vDamage: "damage", vHeal: "heal", vWake: "wake", vSleep: "sleep", vBoost: "boost", vBoostUntilSunset: "boost",
	vDestroy: "destroy", vReturn: "return", vSteal: "steal", vFight: "fight",
}

// keepsTargets marks the verbs that neither move a target nor change its numbers.
var keepsTargets = [nVerbs]bool{vDraw: true, vLose: true, vGain: true, vMake: true, vShield: true}

// quantityNames has the names of quantities for [state.EffectPreview.Per].
var quantityNames = map[state.Num]string{MyItems: "items", MyBeings: "beings", MyPast: "past"}

// group returns the heading under which card lists show a card: the elements of its cost, or
// "created".
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
