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

// SetInTurn pretends that the turn has had so many choices.
func (t *Table) SetInTurn(n int) { t.inTurn = n }
