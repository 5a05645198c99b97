package server

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestBuildHasCommit(t *testing.T) {
	info := &debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: "v1.2.3"}}
	assert.Equal(t, Build{"v1.2.3", "", "go1.26.8"}, buildOf(info))
	assert.Equal(t, "v1.2.3", buildOf(info).String())
	info.Settings = []debug.BuildSetting{{Key: "vcs.modified", Value: "true"}, {Key: "vcs.revision", Value: "0123456789abcdef0123"}}
	assert.Equal(t, Build{"v1.2.3", "0123456789ab (modified)", "go1.26.8"}, buildOf(info))
	assert.Equal(t, "v1.2.3, commit 0123456789ab (modified)", buildOf(info).String())
}
