package check

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"gamed/rules/cardsim"
	"gamed/state"
)

// A Config says how much is played. Its zero value is good.
type Config struct {
	Games int    // with random choices, 1000 unless set; guided ones are at most as many
	Seed  uint64 // all chance comes from it
	// Progress, if set, is told after each game how many are done, and returns
	// false to stop there. The total is what there may be at most.
	Progress func(done, total int) bool
}

const (
	defaultGames = 1000
	// softLock is for how many turns in a row nothing but to let time pass has
	// to be there before it counts. Cooldowns make shorter pauses on purpose.
	softLock = 10
	// lookEvery is which of the random games are looked at each turn, as a player would:
	// that takes longer than the turn does. All guided ones are.
	lookEvery = 10
	// maxChoices ends a game that goes on and on within its turns.
	maxChoices = 20_000
)

// Run checks a game that Build has returned.
func Run[C cardsim.StatsCollection](game *cardsim.Game[C], config Config) Report {
	if config.Games < 1 {
		config.Games = defaultGames
	}
	k := newChecker(game)
	k.report.Seed, k.report.Game = config.Seed, game.Name
	going := true
	for n := 0; going && n < 2*config.Games; n++ {
		guided := n >= config.Games
		if guided && !k.missing() {
			break
		}
		k.play(n, guided, config.Seed)
		if config.Progress != nil {
			going = config.Progress(n+1, 2*config.Games)
		}
	}
	return k.result()
}

// A checker counts what happens in the games.
type checker[C cardsim.StatsCollection] struct {
	game    *cardsim.Game[C]
	report  Report
	cards   []*cardCount // as the game lists them, then others as they come
	byName  map[string]*cardCount
	actions []*optionCount
	endings []*EndingReport
	rules   []*ruleCount
	stats   statCounts
	lengths []int
	warned  []*Finding
	found   []*Finding

	// Of the game at hand:
	number  int
	guided  bool
	seed    uint64
	choices []int
	rand    state.Rand // for choices: the game has its own
	policy  policy[C]
	idle    int // turns in a row in which nothing could be done
	stuck   bool
	options []state.Option
	tried   cardsim.Machine[C] // what becomes of an option
}

func newChecker[C cardsim.StatsCollection](game *cardsim.Game[C]) *checker[C] {
	k := &checker[C]{byName: make(map[string]*cardCount)}
	k.game = game.Watch(k.ruleRuns)
	for _, r := range game.Rules {
		k.rule(r)
	}
	for _, c := range game.Cards {
		k.card(c)
	}
	for _, a := range game.Actions {
		k.actions = append(k.actions, newOption(&a.CardOption))
	}
	for _, name := range game.Endings {
		k.endings = append(k.endings, &EndingReport{Name: name, Listed: true})
	}
	return k
}

// play plays game n.
func (k *checker[C]) play(n int, guided bool, seed uint64) {
	r := state.Rand(seed)
	r.Mix(uint64(n) + 1)
	k.number, k.guided = n, guided
	k.seed = r.Uint64() >> 32 // short enough to be typed
	k.rand = state.Rand(r.Uint64())
	k.choices, k.idle, k.stuck = k.choices[:0], 0, false
	k.policy = k.choosePolicy()
	defer func() {
		if v := recover(); v != nil {
			k.find(Fault, fmt.Sprintf("panic: %v", v))
		}
	}()
	m, err := deal(k.game, k.seed)
	if err != nil {
		k.find(Fault, err.Error())
		return
	}
	k.run(m)
}

func (k *checker[C]) run(m *cardsim.Machine[C]) {
	p := m.Player()
	turn := 0
	for {
		k.warnings(p)
		if p.Turn != turn && m.Awaiting() != 0 {
			turn = p.Turn
			k.turn(p)
		}
		k.hand(p)
		if m.Awaiting() == 0 {
			break
		}
		if len(k.choices) == maxChoices {
			k.find(Endless, fmt.Sprintf("a game was not over after %d choices", maxChoices))
			break
		}
		k.options = m.Options(0, k.options[:0])
		k.offered(p)
		i := k.choose(m)
		k.took(p, k.options[i])
		k.choices = append(k.choices, i+1)
		m.Apply(state.Request{Option: k.options[i]}, nil)
		p = m.Player()
	}
	k.over(p)
}

// turn looks at a turn that begins.
func (k *checker[C]) turn(p *cardsim.Player[C]) {
	if !k.guided {
		k.report.Turns++
		k.stats.turn(p.Turn, p.Stats.Stats())
	}
	k.conditions(p)
	if k.guided || k.number%lookEvery == 0 {
		k.look(p)
	}
}

// over looks at a game that is over.
func (k *checker[C]) over(p *cardsim.Player[C]) {
	err := p.Failure()
	if err != nil && !errors.Is(err, cardsim.EndOfHistory) {
		k.failure(err)
	}
	if e := p.Ended(); e != nil {
		k.ending(e.Name)
	}
	if k.guided {
		k.report.Guided++
		return
	}
	k.report.Games++
	k.report.Choices += len(k.choices)
	k.lengths = append(k.lengths, p.Turn)
	k.stats.last(p.Stats.Stats())
}

func (k *checker[C]) ending(name string) {
	i := slices.IndexFunc(k.endings, func(e *EndingReport) bool { return e.Name == name })
	if i < 0 {
		i = len(k.endings)
		k.endings = append(k.endings, &EndingReport{Name: name})
	}
	e := k.endings[i]
	if e.example == nil {
		e.example = k.example()
	}
	if k.guided {
		e.Guided++
	} else {
		e.Games++
	}
}

// warnings counts those of the last choice.
func (k *checker[C]) warnings(p *cardsim.Player[C]) {
	for _, text := range p.Warnings() {
		k.warned = k.note(k.warned, Warned, firstLine(text))
	}
}

// find notes a finding of the game at hand.
func (k *checker[C]) find(kind Kind, text string) { k.found = k.note(k.found, kind, text) }

// note adds a finding to a list, or to one on it that says the same, which keeps
// the shortest game that shows it.
func (k *checker[C]) note(all []*Finding, kind Kind, text string) []*Finding {
	i := slices.IndexFunc(all, func(f *Finding) bool { return f.Kind == kind && f.Text == text })
	if i < 0 {
		return append(all, &Finding{Kind: kind, Text: text, Count: 1, Example: k.example()})
	}
	all[i].Count++
	if len(k.choices) < len(all[i].Choices) {
		all[i].Example = k.example()
	}
	return all
}

// example is the game at hand up to here.
func (k *checker[C]) example() *Example {
	return &Example{Seed: k.seed, Choices: append([]int{}, k.choices...)}
}

// missing reports whether something has not been reached yet.
func (k *checker[C]) missing() bool {
	for _, c := range k.cards {
		if c.seen() == 0 || slices.ContainsFunc(c.options, (*optionCount).unreached) {
			return true
		}
	}
	return slices.ContainsFunc(k.actions, (*optionCount).unreached) ||
		slices.ContainsFunc(k.endings, func(e *EndingReport) bool { return e.Games+e.Guided == 0 })
}

func byCount(a, b *Finding) int { return cmp.Compare(b.Count, a.Count) }

// look finds what cannot be shown.
func (k *checker[C]) look(p *cardsim.Player[C]) {
	err := p.Look()
	if many, is := err.(interface{ Unwrap() []error }); is {
		for _, one := range many.Unwrap() {
			k.failure(one)
		}
	} else if err != nil {
		k.failure(err)
	}
}

// failure notes what a designer's code has failed by, without the turn, so that equal
// ones are one.
func (k *checker[C]) failure(err error) {
	what := err.Error()
	var f *cardsim.Failure
	if errors.As(err, &f) {
		what = fmt.Sprintf("%s failed: %v", f.What, f.Err)
	}
	k.find(Fault, firstLine(what))
}
