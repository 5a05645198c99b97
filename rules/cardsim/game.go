package cardsim

import (
	"gamed/state"
)

// A Game describes a designer's game: the cards, the rules, and the stats at the start of a game. A
// Game must not change after Build.
type Game[C StatsCollection] struct {
	Name    string // one word of a-z, 0-9 and -, as on the command line
	About   string // one sentence
	Version int    // increase it when old games no longer replay

	// New returns the stats at the start of a game. New may draw random numbers from r.
	New func(r *state.Rand) C
	// Clone copies the stats for previews, bots and the undo of debug mode. Without Clone the library
	// copies numbers, bools, texts, and the slices, maps and pointers in exported fields. If another
	// field needs a Clone, the game starts with a warning and has no previews and no undo.
	Clone func(C) C
	// Equal reports whether two copies have the same stats. A preview reads the stats of equal
	// copies only once. Without Equal the library compares all fields deeply. Set Equal for stats
	// with a cache, because caches of equal copies can differ.
	Equal func(a, b C) bool

	Cards []*Card[C] // all cards of the game
	// Deck names the cards in the deck at the start of a game, once for each copy. If Deck is nil,
	// the deck has one copy of each card.
	Deck  []string
	Rules []*Rule[C] // at the start of a game
	// Actions are choices that need no card. Debug mode offers the DebugActions as well.
	Actions      []*Action[C]
	DebugActions []*Action[C]

	Prompt *InfoPanel[C] // shown above the choices
	Panels []*InfoPanel[C]

	HandLimit      int // default 1, at most 100
	ActionsPerTurn int // default 1, at most 100
	MaxTurns       int // the last turn, default 500
	// Seats is the maximum number of players at a table, from 1 to 6, default 1. Each player plays a
	// separate game, and Value ranks the players.
	Seats int

	// Value rates a position from 1 to 999 for bots and for rankings, which all players see. The
	// library replaces lower results by 1 and higher results by 999. Without Value all positions
	// count as equal. Value must not change anything.
	Value func(p *Player[C]) int
	// Preview names the stats whose changes are previewed. If Preview is nil, these are all visible
	// stats. An empty list means no stats.
	Preview []string
	// Endings lists the names of the endings, for reports.
	Endings []string
	// File is the file that the game was read from. Package gamefile sets it.
	File *state.File

	// Places maps the parts of a game to their places in the game file, for reports. A key names a
	// part as warnings do, for example rule "night".
	Places map[string]string
	// Remarks lists mistakes that a loader found in the game file, with their places. They do
	// not prevent play. Package check reports them.
	Remarks []string

	watch    *Watcher[C]
	index    map[string]int // the index in Cards of each name
	copier   *copier[C]     // nil if the stats cannot be copied
	warnings error          // of the tags and the copier, shown when a game starts
}

// The limits of a game. The first three are below 256, because a [state.Option] stores the index of a
// card in hand, an option or an action in one byte.
const (
	maxHand    = 100
	maxOptions = 100 // of a card
	maxActions = 100 // of a game, and in a turn
	maxCards   = 10_000
	maxTurns   = 500 // by default
)

// cardAt returns the index of c in Cards, or -1.
func (g *Game[C]) cardAt(c *Card[C]) int {
	if i, is := g.index[c.Name]; is && g.Cards[i] == c {
		return i
	}
	return -1
}

// Start starts a game for one player. If New panics, Start panics too, whereas [Game.Deal] returns an
// error.
func (g *Game[C]) Start(seed uint64, debugLevel int) *Player[C] {
	p := &Player[C]{
		HandLimit: g.HandLimit, ActionsPerTurn: g.ActionsPerTurn, DebugLevel: debugLevel, Turn: 1,
		Rand: state.Rand(seed), game: g, timesDecided: make([]int32, len(g.Cards)),
	}
	p.Stats = g.New(&p.Rand)
	var err error
	if p.firstReadings, err = p.appendReadings(nil); err != nil {
		p.fail(p.newFailure(cause{kind: "stats"}, err))
	}
	p.Rules.rules = make([]*Rule[C], 0, len(g.Rules))
	for _, r := range g.Rules {
		_ = p.Rules.Add(r) // Build has checked for duplicates
	}
	p.Deck = g.deck()
	p.Deck.Shuffle(&p.Rand)
	p.handleErrors(cause{kind: "stats"}, g.warnings)
	if p.ending == nil {
		p.startTurn()
	}
	p.updateOptions()
	return p
}

// deck returns the deck at the start of a game, before the shuffle.
func (g *Game[C]) deck() Deck[C] {
	d := Deck[C]{game: g}
	if g.Deck == nil {
		for i, c := range g.Cards {
			d.cards = append(d.cards, deckCard[C]{card: c, index: i})
		}
	}
	for _, name := range g.Deck {
		d.cards = append(d.cards, deckCard[C]{card: g.Cards[g.index[name]], index: g.index[name]})
	}
	return d
}
