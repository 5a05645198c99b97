package cardsim

import "fmt"

// A Message is text for the player. It is a type of its own so that formatting can
// be added to it some day without breaking games that are written now.
type Message string

// Messagef formats a message as fmt.Sprintf does.
func Messagef(format string, args ...any) Message { return Message(fmt.Sprintf(format, args...)) }

func (m Message) String() string { return string(m) }
