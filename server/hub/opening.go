package hub

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"gamed/state"
	"gamed/table"
)

const maxOpening = 1000 // choices before a lesson or a puzzle

var errLongOpening = fmt.Errorf("more than %d choices come before this choice", maxOpening)

// LessonKey returns the key of the games of a lesson or a puzzle. Anyone can compute it, and the
// deal is the same each time.
func LessonKey(rules, chance string) table.Key {
	return sha256.Sum256([]byte("gamed lesson v1\x00" + rules + "\x00" + chance))
}

// Opening plays the first choices of a game, and returns the position, from which another game can
// continue. Each choice is a seat and the beginning of an option's text, as in "1 play Moss Hare".
// While the next choice is not possible, each seat that must decide takes its first option.
func (h *Hub) Opening(spec Spec, choices []string) (*table.Origin, error) {
	t, records, err := h.open(spec, choices)
	if err != nil {
		return nil, err
	}
	lines := make([][]byte, len(records))
	for i, record := range records {
		if lines[i], err = record.Encode(); err != nil {
			return nil, fmt.Errorf("hub: %w", err)
		}
	}
	r, err := table.Restore(lines, table.SameRules(t.Rules))
	if err != nil {
		return nil, fmt.Errorf("hub: %w", err)
	}
	return r.From(len(records) - 1)
}

// OpeningView plays choices as [Hub.Opening] does. It returns the seat's view of the position, as
// JSON, and creates no game.
func (h *Hub) OpeningView(spec Spec, choices []string, seat state.Seat) (json.RawMessage, error) {
	t, _, err := h.open(spec, choices)
	if err != nil {
		return nil, err
	}
	return t.Machine.AppendView(nil, seat), nil
}

// open plays the choices of an opening, and returns the table with its records.
func (h *Hub) open(spec Spec, choices []string) (*table.Table, []*table.Record, error) {
	spec.Seats = slices.Clone(spec.Seats)
	for i := range spec.Seats {
		spec.Seats[i].Bot = substituteBot // no seat may be open
	}
	header, t, err := h.deal(&spec, "opening")
	if err != nil {
		return nil, nil, err
	}
	records := []*table.Record{{Kind: "header", Header: header}}
	for len(choices) > 0 {
		choice, listed := nextChoice(t, choices[0])
		record, err := t.Decide(&choice, table.Now{})
		if err == nil {
			_, err = t.Apply(record, nil)
		}
		if err == nil && len(records) == maxOpening {
			err = errLongOpening
		}
		if err != nil {
			return nil, nil, fmt.Errorf("hub: the opening does not lead to the choice %q: %w", choices[0], err)
		}
		if listed {
			choices = choices[1:]
		}
		records = append(records, record)
	}
	return t, records, nil
}

// nextChoice returns the wanted choice and true if it is possible now. Otherwise it returns the
// first option of the next seat, and false.
func nextChoice(t *table.Table, wanted string) (table.Choice, bool) {
	for seat := range state.Seat(t.Machine.Seats()) {
		text, mine := strings.CutPrefix(wanted, fmt.Sprintf("%d ", seat))
		if !mine || !t.Machine.Awaiting().Has(seat) {
			continue
		}
		at := slices.IndexFunc(t.Options(seat), func(o state.Option) bool {
			return strings.HasPrefix(t.Machine.Label(seat, o).Text, text)
		})
		if at >= 0 {
			return table.Choice{Seat: seat, Decision: t.Machine.Decision(seat), Option: at}, true
		}
	}
	seat := t.Machine.Next()
	return table.Choice{Seat: seat, Decision: t.Machine.Decision(seat)}, false
}
