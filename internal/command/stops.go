package command

import (
	"fmt"
	"slices"
	"strings"

	"gamed/protocol"
	"gamed/state"
)

// defaultStops names the situations in which the game waits for a person.
func (r ruleset) defaultStops() (names []string) {
	for _, stop := range r.stops() {
		if stop.Default {
			names = append(names, stop.Name)
		}
	}
	return names
}

func (r ruleset) stops() []state.Stop {
	if p := r.Abilities().Passing; p != nil {
		return p.Stops
	}
	return nil
}

// passes reports whether the person passes automatically: the first option is a pass, and the
// person has no stop in this situation.
func (t *terminal) passes(labels []state.Label) bool {
	can := t.rules.Abilities()
	if can.Passing == nil || labels[0].Do != can.Passing.Pass {
		return false
	}
	i := can.Stop(t.m, t.seat)
	return i >= 0 && !slices.Contains(t.stops, can.Passing.Stops[i].Name)
}

// changeStops sets the situations in which the game waits for the person, unless names is empty.
func (t *terminal) changeStops(names []string) error {
	var all []string
	for _, stop := range t.rules.stops() {
		all = append(all, stop.Name)
	}
	if slices.Equal(names, []string{protocol.AllStops}) {
		names = all
	}
	for _, name := range names {
		if !slices.Contains(all, name) {
			return fmt.Errorf("there is no stop %q: use %s", name, strings.Join(all, ", "))
		}
	}
	if len(names) > 0 {
		t.stops = names
	}
	return nil
}

// listStops prints the situations, and marks those in which the game waits.
func (t *terminal) listStops() {
	for _, stop := range t.rules.stops() {
		mark := " "
		if slices.Contains(t.stops, stop.Name) {
			mark = "*"
		}
		fmt.Fprintf(t.out, "  %s %-15s %s\n", mark, stop.Name, stop.Text)
	}
}
