package table

// The limits that tests reach.
const (
	MaxUndos    = maxUndos
	MaxAlways   = maxAlways
	MaxSettings = maxSettings
	MaxInTurn   = maxInTurn
)

// ReadRequest reads a request without encoding/json.
var ReadRequest = readRequest

// SetInTurn sets the number of choices that the current turn has had.
func (t *Table) SetInTurn(n int) { t.inTurn = n }
