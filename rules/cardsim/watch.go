package cardsim

// Watch returns the same game with somebody who looks on, for checks. watch is called
// before a rule runs; what it returns, unless that is nil, is called after it, with
// whether the rule has changed anything of the player's but what Rand stands at, or
// has returned an error. To find that out takes longer than most rules do.
func (g *Game[C]) Watch(watch func(r *Rule[C]) (after func(changed bool))) *Game[C] {
	watched := *g
	watched.watch = watch
	return &watched
}

// watched runs r for somebody who looks on.
func (p *Player[C]) watched(r *Rule[C]) error {
	after := p.game.watch(r)
	if after == nil {
		return r.Do(p)
	}
	before, changed := p.lasting(), true
	defer func() { after(changed) }() // a rule that panics has done something
	err := r.Do(p)
	changed = err != nil || p.lasting() != before
	return err
}

// lasting is the state of a player but for its chance.
func (p *Player[C]) lasting() string {
	saved := p.Rand
	p.Rand = 0
	state := p.appendState(nil)
	p.Rand = saved
	return string(state)
}
