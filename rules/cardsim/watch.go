package cardsim

// A Watcher follows the games of a Game. All its functions must be set. Package check
// uses it.
type Watcher[C StatsCollection] struct {
	// Rule is called before each rule. If it returns a function, the game calls that
	// function after the rule. The argument is true if the rule changed the player,
	// apart from Rand, or failed.
	Rule func(r *Rule[C]) (after func(changed bool))
	// Option is called before an option or an action is carried out. The returned function is
	// called as for Rule.
	Option func(o *CardOption[C]) (after func(changed bool))
	// Expired is called for each card that leaves the hand undecided.
	Expired func(c *Card[C])
	// Branch is called with the position of a condition in a data file and its value.
	Branch func(at string, held bool)
	// Remark is called with a mistake that a condition of a data file met, and its position.
	Remark func(at, text string)
}

// Watch returns a copy of the game that calls w. Detecting changes takes longer than most
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

// Remark tells the game's Watcher a mistake at a position of a data file.
func (p *Player[C]) Remark(at, text string) {
	if w := p.game.watch; w != nil {
		w.Remark(at, text)
	}
}

// chosen returns the Choose of an option, which tells the game's Watcher.
func (p *Player[C]) chosen(o *CardOption[C]) func(p *Player[C]) (Message, error) {
	w := p.game.watch
	if w == nil || o.Choose == nil {
		return o.Choose
	}
	return func(p *Player[C]) (Message, error) {
		return Message{}, p.watched(w.Option(o), func(p *Player[C]) error {
			said, err := o.Choose(p)
			if said.text != "" {
				p.Tell(said)
			}
			return err
		})
	}
}

// watched runs a designer's function and calls after, unless it is nil.
func (p *Player[C]) watched(after func(changed bool), do func(p *Player[C]) error) error {
	if after == nil {
		return do(p)
	}
	before, changed := p.lasting(), true
	defer func() { after(changed) }() // a panic counts as a change
	err := do(p)
	changed = err != nil || p.lasting() != before
	return err
}

// lasting returns the player's state without Rand.
func (p *Player[C]) lasting() string {
	saved := p.Rand
	p.Rand = 0
	state := p.appendState(nil)
	p.Rand = saved
	return string(state)
}
