package lobby

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"gamed/game"
	"gamed/protocol"
	"gamed/store"
)

// A played game is what its log says of it once it is over.
type played struct {
	header game.Header
	seats  []game.Seat // as they were at the end
	decks  []string
	at     int64 // when the last thing was recorded: ms since 1970
	won    []int
	reason string // one of an over message
}

// played reads the log of a game, nil if it cannot be read or is not over: there is
// nothing to be done about such a one.
func (l *Lobby) played(ctx context.Context, id string) (*played, error) {
	records, err := l.c.Log.Read(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("lobby: %w", err)
	}
	return readPlayed(records), nil
}

func readPlayed(records [][]byte) *played {
	p := &played{reason: protocol.ReasonEnd}
	var request []byte // the last one
	for i, line := range records {
		if i > 0 && bytes.HasPrefix(line, []byte(`{"t":"request"`)) {
			request = line // most of a log is such lines
			continue
		}
		var r game.Record
		if json.Unmarshal(line, &r) != nil || (i == 0) != (r.Header != nil) {
			return nil
		}
		switch {
		case r.Header != nil:
			p.header, p.seats, p.at = *r.Header, r.Header.Seats, r.Header.At
			p.decks = make([]string, len(p.seats))
			copy(p.decks, r.Header.Setup.Decks)
		case r.Sit != nil && r.Sit.Seat >= 0 && r.Sit.Seat < len(p.seats):
			p.seats[r.Sit.Seat] = r.Sit.Who
			if r.Sit.Deck != "" {
				p.decks[r.Sit.Seat] = r.Sit.Deck
			}
		case r.Draw != nil:
			p.at, p.reason = r.Draw.At, r.Draw.Reason
		case r.End != nil:
			p.won = r.End.Won
			return p.end(request)
		case r.T == "fault":
			p.reason = protocol.ReasonFault
			return p.end(request)
		}
	}
	return nil
}

// end takes the time of the last request, unless something came later.
func (p *played) end(request []byte) *played {
	var r game.Record
	if request != nil && json.Unmarshal(request, &r) == nil && r.Request != nil {
		p.at = max(p.at, r.Request.At)
	}
	return p
}

// shown returns when those who watch the game have seen its end, 0 if they have at once.
func (p *played) shown() int64 {
	if late := p.header.Delay(); late > 0 {
		return p.at + late
	}
	return 0
}
