package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"slices"
	"sync"

	"gamed/ai"
	"gamed/rules"
	"gamed/state"
	"gamed/table"
)

const (
	player     = state.Seat(0)
	iterations = 2000 // of the search that values an option
	// realDifference is the least difference in winning chances, in thousandths, between two
	// options of a real decision.
	realDifference = 50
	// maxPasses bounds the number of passes from the main phase to the attack phase.
	maxPasses = 50
)

// A judge computes the player's winning chances after each option of a decision.
type judge struct {
	rules  state.Dealer
	search ai.Forecaster
	file   string

	mu       sync.Mutex
	chances  map[string][]int // winning chances in thousandths, by digest of the decision
	computed int              // judged decisions that the file did not have
}

func newJudge(list rules.List, file string) (*judge, error) {
	r, _ := list.Find("elements")
	j := &judge{rules: r.Dealer, file: file, chances: map[string][]int{}}
	j.search, _ = list.Roster().Forecaster("elements", iterations)
	text, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return j, nil
	case err != nil:
		return nil, err
	}
	return j, json.Unmarshal(text, &j.chances)
}

// save writes the judgements to the file.
func (j *judge) save() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	text, err := json.MarshalIndent(j.chances, "", "")
	if err != nil {
		return err
	}
	return os.WriteFile(j.file, append(compact(text), '\n'), 0o644)
}

// compact puts each judgement on one line, so that a diff shows a changed judgement as one line.
func compact(text []byte) []byte {
	short, depth := make([]byte, 0, len(text)), 0
	for _, b := range text {
		switch b {
		case '[':
			depth++
		case ']':
			depth--
		}
		if b != '\n' || depth == 0 {
			short = append(short, b)
		}
	}
	return short
}

// A judgement rates the options of one decision of the player.
type judgement struct {
	Number uint32 `json:"number"` // 0 for none
	// Best is the index of the best option, and Values are the winning chances after each option,
	// in thousandths.
	Best   int   `json:"best"`
	Values []int `json:"values"`
	// Real reports whether two options differ enough to matter.
	Real bool `json:"real"`
	// Passes reports whether the first option is a pass and clearly better than every other option,
	// or the only option.
	Passes bool `json:"passes"`
	// Attack lists the tokens with which the player should attack now, or after a pass in the main
	// phase.
	Attack []string `json:"attack,omitempty"`
	// Auto reports whether the server answered for the player.
	Auto bool `json:"auto,omitempty"`
	// Lost reports whether the option taken is clearly worse than the best one.
	Lost bool `json:"lost,omitempty"`
}

// judgeOpen judges the player's open decision.
func (j *judge) judgeOpen(m state.Machine) judgement {
	if m.Decision(player) == 0 {
		return judgement{}
	}
	d := j.judge(m)
	options := m.Options(player, nil)
	if do := m.Label(player, options[d.Best]).Do; do == "pass" || do == "attack" {
		d.Attack = j.attack(m)
	}
	return d
}

// judgeClosed judges a decision and the request that closed it.
func (j *judge) judgeClosed(m state.Machine, q *table.Request) judgement {
	d := j.judge(m)
	d.Auto = q.By == table.ByAuto
	taken := state.Option{Do: state.Do(q.Option[0]), Card: state.Card(q.Option[1]), Target: state.Card(q.Option[2]), SecondTarget: state.Card(q.Option[3])}
	for i, o := range m.Options(player, nil) {
		if o == taken {
			d.Lost = d.Values[d.Best]-d.Values[i] >= realDifference
		}
	}
	return d
}

// judge computes the value of each option of the player's open decision, and finds the best one.
func (j *judge) judge(m state.Machine) judgement {
	d := judgement{Number: m.Decision(player), Values: j.values(m)}
	least, second := d.Values[0], math.MinInt
	for i, v := range d.Values {
		if v > d.Values[d.Best] {
			d.Best = i
		}
		least = min(least, v)
		if i > 0 {
			second = max(second, v)
		}
	}
	d.Real = d.Values[d.Best]-least >= realDifference
	pass := m.Label(player, m.Options(player, nil)[0]).Do == "pass"
	d.Passes = pass && (len(d.Values) == 1 || d.Values[0]-second >= realDifference)
	return d
}

// attack returns the tokens whose attack, after a pass in the main phase, is at least as good as no
// attack. On the page, a player may select these attackers before that pass.
func (j *judge) attack(m state.Machine) (by []string) {
	w, turn := m.Fork(), m.Turn()
	for range maxPasses {
		if w.Awaiting() == 0 || w.Turn() != turn {
			return nil
		}
		seat := w.Next()
		options := w.Options(seat, nil)
		if seat == player && len(options) > 1 && hasAttack(w, options) {
			values := j.values(w)
			for i, o := range options {
				if l := w.Label(player, o); l.Do == "attack" && values[i] >= values[0] && !slices.Contains(by, l.By) {
					by = append(by, l.By)
				}
			}
			return by
		}
		if w.Label(seat, options[0]).Do != "pass" {
			return nil
		}
		w.Apply(state.Request{Seat: seat, Decision: w.Decision(seat), Option: options[0]}, nil)
	}
	return nil
}

func hasAttack(m state.Machine, options []state.Option) bool {
	for _, o := range options {
		if m.Label(player, o).Do == "attack" {
			return true
		}
	}
	return false
}

// values returns the player's winning chances after each option, in thousandths. The search uses
// only what the player knows.
func (j *judge) values(m state.Machine) []int {
	options := m.Options(player, nil)
	hash := sha256.New()
	hash.Write(m.AppendView(nil, player))
	for _, o := range options {
		hash.Write([]byte(m.Label(player, o).Text + "\n"))
	}
	sum := hash.Sum(nil)
	key := hex.EncodeToString(sum[:8])
	j.mu.Lock()
	defer j.mu.Unlock()
	if values, ok := j.chances[key]; ok && len(values) == len(options) {
		return values
	}
	values := make([]int, len(options))
	for i, o := range options {
		w := m.Fork()
		w.Apply(state.Request{Seat: player, Decision: m.Decision(player), Option: o, Salt: 1}, nil)
		values[i] = int(math.Round(1000 * j.search.Chances(w, player, 1)[player]))
	}
	j.chances[key] = values
	j.computed++
	return values
}
