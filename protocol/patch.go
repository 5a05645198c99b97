package protocol

import (
	"encoding/binary"
	"errors"
	"fmt"
	"gamed/state/appendjson"
	"math/bits"
	"strconv"
	"sync"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	// hashLength is the length in bytes of the substrings that AppendPatch looks up.
	hashLength = 8
	// minCopy is the minimum length of a copy. A shorter text takes fewer bytes as a string than as the
	// two numbers of a copy.
	minCopy = 11
	// maxTries is the maximum number of earlier occurrences that AppendPatch compares with each part of the text.
	maxTries = 16
	// maxPatched is the maximum size of both texts together.
	maxPatched = 1<<16 - 1
)

// A differ finds equal parts of a text. The tables hold the index of a byte plus 1, or 0 for none.
type differ struct {
	text    []byte             // the previous update, then the new one
	end     int                // the number of bytes of text that the client has
	indexed int                // the number of bytes of text that the tables cover
	last    [1 << 12]uint16    // by hash, the latest index
	before  [maxPatched]uint16 // by index, the previous index with the same hash
}

var differs = sync.Pool{New: func() any { return new(differ) }}

func hashOf(text []byte) uint64 {
	return binary.LittleEndian.Uint64(text) * 0x9e3779b97f4a7c15 >> 52
}

// AppendPatch appends the [Patch] that turns the text of an update into that of the next one. Both
// texts are valid UTF-8. ok is false if last is empty, if the texts together have 64 KiB or more, or
// if the patch would not be smaller than next.
func AppendPatch(dst, last, next []byte) (patch []byte, ok bool) {
	if len(last) == 0 || len(last)+len(next) > maxPatched {
		return dst, false
	}
	d := differs.Get().(*differ)
	defer differs.Put(d)
	clear(d.last[:])
	d.text, d.end, d.indexed = append(append(d.text[:0], last...), next...), len(last), 0
	begin, copied := len(dst), 0
	dst = append(dst, `{"type":"patch","ops":[`...)
	for i := d.end; i+hashLength <= len(d.text); {
		d.indexUpTo(i)
		from, to, length := d.longest(i, copied)
		if length < minCopy {
			i++
			continue
		}
		dst = d.appendString(dst, to)
		dst = strconv.AppendInt(appendjson.Comma(dst), int64(from-copied), 10)
		dst = strconv.AppendInt(append(dst, ','), int64(length), 10)
		copied, d.end = from+length, to+length
		i = d.end
	}
	dst = append(d.appendString(dst, len(d.text)), `]}`...)
	return dst, len(dst)-begin < len(next)
}

// appendString appends the text that the client does not have yet, up to an index, as a string.
func (d *differ) appendString(dst []byte, to int) []byte {
	if d.end < to {
		dst = appendQuoted(appendjson.Comma(dst), string(d.text[d.end:to]))
	}
	return dst
}

// indexUpTo adds the indexes before i to the tables.
func (d *differ) indexUpTo(i int) {
	for ; d.indexed < i; d.indexed++ {
		h := hashOf(d.text[d.indexed:])
		d.before[d.indexed] = d.last[h]
		d.last[h] = uint16(d.indexed + 1)
	}
}

// longest returns the longest part of the text around index i that also occurs earlier: the index of
// the earlier occurrence in from, the index of the part in to, and the length. longest prefers an
// occurrence at the index in next, because a skip of 0 needs fewer digits. It does not split a
// character.
func (d *differ) longest(i, next int) (from, to, length int) {
	try := func(at int) {
		end := sharedPrefix(d.text[at:i], d.text[i:])
		if end < hashLength {
			return
		}
		begin := 0
		for i-begin > d.end && at-begin > 0 && d.text[at-begin-1] == d.text[i-begin-1] {
			begin++
		}
		if end = min(end, i-begin-at); begin+end > length { // the client has only the text before i-begin
			from, to, length = at-begin, i-begin, begin+end
		}
	}
	if next < i {
		try(next)
	}
	place := d.last[hashOf(d.text[i:])]
	for n := 0; place != 0 && n < maxTries; n++ {
		try(int(place - 1))
		place = d.before[place-1]
	}
	for length > 0 && !utf8.RuneStart(d.text[to]) {
		from, to, length = from+1, to+1, length-1
	}
	for length > 0 && to+length < len(d.text) && !utf8.RuneStart(d.text[to+length]) {
		length--
	}
	return from, to, length
}

// sharedPrefix returns the number of equal bytes at the beginning of two texts.
func sharedPrefix(a, b []byte) (n int) {
	for len(a)-n >= 8 && len(b)-n >= 8 {
		if differ := binary.LittleEndian.Uint64(a[n:]) ^ binary.LittleEndian.Uint64(b[n:]); differ != 0 {
			return n + bits.TrailingZeros64(differ)/8
		}
		n += 8
	}
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// ErrPatch is returned for a patch that does not fit the previous update.
var ErrPatch = errors.New("the patch does not fit the previous update")

// Apply returns the text of the update that follows the update with the given text. The error is
// [ErrPatch].
func (p *Patch) Apply(last []byte) (next []byte, err error) {
	text, at := append([]byte(nil), last...), 0
	for i := 0; i < len(p.Ops); i++ {
		if p.Ops[i].Kind() == '"' {
			if text, err = jsontext.AppendUnquote(text, p.Ops[i].Value); err != nil {
				return nil, fmt.Errorf("%w: %w", ErrPatch, err)
			}
			continue
		}
		i++
		if i == len(p.Ops) {
			return nil, ErrPatch
		}
		skip, err := strconv.Atoi(string(p.Ops[i-1].Value))
		length, err2 := strconv.Atoi(string(p.Ops[i].Value))
		at += skip
		if err != nil || err2 != nil || at < 0 || length < 0 || length > len(text)-at {
			return nil, ErrPatch
		}
		text = append(text, text[at:at+length]...)
		at += length
	}
	return text[len(last):], nil
}
