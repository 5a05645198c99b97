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

// ErrLeftOut is wrapped by the error of an export or import that skipped unreadable games.
var ErrLeftOut = errors.New("left out")

// leftOut returns the error of an export or import of all games but left, nil if left is
// 0. first says why the first of them is left out.
func leftOut(what string, left, all int, first error) error {
	if left == 0 {
		return nil
	}
	return fmt.Errorf("%s: %d of %d games are %w: %w", what, left, all, ErrLeftOut, first)
}

// Export writes games of a log, one after the other, a record a line. Each begins with its
// header. [Import] reads the result. Export leaves out games that it cannot read.
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
	return leftOut("export", left, len(ids), first)
}
