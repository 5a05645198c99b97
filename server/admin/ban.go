package admin

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"time"

	"gamed/store"
)

// A Ban excludes an identity and its bots, or a network, from all servers of a cluster. If Chat is
// set, it excludes them only from chat.
type Ban struct {
	ID      string       `json:"id"`
	Player  string       `json:"player,omitempty"`   // the ID of an identity, or ""
	Name    string       `json:"name,omitempty"`     // of the player
	Network netip.Prefix `json:"network,omitzero"`   // the banned network, or the zero value
	Chat    bool         `json:"chat,omitempty"`     // only chat is forbidden
	Reason  string       `json:"reason,omitempty"`   // for the player
	Created int64        `json:"made_ms"`            // in ms since 1970
	Until   int64        `json:"until_ms,omitempty"` // in ms since 1970, or 0 for a ban without end
}

// Text returns the message for a client that the ban refuses.
func (b *Ban) Text() string {
	text := "you are banned from this server"
	if b.Chat {
		text = "you may not chat on this server"
	}
	if b.Until != 0 {
		text += " until " + time.UnixMilli(b.Until).UTC().Format("2006-01-02 15:04 UTC")
	}
	if b.Reason != "" {
		text += ": " + b.Reason
	}
	return text
}

func (b *Ban) expired(now time.Time) bool { return b.Until != 0 && now.UnixMilli() >= b.Until }

// Target returns the player or the network of the ban, for operators.
func (b *Ban) Target() string {
	if b.Player == "" {
		return b.Network.String()
	}
	return b.Name + " (" + b.Player + ")"
}

// ErrTarget is returned for a ban that names no player and no network, or both, or a network with
// loopback addresses.
var ErrTarget = errors.New("a ban names either one player or one network, and no network with the loopback address")

// Ban sets the ID and the creation time of a ban, stores the ban, announces it and returns it. The error
// may wrap ErrTarget.
func (c *Controls) Ban(ctx context.Context, by Operator, b Ban) (Ban, error) {
	b.Network = b.Network.Masked()
	local := b.Network.Contains(netip.IPv6Loopback()) || b.Network.IsValid() && b.Network.Addr().Is4() && b.Network.Overlaps(netip.MustParsePrefix("127.0.0.0/8"))
	if (b.Player == "") != b.Network.IsValid() || local {
		return Ban{}, fmt.Errorf("admin: %w", ErrTarget)
	}
	b.ID, b.Created = NewID(), c.now().UnixMilli()
	if err := add(ctx, c.kv, banBucket, b.ID, b); err != nil {
		return Ban{}, err
	}
	verb, detail := "ban", b.Reason
	if b.Chat {
		verb = "ban from chat"
	}
	if b.Until != 0 {
		detail = fmt.Sprintf("until %s: %s", time.UnixMilli(b.Until).UTC().Format(time.RFC3339), b.Reason)
	}
	return b, c.announce(ctx, by.NewAction(verb, b.Target(), detail))
}

// Unban removes a ban, or returns ErrUnknown.
func (c *Controls) Unban(ctx context.Context, by Operator, id string) error {
	var gone Ban
	_, err := store.ChangeValue(ctx, c.kv, banBucket, id, func(b *Ban) bool {
		gone, *b = *b, Ban{}
		return gone.ID != ""
	})
	switch {
	case err != nil:
		return fmt.Errorf("admin: %w", err)
	case gone.ID == "":
		return fmt.Errorf("admin: ban %.40q: %w", id, ErrUnknown)
	}
	return c.announce(ctx, by.NewAction("unban", gone.Target(), ""))
}

// Bans returns the bans that have not expired, oldest first.
func (c *Controls) Bans(ctx context.Context) ([]Ban, error) {
	bans, err := readAll[Ban](ctx, c.kv, banBucket)
	now := c.now()
	bans = slices.DeleteFunc(bans, func(b Ban) bool { return b.expired(now) })
	slices.SortFunc(bans, func(a, b Ban) int { return int(a.Created - b.Created) })
	return bans, err
}

// A banIndex finds bans by player and by address. A player or network may have several bans.
type banIndex struct {
	players  map[string][]*Ban
	networks []*Ban
}

func indexBans(bans []Ban) banIndex {
	x := banIndex{players: make(map[string][]*Ban)}
	for i := range bans {
		b := &bans[i]
		if b.Player != "" {
			x.players[b.Player] = append(x.players[b.Player], b)
		} else {
			x.networks = append(x.networks, b)
		}
	}
	return x
}

// Banned returns a ban of one of the players or of the address as of the last Refresh, or nil. It
// prefers bans from the server to bans from chat only.
func (c *Controls) Banned(addr netip.Addr, players ...string) (ban *Ban) {
	x, now := &c.cache.Load().bans, c.now()
	consider := func(b *Ban) {
		if !b.expired(now) && (ban == nil || ban.Chat) {
			ban = b
		}
	}
	for _, id := range players {
		for _, b := range x.players[id] {
			consider(b)
		}
	}
	for _, b := range x.networks {
		if b.Network.Contains(addr) {
			consider(b)
		}
	}
	return ban
}
