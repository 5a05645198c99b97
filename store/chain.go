package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/crc32"
)

// From format 3 on, every record in a log is sealed. Its line contains a hash of the previous line
// and a checksum. A sealed line is the JSON object of the record with two more members at its end:
//
//	{"t":"request",…,"prev":"b94d27b9934d3e08","sum":"5f3c4c1a"}
//
// prev is the first 8 bytes of the SHA-256 of the previous line without its line break, and
// zero in the first record. sum is the CRC-32C of all bytes of the line before this member.
// Both use lower-case hexadecimal digits. The members have no other form, so a changed bit anywhere
// in a line is detected. A decoder that ignores unknown members reads a sealed line like any other.
// Lines in formats 1 and 2 are not sealed.
//
// The chain detects damage and reordering. It cannot detect that the newest records are
// missing. It is not a signature: a program that can write the log can write a new chain.

// A Chain is a position between two records of a sealed log. It holds the hash of the line before
// that position. The zero Chain is the position before the first record.
type Chain struct{ last [8]byte }

const (
	prevMember = `,"prev":"`
	sumMember  = `","sum":"`
	sealEnd    = `"}`
	prevLen    = 2 * len(Chain{}.last)
	sumLen     = 2 * crc32.Size
	sealLen    = len(prevMember) + prevLen + len(sumMember) + sumLen + len(sealEnd)
	summed     = len(prevMember) + prevLen + 1 // length of the part of a seal that its checksum covers
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Seal returns the line for the record after c. payload is a JSON object with at least one
// member. Seal takes ownership of payload and may reuse its memory. [After] returns the Chain
// after the line.
func (c Chain) Seal(payload []byte) []byte {
	line := hex.AppendEncode(append(payload[:len(payload)-1], prevMember...), c.last[:])
	line = append(line, sumMember[0])
	return appendSum(line, line)
}

// appendSum appends the end of a seal to dst: the checksum of data and the closing brace.
func appendSum(dst, data []byte) []byte {
	sum := crc32.Checksum(data, castagnoli)
	dst = hex.AppendEncode(append(dst, sumMember[1:]...), []byte{byte(sum >> 24), byte(sum >> 16), byte(sum >> 8), byte(sum)})
	return append(dst, sealEnd...)
}

// Next checks that line is sealed, undamaged and the successor of c, and advances c past it.
// Otherwise it returns an error that wraps [ErrDamaged] and leaves c unchanged.
func (c *Chain) Next(line []byte) error {
	at := len(line) - sealLen
	if at < 1 {
		return fmt.Errorf("%w: %d bytes are too few for a sealed record", ErrDamaged, len(line))
	}
	var room [sealLen - summed]byte
	if want := appendSum(room[:0], line[:at+summed]); !bytes.Equal(line[at+summed:], want) {
		return fmt.Errorf("%w: the record ends with %q, but its checksum requires %q", ErrDamaged, line[at+summed:], string(want))
	}
	var prev [prevLen]byte
	hex.Encode(prev[:], c.last[:])
	if named := line[at+len(prevMember):][:prevLen]; !bytes.Equal(named, prev[:]) {
		return fmt.Errorf("%w: the record names predecessor %s, but the previous record is %s: a record is missing, repeated or out of order", ErrDamaged, named, string(prev[:]))
	}
	*c = After(line)
	return nil
}

// After returns the Chain after a sealed line. It does not check the line.
func After(line []byte) (c Chain) {
	sum := sha256.Sum256(line)
	copy(c.last[:], sum[:])
	return c
}

// Verify checks a whole log of sealed records and returns the Chain after the last one.
// The error wraps [ErrDamaged] and names the first invalid record, counted from 1.
func Verify(lines [][]byte) (c Chain, err error) {
	for i, line := range lines {
		if err := c.Next(line); err != nil {
			return c, fmt.Errorf("record %d: %w", i+1, err)
		}
	}
	return c, nil
}
