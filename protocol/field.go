package protocol

import (
	"strconv"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"
)

// A field is one field of a message as it came.
type field struct {
	name  string
	kind  jsontext.Kind
	value string // without the quotes and escapes of a string
}

// into stores a string.
func (f field) into(dst *string) error {
	if f.kind != '"' {
		return bad(f.name, "%q is to be a string", f.name)
	}
	*dst = f.value
	return nil
}

// unsigned stores a number that is not negative.
func unsigned[T uint32 | uint64](f field, dst *T) error {
	n, err := strconv.ParseUint(f.value, 10, int(unsafe.Sizeof(*dst))*8)
	if f.kind != '0' || err != nil {
		return bad(f.name, "%q is to be a whole number from 0 to %d", f.name, ^T(0))
	}
	*dst = T(n)
	return nil
}

// signed stores a number.
func signed[T int | int64](f field, dst *T) error {
	n, err := strconv.ParseInt(f.value, 10, int(unsafe.Sizeof(*dst))*8)
	if f.kind != '0' || err != nil {
		return bad(f.name, "%q is to be a whole number", f.name)
	}
	*dst = T(n)
	return nil
}

// optional stores a value that may be absent.
func optional[T any](f field, dst **T, store func(field, *T) error) error {
	*dst = new(T)
	return store(f, *dst)
}

func (f field) unknown(kind string) error {
	return bad(clip(f.name), "%s has no field %q", kind, clip(f.name))
}

func (m *Hello) set(f field) error {
	switch f.name {
	case "type":
		return f.into(&m.Type)
	case "protocol":
		return signed(f, &m.Protocol)
	case "name":
		return f.into(&m.Name)
	}
	return f.unknown("hello")
}

func (m *Join) set(f field) error {
	switch f.name {
	case "type":
		return f.into(&m.Type)
	case "game":
		return f.into(&m.Game)
	case "seat":
		return optional(f, &m.Seat, signed)
	case "key":
		if err := f.into(&m.Key); err != nil || m.Key != "" {
			return err
		}
		return bad("key", "leave the key out to take an open seat")
	case "after":
		return optional(f, &m.After, unsigned)
	}
	return f.unknown("join")
}

func (m *Watch) set(f field) error {
	switch f.name {
	case "type":
		return f.into(&m.Type)
	case "game":
		return f.into(&m.Game)
	}
	return f.unknown("watch")
}

func (m *Choose) set(f field) error {
	switch f.name {
	case "type":
		return f.into(&m.Type)
	case "decision":
		return unsigned(f, &m.Decision)
	case "option":
		return signed(f, &m.Option)
	}
	return f.unknown("choose")
}

func (m *Chat) set(f field) error {
	switch f.name {
	case "type":
		return f.into(&m.Type)
	case "text":
		return f.into(&m.Text)
	}
	return f.unknown("chat")
}

func (m *Resign) set(f field) error {
	if f.name == "type" {
		return f.into(&m.Type)
	}
	return f.unknown("resign")
}

func (m *Ping) set(f field) error {
	switch f.name {
	case "type":
		return f.into(&m.Type)
	case "t":
		return signed(f, &m.T)
	}
	return f.unknown("ping")
}

func (m *Bye) set(f field) error {
	switch f.name {
	case "type":
		return f.into(&m.Type)
	case "reason":
		return f.into(&m.Reason)
	}
	return f.unknown("bye")
}
