package puzzle

import (
	"gamed/rules/elements"
	"gamed/state"
)

// ratePositions limits the positions that a search visits to rate a puzzle.
const ratePositions = 20_000

// A FoundPuzzle is a puzzle with its rating and the game between bots in which the puzzle occurred.
type FoundPuzzle struct {
	ID      string    `json:"id"`
	Decks   [2]string `json:"decks"`
	Chance  string    `json:"chance"`
	Opening []string  `json:"opening"`
	Turn    int       `json:"turn"`
	Rating
}

// Table returns the table options of puzzles.
func Table() map[string]string { return map[string]string{"open": "yes"} }

// A Rating describes a forced win.
type Rating struct {
	Card     string   `json:"card"`     // the card of the first choice that has one, or of the first play if no power precedes it
	Luck     int      `json:"luck"`     // wins in a million games with random choices
	Solution []string `json:"solution"` // texts of the choices against the best defence: see Puzzle in package rules

	FirstShare float64 `json:"-"` // share of the options of the first decision that win
	Critical   int     `json:"-"` // decisions of the solution in which some option loses
	Plays      int     `json:"-"` // cards and powers in the solution
	Passes     int     `json:"-"` // passes in the solution
}

// Rate rates the position as a puzzle for the seat whose turn it is. Rate returns false unless the
// seat has a forced win and the search stays below its limit.
func Rate(p *elements.Position) (r Rating, ok bool) {
	f := New(p, ratePositions, false)
	f.quick = true
	if f.Distance(p) == Lost {
		return r, false
	}
	f = New(p, ratePositions, false)
	if f.Distance(p) == Lost || !f.Complete() {
		return r, false
	}
	r.Luck = int(f.Luck(p) * 1e6)
	for at := *p; !at.Over; {
		seat := at.Next()
		if rest := at.Awaiting.Without(f.seat); rest != 0 {
			seat = rest.First() // in a puzzle, the bot answers before the player
		}
		if seat != f.seat {
			at = f.After(&at, seat, f.Defence(&at, seat))
			continue
		}
		o, ok := f.Best(&at)
		if !ok {
			return r, false
		}
		if options := elements.Rules.Options(&at, seat, nil); len(options) > 1 {
			r.addChoice(f, &at, o, options)
		}
		at = f.After(&at, seat, o)
	}
	return r, true
}

// addChoice appends the choice of o to the solution and updates the counts of r.
func (r *Rating) addChoice(f *Search, p *elements.Position, o state.Option, options []state.Option) {
	label := elements.Rules.Label(p, f.seat, o)
	wins := 0
	for _, other := range options {
		after := f.After(p, f.seat, other)
		if f.Distance(&after) != Lost {
			wins++
		}
	}
	if len(r.Solution) == 0 {
		r.FirstShare = float64(wins) / float64(len(options))
	}
	if wins < len(options) {
		r.Critical++
	}
	switch label.Do {
	case "play", "use":
		r.Plays++
	case "pass":
		r.Passes++
	}
	if r.Card == "" || r.Plays == 1 && label.Do == "play" {
		r.Card = label.Card
	}
	r.Solution = append(r.Solution, label.Text)
}

// WinsByAttacks reports whether the seat whose turn it is can force a win with attacks alone.
func WinsByAttacks(p *elements.Position) bool {
	f := New(p, ratePositions, false)
	f.quick = true
	f.Allows = func(o state.Option) bool { return o.Do == elements.AttackBy || o.Do == elements.Pass }
	return f.Distance(p) != Lost
}
