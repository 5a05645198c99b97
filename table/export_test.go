package table

// These names give the tests access to limits that they reach.
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
