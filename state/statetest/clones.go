package statetest

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/state"
)

// testClones plays every request on a clone first: it must leave the original
// as it was and come to the same position by the same events, in the middle of
// a card's effect as well. Clones of long ago stay as they were.
func (k Kit[S]) testClones(t *testing.T) {
	steps, midEffect := 0, 0
	for g := range k.games(t, 4) {
		var old []S
		var bytesOfOld [][]byte
		for g.next() {
			steps++
			if g.midEffect() {
				midEffect++
			}
			if g.requests%16 == 1 {
				old = append(old, g.s)
				bytesOfOld = append(bytesOfOld, slices.Clone(state.Bytes(&g.s)))
			}
			before, clone := g.s, g.s
			var ofClone, ofGame state.Log
			k.Rules.Apply(&clone, g.seat, g.choice, &ofClone)
			if g.s != before {
				g.fatal("playing on a clone changed the original: %s", difference(&g.s, &before))
			}
			g.apply(&ofGame)
			if g.s != clone {
				g.fatal("a clone went another way: %s", difference(&g.s, &clone))
			}
			if !slices.Equal(ofGame.Events, ofClone.Events) {
				g.fatal("a clone had other events: %+v and %+v", ofGame.Events, ofClone.Events)
			}
		}
		for i := range old {
			if !bytes.Equal(state.Bytes(&old[i]), bytesOfOld[i]) {
				g.fatal("a clone of request %d has changed since", 16*i)
			}
		}
	}
	if k.Rules.Choice != 0 {
		assert.Positive(t, midEffect, "no clone was taken in the middle of an effect")
	}
	t.Logf("%d clones, %d of them in the middle of an effect", steps, midEffect)
}

// midEffect reports whether a card waits for an answer before it goes on.
func (g *game[S]) midEffect() bool {
	top := g.core().Stack.Top().Phase
	return top == g.kit.Rules.Choice || top == g.kit.Rules.Ask
}

// testRoundTrips writes every position down and reads it back.
func (k Kit[S]) testRoundTrips(t *testing.T) {
	var buf []byte
	for g := range k.games(t, 1) {
		for more := true; more; {
			var err error
			buf, err = binary.Append(buf[:0], binary.LittleEndian, &g.s)
			require.NoError(t, err)
			if !bytes.Equal(buf, state.Bytes(&g.s)) {
				g.fatal("the bytes of the position are not what encoding/binary writes")
			}
			var back S
			if n, err := binary.Decode(buf, binary.LittleEndian, &back); err != nil || n != len(buf) || back != g.s {
				g.fatal("binary: %v: %s", err, difference(&g.s, &back))
			}
			text, err := json.Marshal(&g.s)
			require.NoError(t, err)
			var again S
			if err := json.Unmarshal(text, &again); err != nil || again != g.s {
				g.fatal("JSON: %v: %s", err, difference(&g.s, &again))
			}
			if more = g.next(); more {
				g.apply(nil)
			}
		}
	}
}
