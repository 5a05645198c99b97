package server

import (
	"errors"
	"strings"
	"testing"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
)

// TestSetAsideReason checks that the line for a game that was set aside has the cause, and no other.
func TestSetAsideReason(t *testing.T) {
	var log strings.Builder
	s := &Server{c: Config{Logger: zerolog.New(&log)}}
	s.setAside("0123456789", errors.New("record 7: the game was set aside after a fault in its rules: index out of range"))
	assert.JSONEq(t, `{
		"level": "error", "game": "0123456789",
		"error": "record 7: the game was set aside after a fault in its rules: index out of range",
		"message": "a game was set aside: this server cannot continue it"
	}`, log.String())
}
