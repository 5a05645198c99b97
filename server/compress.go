package server

import (
	"compress/gzip"
	"net/http"

	"github.com/klauspost/compress/gzhttp"
)

// compressed is the set of routes with compressed responses. These responses are public and
// the same for all clients. The length of a compressed response can reveal whether a guess in
// it equals a secret (BREACH). Therefore responses about identities, tokens, seats, next games, and
// a player's own games or results stay uncompressed. So do responses to POST requests, and
// WebSockets.
var compressed = map[string]bool{
	"GET /api/games":              true,
	"GET /api/games/{id}/log":     true,
	"GET /api/games/{id}/replay":  true,
	"GET /api/games/{id}/proof":   true,
	"GET /api/games/{id}/chances": true,
	"GET /api/games/{id}/test":    true,
	"GET /api/rules":              true,
	"GET /api/rules/{name}":       true,
	"GET /api/rankings":           true,
	"GET /api/bots":               true,
	"GET /api/schema":             true,
}

// zippedTag is the entity-tag suffix of compressed responses.
const zippedTag = "-gzip"

// compress returns a function that compresses a handler's responses.
func compress() (func(http.Handler) http.HandlerFunc, error) {
	return gzhttp.NewWrapper(gzhttp.CompressionLevel(gzip.BestSpeed), gzhttp.EnableZstd(false), gzhttp.SuffixETag(zippedTag))
}
