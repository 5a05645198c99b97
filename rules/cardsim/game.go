package cardsim

import (
	"gamed/state"
)

// A Game is what a designer writes: the cards, the rules, and what a player starts
// with. Build checks it; after that it is not changed.
type Game[C StatsCollection] struct {
	Name    string // one word, as on the command line
	About   string // one sentence
	Version int    // raised when old games would no longer replay

	// New returns what a player starts with. It may use r for chance.
	New func(r *state.Rand) C
	// Clone copies the stats, so that a choice can be foretold and bots can look
	// ahead. It is needed only if the struct refers to something that the engine
	// does not see how to copy: Build then says what. Numbers, texts, slices and
	// maps in exported fields are copied without it. A game that has no copy can
	// be played, without those two.
	Clone func(C) C

	Cards []*Card[C] // all there are
	// Deck names the cards that a game starts with, once for each copy; nil is all
	// cards, once.
	Deck  []string
	Rules []*Rule[C] // a game starts with
	// Actions are what a player can do without a card. DebugActions are those of
	// debug mode, which come after the ones that each game has.
	Actions      []*Action[C]
	DebugActions []*Action[C]

	Prompt *InfoPanel[C] // shown above the choices
	Panels []*InfoPanel[C]

	HandLimit      int // 1 unless set, at most 100
	ActionsPerTurn int // 1 unless set, at most 100
	MaxTurns       int // after which the game is over, 500 unless set
	// Seats is how many players may play at one table, each in a game of its own
	// beside the others', ranked by Value: from 1 to 6, 1 unless set.
	Seats int

	// Value is how good things are, from 1 to 999, for bots and for rankings, which
	// everybody sees. Without it all are equal. It must not change anything.
	Value func(p *Player[C]) int
	// Preview names the stats whose move by an option is foretold, in size only;
	// nil is all visible ones, an empty list none.
	Preview []string
	// Endings lists the endings that there are, for reports.
	Endings []string

	watch    func(*Rule[C]) func(changed bool) // see Watch
	index    map[string]int                    // of Cards by name
	copier   *copier[C]                        // nil if the stats cannot be copied
	warnings error                             // of tags
}

// The limits of a game. An option says in a byte what it is about.
const (
	maxHand    = 100
	maxOptions = 100 // of a card
	maxActions = 100 // of a game, and in a turn
	maxCards   = 10_000
	maxTurns   = 500 // unless said
)

// cardAt returns the place of c in Cards, less than 0 if it is not there.
func (g *Game[C]) cardAt(c *Card[C]) int {
	if i, is := g.index[c.Name]; is && g.Cards[i] == c {
		return i
	}
	return -1
}

// Start starts a game for one player. It panics if New does; [Game.Deal] does not.
func (g *Game[C]) Start(seed uint64, debugLevel int) *Player[C] {
	p := &Player[C]{
		HandLimit: g.HandLimit, ActionsPerTurn: g.ActionsPerTurn, DebugLevel: debugLevel, Turn: 1,
		Rand: state.Rand(seed), game: g, played: make([]int32, len(g.Cards)),
	}
	p.Stats = g.New(&p.Rand)
	var err error
	if p.first, err = p.readings(nil); err != nil {
		p.fail(p.failed(cause{kind: "stats"}, err))
	}
	p.Rules.rules = make([]*Rule[C], 0, len(g.Rules))
	for _, r := range g.Rules {
		_ = p.Rules.Add(r) // Build has looked for twins
	}
	p.Deck.game = g
	if g.Deck == nil {
		for i, c := range g.Cards {
			p.Deck.cards = append(p.Deck.cards, waiting[C]{card: c, at: i})
		}
	}
	for _, name := range g.Deck {
		p.Deck.cards = append(p.Deck.cards, waiting[C]{card: g.Cards[g.index[name]], at: g.index[name]})
	}
	p.Deck.Shuffle(&p.Rand)
	p.judge(cause{kind: "stats"}, g.warnings)
	if p.ending == nil {
		p.startTurn()
	}
	p.settle()
	return p
}
