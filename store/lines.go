package store

import (
	"bytes"
	"fmt"
	"io"
)

// Lines returns the records of a game that stands in a file, a record a line. A
// last line without its end, whose writer was stopped in the middle, is left out.
func Lines(r io.Reader) ([][]byte, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	lines := bytes.Split(data, []byte{'\n'})
	return lines[:len(lines)-1], nil
}
