package command

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// A progress draws a progress bar. It draws only on a terminal.
type progress struct {
	bar  *progressbar.ProgressBar
	step int // number of parts between redraws
}

func newProgress(w io.Writer, total int) progress {
	if !isTerminal(w) {
		return progress{}
	}
	return progress{step: max(total/1000, 1), bar: progressbar.NewOptions(total,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetItsString("games"),
		progressbar.OptionShowIts(),
		progressbar.OptionShowCount(),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)}
}

// set shows the number of done parts. It ignores errors of drawing.
func (p progress) set(done int) {
	if p.bar != nil && done%p.step == 0 {
		_ = p.bar.Set(done)
	}
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
