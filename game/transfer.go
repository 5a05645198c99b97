package game

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"gamed/store"
)

// ErrLeftOut is wrapped by the error of an export, or an import, that has all games but those
// that cannot be read.
var ErrLeftOut = errors.New("left out")

// Export writes games of a log as text, one after the other, a record a line.
// Each begins with its header, so that [Import] finds them again, and a file of
// one game is what [Open] reads. One that cannot be read is left out.
func Export(ctx context.Context, w io.Writer, log store.Log, ids []string) error {
	out := bufio.NewWriter(w)
	var first error
	left := 0
	for _, id := range ids {
		if ctx.Err() != nil {
			return fmt.Errorf("export: %w", ctx.Err())
		}
		records, err := log.Read(ctx, id)
		if err != nil {
			first = cmp.Or(first, err)
			left++
			continue
		}
		for _, r := range records {
			// What fails here fails again at Flush.
			_, _ = out.Write(r)
			_ = out.WriteByte('\n')
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if left > 0 {
		return fmt.Errorf("export: %d of %d games are %w: %w", left, len(ids), ErrLeftOut, first)
	}
	return nil
}
