package main

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestRefusals checks which choices markRefusals marks. They are missing from the log, and the journal
// shows that the server may have refused them.
func TestRefusals(t *testing.T) {
	sends := func(decision uint32) entry { return entry{What: sent, Decision: decision} }
	sees := func(decision uint32) entry { return entry{What: saw, Decision: decision} }
	no, gone := entry{What: refused}, entry{What: lost}
	for name, tt := range map[string]struct {
		entries   []entry
		kept      []uint32
		refusable []uint32
	}{
		"refused":                {[]entry{sends(1), sees(2), no, sends(2), sees(3)}, []uint32{2}, []uint32{1}},
		"no error":               {[]entry{sends(1), sees(2), sends(2), sees(3)}, []uint32{2}, nil},
		"refused too late":       {[]entry{sends(1), sees(2), sends(2), sees(3), no}, []uint32{2}, nil},
		"connection lost":        {[]entry{sends(1), sees(2), gone, sees(2)}, nil, []uint32{1}},
		"lost and sent again":    {[]entry{sends(1), gone, sees(1), sends(1), sees(2), sends(2), sees(3)}, []uint32{2}, nil},
		"sent twice":             {[]entry{sends(1), sends(1), sees(2), no, no, sends(2), sees(3), sends(3), sees(4)}, []uint32{3}, []uint32{1}},
		"one error per choice":   {[]entry{sends(1), sees(2), sends(2), sees(3), no, sends(3), sees(4)}, []uint32{3}, []uint32{1}},
		"error of a connection":  {[]entry{sends(1), gone, sees(1), sends(1), no, sends(2), sees(3), sends(3), sees(4)}, []uint32{3}, []uint32{1}},
		"ended before the error": {[]entry{sends(1), sees(2), sends(2), sees(3), sends(3)}, []uint32{1}, []uint32{2, 3}},
		"five without waiting": {[]entry{
			sends(1), sees(2), sends(2), sees(3), sends(3), sees(4), sends(4), sees(5), sends(5), sees(5), no, no, no, no, sees(6),
		}, []uint32{5}, []uint32{1, 2, 3, 4}},
	} {
		t.Run(name, func(t *testing.T) {
			j := &journal{entries: tt.entries}
			all := choicesOf(j)
			markRefusals(j, all, func(m *journalChoice) bool { return slices.Contains(tt.kept, m.decision) })
			var refusable []uint32
			for _, m := range all {
				if m.maybeRefused {
					refusable = append(refusable, m.decision)
				}
			}
			assert.Equal(t, tt.refusable, refusable)
		})
	}
}
