package arena

import "gamed/state"

// A Milestone is a number that grows in the course of a game, and of which it is
// asked in which turn it reaches 1, 2, … Most.
type Milestone struct {
	Name    string // as in the result's JSON: "province" gives "province_turns"
	Measure state.Measure
	Most    int
}

// A watch times the milestone of one game.
type watch struct {
	of      *Milestone
	turn    int // before the request
	reached []int
}

// watch returns a watch for a game that begins, nil if there is no milestone.
func (m *Match) watch(game state.Machine) *watch {
	if m.Milestone == nil {
		return nil
	}
	return &watch{of: m.Milestone, turn: game.Turn()}
}

// look is called after each request.
func (w *watch) look(game state.Machine) {
	for n := game.Measure(0, w.of.Measure); len(w.reached) < min(n, w.of.Most); {
		w.reached = append(w.reached, w.turn)
	}
	w.turn = game.Turn()
}

// turns returns the turns in which 1, 2, … were reached, as far as they were.
func (w *watch) turns() []int {
	if w == nil {
		return nil
	}
	return w.reached
}

// A stage is one of the numbers of a milestone, over the games of a match.
type stage struct{ turns, games int }

func (s *stage) add(turn int) {
	s.turns += turn
	s.games++
}

// mean is the mean turn in the games that got there, 0 if none did.
func (s *stage) mean() float64 {
	if s.games == 0 {
		return 0
	}
	return float64(s.turns) / float64(s.games)
}
