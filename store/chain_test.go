package store_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/store"
)

// sealed returns the payloads and the sealed lines of a log of n records.
func sealed(t testing.TB, n int) (payloads, lines [][]byte) {
	t.Helper()
	var c store.Chain
	for i := range n {
		payload := fmt.Appendf(nil, `{"t":"request","seat":%d,"option":{"do":"play","n":%d}}`, i%2, i)
		line := c.Seal(bytes.Clone(payload))
		require.NoError(t, c.Next(line))
		payloads, lines = append(payloads, payload), append(lines, line)
	}
	return payloads, lines
}

func verify(lines [][]byte) error {
	_, err := store.Verify(lines)
	return err
}

// TestSeal checks the exact bytes of sealed lines, because stored logs depend on the format.
func TestSeal(t *testing.T) {
	var c store.Chain
	first := c.Seal([]byte(`{"t":"header"}`))
	assert.Equal(t, `{"t":"header","prev":"0000000000000000","sum":"fb2bae2d"}`, string(first))
	require.NoError(t, c.Next(first))
	second := c.Seal([]byte(`{"t":"end"}`))
	assert.Equal(t, `{"t":"end","prev":"d26d4e63bb0e53b7","sum":"f02424c7"}`, string(second))
	_, err := store.Verify([][]byte{first, second})
	require.NoError(t, err)
}

// seal is a regular expression for the seal of a line.
var seal = regexp.MustCompile(`,"prev":"[0-9a-f]{16}","sum":"[0-9a-f]{8}"}$`)

// payload returns the record of a sealed line without its seal. It returns an unsealed line
// unchanged.
func payload(line []byte) []byte { return seal.ReplaceAll(line, []byte{'}'}) }

func TestPayload(t *testing.T) {
	payloads, lines := sealed(t, 3)
	for i, line := range lines {
		assert.True(t, json.Valid(line), "%s", line)
		assert.Equal(t, string(payloads[i]), string(payload(line)))
		assert.Equal(t, string(payloads[i]), string(payload(payloads[i])), "payload returns an unsealed line unchanged")
	}
	assert.Empty(t, payload(nil))
}

// TestVerifyFindsFlips checks that Verify detects each flipped bit and each truncated line in a log.
func TestVerifyFindsFlips(t *testing.T) {
	_, lines := sealed(t, 4)
	require.NoError(t, verify(lines))
	require.NoError(t, verify(nil))
	for i, line := range lines {
		for bit := range 8 * len(line) {
			line[bit/8] ^= 1 << (bit % 8)
			err := verify(lines)
			require.ErrorIs(t, err, store.ErrDamaged, "record %d, bit %d", i, bit)
			require.ErrorContains(t, err, fmt.Sprintf("record %d: ", i+1))
			line[bit/8] ^= 1 << (bit % 8)
		}
		for n := range line {
			cut := slices.Clone(lines)
			cut[i] = line[:n]
			require.ErrorIs(t, verify(cut), store.ErrDamaged, "record %d, %d bytes", i, n)
		}
	}
}

// TestVerifyFindsOrder checks that Verify detects dropped, repeated and swapped records.
func TestVerifyFindsOrder(t *testing.T) {
	_, lines := sealed(t, 5)
	damaged := func(at int, changed [][]byte) {
		t.Helper()
		err := verify(changed)
		require.ErrorIs(t, err, store.ErrDamaged)
		require.ErrorContains(t, err, fmt.Sprintf("record %d: ", at+1))
	}
	for i := range lines {
		if i < len(lines)-1 { // a chain cannot detect missing last records
			damaged(i, slices.Delete(slices.Clone(lines), i, i+1))
		}
		damaged(i+1, slices.Insert(slices.Clone(lines), i, lines[i]))
		for j := range i {
			swapped := slices.Clone(lines)
			swapped[i], swapped[j] = swapped[j], swapped[i]
			damaged(j, swapped)
		}
	}
	_, other := sealed(t, 1)
	payload := []byte(`{"t":"request"}`)
	damaged(1, [][]byte{other[0], payload, lines[2]})
}

// FuzzChain seals arbitrary payloads and checks that Next accepts only sealed lines.
func FuzzChain(f *testing.F) {
	f.Add([]byte(`{"t":"end"}`), []byte(`{"t":"end","prev":"0000000000000000","sum":"00000000"}`))
	f.Fuzz(func(t *testing.T, record, line []byte) {
		if len(record) < 3 || record[len(record)-1] != '}' {
			record = []byte(`{"a":1}`)
		}
		var c, d store.Chain
		first := c.Seal(bytes.Clone(record))
		require.NoError(t, c.Next(first))
		require.Equal(t, record, payload(first))
		if err := d.Next(line); err == nil {
			require.Equal(t, line, store.Chain{}.Seal(payload(line)))
		} else {
			require.ErrorIs(t, err, store.ErrDamaged)
			require.Equal(t, store.Chain{}, d)
		}
		if !bytes.Equal(first, line) {
			require.ErrorIs(t, verify([][]byte{first, line, first}), store.ErrDamaged)
		}
	})
}

// BenchmarkChain seals and checks records of typical size.
func BenchmarkChain(b *testing.B) {
	payload := []byte(`{"t":"request","seat":1,"decision":117,"option":{"do":3,"a":12,"b":0,"c":0},"salt":"9f86d081884c7d65","by":"person","at_ms":1767225600000}`)
	b.Run("seal", func(b *testing.B) {
		var c store.Chain
		b.ReportAllocs()
		for b.Loop() {
			if err := c.Next(c.Seal(payload)); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("check", func(b *testing.B) {
		_, lines := sealed(b, 100)
		b.ReportAllocs()
		for b.Loop() {
			if err := verify(lines); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/100, "ns/record")
	})
}
