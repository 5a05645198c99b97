package client

import (
	"encoding/json"
	"fmt"

	"gamed/protocol"
)

// wholeMessage returns a received message, with the whole update in place of a patch. It keeps the
// text of the update in last, for the next patch.
func wholeMessage(last *[]byte, data []byte) ([]byte, error) {
	switch typeOf(data) {
	case "update":
		*last = data
	case "patch":
		var p protocol.Patch
		if err := json.Unmarshal(data, &p); err != nil {
			return nil, fmt.Errorf("patch: %w", err)
		}
		next, err := p.Apply(*last)
		if err != nil {
			return nil, err
		}
		*last = next
		return next, nil
	}
	return data, nil
}
