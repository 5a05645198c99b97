package check

import (
	"fmt"
	"slices"
	"strings"

	"gamed/rules/cardsim"
	"gamed/state"
)

// A position identifies the hand and the stats at the start of a turn, including hidden stats.
type position struct {
	digest        uint64
	hand          string // the names of the cards
	choicesBefore int
}

func newPosition[C cardsim.StatsCollection](hand []*cardsim.Card[C], stats []cardsim.Stat, choicesBefore int) position {
	var names []string
	for _, c := range hand {
		names = append(names, fmt.Sprintf("card %q", c.Name))
	}
	slices.Sort(names)
	p := position{hand: strings.Join(names, ", "), choicesBefore: choicesBefore}
	digest := state.Rand(1)
	mix := func(text string) {
		for _, b := range []byte(text) {
			digest.Mix(uint64(b) + 1)
		}
		digest.Mix(0)
	}
	mix(p.hand)
	for _, s := range stats {
		mix(s.String())
	}
	p.digest = digest.Uint64()
	return p
}

const (
	// minCycleTurns is the minimum number of turns of a game in which a cycle is reported.
	minCycleTurns = 20
	// minVisits is how often a cycle must reach each of its positions, on average.
	minVisits = 8
)

// findCycle adds a finding if the second half of the current game repeats a few positions until time
// is up.
func (k *checker[C]) findCycle() {
	if len(k.positions) < minCycleTurns {
		return
	}
	late := k.positions[len(k.positions)/2:]
	var seen []uint64
	var hands []string
	for _, p := range late {
		if !slices.Contains(seen, p.digest) {
			seen = append(seen, p.digest)
		}
		if !slices.Contains(hands, p.hand) {
			hands = append(hands, p.hand)
		}
		if len(seen)*minVisits > len(late) {
			return
		}
	}
	slices.Sort(hands)
	hands = hands[:min(len(hands), 3)]
	verb := "returns"
	if len(hands) > 1 {
		verb = "return"
	}
	first := len(k.positions) - 1
	for first > 0 && slices.Contains(seen, k.positions[first-1].digest) {
		first--
	}
	again := min(first+len(seen), len(k.positions)-1)
	all := k.choices
	k.choices = k.choices[:k.positions[again].choicesBefore]
	k.addFinding(Cycle, fmt.Sprintf("%s %s without a change until time is up; add an ending, or a way out", strings.Join(hands, " and "), verb))
	k.choices = all
}

// ratings summarizes the values of the headline at the ends of random games.
type ratings struct {
	games, aboveMax int // aboveMax counts values above maxRating
	least, most     int
}

// maxRating is the highest value that a ranking distinguishes.
const maxRating = 999

// headline returns the headline: the result of the game's Value. ok is false if the game has no
// Value, or if Value panics. Players and bots do not notice such a panic, so headline adds a finding.
func (k *checker[C]) headline(p *cardsim.Player[C]) (value int, ok bool) {
	if k.game.Value == nil {
		return 0, false
	}
	failure := inspect(p, func() { value = k.game.Value(p) })
	if failure != nil {
		k.addFinding(Fault, firstLine(fmt.Sprintf("Value failed: panic: %v", failure)))
	}
	return value, failure == nil
}

// recordRating adds the headline at the end of a game to the ratings.
func (k *checker[C]) recordRating(p *cardsim.Player[C]) {
	v, ok := k.headline(p)
	if !ok {
		return
	}
	r := &k.ratings
	if r.games++; r.games == 1 {
		r.least, r.most = v, v
	}
	r.least, r.most = min(r.least, v), max(r.most, v)
	if v > maxRating {
		r.aboveMax++
	}
}

// ratingFindings returns a finding if the headline does not rank players.
func (k *checker[C]) ratingFindings() (all []*Finding) {
	r := k.ratings
	find := func(format string, args ...any) {
		if at := k.placeOf("headline"); !k.remarked(at) {
			all = append(all, &Finding{Kind: BadHeadline, Place: at, Text: fmt.Sprintf(format, args...), Count: 1})
		}
	}
	switch {
	case r.games < enoughGames:
	case r.least == r.most:
		find("the headline was %d at the end of all %d games; use a stat that differs", r.least, r.games)
	case r.aboveMax*10 > r.games:
		find("the headline exceeds %d at the end of %s of games, where it ranks all the same; divide it", maxRating, percentage(r.aboveMax, r.games))
	}
	return all
}
