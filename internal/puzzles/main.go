// Command puzzles finds puzzles of Elements: positions in games of bots that the seat to move can
// win before its turn ends. This command replaces the puzzles that gamed contains:
//
//	nice go run ./internal/puzzles
//
// The same flags always find the same puzzles.
package main

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gamed/ai"
	"gamed/rules/builtin"
	"gamed/rules/elements"
	"gamed/rules/elements/puzzle"
	"gamed/server/hub"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

func main() {
	games := flag.Int("games", 3000, "play `N` games")
	keep := flag.Int("keep", 42, "write up to `N` puzzles")
	bot := flag.String("bot", "greedy", "the `NAME` of the bot that plays both seats")
	out := flag.String("out", "rules/builtin/elements_puzzles.json", "write the puzzles to `FILE`")
	flag.Parse()
	if err := run(*games, *keep, *bot, *out); err != nil {
		fmt.Fprintln(os.Stderr, "puzzles:", err)
		os.Exit(1)
	}
}

func run(games, keep int, bot, file string) error {
	f := newFinder(bot)
	var found []puzzle.FoundPuzzle
	for n := range games {
		one, err := f.findInGame(n)
		if err != nil {
			return fmt.Errorf("game %d: %w", n, err)
		}
		found = append(found, one...)
		if n%100 == 99 {
			fmt.Fprintf(os.Stderr, "%d games: %d positions\n", n+1, len(found))
		}
	}
	text, err := json.MarshalIndent(choose(found, keep), "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}

type finder struct {
	bot    string
	roster ai.Roster
	hub    *hub.Hub
	decks  []string
}

func newFinder(bot string) *finder {
	list := builtin.Rulesets()
	f := &finder{bot: bot, roster: list.Roster(), hub: hub.New(hub.Config{Rules: list.Dealers(), Log: store.NewMemory()})}
	for _, deck := range elements.Rules.Info().Decks {
		f.decks = append(f.decks, deck.Name)
	}
	return f
}

// spec returns the specification with which the server creates a puzzle's game. The text in
// chance determines all randomness of the game.
func (f *finder) spec(decks [2]string, chance string) hub.Spec {
	spec := hub.Spec{Chance: hub.LessonKey(elements.Rules.Name, chance)}
	spec.Rules, spec.RulesOptions = elements.Rules.Name, puzzle.Table()
	for _, deck := range decks {
		spec.Seats = append(spec.Seats, hub.SeatSpec{Deck: deck})
	}
	return spec
}

// position returns the position of a new game after the choices of an opening.
func (f *finder) position(spec hub.Spec, opening []string) (*elements.Position, error) {
	from, err := f.hub.Opening(spec, opening)
	if err != nil {
		return nil, err
	}
	lines, err := from.Lines()
	if err != nil {
		return nil, err
	}
	r, err := table.Restore(lines, table.SameRules(elements.Rules))
	if err != nil {
		return nil, err
	}
	return r.Table.Machine.(*state.Game[elements.Position]).Position(), nil
}

// A step is a choice in a game. p is the position before the choice.
type step struct {
	p         elements.Position
	seat      state.Seat
	text      string
	isDefault bool // the choice is the default of the seat that the server asks next
}

// findInGame plays game n and returns the puzzles that it finds for seat 0.
func (f *finder) findInGame(n int) (found []puzzle.FoundPuzzle, err error) {
	pairs := len(f.decks) * len(f.decks)
	decks := [2]string{f.decks[n%pairs/len(f.decks)], f.decks[n%len(f.decks)]} // each combination of decks in turn
	spec := f.spec(decks, strconv.Itoa(n))
	kept := []string{"0 keep", "1 keep"}
	p, err := f.position(spec, kept)
	if err != nil {
		return nil, err
	}
	var bots [2]ai.Bot
	for seat := range bots {
		if bots[seat], err = f.roster.New(elements.Rules.Name, f.bot, uint64(2*n+seat)); err != nil {
			return nil, err
		}
	}
	m := elements.Rules.At(*p)
	p = m.Position()
	var steps []step
	for last := uint16(0); !p.Over && len(steps) < 1000; {
		seat := p.Next()
		options := elements.Rules.Options(p, seat, nil)
		if seat == 0 && p.Active == 0 && p.Turn != last && p.Stack.Depth == 1 && (p.Stack.Frames[0].Phase == elements.Main || p.Stack.Frames[0].Phase == elements.Attack) && p.Awaiting.Has(0) {
			last = p.Turn
			if one, ok := ratePuzzle(p); ok {
				one.Decks, one.Chance, one.Turn, one.ID = decks, strconv.Itoa(n), int(p.Turn), fmt.Sprintf("%d-%d", n, p.Turn)
				one.Opening = slices.Concat(kept, opening(steps))
				again, err := f.position(spec, one.Opening)
				if err != nil {
					return nil, err
				}
				if again.Rand = p.Rand; *again == *p { // false if the text of a choice is also the beginning of another option's text
					found = append(found, one)
				}
			}
		}
		o := bots[seat].Choose(ai.NewAsk(m, seat, options))
		steps = append(steps, step{*p, seat, elements.Rules.Label(p, seat, o).Text, o == options[0]})
		m.Apply(state.Request{Seat: seat, Decision: m.Decision(seat), Option: o}, nil)
	}
	return found, nil
}

// Limits of a puzzle.
const (
	maxFirst    = 0.75   // share of winning options at the first choice
	minCritical = 3      // number of choices with a losing option
	maxLuck     = 80_000 // number of wins by random choices in a million games
	maxSteps    = 10     // number of choices in the solution
	maxPasses   = 4      // number of passes in the solution
)

// ratePuzzle returns the puzzle of a position. ok is false if the position is no puzzle or exceeds
// the limits.
func ratePuzzle(p *elements.Position) (found puzzle.FoundPuzzle, ok bool) {
	r, ok := puzzle.Rate(p)
	ok = ok && r.FirstShare <= maxFirst && r.Critical >= minCritical && r.Luck <= maxLuck && len(r.Solution) <= maxSteps &&
		r.Passes <= maxPasses && r.Plays > 0 && !puzzle.WinsByAttacks(p)
	return puzzle.FoundPuzzle{Rating: r}, ok
}

// opening returns the choices of a game as the opening of a puzzle. It omits a default choice if
// the next choice is not yet possible, because the server then makes the default choice itself.
func opening(steps []step) (choices []string) {
	next := "" // the choice after the current one
	for _, s := range slices.Backward(steps) {
		if s.isDefault && !possible(&s.p, next) {
			continue
		}
		next = fmt.Sprintf("%d %s", s.seat, s.text)
		choices = append(choices, next)
	}
	slices.Reverse(choices)
	return choices
}

// possible reports whether a choice of an opening is legal in a position. It returns true for
// "", which stands for the end of the opening.
func possible(p *elements.Position, choice string) bool {
	if choice == "" {
		return true
	}
	seat, text := state.Seat(choice[0]-'0'), choice[2:]
	return slices.ContainsFunc(elements.Rules.Options(p, seat, nil), func(o state.Option) bool {
		return strings.HasPrefix(elements.Rules.Label(p, seat, o).Text, text)
	})
}

// These constants limit how many similar puzzles the function choose selects.
const (
	perPair = 3 // with the same decks
	perCard = 4 // with the same picture
)

// tokens matches the references to tokens, such as t3, in an option's text.
var tokens = regexp.MustCompile(` t\d+`)

// choose selects at most the given number of puzzles, which differ and cover all difficulties. It
// returns them sorted, the easiest first.
func choose(found []puzzle.FoundPuzzle, keep int) (chosen []puzzle.FoundPuzzle) {
	easiest := func(a, b puzzle.FoundPuzzle) int {
		return cmp.Or(cmp.Compare(b.Luck, a.Luck), cmp.Compare(len(a.Solution), len(b.Solution)), cmp.Compare(a.ID, b.ID))
	}
	slices.SortFunc(found, easiest)
	games, lines, pairs, cards := map[string]bool{}, map[string]bool{}, map[[2]string]int{}, map[string]int{}
	for stride := max(len(found)/keep, 1); stride > 0; stride /= 2 { // the first passes cover all difficulties
		for i := 0; i < len(found) && len(chosen) < keep; i += stride {
			one := found[i]
			pair := one.Decks
			slices.Sort(pair[:])
			line := tokens.ReplaceAllString(strings.Join(one.Solution, ", "), "")
			if games[one.Chance] || lines[line] || pairs[pair] == perPair || cards[one.Card] == perCard {
				continue
			}
			games[one.Chance], lines[line] = true, true
			pairs[pair]++
			cards[one.Card]++
			chosen = append(chosen, one)
		}
	}
	slices.SortFunc(chosen, easiest)
	return chosen
}
