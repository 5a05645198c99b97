package check

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"gamed/rules/cardsim"
	"gamed/state"
)

// A Config sets the number of games and the seed. Its zero value is valid.
type Config struct {
	Games int    // random games, default 1000; at most as many guided games follow
	Seed  uint64 // the source of all chance
	// Progress, if set, is called after each game and returns false to stop the check.
	// total is the maximum number of games.
	Progress func(done, total int) bool
}

const (
	defaultGames = 1000
	// softLock is the number of consecutive turns with nothing to do that counts as a
	// finding. Cooldowns cause shorter pauses on purpose.
	softLock = 10
	// lookEvery selects the random games whose views are checked each turn. A check
	// takes longer than the turn itself, so other random games skip it. All guided games
	// are checked.
	lookEvery = 10
	// maxChoices stops a game that does not end, and maxInTurn a turn that does not end.
	// After patience choices in one turn, a policy avoids free actions.
	maxChoices = 20_000
	maxInTurn  = 200
	patience   = 20
)

// Run checks a game. The game must come from Build.
func Run[C cardsim.StatsCollection](game *cardsim.Game[C], config Config) Report {
	if config.Games < 1 {
		config.Games = defaultGames
	}
	k := newChecker(game)
	k.report.Seed, k.report.Game = state.Seed(config.Seed), game.Name
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

// A checker counts the events of all games.
type checker[C cardsim.StatsCollection] struct {
	game    *cardsim.Game[C]
	report  Report
	cards   []*cardCount // in the game's order
	byName  map[string]*cardCount
	actions []*optionCount
	endings []*EndingReport
	rules   []*ruleCount
	stats   statCounts
	lengths []int
	warned  []*Finding
	found   []*Finding

	chosen   map[*cardsim.CardOption[C]]*optionCount
	branches map[string]*branchCount
	turns    int // of all games
	ratings  ratings

	// The state of the current game.
	number   int
	guided   bool
	seed     uint64
	choices  []int
	rand     state.Rand // for choices; the game has its own
	policy   policy[C]
	idle     int // consecutive turns with nothing to do
	stuck    bool
	inTurn   int // choices in the current turn
	past     []position
	script   []int // choices to repeat, instead of a policy
	scripted bool
	options  []state.Option
	tried    cardsim.Machine[C] // scratch game to try an option
	trying   bool
}

func newChecker[C cardsim.StatsCollection](game *cardsim.Game[C]) *checker[C] {
	k := &checker[C]{
		byName: make(map[string]*cardCount), branches: make(map[string]*branchCount),
		chosen: make(map[*cardsim.CardOption[C]]*optionCount),
	}
	k.game = game.Watch(cardsim.Watcher[C]{Rule: k.ruleRuns, Option: k.optionRuns, Expired: k.expired, Branch: k.branch, Remark: k.remark})
	for _, r := range game.Rules {
		if !r.Internal {
			k.rule(r.Name)
		}
	}
	for _, part := range slices.Sorted(maps.Keys(game.Places)) {
		var name string
		if n, _ := fmt.Sscanf(part, "rule %q", &name); n == 1 {
			k.rule(name) // a rule that is off at the start
		}
	}
	for _, c := range game.Cards {
		count := newCardCount(c)
		k.cards = append(k.cards, count)
		k.byName[c.Name] = count
		for i := range c.Options {
			k.chosen[&c.Options[i]] = count.options[i]
		}
	}
	for _, a := range game.Actions {
		count := newOptionCount(&a.CardOption)
		k.actions = append(k.actions, count)
		k.chosen[&a.CardOption] = count
	}
	for _, name := range game.Endings {
		k.endings = append(k.endings, &EndingReport{Name: name, Listed: true})
	}
	return k
}

func (k *checker[C]) play(n int, guided bool, seed uint64) {
	r := state.Rand(seed)
	r.Mix(uint64(n) + 1)
	k.number, k.guided = n, guided
	k.seed = r.Uint64() >> 32 // short enough to type
	k.rand = state.Rand(r.Uint64())
	k.policy = k.choosePolicy()
	k.start()
}

// start plays a game from its seed.
func (k *checker[C]) start() {
	k.choices, k.past, k.idle, k.stuck, k.inTurn = k.choices[:0], k.past[:0], 0, false, 0
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
		k.countWarnings(p)
		if p.Turn != turn && m.Awaiting() != 0 {
			turn, k.inTurn = p.Turn, 0
			k.turn(p)
		}
		k.hand(p)
		switch {
		case m.Awaiting() == 0:
			k.over(p)
			return
		case len(k.choices) == maxChoices:
			k.find(Endless, fmt.Sprintf("a game did not end after %d choices; lower turns or add an ending", maxChoices))
			k.over(p)
			return
		case k.inTurn == maxInTurn:
			k.choices = k.choices[:len(k.choices)-k.inTurn+1]
			k.find(Endless, fmt.Sprintf("a turn did not end after %d choices, because each gave its action back; let one use the action up", maxInTurn))
			k.over(p)
			return
		case k.scripted && len(k.choices) == len(k.script):
			return
		}
		k.options = m.Options(0, k.options[:0])
		k.offered(p)
		i := k.choose(m)
		if i >= len(k.options) {
			return // a choice of the shortened script does not exist here
		}
		k.inTurn++
		k.countChoice(p, k.options[i])
		k.choices = append(k.choices, i+1)
		m.Apply(state.Request{Option: k.options[i]}, nil)
		p = m.Player()
	}
}

// turn records the start of a turn.
func (k *checker[C]) turn(p *cardsim.Player[C]) {
	stats := p.Stats.Stats()
	if !k.guided {
		k.report.Turns++
		k.stats.turn(p.Turn, stats)
	}
	k.turns++
	k.past = append(k.past, newPosition(p.Hand(), stats, len(k.choices)))
	k.conditions(p)
	if k.guided || k.number%lookEvery == 0 {
		k.checkViews(p)
	}
}

// over records the end of a game.
func (k *checker[C]) over(p *cardsim.Player[C]) {
	err := p.Failure()
	if err != nil && !errors.Is(err, cardsim.EndOfHistory) {
		k.failure(err)
	}
	if e := p.Ended(); e != nil {
		k.ending(e.Name, p.Turn)
	}
	if k.guided {
		k.report.Guided++
		return
	}
	k.report.Games++
	k.report.Choices += len(k.choices)
	k.lengths = append(k.lengths, p.Turn)
	k.stats.last(p.Stats.Stats())
	k.rated(p)
}

func (k *checker[C]) ending(name string, turn int) {
	switch name {
	case cardsim.EndHistory:
		k.find(Ended, "the deck and the hand ran empty; give a card a cooldown, or add an ending")
	case cardsim.EndTime:
		k.repetition()
	}
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
		return
	}
	e.Games++
	if turn == 1 {
		e.first++
	}
}

// countWarnings counts the warnings of the last choice.
func (k *checker[C]) countWarnings(p *cardsim.Player[C]) {
	for _, text := range p.Warnings() {
		k.warned = k.note(k.warned, Warned, firstLine(text))
	}
}

// find adds a finding in the current game.
func (k *checker[C]) find(kind Kind, text string) { k.found = k.note(k.found, kind, text) }

// note adds a finding to a list. An equal finding is counted once and keeps the
// shortest game as its example.
func (k *checker[C]) note(all []*Finding, kind Kind, text string) []*Finding {
	i := slices.IndexFunc(all, func(f *Finding) bool { return f.Kind == kind && f.Text == text })
	if i < 0 {
		return append(all, &Finding{Kind: kind, At: k.at(text), Text: text, Count: 1, Example: k.example()})
	}
	all[i].Count++
	if len(k.choices) < len(all[i].Choices) {
		all[i].Example = k.example()
	}
	return all
}

// remark adds a mistake that a condition met. An equal mistake is counted once and keeps
// the shortest game as its example.
func (k *checker[C]) remark(at, text string) {
	if k.trying || k.remarked(at) {
		return
	}
	i := slices.IndexFunc(k.found, func(f *Finding) bool { return f.Kind == Mistake && f.At == at && f.Text == text })
	if i < 0 {
		k.found = append(k.found, &Finding{Kind: Mistake, At: at, Text: text, Example: k.example()})
		i = len(k.found) - 1
	}
	f := k.found[i]
	f.Count++
	if len(k.choices) < len(f.Choices) {
		f.Example = k.example()
	}
}

// example returns the current game up to this point.
func (k *checker[C]) example() *Example {
	return &Example{Seed: state.Seed(k.seed), Choices: append([]int{}, k.choices...)}
}

// missing reports whether a card, option, action or ending has not been reached.
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

// checkViews finds errors in what the game shows.
func (k *checker[C]) checkViews(p *cardsim.Player[C]) {
	err := p.Look()
	if many, is := err.(interface{ Unwrap() []error }); is {
		for _, one := range many.Unwrap() {
			k.failure(one)
		}
	} else if err != nil {
		k.failure(err)
	}
}

// failure adds a failure without its turn, so that equal failures are counted together.
func (k *checker[C]) failure(err error) {
	what := err.Error()
	var f *cardsim.Failure
	if errors.As(err, &f) {
		what = fmt.Sprintf("%s failed: %v", f.What, f.Err)
	}
	k.find(Fault, firstLine(what))
}
