package ai

import "gamed/state"

const (
	// historySize is the number of slots of a history. Options that hash to the same slot share its
	// mean, which makes the mean less exact.
	historySize = 2048
	// maxPath is the maximum number of recorded options per iteration.
	maxPath = 256
)

// A history records the mean reward of each option of each seat over all iterations that took the
// option, anywhere in the game. The method is the Move-Average Sampling Technique (Björnsson and
// Finnsson, CadiaPlayer, 2009).
type history struct {
	counts, rewards [historySize]float32
	path            [maxPath]step // options of the current iteration
	pathLength      int
}

// A step is the slot of an option and the seat that took it.
type step struct {
	slot uint16
	seat state.Seat
}

// slotOf returns the slot of a seat's option.
func slotOf(seat state.Seat, o state.Option) uint16 {
	r := state.Rand(uint64(o.Do) | uint64(seat)<<12 | uint64(o.Card)<<16 | uint64(o.Target)<<32 | uint64(o.SecondTarget)<<48)
	return uint16(r.Uint64() % historySize)
}

// record adds an option to the path, unless the path is full.
func (h *history) record(seat state.Seat, o state.Option) {
	if h.pathLength < maxPath {
		h.path[h.pathLength] = step{slotOf(seat, o), seat}
		h.pathLength++
	}
}

// credit adds the rewards of an iteration to all its options and clears the path.
func (h *history) credit(rewards *[state.MaxSeats]float32) {
	for _, s := range h.path[:h.pathLength] {
		h.counts[s.slot]++
		h.rewards[s.slot] += rewards[s.seat]
	}
	h.pathLength = 0
}

// decay multiplies all counts and rewards by the factor keep, from 0 to 1. Rewards of earlier
// decisions then count less.
func (h *history) decay(keep float32) {
	for i := range h.counts {
		h.counts[i] *= keep
		h.rewards[i] *= keep
	}
}

// mean returns the mean reward of an option. If the option has no count, or decay has reduced its
// count below 0.5, mean returns 1. This is the highest reward, so searches try the option.
func (h *history) mean(seat state.Seat, o state.Option) float32 {
	if p := slotOf(seat, o); h.counts[p] >= 0.5 {
		return h.rewards[p] / h.counts[p]
	}
	return 1
}

// best returns the index of the option with the highest mean. Ties go to the first option.
func (h *history) best(seat state.Seat, options []state.Option) int {
	best, highest := 0, float32(-1)
	for i, o := range options {
		if mean := h.mean(seat, o); mean > highest {
			best, highest = i, mean
		}
	}
	return best
}
