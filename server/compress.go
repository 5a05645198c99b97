package server

import (
	"compress/gzip"
	"net/http"

	"github.com/klauspost/compress/gzhttp"
)

// compressed are the routes whose answers are compressed for clients that take it: those
// whose answer is public, and the same for whoever asks. The length of a compressed answer
// tells whether something in it is there twice. So somebody who sees lengths on the network
// and can put guesses into an answer beside a secret finds the secret out (BREACH). Hence
// there is none for who somebody is, tokens, a player's own games and results, what a seat
// has seen, or the id of the game that follows; nor for any POST, or on a WebSocket.
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

// zippedTag ends the entity tags of answers that are compressed, as other bytes have to
// have another tag.
const zippedTag = "-gzip"

// compress returns what compresses the answers of a handler.
func compress() (func(http.Handler) http.HandlerFunc, error) {
	return gzhttp.NewWrapper(gzhttp.CompressionLevel(gzip.BestSpeed), gzhttp.EnableZstd(false), gzhttp.SuffixETag(zippedTag))
}
