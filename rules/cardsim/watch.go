package cardsim

// A Watcher follows the games of a Game. All its functions must be set. Package check
// uses it.
type Watcher[C StatsCollection] struct {
	// Rule is called before each rule. If Rule returns a function, the game calls that function
	// after the rule. The argument is true if the rule changed the player, apart from Rand,
	// returned an error or panicked.
	Rule func(r *Rule[C]) (after func(changed bool))
	// Option is called before the Choose of an option or an action. The game calls the returned
	// function as it does for Rule.
	Option func(o *CardOption[C]) (after func(changed bool))
	// Expired is called for each card that expires.
	Expired func(c *Card[C])
	// Branch is called for each condition inside effects, with its place in the game file and its
	// value.
	Branch func(at string, held bool)
	// Remark is called for a mistake in the game file that occurred during the game, with its place
	// and its text.
	Remark func(at, text string)
}

// Watch returns a copy of the game that calls w. Detecting changes takes longer than running most
// rules.
func (g *Game[C]) Watch(w Watcher[C]) *Game[C] {
	watched := *g
	watched.watch = &w
	return &watched
}

// Branch tells the game's Watcher the value of a condition. A loader calls it for
// conditions inside effects, which the game cannot see.
func (p *Player[C]) Branch(at string, held bool) {
	if w := p.game.watch; w != nil {
		w.Branch(at, held)
	}
}

// Remark reports a mistake at a place in the game file to the game's Watcher.
func (p *Player[C]) Remark(at, text string) {
	if w := p.game.watch; w != nil {
		w.Remark(at, text)
	}
}

// watchedChoose returns the Choose of an option, wrapped to call the game's Watcher if there is
// one.
func (p *Player[C]) watchedChoose(o *CardOption[C]) func(p *Player[C]) (Message, error) {
	w := p.game.watch
	if w == nil || o.Choose == nil {
		return o.Choose
	}
	return func(p *Player[C]) (Message, error) {
		return Message{}, p.runWatched(w.Option(o), func(p *Player[C]) error {
			said, err := o.Choose(p)
			if said.text != "" {
				p.Tell(said)
			}
			return err
		})
	}
}

// runWatched runs a designer's function. Then it calls report, unless report is nil. The argument
// of report is true if the designer's function changed the player or failed.
func (p *Player[C]) runWatched(report func(changed bool), do func(p *Player[C]) error) error {
	if report == nil {
		return do(p)
	}
	before, changed := p.stateWithoutRand(), true
	defer func() { report(changed) }() // a panic counts as a change
	err := do(p)
	changed = err != nil || p.stateWithoutRand() != before
	return err
}

// stateWithoutRand returns the player's state with Rand set to 0.
func (p *Player[C]) stateWithoutRand() string {
	saved := p.Rand
	p.Rand = 0
	state := p.appendState(nil)
	p.Rand = saved
	return string(state)
}
