package table

// These names give the tests access to limits that they reach.
const (
	MaxUndos    = maxUndos
	MaxAlways   = maxAlways
	MaxSettings = maxSettings
	MaxInTurn   = maxInTurn
)

// ReadRequest reads a request without encoding/json.
var ReadRequest = readRequest

// SetInTurn sets the number of choices so far in the current turn.
func (t *Table) SetInTurn(n int) { t.inTurn = n }
