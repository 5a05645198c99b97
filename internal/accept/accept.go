// Package accept reads the Accept and Accept-Encoding headers of HTTP requests, with their weights
// (RFC 9110, sections 12.4 and 12.5).
package accept

import (
	"mime"
	"strconv"
	"strings"
)

// A Coding is the content coding of a response.
type Coding int

// The codings of responses.
const (
	None     Coding = iota // the client refuses both codings
	Identity               // uncompressed
	Gzip
)

// PreferredEncoding returns the coding that the values of Accept-Encoding prefer. Without a value,
// it returns Identity. A value with an invalid weight is ignored.
func PreferredEncoding(values []string) Coding {
	const absent = -1.0
	zipped, plain, rest := absent, absent, absent
	for _, item := range split(values, ",") {
		name, weight, ok := parseItem(item)
		switch {
		case !ok:
		case strings.EqualFold(name, "gzip"), strings.EqualFold(name, "x-gzip"):
			zipped = max(zipped, weight)
		case strings.EqualFold(name, "identity"):
			plain = weight
		case name == "*":
			rest = weight
		}
	}
	if zipped == absent {
		zipped = rest
	}
	if plain == absent && rest == 0 {
		plain = 0
	}
	switch {
	case zipped > 0 && zipped >= plain:
		return Gzip
	case plain == 0:
		return None
	}
	return Identity
}

// AllowsMedia reports whether the values of Accept allow a response of a media type. It ignores
// values with an invalid weight. If no value remains, every type is allowed. The value
// "application/json" also allows types that end in json or jsonl.
func AllowsMedia(values []string, kind string) bool {
	items := split(values, ",")
	if len(items) == 0 {
		return true
	}
	kind, _, err := mime.ParseMediaType(kind)
	if err != nil {
		return true
	}
	family, _, _ := strings.Cut(kind, "/")
	best, allowed, readable := 0, false, false // the most specific range decides
	for _, item := range items {
		name, weight, ok := parseItem(item)
		if !ok {
			continue
		}
		readable = true
		exact := 0
		switch name = strings.ToLower(name); {
		case name == kind:
			exact = 4
		case name == "application/json" && (strings.HasSuffix(kind, "json") || strings.HasSuffix(kind, "jsonl")):
			exact = 3
		case name == family+"/*":
			exact = 2
		case name == "*/*", name == "*":
			exact = 1
		}
		if exact > best || exact == best && exact > 0 && weight > 0 {
			best, allowed = exact, weight > 0
		}
	}
	return allowed || !readable
}

// split splits each of the values at separator, and drops empty items.
func split(values []string, separator string) (items []string) {
	for _, value := range values {
		for item := range strings.SplitSeq(value, separator) {
			if item = strings.Trim(item, " \t"); item != "" {
				items = append(items, item)
			}
		}
	}
	return items
}

// parseItem returns the name of an item and its weight from 0 to 1, which is 1 by default. It
// returns false for an invalid weight or an empty name.
func parseItem(item string) (name string, weight float64, ok bool) {
	name, rest, _ := strings.Cut(item, ";")
	name, weight = strings.Trim(name, " \t"), 1
	for _, parameter := range split([]string{rest}, ";") {
		key, value, _ := strings.Cut(parameter, "=")
		if !strings.EqualFold(strings.Trim(key, " \t"), "q") {
			continue
		}
		if value = strings.Trim(value, " \t"); strings.Trim(value, "0123456789.") != "" {
			return "", 0, false
		}
		var err error
		if weight, err = strconv.ParseFloat(value, 64); err != nil || weight > 1 {
			return "", 0, false
		}
	}
	return name, weight, name != ""
}
