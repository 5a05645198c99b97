package check

import (
	"fmt"
	"slices"
	"strings"

	"gamed/rules/cardsim"
	"gamed/state"
)

// deal starts a game with one seat.
func deal[C cardsim.StatsCollection](game *cardsim.Game[C], seed uint64) (*cardsim.Machine[C], error) {
	m, err := game.Deal(state.Setup{Seats: 1, Seed: state.Seed(seed)})
	if err != nil {
		return nil, err
	}
	return m.(*cardsim.Machine[C]), nil
}

// Repeat replays a game and returns a log of its choices and messages. The log also has the
// warnings that players do not see because the warnings would reveal hidden facts. A choice is the
// index of an option, from 1. If a choice is impossible or the game panics, Repeat returns the log
// of the choices before it and an error.
func Repeat[C cardsim.StatsCollection](game *cardsim.Game[C], seed uint64, choices []int) (log []string, err error) {
	log = []string{} // not nil without choices
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v", v)
			log = append(log, err.Error())
		}
	}()
	var remarks []string
	m, err := deal(game.Watch(remarkCollector[C](&remarks)), seed)
	if err != nil {
		return log, err
	}
	for i, n := range choices {
		options := m.Options(0, nil)
		if n < 1 || n > len(options) {
			return log, fmt.Errorf("choice %d is option %d, but there are %d options", i+1, n, len(options))
		}
		log = append(log, fmt.Sprintf("turn %d: %s", m.Turn(), m.Label(0, options[n-1]).Text))
		remarks = nil
		said := len(log)
		var events state.Log
		m.Apply(state.Request{Option: options[n-1]}, &events)
		for _, e := range events.Events {
			switch kind := cardsim.NoteKind(e.What); kind {
			case cardsim.Told, cardsim.Gone, cardsim.Warned, cardsim.Failed, cardsim.Over:
				log = append(log, fmt.Sprintf("  %s: %s", kind, m.Tell(e, 0).Text))
			}
		}
		for _, text := range remarks {
			if !slices.ContainsFunc(log[said:], func(line string) bool { return strings.Contains(line, text) }) {
				log = append(log, fmt.Sprintf("  %s: %s", cardsim.Warned, text))
			}
		}
	}
	return log, nil
}

// remarkCollector returns a Watcher that collects the texts of remarks.
func remarkCollector[C cardsim.StatsCollection](remarks *[]string) cardsim.Watcher[C] {
	return cardsim.Watcher[C]{
		Rule:    func(*cardsim.Rule[C]) func(bool) { return nil },
		Option:  func(*cardsim.CardOption[C]) func(bool) { return nil },
		Expired: func(*cardsim.Card[C]) {},
		Branch:  func(string, bool) {},
		Remark:  func(_, text string) { *remarks = append(*remarks, text) },
	}
}
