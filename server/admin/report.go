package admin

import (
	"context"
	"fmt"
	"slices"

	"gamed/store"
)

// A Report is a player's complaint about another player of a game.
type Report struct {
	ID           string   `json:"id"`
	At           int64    `json:"at_ms"` // in ms since 1970
	Game         string   `json:"game"`
	Seat         int      `json:"seat"`             // of the reported player
	Player       string   `json:"player,omitempty"` // the player's ID, or "" for an anonymous player
	Name         string   `json:"name,omitempty"`
	Reporter     string   `json:"by"` // the ID of the reporter
	ReporterName string   `json:"by_name"`
	Text         string   `json:"text"`
	Chat         []string `json:"chat,omitempty"`      // the latest chat of the game at the time of the report
	Closed       int64    `json:"closed_ms,omitempty"` // 0 for an open report
	Note         string   `json:"note,omitempty"`      // the text of the operator who closed the report
}

// Report stores a report, with a new ID and the current time. If the reporter has an open report
// about the same seat of the game, the new report replaces it, but keeps its ID and time.
func (c *Controls) Report(ctx context.Context, r Report) error {
	before, err := c.Reports(ctx, true)
	if err != nil {
		return err
	}
	for _, b := range before {
		if b.Reporter != r.Reporter || b.Game != r.Game || b.Seat != r.Seat {
			continue
		}
		r.ID, r.At = b.ID, b.At
		return c.setReport(ctx, r.ID, r)
	}
	now := c.now()
	r.At, r.ID = now.UnixMilli(), timeKey(now)
	return add(ctx, c.kv, reportBucket, r.ID, r)
}

// setReport replaces the report with the given ID. The zero Report deletes it.
func (c *Controls) setReport(ctx context.Context, id string, r Report) error {
	_, err := store.ChangeValue(ctx, c.kv, reportBucket, id, func(there *Report) bool {
		*there = r
		return true
	})
	if err != nil {
		return fmt.Errorf("admin: %w", err)
	}
	return nil
}

// Reports returns all reports, or only the open reports if open is set, newest first.
func (c *Controls) Reports(ctx context.Context, open bool) ([]Report, error) {
	reports, err := readAll[Report](ctx, c.kv, reportBucket)
	reports = slices.DeleteFunc(reports, func(r Report) bool { return open && r.Closed != 0 })
	slices.Reverse(reports)
	return reports, err
}

// ErasePlayer removes the reports that a player made and the reports about the player.
func (c *Controls) ErasePlayer(ctx context.Context, id string) error {
	reports, err := c.Reports(ctx, false)
	if err != nil {
		return err
	}
	for _, r := range reports {
		if r.Reporter != id && r.Player != id {
			continue
		}
		if err := c.setReport(ctx, r.ID, Report{}); err != nil {
			return err
		}
	}
	return nil
}

// CloseReport closes a report with the operator's note, or returns ErrUnknown.
func (c *Controls) CloseReport(ctx context.Context, by Operator, id, note string) error {
	known := false
	_, err := store.ChangeValue(ctx, c.kv, reportBucket, id, func(r *Report) bool {
		if known = r.ID != ""; known {
			r.Closed, r.Note = c.now().UnixMilli(), note
		}
		return known
	})
	switch {
	case err != nil:
		return fmt.Errorf("admin: %w", err)
	case !known:
		return fmt.Errorf("admin: report %.40q: %w", id, ErrUnknown)
	}
	return c.LogAction(ctx, by.NewAction("close report", id, note))
}
