package game

import "context"

// Follow tells everybody at the table the id of the game that follows this one. Who
// comes later is not told, so that a million games need not remember it.
func (g *Game) Follow(ctx context.Context, next string) error {
	_, err := ask(ctx, g, func(a *actor) struct{} {
		table := a.tableNow()
		table.Next = next
		a.each(func(to audience) {
			if !to.world {
				tell(to.to, table)
			}
		})
		return struct{}{}
	})
	return err
}
