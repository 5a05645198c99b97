package statetest

import (
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/assert"

	"gamed/state"
)

func TestViewpoint(t *testing.T) {
	for _, test := range []struct {
		line, err string
		want      state.Seat
	}{
		{line: "view", want: state.Everything},
		{line: "view seat=everything", want: state.Everything},
		{line: "view seat=watcher", want: state.Watcher},
		{line: "view seat=3", want: 3},
		{line: "view seat=x", err: "view: seat=x: not a seat, watcher or everything"},
		{line: "view seat=-1", err: "view: seat=-1: not a seat, watcher or everything"},
		{line: "view seat=(1, 2)", err: "view: unknown argument seat=(1, 2): use seat=N, seat=watcher or seat=everything"},
		{line: "view seats=2", err: "view: unknown argument seats=2: use seat=N, seat=watcher or seat=everything"},
	} {
		cmd, args, err := datadriven.ParseLine(test.line)
		assert.NoError(t, err)
		got, err := viewpoint(&datadriven.TestData{Cmd: cmd, CmdArgs: args})
		if test.err != "" {
			assert.EqualError(t, err, test.err)
			continue
		}
		assert.NoError(t, err)
		assert.Equal(t, test.want, got, test.line)
	}
}

func TestScriptErrors(t *testing.T) {
	p := &scriptRun[fine]{}
	_, err := p.command(&datadriven.TestData{Cmd: "act"})
	assert.EqualError(t, err, "act: the script has no deal command before this")
	p.dealt = true
	_, err = p.command(&datadriven.TestData{Cmd: "attack"})
	assert.EqualError(t, err, `unknown command "attack"; use deal, act, resign, options, position, view or stack`)
	_, err = p.command(&datadriven.TestData{Cmd: "act", Input: "pass"})
	assert.EqualError(t, err, `act: "pass": want a seat and an option, as in "0 pass"`)
}
