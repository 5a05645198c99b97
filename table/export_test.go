package table

// These constants give the tests access to limits that the tests reach.
const (
	MaxUndos         = maxUndos
	MaxAlways        = maxAlways
	MaxSettings      = maxSettings
	MaxChoicesInTurn = maxChoicesInTurn
)

// ReadRequest reads a request without encoding/json.
var ReadRequest = readRequest

// SetChoicesInTurn sets the number of choices so far in the current turn.
func (t *Table) SetChoicesInTurn(n int) { t.choicesInTurn = n }
