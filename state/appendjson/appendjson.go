// Package appendjson appends JSON to buffers without allocations, for the views of rulesets (see
// [gamed/state.Ruleset.View]) and for messages. The argument name of its functions includes the quotes, the
// colon and any preceding punctuation, as in `,"turn":`.
package appendjson

import "strconv"

// Int appends a name and an integer value.
func Int(dst []byte, name string, n int) []byte {
	dst = append(dst, name...)
	if 0 <= n && n < 10 { // most numbers of a view have one digit
		return append(dst, '0'+byte(n))
	}
	return strconv.AppendInt(dst, int64(n), 10)
}

// String appends a name and a string value. The value must not contain characters that JSON
// must escape.
func String(dst []byte, name, value string) []byte {
	dst = append(append(append(dst, name...), '"'), value...)
	return append(dst, '"')
}

// Comma appends a comma unless dst ends with the opening bracket of an array or an object.
func Comma(dst []byte) []byte {
	if last := dst[len(dst)-1]; last == '[' || last == '{' {
		return dst
	}
	return append(dst, ',')
}
