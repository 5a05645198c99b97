package store

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
)

// A Damage names a damaged or missing part of a store. It wraps [ErrDamaged].
type Damage struct {
	Game         string // the id of the damaged game, or ""
	Record       int    // the first damaged record, counted from 1; 0 if unknown
	Bucket, Key  string // of the damaged value, or ""
	Reason       string
	unrestorable bool // no archive can restore this part
}

func (d *Damage) Error() string {
	text := "store"
	switch {
	case d.Game != "" && d.Record > 0:
		text = fmt.Sprintf("game %s: record %d", d.Game, d.Record)
	case d.Game != "":
		text = "game " + d.Game
	case d.Key != "":
		text = fmt.Sprintf("key %s in %s", d.Key, d.Bucket)
	case d.Bucket != "":
		text = "bucket " + d.Bucket
	}
	return fmt.Sprintf("%s: %v: %s", text, ErrDamaged, d.Reason)
}

func (d *Damage) Is(target error) bool { return target == ErrDamaged }

// asGameDamage converts an error that wraps ErrDamaged into a *[Damage] of the game. It returns
// other errors unchanged. record is the first unreadable record, counted from 1.
func asGameDamage(game string, record int, err error) error {
	if !errors.Is(err, ErrDamaged) {
		return err
	}
	return &Damage{Game: game, Record: record, Reason: damageReason(err)}
}

// asValueDamage converts an error that wraps ErrDamaged into a *[Damage] of the value. It returns
// other errors unchanged.
func asValueDamage(bucket, key string, err error) error {
	if !errors.Is(err, ErrDamaged) {
		return err
	}
	return &Damage{Bucket: bucket, Key: key, Reason: damageReason(err)}
}

// damageReason returns the text of an error without the item and the text of ErrDamaged, which
// [Damage] adds.
func damageReason(err error) string {
	if d := (*Damage)(nil); errors.As(err, &d) {
		return d.Reason
	}
	_, text, found := bytes.Cut([]byte(err.Error()), []byte(ErrDamaged.Error()+": "))
	if !found {
		return err.Error()
	}
	return string(text)
}

// checkLog checks the seals of a log. If any line has a seal, all lines must have one, because logs
// of earlier formats have no seals at all. The error is a *[Damage].
func checkLog(game string, lines [][]byte) error {
	sealed := false
	for _, line := range lines {
		sealed = sealed || isSealed(line)
	}
	if !sealed {
		return nil
	}
	var c Chain
	for i, line := range lines {
		if err := c.Next(line); err != nil {
			return asGameDamage(game, i+1, err)
		}
	}
	return nil
}

// isSealed reports whether the end of a line has the form of a seal.
func isSealed(line []byte) bool {
	at := len(line) - sealLen
	return at >= 1 && bytes.HasPrefix(line[at:], []byte(prevMember)) && bytes.HasPrefix(line[at+summed-1:], []byte(sumMember)) && bytes.HasSuffix(line, []byte(sealEnd))
}

// sumOf returns the checksum of a value. It covers the key, so a value under a wrong key is
// detected too.
func sumOf(bucket, key string, value []byte) uint32 {
	sum := crc32.Update(0, castagnoli, []byte(bucket+"\x00"+key+"\x00"))
	return crc32.Update(sum, castagnoli, value)
}

// checkSum returns a *[Damage] if the checksum of a value is wrong.
func checkSum(bucket, key string, value []byte, sum uint32) error {
	if is := sumOf(bucket, key, value); is != sum {
		return &Damage{Bucket: bucket, Key: key, Reason: fmt.Sprintf("the value has checksum %08x, but checksum %08x is stored", is, sum)}
	}
	return nil
}
