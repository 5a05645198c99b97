package removal

import (
	"context"
	"slices"

	"gamed/game"
	"gamed/server/admin"
	"gamed/server/identity"
	"gamed/server/lobby"
	"gamed/store"
)

// Data is what a server stores about a player, for the player. It omits secrets, the data of other
// players, and reports about the player.
type Data struct {
	ID      string           `json:"id"`
	Name    string           `json:"name"`
	Face    string           `json:"face,omitempty"`
	Hidden  bool             `json:"hidden,omitempty"` // other players do not see whether the player is present
	Seen    string           `json:"seen,omitempty"`   // the UTC day of the last visit
	Muted   int              `json:"muted,omitempty"`  // the number of muted players
	Puzzles identity.Puzzles `json:"puzzles,omitempty"`
	Kind    identity.Kind    `json:"kind"`
	Tokens  []identity.Token `json:"tokens,omitempty"`
	Games   []GameData       `json:"games"`
	Reports []admin.Report   `json:"reports,omitempty"` // by the player
	Bans    []admin.Ban      `json:"bans,omitempty"`
	Bots    []*Data          `json:"bots,omitempty"`
}

// GameData is a player's part in a game.
type GameData struct {
	Game   string        `json:"game"`
	Seats  []int         `json:"seats"`
	Since  int64         `json:"since_ms"`
	Chat   []game.Line   `json:"chat,omitempty"` // by the player
	Result *lobby.Result `json:"result,omitempty"`
}

// ExportPlayer returns the data of a guest with the guest's bots, or of a bot.
func ExportPlayer(ctx context.Context, s store.Store, controls *admin.Controls, who identity.Identity) (*Data, error) {
	book := identity.NewBook(s)
	d := &Data{ID: who.ID, Name: who.Name, Face: who.Face, Kind: who.Kind, Games: []GameData{}}
	tokens, err := book.Tokens(ctx, who)
	if err != nil {
		return nil, err
	}
	d.Tokens = tokens
	if who.Kind == identity.Guest {
		if err := d.addPresence(ctx, book, who); err != nil {
			return nil, err
		}
		if d.Puzzles, err = book.Puzzles(ctx, who); err != nil {
			return nil, err
		}
	}
	parts, err := book.Participations(ctx, who)
	if err != nil {
		return nil, err
	}
	for _, part := range parts {
		g := GameData{Game: part.Game, Seats: part.Seats, Since: part.Since}
		personal, err := game.Recall(ctx, s, part.Game)
		if err == nil {
			g.Result, err = lobby.ResultOf(ctx, s, part.Game, who.ID)
		}
		if err != nil {
			return nil, err
		}
		g.Chat = slices.DeleteFunc(personal.Chat, func(l game.Line) bool { return !slices.Contains(part.Seats, l.Seat) })
		d.Games = append(d.Games, g)
	}
	reports, err := controls.Reports(ctx, false)
	if err != nil {
		return nil, err
	}
	for _, r := range reports {
		if r.Reporter == who.ID {
			r.Player, r.Name, r.Chat, r.Note = "", "", nil, ""
			d.Reports = append(d.Reports, r)
		}
	}
	bans, err := controls.Bans(ctx)
	if err != nil {
		return nil, err
	}
	d.Bans = slices.DeleteFunc(bans, func(b admin.Ban) bool { return b.Player != who.ID })
	bots, err := book.Bots(ctx, who)
	if err != nil {
		return nil, err
	}
	for _, bot := range bots {
		more, err := ExportPlayer(ctx, s, controls, bot)
		if err != nil {
			return nil, err
		}
		d.Bots = append(d.Bots, more)
	}
	return d, nil
}

// addPresence adds what the book knows of a guest's visits and mutes.
func (d *Data) addPresence(ctx context.Context, book *identity.Book, who identity.Identity) error {
	who, day, err := book.Person(ctx, who.ID)
	if err != nil {
		return err
	}
	d.Hidden, d.Seen = who.Hidden, day
	muted, err := book.MutedBy(ctx, who)
	d.Muted = len(muted)
	return err
}
