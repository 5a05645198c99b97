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

// truth stores true or false.
func (f field) truth(dst *bool) error {
	if f.kind != 't' && f.kind != 'f' {
		return bad(f.name, "%q is to be true or false", f.name)
	}
	*dst = f.kind == 't'
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
	case "protocol":
		return signed(f, &m.Protocol)
	case "name":
		return f.into(&m.Name)
	case "author":
		return f.into(&m.Author)
	case "version":
		return f.into(&m.Version)
	case "repeats":
		return f.truth(&m.Repeats)
	}
	return f.unknown("hello")
}

func (m *Join) set(f field) error {
	switch f.name {
	case "game":
		return f.into(&m.Game)
	case "seat":
		return optional(f, &m.Seat, signed)
	case "key":
		if err := f.into(&m.Key); err != nil || m.Key != "" {
			return err
		}
		return bad("key", "leave the key out to take an open seat")
	case "claim":
		if err := f.into(&m.Claim); err != nil {
			return err
		}
		return word("claim", m.Claim, minClaim)
	case "after":
		return optional(f, &m.After, unsigned)
	case "nonce":
		if err := f.into(&m.Nonce); err != nil {
			return err
		}
		return word("nonce", m.Nonce, 1)
	case "deck":
		return f.into(&m.Deck)
	}
	return f.unknown("join")
}

func (m *Watch) set(f field) error {
	switch f.name {
	case "game":
		return f.into(&m.Game)
	}
	return f.unknown("watch")
}

func (m *Choose) set(f field) error {
	switch f.name {
	case "decision":
		return unsigned(f, &m.Decision)
	case "option":
		return signed(f, &m.Option)
	case "info":
		return f.into(&m.Info)
	}
	return f.unknown("choose")
}

func (m *Chat) set(f field) error {
	switch f.name {
	case "text":
		return f.into(&m.Text)
	}
	return f.unknown("chat")
}

func (m *Resign) set(f field) error {
	return f.unknown("resign")
}

func (m *Fork) set(f field) error {
	switch f.name {
	case "from":
		return optional(f, &m.From, unsigned)
	case "seed":
		return unsigned(f, &m.Seed)
	case "view":
		return f.truth(&m.View)
	}
	return f.unknown("fork")
}

func (m *Apply) set(f field) error {
	switch f.name {
	case "fork":
		return unsigned(f, &m.Fork)
	case "option":
		return signed(f, &m.Option)
	case "seed":
		return unsigned(f, &m.Seed)
	case "view":
		return f.truth(&m.View)
	}
	return f.unknown("apply")
}

func (m *Release) set(f field) error {
	switch f.name {
	case "fork":
		return unsigned(f, &m.Fork)
	}
	return f.unknown("release")
}

func (m *Ping) set(f field) error {
	switch f.name {
	case "t":
		return signed(f, &m.T)
	}
	return f.unknown("ping")
}

func (m *Pong) set(f field) error {
	switch f.name {
	case "t":
		return signed(f, &m.T)
	}
	return f.unknown("pong")
}

func (m *Bye) set(f field) error {
	switch f.name {
	case "reason":
		return f.into(&m.Reason)
	}
	return f.unknown("bye")
}
