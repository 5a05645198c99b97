package game

import "gamed/protocol"

// maxInTurn is how many requests one turn may have: a hundred times what any game has
// been seen to need. Turns themselves are bounded by the rules.
const maxInTurn = 20_000

// guard ends a game in a draw that does not come to the end of a turn. It counts from
// the last time that the game was brought back, so that nothing needs to be kept.
func (a *actor) guard() {
	if turn := a.m.Turn(); turn != a.turn {
		a.turn, a.inTurn = turn, 0
	}
	if a.inTurn++; a.inTurn < maxInTurn {
		return
	}
	if over, _ := a.m.Result(); !over {
		a.draw(protocol.ReasonLoop, 0, nil)
	}
}
