package game

import (
	"context"

	"gamed/state"
)

// Follow tells everybody at the table the id of the game that follows this one, spectators
// no sooner than that this one is over. Who comes later is not told, so that a million games
// need not remember it.
func (g *Game) Follow(ctx context.Context, next string) error {
	_, err := ask(ctx, g, func(a *actor) struct{} {
		table := a.tableNow()
		table.Next = next
		a.eachNow(func(to audience) {
			if to.bot == nil {
				tell(to.to, table)
			}
		})
		if a.delay > 0 {
			late := a.tableFor(state.Watcher)
			late.Next = next
			a.tellLate(late)
		}
		return struct{}{}
	})
	return err
}
