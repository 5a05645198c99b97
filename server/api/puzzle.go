package api

import (
	"context"
	"net/http"
	"slices"

	"gamed/rules"
	"gamed/server/hub"
	"gamed/server/identity"
	"gamed/server/lobby"
	"gamed/server/rest"
	"gamed/table"
)

// A countedPuzzle is a puzzle with the number of its players.
type countedPuzzle struct {
	rules.Puzzle
	identity.PuzzleCount
}

// puzzleCounts returns the counts of the puzzles of a request's ruleset, or nil if the store does not
// respond.
func (s *Service) puzzleCounts(r *http.Request) identity.PuzzleCounts {
	ctx, cancel := context.WithTimeout(r.Context(), WaitLimit)
	defer cancel()
	counts, err := s.c.Book.PuzzleCounts(ctx, r.PathValue("rules"))
	if err != nil {
		s.c.Faults.Warn().Err(err).Msg("the counts of the puzzles cannot be read")
	}
	return counts
}

// countTry counts the client among the players who tried a puzzle. The game exists already, so a failure
// does not fail the request.
func (s *Service) countTry(r *http.Request, id string) {
	ctx, cancel := context.WithTimeout(r.Context(), WaitLimit)
	defer cancel()
	if err := s.c.Book.TryPuzzle(ctx, s.client(r), r.PathValue("rules"), id); err != nil {
		s.c.Faults.Warn().Err(err).Msg("an attempt at a puzzle could not be counted")
	}
}

// solvePuzzle counts the client among the players who solved a puzzle, and sends the new count. The log of
// the game proves the win. It does not tell whether the page showed the solution, so a page that
// has shown the solution does not send this request.
func (s *Service) solvePuzzle(w http.ResponseWriter, r *http.Request) error {
	var wish struct {
		Game string `json:"game"`
	}
	puzzle, err := s.requirePuzzle(r)
	if err != nil {
		return err
	}
	who, err := s.requireKnown(r)
	if err == nil && who.Kind != identity.Guest {
		err = rest.Refusal(http.StatusForbidden, "not_allowed", "the server counts the solutions of guests only")
	}
	if err == nil {
		err = rest.ReadJSON(w, r, &wish)
	}
	if err == nil {
		err = s.checkSolved(r.Context(), who, wish.Game, puzzle)
	}
	if err != nil {
		return err
	}
	name := r.PathValue("rules")
	if err := s.c.Book.SolvePuzzle(r.Context(), who, name, puzzle.ID); err != nil {
		return err
	}
	counts, err := s.c.Book.PuzzleCounts(r.Context(), name)
	return rest.Reply(w, counts[puzzle.ID], err)
}

// checkSolved returns nil if the player won a game of the puzzle in seat 0 and in the turn
// puzzle.Turn. Otherwise it returns the refusal.
func (s *Service) checkSolved(ctx context.Context, who identity.Identity, id string, puzzle *rules.Puzzle) error {
	seat := 0
	_, _, mine, err := s.c.Book.ClaimFor(ctx, who, id, &seat)
	switch {
	case err != nil:
		return err
	case !mine:
		return lobby.ErrNotSeated
	}
	if err := s.records.Acquire(ctx); err != nil {
		return err
	}
	defer s.records.Release()
	records, err := s.c.Hub.Log(ctx, id)
	if err != nil {
		return err
	}
	summary, err := table.Summarize(records)
	if err != nil {
		return s.replayError(id, err)
	}
	if !isGameOf(summary.Header, &puzzle.Start) {
		return rest.Refusal(http.StatusUnprocessableEntity, "other_puzzle", "the game does not begin with this puzzle: send the id of a game from POST /api/learn/NAME")
	}
	if slices.Contains(summary.Won(), seat) {
		replayed, err := table.Restore(records, s.c.Hub.FindRules(ctx, id))
		if err != nil {
			return s.replayError(id, err)
		}
		if replayed.Table.Machine.Turn() == puzzle.Turn {
			return nil
		}
	}
	return rest.Refusal(http.StatusUnprocessableEntity, "not_solved", "you did not win this game in the turn of the puzzle: try the puzzle again")
}

// isGameOf reports whether a game is the game of a lesson or a puzzle. It compares the random keys,
// which no client can choose.
func isGameOf(h *table.Header, start *rules.Start) bool {
	return h.Key == hub.LessonKey(h.Rules, start.Chance)
}
