// Package transfer writes the games and values of a store to a file, and reads such files into a store.
package transfer

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"gamed/game"
	"gamed/store"
)

// ErrSkipped is wrapped by the error of an export or import that skipped unreadable games.
var ErrSkipped = errors.New("left out")

// skippedError returns the error of an export or import that skipped some of its games, or nil if
// skipped is 0. The parameter reason belongs to the first skipped game.
func skippedError(what string, skipped, all int, reason error) error {
	if skipped == 0 {
		return nil
	}
	return fmt.Errorf("%s: %d of %d games are %w: %w", what, skipped, all, ErrSkipped, reason)
}

// Export writes games from a log one after the other, one record per line. Each game begins
// with its header. [Import] reads the result. Export skips unreadable games.
func Export(ctx context.Context, w io.Writer, log store.Log, ids []string) error {
	out := bufio.NewWriter(w)
	var first error
	left := 0
	err := store.ReadGames(ctx, log, ids, func(id string, records [][]byte, err error) error {
		if err == nil {
			if _, err = game.Verify(records); err != nil {
				err = fmt.Errorf("game %s: %w", id, err)
			}
		}
		if err != nil {
			first = cmp.Or(first, err)
			left++
			return ctx.Err()
		}
		for _, r := range records {
			// Flush returns the error of a failed write.
			_, _ = out.Write(r)
			_ = out.WriteByte('\n')
		}
		return ctx.Err()
	})
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return skippedError("export", left, len(ids), first)
}
