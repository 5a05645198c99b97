package arena

import (
	"gamed/rules"
	"gamed/state"
)

// A watch records the milestone of one game.
type watch struct {
	of      *rules.Milestone
	turn    int // before the request
	reached []int
}

// watch returns the watch of a new game, nil without a milestone.
func (m *Match) watch(game state.Machine) *watch {
	if m.Milestone == nil {
		return nil
	}
	return &watch{of: m.Milestone, turn: game.Turn()}
}

// look must be called after each request.
func (w *watch) look(game state.Machine) {
	for n := game.Measure(0, w.of.Measure); len(w.reached) < min(n, w.of.Most); {
		w.reached = append(w.reached, w.turn)
	}
	w.turn = game.Turn()
}

// turns returns the turns of the stages reached.
func (w *watch) turns() []int {
	if w == nil {
		return nil
	}
	return w.reached
}

// A stage sums a stage of the milestone over the games of a match.
type stage struct{ turns, games int }

func (s *stage) add(turn int) {
	s.turns += turn
	s.games++
}

// mean returns the mean turn of the games that reached the stage, or 0.
func (s *stage) mean() float64 {
	if s.games == 0 {
		return 0
	}
	return float64(s.turns) / float64(s.games)
}
