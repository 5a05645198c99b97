package game

// Alarmed reports whether an alarm is set for the game, whose queue must be empty.
func (g *Game) Alarmed() bool { return g.actor.alarmed }
