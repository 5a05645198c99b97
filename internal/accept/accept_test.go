package accept_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/internal/accept"
)

func TestEncoding(t *testing.T) {
	for value, want := range map[string]accept.Coding{
		"gzip": accept.Gzip, "GZIP": accept.Gzip, "x-gzip": accept.Gzip, "gzip, br": accept.Gzip, "*": accept.Gzip, "br, *;q=0.1": accept.Gzip,
		"gzip;q=0.001": accept.Gzip, "gzip ; Q=1.000": accept.Gzip, "identity;q=0, gzip": accept.Gzip, "identity;q=0.5, gzip;q=0.5": accept.Gzip, "*;q=0, gzip": accept.Gzip,
		"gzip;level=9": accept.Gzip, "identity;q=0, *": accept.Gzip, ",, gzip ,": accept.Gzip,
		"": accept.Identity, "br": accept.Identity, "notgzip": accept.Identity, "gzipped": accept.Identity, "gzip;q=0": accept.Identity, "gzip;q=0.000": accept.Identity,
		"deflate, gzip;q=0": accept.Identity, "*, gzip;q=0": accept.Identity, "identity, gzip;q=0.5": accept.Identity, "gzip;q=2": accept.Identity, "gzip;q=-1": accept.Identity,
		"gzip;q=": accept.Identity, "gzip;q=NaN": accept.Identity, "identity, *;q=0": accept.Identity, "notgzip;q=0, x": accept.Identity,
		"identity;q=0": accept.None, "*;q=0": accept.None, "gzip;q=0, identity;q=0": accept.None, "br, *;q=0": accept.None,
	} {
		assert.Equal(t, want, accept.PreferredEncoding([]string{value}), value)
	}
	assert.Equal(t, accept.Identity, accept.PreferredEncoding(nil))
	assert.Equal(t, accept.Gzip, accept.PreferredEncoding([]string{"br", "gzip"}), "two headers")
}

func TestMedia(t *testing.T) {
	const kind = "application/json; charset=utf-8"
	for value, want := range map[string]bool{
		"": true, "*/*": true, "*": true, "application/*": true, "application/json": true, "Application/JSON;q=0.1": true, "text/html, */*;q=0.8": true, "application/json;charset=utf-8": true,
		"text/html": false, "text/*": false, "application/json;q=0": false, "*/*, application/json;q=0": false, "*/*;q=0": false, "application/jsonp": false,
		"*/*;q=0, application/json": true, "application/json;q=many": true, "text/html;q=2": true, "text/html, application/json;q=-1": false,
	} {
		assert.Equal(t, want, accept.AllowsMedia([]string{value}, kind), value)
	}
	assert.True(t, accept.AllowsMedia(nil, kind))
	assert.True(t, accept.AllowsMedia([]string{"application/json"}, "application/schema+json"))
	assert.False(t, accept.AllowsMedia([]string{"application/json"}, "text/csv"))
}

// FuzzHeaders checks that no header causes a panic, and that empty items do not change the result
// of PreferredEncoding.
func FuzzHeaders(f *testing.F) {
	for _, s := range []string{"gzip;q=0", "identity;q=0, *;q=0", "text/html;q=0.5, */*;q=0", "q=;;,"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		accept.AllowsMedia([]string{s}, "application/json")
		assert.Equal(t, accept.PreferredEncoding([]string{s}), accept.PreferredEncoding([]string{"", s + ","}))
	})
}
