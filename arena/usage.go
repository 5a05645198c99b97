package arena

import (
	"errors"
	"fmt"
	"slices"

	"gamed/rules"
	"gamed/state"
	"gamed/table"
)

// A Usage counts the decisions of one game and the use of its cards.
type Usage struct {
	// Options counts the requests with one option, with two options, and with more.
	Options [3]int `json:"options"`
	// Kept and Redrawn count the first hands that seats kept and redrew.
	Kept    int `json:"kept,omitempty"`
	Redrawn int `json:"redrawn,omitempty"`
	// Scale names the measure by which Behind compares the seats, such as life. It is empty if the
	// ruleset names none.
	Scale string `json:"scale,omitempty"`
	// Behind reports whether the only winner was behind at the start of a turn in the second half
	// of the game.
	Behind     bool        `json:"behind,omitempty"`
	Situations []Situation `json:"situations,omitempty"` // in order of first appearance
	// Cards counts the uses of each card by seat. Only the first kind of use in [rules.Usage.Uses]
	// counts. Cards has an entry for each card of the decks and for each used card.
	Cards map[string][]int `json:"cards,omitempty"`
}

// A Situation counts the uses of cards in one situation.
type Situation struct {
	Use       string `json:"use"` // name of the use; see [rules.Use]
	Phase     string `json:"phase,omitempty"`
	OtherTurn bool   `json:"other,omitempty"` // whether the uses are on another seat's turn
	Depth     int    `json:"depth,omitempty"` // number of plays and powers on the stack
	Count     int    `json:"n"`
}

// check returns an error if the counts are impossible for a game with the given number of seats.
func (u *Usage) check(seats int) error {
	counts := append([]int{u.Kept, u.Redrawn}, u.Options[:]...)
	for _, s := range u.Situations {
		counts = append(counts, s.Count, s.Depth)
	}
	for _, bySeat := range u.Cards {
		if len(bySeat) != seats {
			return fmt.Errorf("the usage of a card has %d seats instead of %d", len(bySeat), seats)
		}
		counts = append(counts, bySeat...)
	}
	if slices.Min(counts) < 0 {
		return errors.New("a count of the usage is negative")
	}
	return nil
}

// A usageCounter counts the usage of finished games by playing their requests again. A match
// without Usage has no usageCounter.
type usageCounter struct {
	match     *Match
	usage     *rules.Usage
	situation func(state.Machine) (active state.Seat, phase string, depth int) // may be nil
	chance    *table.Chance
	game      state.Machine
	opts      []state.Option
	standings []turnStanding
}

// A turnStanding holds the measure of each seat at the start of a turn.
type turnStanding struct {
	turn     int
	measures [state.MaxSeats]int
}

func newUsageCounter(m *Match) *usageCounter {
	return &usageCounter{match: m, usage: m.Usage, situation: m.Rules.Abilities().Situation, chance: table.NewChance(table.Key{})}
}

// count counts the usage of a finished game from its requests.
func (c *usageCounter) count(g *Game, key table.Key, requests []state.Request) error {
	c.chance.Seed(key)
	setup := c.match.setup(g.Pair, c.chance.Next())
	var err error
	if c.game == nil {
		c.game, err = c.match.Rules.Deal(setup)
	} else {
		err = c.game.Redeal(setup)
	}
	if err != nil {
		return err
	}
	m, u := c.game, &Usage{Scale: c.usage.StandingName}
	c.standings = c.standings[:0]
	c.addDecks(u)
	for _, q := range requests {
		c.recordStanding()
		if q.Option != resign {
			c.opts = m.Options(q.Seat, c.opts[:0])
			u.Options[min(max(len(c.opts), 1), 3)-1]++
			c.countRequest(u, q)
		}
		m.Apply(q, nil)
	}
	if len(g.Won) == 1 && !g.Drawn() {
		u.Behind = c.behind(g.Won[0], m.Turn())
	}
	g.Usage = u
	return nil
}

// addDecks adds an entry for each card in the decks of the newly dealt game.
func (c *usageCounter) addDecks(u *Usage) {
	if c.usage.Uses == nil {
		return
	}
	u.Cards = make(map[string][]int)
	if c.usage.Cards == nil {
		return
	}
	for seat := range c.game.Seats() {
		for _, name := range c.usage.Cards(c.game, state.Seat(seat)) {
			u.usesOf(name, c.game.Seats())
		}
	}
}

// usesOf returns the entry of a card, and adds it if it is missing.
func (u *Usage) usesOf(name string, seats int) []int {
	bySeat, known := u.Cards[name]
	if !known {
		bySeat = make([]int, seats)
		u.Cards[name] = bySeat
	}
	return bySeat
}

// countRequest counts a request before the game applies it.
func (c *usageCounter) countRequest(u *Usage, q state.Request) {
	switch q.Do {
	case 0:
	case c.usage.Keep:
		u.Kept++
	case c.usage.Redraw:
		u.Redrawn++
	}
	i := slices.IndexFunc(c.usage.Uses, func(use rules.Use) bool { return use.Do == q.Do })
	if i < 0 {
		return
	}
	if i == 0 {
		u.usesOf(c.game.Label(q.Seat, q.Option).Card, c.game.Seats())[q.Seat]++
	}
	if c.situation == nil {
		return
	}
	active, phase, depth := c.situation(c.game)
	s := Situation{Use: c.usage.Uses[i].Name, Phase: phase, OtherTurn: active != q.Seat, Depth: depth}
	at := slices.IndexFunc(u.Situations, func(old Situation) bool { old.Count = 0; return old == s })
	if at < 0 {
		at = len(u.Situations)
		u.Situations = append(u.Situations, s)
	}
	u.Situations[at].Count++
}

// recordStanding records the measure of each seat if a turn has begun.
func (c *usageCounter) recordStanding() {
	turn := c.game.Turn()
	if c.usage.StandingName == "" || len(c.standings) > 0 && c.standings[len(c.standings)-1].turn == turn {
		return
	}
	s := turnStanding{turn: turn}
	for seat := range c.game.Seats() {
		s.measures[seat] = c.game.Measure(state.Seat(seat), c.usage.Standing)
	}
	c.standings = append(c.standings, s)
}

// behind reports whether a seat was behind another seat in the second half of a game with the given
// number of turns.
func (c *usageCounter) behind(seat, turns int) bool {
	return slices.ContainsFunc(c.standings, func(s turnStanding) bool {
		return 2*s.turn > turns && s.measures[seat] < slices.Max(s.measures[:c.game.Seats()])
	})
}
