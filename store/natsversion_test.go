package store

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSafeVersion(t *testing.T) {
	for version, safe := range map[string]bool{
		"2.15.2": true, "2.14.0": true, "v2.14.0": true, "3.0.0": true, "2.14.0-RC.1": true,
		"2.13.9": false, "2.9.25": false, "1.99.0": false, "": false, "dev": false,
	} {
		assert.Equal(t, safe, safeVersion(version), version)
	}
}
