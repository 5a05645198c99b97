package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/crc32"
)

// From format 3 on, every record of a log is sealed: its line names its predecessor and
// carries a checksum. A sealed line is the record, a JSON object, with two last members:
//
//	{"t":"request",…,"prev":"b94d27b9934d3e08","sum":"5f3c4c1a"}
//
// prev is the start of the SHA-256 of the whole line before it, without its line break, and
// zeros in the first record. sum is the CRC-32C of all bytes of the line before the member.
// Both are in lower-case hexadecimal digits, and the members have exactly this form, so
// that no bit of a line can change unnoticed. A decoder that ignores unknown members reads
// a sealed line like any other. Lines of formats 1 and 2 are not sealed.
//
// The chain detects damage and reordering. It cannot tell that the newest records are
// missing, and it is no signature: a program that can write the log can write a new chain.

// A Chain is the position in a log of sealed records: the hash of the last line. The zero
// Chain stands before the first record.
type Chain struct{ last [8]byte }

const (
	prevMember = `,"prev":"`
	sumMember  = `","sum":"`
	sealEnd    = `"}`
	prevLen    = 2 * len(Chain{}.last)
	sumLen     = 2 * crc32.Size
	sealLen    = len(prevMember) + prevLen + len(sumMember) + sumLen + len(sealEnd)
	summed     = len(prevMember) + prevLen + 1 // bytes of the seal that sum covers, up to the quote
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Seal returns the line of the record that follows c. payload is a JSON object with at
// least one member, and no longer the caller's: the line takes its memory if there is
// room. The caller calls [Chain.Next] with the line once the log has it.
func (c Chain) Seal(payload []byte) []byte {
	line := hex.AppendEncode(append(payload[:len(payload)-1], prevMember...), c.last[:])
	line = append(line, sumMember[0])
	return appendSum(line, line)
}

// appendSum appends the rest of a seal, whose sum covers data.
func appendSum(dst, data []byte) []byte {
	sum := crc32.Checksum(data, castagnoli)
	dst = hex.AppendEncode(append(dst, sumMember[1:]...), []byte{byte(sum >> 24), byte(sum >> 16), byte(sum >> 8), byte(sum)})
	return append(dst, sealEnd...)
}

// Next checks that line is sealed, undamaged and the successor of c, and advances c to it.
// Otherwise it returns an error that wraps [ErrDamaged] and leaves c unchanged.
func (c *Chain) Next(line []byte) error {
	at := len(line) - sealLen
	if at < 1 {
		return fmt.Errorf("%w: %d bytes are too few for a sealed record", ErrDamaged, len(line))
	}
	var room [sealLen - summed]byte
	if want := appendSum(room[:0], line[:at+summed]); !bytes.Equal(line[at+summed:], want) {
		return fmt.Errorf("%w: the record ends with %q, its checksum makes that %q", ErrDamaged, line[at+summed:], string(want))
	}
	var prev [prevLen]byte
	hex.Encode(prev[:], c.last[:])
	if named := line[at+len(prevMember):][:prevLen]; !bytes.Equal(named, prev[:]) {
		return fmt.Errorf("%w: the record follows %s, the one before it is %s: a record is missing, repeated or out of order", ErrDamaged, named, string(prev[:]))
	}
	sum := sha256.Sum256(line)
	copy(c.last[:], sum[:])
	return nil
}

// Verify checks a whole log of sealed records and returns the position after it. The
// error wraps [ErrDamaged] and names the first wrong record, counted from 1.
func Verify(lines [][]byte) (c Chain, err error) {
	for i, line := range lines {
		if err := c.Next(line); err != nil {
			return c, fmt.Errorf("record %d: %w", i+1, err)
		}
	}
	return c, nil
}
