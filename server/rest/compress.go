package rest

import (
	"compress/gzip"
	"net/http"

	"github.com/klauspost/compress/gzhttp"
)

// ZippedTag is the entity-tag suffix of compressed responses.
const ZippedTag = "-gzip"

// Compress returns a function that compresses a handler's responses.
func Compress() (func(http.Handler) http.HandlerFunc, error) {
	return gzhttp.NewWrapper(gzhttp.CompressionLevel(gzip.BestSpeed), gzhttp.EnableZstd(false), gzhttp.SuffixETag(ZippedTag))
}
