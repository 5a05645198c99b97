package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Spectators says who may watch a game, and how late. As JSON it is "none", or an object
// with delay_ms.
type Spectators struct {
	None  bool  // nobody may
	Delay int64 // how old is what they see, in milliseconds
}

// MaxDelay is the longest Delay of [Spectators]: an hour.
const MaxDelay = 3_600_000

const noSpectators = `"none"`

// MarshalJSON writes what UnmarshalJSON reads.
func (s Spectators) MarshalJSON() ([]byte, error) {
	if s.None {
		return []byte(noSpectators), nil
	}
	return fmt.Appendf(nil, `{"delay_ms":%d}`, s.Delay), nil
}

// UnmarshalJSON reads "none" or an object with delay_ms alone.
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
		return fmt.Errorf(`spectators are "none", or {"delay_ms":N} with N from 0 to %d`, MaxDelay)
	}
	s.Delay = late.Delay
	return nil
}
