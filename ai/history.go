package ai

import "gamed/state"

const (
	// historySize is the number of slots of a history. Options that hash to the same slot share its
	// mean, which makes the mean less exact.
	historySize = 2048
	// maxPath is the maximum number of recorded options per iteration.
	maxPath = 256
)

// A history records the mean reward of each option of each seat over all iterations that took
// the option, anywhere in the game. This is the Move-Average Sampling Technique (Björnsson and Finnsson,
// CadiaPlayer, 2009).
type history struct {
	taken, reward [historySize]float32
	path          [maxPath]step // options of the current iteration
	n             int
}

// A step is the slot of an option and the seat that took it.
type step struct {
	slot uint16
	seat state.Seat
}

// slotOf returns the slot of a seat's option.
func slotOf(seat state.Seat, o state.Option) uint16 {
	r := state.Rand(uint64(o.Do) | uint64(seat)<<12 | uint64(o.Card)<<16 | uint64(o.On)<<32 | uint64(o.SecondTarget)<<48)
	return uint16(r.Uint64() % historySize)
}

// note adds an option to the path, unless the path is full.
func (h *history) note(seat state.Seat, o state.Option) {
	if h.n < maxPath {
		h.path[h.n] = step{slotOf(seat, o), seat}
		h.n++
	}
}

// credit adds the rewards of an iteration to all its options and clears the path.
func (h *history) credit(rewards *[state.MaxSeats]float32) {
	for _, s := range h.path[:h.n] {
		h.taken[s.slot]++
		h.reward[s.slot] += rewards[s.seat]
	}
	h.n = 0
}

// fade multiplies all counts and rewards by keep, from 0 to 1. Rewards of earlier decisions then
// count less.
func (h *history) fade(keep float32) {
	for i := range h.taken {
		h.taken[i] *= keep
		h.reward[i] *= keep
	}
}

// mean returns the mean reward of an option. If fade has reduced the count of the option below 0.5,
// or the count is 0, mean returns 1. This is the highest reward, so searches try the option.
func (h *history) mean(seat state.Seat, o state.Option) float32 {
	if p := slotOf(seat, o); h.taken[p] >= 0.5 {
		return h.reward[p] / h.taken[p]
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
