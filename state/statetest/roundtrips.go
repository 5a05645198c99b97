package statetest

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"gamed/state"
	"gamed/state/statecheck"
)

// jsonEvery is the interval, in requests, at which testRoundTrips encodes positions as JSON without the flag
// -full.
const jsonEvery = 4

// testRoundTrips checks that every position survives encoding and decoding.
func (k *Kit[S]) testRoundTrips(t *testing.T) {
	var buf []byte
	for p := range k.plays(1) {
		failure := statecheck.Each(p, func(m state.Machine, requests []state.Request) (err error) {
			s := position[S](m)
			if buf, err = binary.Append(buf[:0], binary.LittleEndian, s); err != nil {
				return err
			}
			if !bytes.Equal(buf, state.Bytes(s)) {
				return errors.New("state.Bytes differs from encoding/binary")
			}
			var back S
			if n, err := binary.Decode(buf, binary.LittleEndian, &back); err != nil || n != len(buf) || back != *s {
				return fmt.Errorf("binary: %v: %s", err, difference(s, &back))
			}
			if !*full && len(requests)%jsonEvery != 0 {
				return nil
			}
			text, err := json.Marshal(s)
			if err != nil {
				return err
			}
			var again S
			if err := json.Unmarshal(text, &again); err != nil || again != *s {
				return fmt.Errorf("JSON: %v: %s", err, difference(s, &again))
			}
			return nil
		})
		if failure != nil {
			t.Fatal(failure)
		}
	}
}
