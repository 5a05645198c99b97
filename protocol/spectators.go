package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Spectators controls whether a game may be watched, and with what delay. As JSON it is
// "none" or an object with delay_ms.
type Spectators struct {
	None  bool  // no spectators allowed
	Delay int64 // the spectators' delay in milliseconds
}

// MaxDelay is the largest Delay in [Spectators], one hour.
const MaxDelay = 3_600_000

const noSpectators = `"none"`

// MarshalJSON implements [json.Marshaler].
func (s Spectators) MarshalJSON() ([]byte, error) {
	if s.None {
		return []byte(noSpectators), nil
	}
	return fmt.Appendf(nil, `{"delay_ms":%d}`, s.Delay), nil
}

// UnmarshalJSON accepts "none" or an object whose only field is delay_ms.
func (s *Spectators) UnmarshalJSON(data []byte) error {
	*s = Spectators{None: string(data) == noSpectators}
	if s.None {
		return nil
	}
	var late struct {
		Delay int64 `json:"delay_ms"`
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&late); err != nil || data[0] != '{' || late.Delay < 0 || late.Delay > MaxDelay {
		return fmt.Errorf(`spectators must be "none" or {"delay_ms":N} with N from 0 to %d`, MaxDelay)
	}
	s.Delay = late.Delay
	return nil
}
