package check

import (
	"fmt"

	"gamed/rules/cardsim"
	"gamed/state"
)

// deal starts a game as all games here are started.
func deal[C cardsim.StatsCollection](game *cardsim.Game[C], seed uint64) (*cardsim.Machine[C], error) {
	m, err := game.Deal(state.Setup{Seats: 1, Seed: seed})
	if err != nil {
		return nil, err
	}
	return m.(*cardsim.Machine[C]), nil
}

// Repeat plays a game again, each choice being the place of an option on the list,
// from 1, and returns it in words, a line for each choice and for what came of it.
// An error says where the choices do not fit or what has panicked; the lines before
// it are returned as well.
func Repeat[C cardsim.StatsCollection](game *cardsim.Game[C], seed uint64, choices []int) (log []string, err error) {
	log = []string{} // also where there are no choices
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v", v)
			log = append(log, err.Error())
		}
	}()
	m, err := deal(game, seed)
	if err != nil {
		return log, err
	}
	for i, n := range choices {
		options := m.Options(0, nil)
		if n < 1 || n > len(options) {
			return log, fmt.Errorf("choice %d is option %d: there are %d then", i+1, n, len(options))
		}
		log = append(log, fmt.Sprintf("turn %d: %s", m.Turn(), m.Label(0, options[n-1]).Text))
		var events state.Log
		m.Apply(state.Request{Option: options[n-1]}, &events)
		for _, e := range events.Events {
			switch kind := cardsim.NoteKind(e.What); kind {
			case cardsim.Told, cardsim.Gone, cardsim.Warned, cardsim.Failed, cardsim.Over:
				log = append(log, fmt.Sprintf("  %s: %s", kind, m.Tell(e, 0).Text))
			}
		}
	}
	return log, nil
}
