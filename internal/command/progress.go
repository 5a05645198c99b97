package command

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"gamed/arena"
)

// A progress draws a progress bar. It draws only on a terminal.
type progress struct {
	bar         *progressbar.ProgressBar
	total       int
	redrawEvery int // number of parts between redraws
}

func newProgress(w io.Writer, total int) progress {
	if !isTerminal(w) {
		return progress{}
	}
	return progress{total: total, redrawEvery: min(max(total/1000, 1), 100), bar: progressbar.NewOptions(total,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetItsString("games"),
		progressbar.OptionShowIts(),
		progressbar.OptionShowCount(),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)}
}

// set shows the number of completed parts. It ignores errors of drawing.
func (p progress) set(done int) {
	if p.bar != nil && done%p.redrawEvery == 0 {
		_ = p.bar.Set(done)
	}
}

// show shows the state of a match: the score of the first bot, and the state of an SPRT. During an SPRT,
// the bar predicts the time left: it ends at the number of games after which the log-likelihood ratio
// would reach a bound, if its present trend continues.
func (p progress) show(now arena.Progress) {
	if p.bar == nil || now.Games%p.redrawEvery != 0 {
		return
	}
	p.bar.Describe(describe(now))
	if total := expectedGames(now, p.total); total != p.bar.GetMax() {
		p.bar.ChangeMax(total)
	}
	p.set(now.Games)
}

// describe describes the state of a match in a few words.
func describe(now arena.Progress) string {
	var parts []string
	if now.Score >= 0 {
		parts = append(parts, fmt.Sprintf("score %.1f %%", 100*now.Score))
	}
	if now.Upper != 0 {
		parts = append(parts, fmt.Sprintf("LLR %.2f (%.2f, %.2f)", now.LLR, now.Lower, now.Upper))
	}
	return strings.Join(parts, ", ")
}

// expectedGames returns the number of games after which the match will end, at most total.
func expectedGames(now arena.Progress, total int) int {
	bound := now.Upper
	if now.LLR < 0 {
		bound = now.Lower
	}
	if games := float64(now.Games) * bound / now.LLR; now.LLR != 0 && games < float64(total) {
		return max(int(games), now.Games)
	}
	return total
}

// finish removes the bar.
func (p progress) finish() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
