package external

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTreesAreApart checks that the end of one tree does not kill the orphans of another tree,
// whose process has exited. Only the end of that other tree kills them.
func TestTreesAreApart(t *testing.T) {
	exit := func(script string) *tree {
		c := exec.Command("/bin/sh", "-c", script)
		tree, err := startTree(c)
		require.NoError(t, err)
		require.NoError(t, c.Wait())
		return tree
	}
	first := exit("sleep 600 & :")
	assert.False(t, exit(":").end())
	assert.True(t, first.end(), "the end of another tree killed the orphan")
}
