package identity

import (
	"context"
	"errors"
	"fmt"

	"gamed/store"
)

const (
	// puzzleBucket holds the [Puzzles] of each guest, by ID.
	puzzleBucket = "puzzle"
	// puzzleCountBucket holds the [PuzzleCounts] of each ruleset, by the digest of its name.
	puzzleCountBucket = "puzzle-count"
)

// The states of a puzzle in [Puzzles].
const (
	PuzzleTried  = "tried"
	PuzzleSolved = "solved"
)

// Puzzles holds the state of each puzzle that a guest has begun. The keys have the form RULES/ID.
type Puzzles map[string]string

// A PuzzleCount counts the guests who tried a puzzle, and the guests who solved it. It names no guest, so
// it stays when a guest is removed.
type PuzzleCount struct {
	Tried  int `json:"tried,omitempty"`  // the number of players who began the puzzle
	Solved int `json:"solved,omitempty"` // the number of players who solved the puzzle
}

// PuzzleCounts holds the counts of a ruleset by the IDs of the puzzles.
type PuzzleCounts map[string]PuzzleCount

// TryPuzzle counts a guest among the players who tried a puzzle. Later calls for the same guest and puzzle
// write nothing. Bots and anonymous players do not count.
func (b *Book) TryPuzzle(ctx context.Context, who Identity, rules, id string) error {
	return b.countPuzzle(ctx, who, rules, id, PuzzleTried)
}

// SolvePuzzle counts a guest among the players who solved a puzzle, and who tried it. Otherwise it is like
// TryPuzzle.
func (b *Book) SolvePuzzle(ctx context.Context, who Identity, rules, id string) error {
	return b.countPuzzle(ctx, who, rules, id, PuzzleSolved)
}

// countPuzzle stores the state of a guest's puzzle, and then adds the change to the count. A crash or a
// failure between the two writes leaves the guest out of the count for good, because the first write
// prevents another attempt. In the other order such a guest could count twice. After a write with an
// unknown outcome the count may be wrong by one too.
func (b *Book) countPuzzle(ctx context.Context, who Identity, rules, id, state string) error {
	if who.Kind != Guest {
		return nil
	}
	var change PuzzleCount
	_, err := store.ChangeValue(ctx, b.kv, puzzleBucket, who.ID, func(p *Puzzles) (write bool) {
		key := rules + "/" + id
		before := (*p)[key]
		change = PuzzleCount{}
		if before == state || before == PuzzleSolved {
			return false
		}
		if before == "" {
			change.Tried = 1
		}
		if state == PuzzleSolved {
			change.Solved = 1
		}
		if *p == nil {
			*p = make(Puzzles)
		}
		(*p)[key] = state
		return true
	})
	if err != nil {
		return fmt.Errorf("identity: %w", err)
	}
	if change == (PuzzleCount{}) {
		return nil
	}
	there, err := b.exists(ctx, identityBucket, who.ID) // the guest may have been removed meanwhile
	if err == nil && !there {
		err = b.remove(ctx, puzzleBucket, who.ID)
	}
	if err != nil || !there {
		return err
	}
	_, err = store.ChangeValue(ctx, b.kv, puzzleCountBucket, digest(rules), func(all *PuzzleCounts) (write bool) {
		if *all == nil {
			*all = make(PuzzleCounts)
		}
		c := (*all)[id]
		c.Solved += change.Solved
		c.Tried = max(c.Tried+change.Tried, c.Solved) // a lost count of a try must not lead to more solvers than players
		(*all)[id] = c
		return true
	})
	if err != nil {
		return fmt.Errorf("identity: %w", err)
	}
	return nil
}

// PuzzleCounts returns the counts of a ruleset. A puzzle without tries is absent. While the store does not
// respond, the counts may be old.
func (b *Book) PuzzleCounts(ctx context.Context, rules string) (all PuzzleCounts, err error) {
	err = b.recall(ctx, puzzleCountBucket, digest(rules), &all)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return all, err
}

// Puzzles returns the puzzles that a guest has begun.
func (b *Book) Puzzles(ctx context.Context, who Identity) (Puzzles, error) {
	var p Puzzles
	if _, err := store.ReadValue(ctx, b.kv, puzzleBucket, who.ID, &p); err != nil {
		return nil, fmt.Errorf("identity: %w", err)
	}
	return p, nil
}
