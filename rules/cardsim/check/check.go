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

// A Config sets the number of games, the seed and a progress function. Its zero value is valid.
type Config struct {
	Games int    // random games, default 1000; at most as many guided games follow
	Seed  uint64 // determines the seeds of the games and the choices in them
	// Progress, if set, is called after each game and returns false to stop the check.
	// total is the maximum number of games.
	Progress func(done, total int) bool
}

const (
	defaultGames = 1000
	// softLockTurns is the number of consecutive turns with nothing to do that counts as a finding.
	// Shorter pauses do not count, because designers cause them with cooldowns on purpose.
	softLockTurns = 10
	// The checker checks the views of all guided games, but only of one random game in
	// viewCheckInterval, because checking a view takes longer than playing the turn.
	viewCheckInterval = 10
	// maxChoices is the maximum number of choices in a game, and maxTurnChoices in a turn. After
	// patientChoices choices in a turn, the checker avoids free actions.
	maxChoices     = 20_000
	maxTurnChoices = 200
	patientChoices = 20
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
		if guided && !k.anyUnreached() {
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
	game        *cardsim.Game[C]
	report      Report
	cards       []*cardCount // in the game's order
	cardsByName map[string]*cardCount
	actions     []*optionCount
	endings     []*EndingReport
	rules       []*ruleCount
	stats       statCounts
	lengths     []int
	warnings    []*Finding
	findings    []*Finding

	optionCounts map[*cardsim.CardOption[C]]*optionCount
	branches     map[string]*branchCount
	turns        int // of all games
	ratings      ratings

	// The state of the current game.
	gameNumber      int
	guided          bool
	seed            uint64
	choices         []int
	rand            state.Rand // for choices; the game has another random source
	policy          policy[C]
	idleTurns       int // consecutive turns with nothing to do
	stuck           bool
	turnChoices     int // choices in the current turn
	positions       []position
	scriptedChoices []int // choices to repeat, instead of a policy
	scripted        bool
	options         []state.Option
	trialGame       cardsim.Machine[C] // scratch game to try an option
	inTrial         bool
}

func newChecker[C cardsim.StatsCollection](game *cardsim.Game[C]) *checker[C] {
	k := &checker[C]{
		cardsByName: make(map[string]*cardCount), branches: make(map[string]*branchCount),
		optionCounts: make(map[*cardsim.CardOption[C]]*optionCount),
	}
	k.game = game.Watch(cardsim.Watcher[C]{Rule: k.watchRule, Option: k.watchOption, Expired: k.watchExpired, Branch: k.watchBranch, Remark: k.watchRemark})
	for _, r := range game.Rules {
		if !r.Internal {
			k.ruleCountOf(r.Name)
		}
	}
	for _, part := range slices.Sorted(maps.Keys(game.Places)) {
		var name string
		if n, _ := fmt.Sscanf(part, "rule %q", &name); n == 1 {
			k.ruleCountOf(name) // a rule that is off at the start
		}
	}
	for _, c := range game.Cards {
		count := newCardCount(c)
		k.cards = append(k.cards, count)
		k.cardsByName[c.Name] = count
		for i := range c.Options {
			k.optionCounts[&c.Options[i]] = count.options[i]
		}
	}
	for _, a := range game.Actions {
		count := newOptionCount(&a.CardOption)
		k.actions = append(k.actions, count)
		k.optionCounts[&a.CardOption] = count
	}
	for _, name := range game.Endings {
		k.endings = append(k.endings, &EndingReport{Name: name, Listed: true})
	}
	return k
}

func (k *checker[C]) play(n int, guided bool, seed uint64) {
	r := state.Rand(seed)
	r.Mix(uint64(n) + 1)
	k.gameNumber, k.guided = n, guided
	k.seed = r.Uint64() >> 32 // short enough to type
	k.rand = state.Rand(r.Uint64())
	k.policy = k.choosePolicy()
	k.start()
}

// start plays a game from its seed.
func (k *checker[C]) start() {
	k.choices, k.positions, k.idleTurns, k.stuck, k.turnChoices = k.choices[:0], k.positions[:0], 0, false, 0
	defer func() {
		if v := recover(); v != nil {
			k.addFinding(Fault, fmt.Sprintf("panic: %v", v))
		}
	}()
	m, err := deal(k.game, k.seed)
	if err != nil {
		k.addFinding(Fault, err.Error())
		return
	}
	k.playChoices(m)
}

func (k *checker[C]) playChoices(m *cardsim.Machine[C]) {
	p := m.Player()
	turn := 0
	for {
		k.countWarnings(p)
		if p.Turn != turn && m.Awaiting() != 0 {
			turn, k.turnChoices = p.Turn, 0
			k.recordTurn(p)
		}
		k.countHand(p)
		switch {
		case m.Awaiting() == 0:
			k.recordEnd(p)
			return
		case len(k.choices) == maxChoices:
			k.addFinding(Endless, fmt.Sprintf("a game did not end after %d choices; lower turns or add an ending", maxChoices))
			k.recordEnd(p)
			return
		case k.turnChoices == maxTurnChoices:
			k.choices = k.choices[:len(k.choices)-k.turnChoices+1]
			k.addFinding(Endless, fmt.Sprintf("a turn did not end after %d choices, because each gave its action back; let one use the action up", maxTurnChoices))
			k.recordEnd(p)
			return
		case k.scripted && len(k.choices) == len(k.scriptedChoices):
			return
		}
		k.options = m.Options(0, k.options[:0])
		k.countOffered(p)
		i := k.choose(m)
		if i >= len(k.options) {
			return // the script was shortened, and its next choice is not an option here
		}
		k.turnChoices++
		k.countChoice(p, k.options[i])
		k.choices = append(k.choices, i+1)
		m.Apply(state.Request{Option: k.options[i]}, nil)
		p = m.Player()
	}
}

// recordTurn records the start of a turn. In guided games, and in one of viewCheckInterval random
// games, it also checks the views.
func (k *checker[C]) recordTurn(p *cardsim.Player[C]) {
	stats := p.Stats.Stats()
	if !k.guided {
		k.report.Turns++
		k.stats.recordTurn(p.Turn, stats)
	}
	k.turns++
	k.positions = append(k.positions, newPosition(p.Hand(), stats, len(k.choices)))
	k.testConditions(p)
	if k.guided || k.gameNumber%viewCheckInterval == 0 {
		k.checkViews(p)
		k.headline(p)
	}
}

// recordEnd counts a game that has ended, with its failure and its ending. For a random game it also
// records the length, the stats and the headline.
func (k *checker[C]) recordEnd(p *cardsim.Player[C]) {
	err := p.Failure()
	if err != nil && !errors.Is(err, cardsim.EndOfHistory) {
		k.addFailure(err)
	}
	if e := p.Ended(); e != nil {
		k.countEnding(e.Name, p.Turn)
	}
	if k.guided {
		k.report.Guided++
		return
	}
	k.report.Games++
	k.report.Choices += len(k.choices)
	k.lengths = append(k.lengths, p.Turn)
	k.stats.recordEnd(p.Stats.Stats())
	k.recordRating(p)
}

// countEnding counts an ending. It adds a finding if the game ran out of cards, or repeated the same
// positions until time was up.
func (k *checker[C]) countEnding(name string, turn int) {
	switch name {
	case cardsim.EndHistory:
		k.addFinding(BadEnding, "the deck and the hand ran empty; give a card a cooldown, or add an ending")
	case cardsim.EndTime:
		k.findCycle()
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
		e.endedTurn1++
	}
}

// countWarnings counts the warnings of the last choice.
func (k *checker[C]) countWarnings(p *cardsim.Player[C]) {
	for _, text := range p.Warnings() {
		k.warnings = k.addOrCount(k.warnings, FrequentWarning, firstLine(text))
	}
}

// addFinding adds a finding in the current game.
func (k *checker[C]) addFinding(kind Kind, text string) {
	k.findings = k.addOrCount(k.findings, kind, text)
}

// addOrCount adds a finding to a list. If the list has an equal finding, addOrCount increases its count
// instead, and the shorter game becomes its example.
func (k *checker[C]) addOrCount(all []*Finding, kind Kind, text string) []*Finding {
	i := slices.IndexFunc(all, func(f *Finding) bool { return f.Kind == kind && f.Text == text })
	if i < 0 {
		return append(all, &Finding{Kind: kind, Place: k.placeInText(text), Text: text, Count: 1, Example: k.example()})
	}
	all[i].Count++
	if len(k.choices) < len(all[i].Choices) {
		all[i].Example = k.example()
	}
	return all
}

// watchRemark adds a finding for a mistake in the game file, such as a division by 0, that occurred
// in the current game. If the mistake already has a finding, watchRemark increases the count of the
// finding and keeps the shorter game as its example.
func (k *checker[C]) watchRemark(at, text string) {
	if k.inTrial || k.remarked(at) {
		return
	}
	i := slices.IndexFunc(k.findings, func(f *Finding) bool { return f.Kind == Mistake && f.Place == at && f.Text == text })
	if i < 0 {
		k.findings = append(k.findings, &Finding{Kind: Mistake, Place: at, Text: text, Example: k.example()})
		i = len(k.findings) - 1
	}
	f := k.findings[i]
	f.Count++
	if len(k.choices) < len(f.Choices) {
		f.Example = k.example()
	}
}

// example returns the current game up to this point.
func (k *checker[C]) example() *Example {
	return &Example{Seed: state.Seed(k.seed), Choices: append([]int{}, k.choices...)}
}

// anyUnreached reports whether a card, option, action or ending has not been reached.
func (k *checker[C]) anyUnreached() bool {
	for _, c := range k.cards {
		if c.seen() == 0 || slices.ContainsFunc(c.options, (*optionCount).unreached) {
			return true
		}
	}
	return slices.ContainsFunc(k.actions, (*optionCount).unreached) ||
		slices.ContainsFunc(k.endings, func(e *EndingReport) bool { return e.Games+e.Guided == 0 })
}

func byCount(a, b *Finding) int { return cmp.Compare(b.Count, a.Count) }

// checkViews adds a finding for each error in the texts, stats and panels that the game shows.
func (k *checker[C]) checkViews(p *cardsim.Player[C]) {
	err := p.Look()
	if many, is := err.(interface{ Unwrap() []error }); is {
		for _, one := range many.Unwrap() {
			k.addFailure(one)
		}
	} else if err != nil {
		k.addFailure(err)
	}
}

// addFailure adds a finding without the turn of the failure, so that equal failures are counted
// together.
func (k *checker[C]) addFailure(err error) {
	what := err.Error()
	var f *cardsim.Failure
	if errors.As(err, &f) {
		what = fmt.Sprintf("%s failed: %v", f.What, f.Err)
	}
	k.addFinding(Fault, firstLine(what))
}
