package hub

import (
	"reflect"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/assert"

	"gamed/protocol"
)

// TestRangesOfRequest checks that the schema has the ranges that a request may use.
func TestRangesOfRequest(t *testing.T) {
	for at, most := range map[jsontext.Pointer]int64{
		"/clock/bank_ms": maxClock, "/clock/per_decision_ms": maxClock, "/clock/increment_ms": maxClock,
		"/forks/worlds": maxWorlds, "/forks/steps": maxSteps, "/best_of": 7,
	} {
		_, limit, ok := protocol.RangeAt(reflect.TypeFor[Request](), at)
		assert.True(t, ok, at)
		assert.Equal(t, most, limit, at)
	}
}
