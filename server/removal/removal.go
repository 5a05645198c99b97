// Package removal deletes games, and exports and erases the data of players.
package removal

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gamed/game"
	"gamed/server/admin"
	"gamed/server/identity"
	"gamed/server/lobby"
	"gamed/store"
	"gamed/table"
)

var (
	// ErrRunning is returned for a game that is not over.
	ErrRunning = errors.New("the game is not over: only a finished or damaged game can be deleted")
	// ErrUnsettled is returned for a game whose result is not stored yet.
	ErrUnsettled = errors.New("the game has just ended, and its result is not stored yet: try again in a moment")
)

// Game deletes a finished or damaged game, or a game that has lost its log. It deletes the log, names,
// chat, result and transcript of the game, and the links to its players. The game's rating entries
// stay. The error may be ErrRunning, ErrUnsettled, [store.ErrNotFound] or [store.ErrPermanent].
// After an error, the caller may call Game again.
func Game(ctx context.Context, s store.Store, id string) error {
	records, err := s.Read(ctx, id)
	switch {
	case errors.Is(err, store.ErrDamaged):
	case errors.Is(err, store.ErrNotFound):
		begun, failed := game.IsDeleted(ctx, s, id)
		if failed == nil && !begun { // an import may have skipped a damaged log
			begun, failed = hasResult(ctx, s, id)
		}
		if failed != nil || !begun {
			return errors.Join(err, failed)
		}
	case err != nil:
		return err
	default:
		if err := checkDeletable(ctx, s, id, records); err != nil {
			return err
		}
	}
	if err := game.MarkDeleted(ctx, s, id); err != nil {
		return err
	}
	if err := s.DeleteGame(ctx, id); err != nil { // comes first, because the store may be unable to delete the log
		return err
	}
	if err := identity.NewBook(s).RemoveGame(ctx, id); err != nil {
		return err
	}
	if err := eraseExpected(ctx, s, id); err != nil {
		return err
	}
	if err := lobby.RemoveGame(ctx, s, id); err != nil {
		return err
	}
	return game.EraseSeats(ctx, s, id)
}

// eraseExpected removes the names of the players of a game from the reserved seats of the next game.
func eraseExpected(ctx context.Context, s store.Store, id string) error {
	next, err := lobby.Next(ctx, s, id)
	if err != nil || next == "" {
		return err
	}
	return game.EraseExpected(ctx, s, next)
}

// hasResult reports whether the store has a result of a game, perhaps a damaged one.
func hasResult(ctx context.Context, s store.Store, id string) (bool, error) {
	_, _, err := s.Get(ctx, lobby.ResultBucket, id)
	switch {
	case err == nil, errors.Is(err, store.ErrDamaged):
		return true, nil
	case errors.Is(err, store.ErrNotFound):
		return false, nil
	}
	return false, err
}

// checkDeletable returns nil for a finished game whose result is stored, and for a game with an
// unreadable log.
func checkDeletable(ctx context.Context, s store.Store, id string, records [][]byte) error {
	if _, err := table.Summarize(records); err != nil {
		return nil
	}
	if !table.Closed(records) {
		return fmt.Errorf("removal: game %s: %w", id, ErrRunning)
	}
	live, err := s.Live(ctx)
	if err == nil && slices.Contains(live, id) {
		err = fmt.Errorf("removal: game %s: %w", id, ErrUnsettled)
	}
	return err
}

// An Erasure reports what [Player] has erased.
type Erasure struct {
	Player string `json:"player"` // the erased name
	Games  int    `json:"games"`
	Bots   int    `json:"bots"`
	// Unfinished lists the unfinished games of the player. They show the erased name until they
	// leave the server's memory.
	Unfinished []string `json:"unfinished"`
}

// Player erases a guest or bot, and the bots of a guest. Games, results and ratings stay, with
// [game.DeletedName] in place of the erased names. After an error, the caller may call Player
// again.
func Player(ctx context.Context, s store.Store, controls *admin.Controls, who identity.Identity) (Erasure, error) {
	done := Erasure{Player: who.Name, Unfinished: []string{}}
	book := identity.NewBook(s)
	if err := book.Logout(ctx, who); err != nil { // the player cannot join another game meanwhile
		return done, err
	}
	bots, err := book.Bots(ctx, who)
	if err != nil {
		return done, err
	}
	for _, bot := range bots {
		more, err := Player(ctx, s, controls, bot)
		if err != nil {
			return done, err
		}
		done.Bots += 1 + more.Bots
		done.Games += more.Games
		done.Unfinished = append(done.Unfinished, more.Unfinished...)
	}
	parts, err := book.Participations(ctx, who)
	if err != nil {
		return done, err
	}
	games := make([]string, len(parts))
	for i, part := range parts {
		games[i] = part.Game
		if err := game.EraseSeats(ctx, s, part.Game, part.Seats...); err != nil {
			return done, err
		}
		if err := eraseExpected(ctx, s, part.Game); err != nil {
			return done, err
		}
		records, err := s.Read(ctx, part.Game)
		if err == nil && !table.Closed(records) {
			done.Unfinished = append(done.Unfinished, part.Game)
		}
	}
	done.Games += len(games)
	as := lobby.Player{ID: "erased/" + admin.NewID(), Name: game.DeletedName, Kind: string(who.Kind)}
	if err := lobby.Erase(ctx, s, games, lobby.Player{ID: who.ID, Name: who.Name}, as); err != nil {
		return done, err
	}
	if err := controls.ErasePlayer(ctx, who.ID); err != nil {
		return done, err
	}
	return done, book.Erase(ctx, who)
}
