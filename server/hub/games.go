package hub

import (
	"context"

	"gamed/agent"
	"gamed/game"
	"gamed/protocol"
)

// Games gives clients access to the games of a server or cluster. [Hub] and cluster.Node implement
// it. Hub documents the methods.
type Games interface {
	Create(ctx context.Context, spec Spec) (Info, error)
	Get(ctx context.Context, id string) (Info, error)
	List(ctx context.Context, f Filter) ([]Info, error)
	Rank(ctx context.Context, rules, by string, limit int) (Ranking, error)
	BotNotes(ctx context.Context, id string) ([]game.BotNote, error)
	Presences(ctx context.Context, players []string) (map[string]Presence, error)
	AnnounceNext(ctx context.Context, id, next string) error
	Join(ctx context.Context, join *protocol.Join, who Player, to agent.JSONWriter) (*Seating, error)
	Watch(ctx context.Context, id string, to agent.JSONWriter) (*Seating, error)
	Count() Counts
	Recover(ctx context.Context) (int, error)
	Recovered() <-chan struct{}
	Close(ctx context.Context) error
}
