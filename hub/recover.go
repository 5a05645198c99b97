package hub

import (
	"context"
	"errors"
	"fmt"

	"gamed/game"
	"gamed/state"
)

// Recover brings back every game of the log that is not over, and returns how
// many there were. A game that cannot be brought back does not keep the others
// from it: its error is joined to the one returned, and its log is left as it
// is. Call it once, before the first player comes.
func (h *Hub) Recover(ctx context.Context) (int, error) {
	ids, err := h.c.Log.Live(ctx)
	if err != nil {
		return 0, fmt.Errorf("hub: recover: %w", err)
	}
	recovered := 0
	var errs []error
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return recovered, fmt.Errorf("hub: recover: %w", err)
		}
		again, err := h.recover(ctx, id)
		if err != nil {
			errs = append(errs, fmt.Errorf("hub: game %s stays as it is: %w", id, err))
		}
		if again {
			recovered++
		}
	}
	return recovered, errors.Join(errs...)
}

func (h *Hub) recover(ctx context.Context, id string) (bool, error) {
	records, err := h.c.Log.Read(ctx, id)
	if err != nil {
		return false, err
	}
	if ended(records) { // and the process ended before it was noted
		return false, h.c.Log.Finish(ctx, id)
	}
	replay, err := game.Open(records, h.dealer)
	if err != nil {
		return false, err
	}
	if err := replay.Run(); err != nil {
		return false, err
	}
	if _, err := h.start(ctx, replay.Config()); err != nil {
		return false, err
	}
	return true, nil
}

func (h *Hub) dealer(name string) (state.Dealer, error) {
	if r, ok := h.Rules(name); ok {
		return r, nil
	}
	return nil, fmt.Errorf("this program has no rules called %q", name)
}
