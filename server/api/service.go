// Package api answers the HTTP requests of the API: accounts, games, replays, results, matches of bots, and
// the requests of the operator.
package api

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"gamed/agent/external"
	"gamed/ai"
	"gamed/protocol"
	"gamed/replay"
	"gamed/rules"
	"gamed/server/admin"
	"gamed/server/admission"
	"gamed/server/hub"
	"gamed/server/identity"
	"gamed/server/lobby"
	"gamed/store"
)

// WaitLimit is the maximum wait for the store or for a game's queue on behalf of a client.
const WaitLimit = 5 * time.Second

// A Config configures a [Service]. The functions may be called from any goroutine.
type Config struct {
	Program string // name and version, for clients
	Rules   rules.List
	Bots    ai.Roster
	// Programs are external bots with distinct names.
	Programs      []*external.Program
	ResultsFolder string // the folder of the results files, or "" for none
	Store         store.Store
	// Backup makes a backup of the store and returns its folder, or is nil.
	Backup          func() (folder string, err error)
	OperatorSecrets []string       // the secrets of the operator's programs
	Logger          zerolog.Logger // for events
	Faults          zerolog.Logger // for repeated faults
	Hub             *hub.Hub       // the games that this server owns
	Games           hub.Games      // of the whole cluster, or nil without a running server
	Lobby           *lobby.Lobby
	Book            *identity.Book
	Controls        *admin.Controls
	Admission       *admission.Controller
	// Observe is called after each request, with its route, the status of the response, and the time
	// that it took.
	Observe func(route string, status int, took time.Duration)
	// Panicked is called after each panic in a handler.
	Panicked func()
	// CloseRevoked closes the connections of revoked sessions and tokens. It reports whether it
	// could check all of them.
	CloseRevoked func(ctx context.Context) (all bool)
	// CloseBanned closes the connections of banned clients.
	CloseBanned func()
	Sockets     func() int // returns the number of open WebSockets
}

// A Service answers the HTTP requests of the API. Its methods may be called from any goroutine.
type Service struct {
	c       Config
	schema  func() []byte // returns the JSON Schema of all messages
	replays *replay.Cache
	chances *chanceCache
	records admission.Semaphore
	decks   deckCache
	matches *resultsFolder
}

// New returns a service for the given configuration.
func New(c Config) *Service {
	// Few clients request the schema, and it takes most of the time in which a server starts.
	schema := sync.OnceValue(func() []byte { return protocol.Schema(c.Rules.Views()) })
	return &Service{c: c, schema: schema, replays: replay.NewCache(), chances: newChanceCache(), records: admission.NewSemaphore(), matches: newResultsFolder(c.ResultsFolder)}
}

// client returns the client's identity, or the zero value for an anonymous client.
func (s *Service) client(r *http.Request) identity.Identity {
	return identity.CallerOf(r.Context()).Identity
}
