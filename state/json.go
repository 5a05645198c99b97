package state

import "strconv"

// The Append functions write JSON for [Ruleset.View]. A name includes its quotes, the
// colon and whatever stands before it, as in `,"turn":`.

// AppendInt appends name and n.
func AppendInt(dst []byte, name string, n int) []byte {
	return strconv.AppendInt(append(dst, name...), int64(n), 10)
}

// AppendString appends name and value, which must need no escapes.
func AppendString(dst []byte, name, value string) []byte {
	dst = append(append(append(dst, name...), '"'), value...)
	return append(dst, '"')
}

// AppendComma appends a comma unless dst ends where a list or an object begins.
func AppendComma(dst []byte) []byte {
	if last := dst[len(dst)-1]; last == '[' || last == '{' {
		return dst
	}
	return append(dst, ',')
}
