package command

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestVersionHasCommit(t *testing.T) {
	info := &debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}}
	assert.Equal(t, "v1.2.3", versionOf(info))
	info.Settings = []debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef0123"}, {Key: "vcs.modified", Value: "true"}}
	assert.Equal(t, "v1.2.3, commit 0123456789ab with changes", versionOf(info))
}
