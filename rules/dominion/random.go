package dominion

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gamed/state"
)

// constraints restricts a random kingdom. The zero value allows all cards.
type constraints struct {
	sets    []string
	banned  []state.Kind
	costs   []int
	answers bool // if there is an Attack, there must be an answer
}

// isSet reports whether any option restricts the kingdom.
func (c *constraints) isSet() bool {
	return c.sets != nil || c.banned != nil || c.costs != nil || c.answers
}

// allows reports whether a kind may be in the kingdom.
func (c *constraints) allows(k state.Kind) bool {
	d := &cards[k]
	return (c.sets == nil || slices.Contains(c.sets, setOf(d))) &&
		(c.costs == nil || slices.Contains(c.costs, int(d.Cost))) &&
		!slices.Contains(c.banned, k)
}

// firstEdition is the end of the field Set of a card that later editions of the set removed or
// changed.
const firstEdition = " 1st edition"

// setOf returns the name of a card's set without the edition.
func setOf(d *Def) string {
	return strings.TrimSuffix(d.Set, firstEdition)
}

// kingdom draws a kingdom uniformly from the allowed cards. If answers is set but the kingdom has
// Attacks and no answer, an answer replaces the last card that is not an Attack. If all cards are
// Attacks, the answer replaces the first card.
func (c *constraints) kingdom(r *state.Rand) ([]state.Kind, error) {
	var pool []state.Kind
	for k := state.Kind(nBasic); int(k) < len(cards); k++ {
		if c.allows(k) {
			pool = append(pool, k)
		}
	}
	if len(pool) < kingdomSize {
		return nil, fmt.Errorf("a random kingdom needs %d cards; sets, costs and ban leave %d", kingdomSize, len(pool))
	}
	state.Shuffle(pool, r)
	kingdom, rest := pool[:kingdomSize], pool[kingdomSize:]
	attacks := func(k state.Kind) bool { return cards[k].Types&Attack != 0 }
	if !c.answers || !slices.ContainsFunc(kingdom, attacks) || slices.ContainsFunc(kingdom, answersAttack) {
		return kingdom, nil
	}
	i := slices.IndexFunc(rest, answersAttack)
	if i < 0 {
		return nil, fmt.Errorf("answers=yes needs a card that answers an Attack; sets, costs and ban leave none")
	}
	for j := kingdomSize - 1; j >= 0; j-- {
		if !attacks(kingdom[j]) || j == 0 {
			kingdom[j] = rest[i]
			break
		}
	}
	return kingdom, nil
}

// answersAttack reports whether a card protects against or reacts to Attacks.
func answersAttack(k state.Kind) bool {
	return len(cards[k].OnAttack) > 0 || cards[k].Special&protects != 0
}

func readSets(list string) ([]string, error) {
	var known []string
	for k := int(nBasic); k < len(cards); k++ {
		if set := setOf(&cards[k]); !slices.Contains(known, set) {
			known = append(known, set)
		}
	}
	sets := split(list)
	for _, set := range sets {
		if !slices.Contains(known, set) {
			return nil, fmt.Errorf("table option \"sets\": unknown set %q; use %s", set, strings.Join(known, ", "))
		}
	}
	return sets, nil
}

func readCosts(list string) (costs []int, err error) {
	for _, text := range split(list) {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > 20 {
			return nil, fmt.Errorf("table option \"costs\": %q is not a cost; write numbers from 0 to 20, such as 2,3,4", text)
		}
		costs = append(costs, n)
	}
	return costs, nil
}
