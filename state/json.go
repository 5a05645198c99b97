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

// AppendComma appends a comma if another element stands before.
func AppendComma(dst []byte, before bool) []byte {
	if before {
		return append(dst, ',')
	}
	return dst
}
