package arena

import (
	"gamed/rules"
	"gamed/state"
)

// A stageTurns records when one game reaches the stages of the milestone.
type stageTurns struct {
	milestone *rules.Milestone
	turn      int // the turn in which the next request is made
	reached   []int
}

// newStageTurns returns a stageTurns for a new game, or nil if the match has no milestone.
func (m *Match) newStageTurns(game state.Machine) *stageTurns {
	if m.Milestone == nil {
		return nil
	}
	return &stageTurns{milestone: m.Milestone, turn: game.Turn()}
}

// update records newly reached stages. It must be called after each request.
func (w *stageTurns) update(game state.Machine) {
	for n := game.Measure(0, w.milestone.Measure); len(w.reached) < min(n, w.milestone.Most); {
		w.reached = append(w.reached, w.turn)
	}
	w.turn = game.Turn()
}

// turns returns the turns in which the stages were reached.
func (w *stageTurns) turns() []int {
	if w == nil {
		return nil
	}
	return w.reached
}

// A stage sums the turns in which the games of a match reached one stage of the milestone.
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
