package check

import (
	"slices"
	"strings"
)

// maxShorten is the maximum number of games that shorten plays for a finding. An example with more
// than longestShort choices is not shortened.
const (
	maxShorten   = 200
	longestShort = 500
)

// shorten removes choices from the example of a finding as long as the finding still occurs.
func (k *checker[C]) shorten(f *Finding) {
	if f.Example == nil || f.Kind == Cycle || len(f.Choices) > longestShort {
		return
	}
	tries := 0
	for size := len(f.Choices) / 2; size > 0; {
		shorter := false
		for from := 0; from+size <= len(f.Choices) && tries < maxShorten; tries++ {
			choices := slices.Delete(slices.Clone(f.Choices), from, from+size)
			if found := k.replayFinding(f, choices); found != nil {
				f.Example, shorter = found, true
			} else {
				from += size
			}
		}
		if !shorter {
			size /= 2
		}
	}
}

// replayFinding plays the choices. If they lead to the same finding in fewer choices than its example
// has, replayFinding returns the shorter example. Otherwise it returns nil.
func (k *checker[C]) replayFinding(f *Finding, choices []int) *Example {
	again := newChecker(k.game)
	again.seed, again.scriptedChoices, again.scripted = uint64(f.Seed), choices, true
	again.guided = f.Kind == Fault // guided games check the views, which may have failed
	again.start()
	for _, other := range append(again.findings, again.warnings...) {
		if other.Kind == f.Kind && (f.Kind != Mistake || other.Place == f.Place) && strings.HasPrefix(f.Text, other.Text) && len(other.Choices) < len(f.Choices) {
			return other.Example
		}
	}
	return nil
}
