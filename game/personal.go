package game

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"gamed/protocol"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

const (
	// personalBucket is the bucket that has a value for each game with people. The key is the
	// game's id.
	personalBucket = "personal"
	// maxChat is the maximum number of chat messages that a table keeps. Older messages are
	// dropped.
	maxChat = 200
	// flushTime is the maximum time that a closing game waits until the store has its names and chat.
	flushTime = time.Second
)

// PersonalData holds the names and avatars (faces) of people, and their chat. It must be erasable,
// so it is not part of the log, which never changes.
type PersonalData struct {
	Names []string   `json:"names,omitempty"` // by seat, "" for bots
	Faces []string   `json:"faces,omitempty"` // by seat, "" without a face; may be shorter than Names
	Chat  []ChatLine `json:"chat,omitempty"`  // the latest messages, oldest first
	// Expected has, by seat, the people for whom open seats are reserved.
	Expected []Person `json:"expected,omitempty"`
}

// A Person is a person's name and face.
type Person struct {
	Name string `json:"name,omitempty"`
	Face string `json:"face,omitempty"`
}

// Person returns the name and the face of a seat's person. They are empty for a bot and an open seat.
func (p *PersonalData) Person(seat int) (who Person) {
	if seat < len(p.Names) {
		who.Name = p.Names[seat]
	}
	if seat < len(p.Faces) {
		who.Face = p.Faces[seat]
	}
	return who
}

// A ChatLine is a chat message.
type ChatLine struct {
	Seat int    `json:"seat"` // -1 for a spectator
	At   int64  `json:"at_ms"`
	Text string `json:"text"`
}

// LoadPersonalData reads the names and the chat of a game from the store. They are empty if the
// store has none. The error comes from the store.
func LoadPersonalData(ctx context.Context, kv store.KV, game string) (PersonalData, error) {
	n, err := loadNotebook(ctx, kv, game)
	return n.PersonalData, err
}

func loadNotebook(ctx context.Context, kv store.KV, game string) (*notebook, error) {
	n := new(notebook)
	var err error
	if n.revision, err = store.ReadValue(ctx, kv, personalBucket, game, &n.PersonalData); err != nil {
		return n, fmt.Errorf("game %s: names and chat: %w", game, err)
	}
	return n, nil
}

// A notebook is the actor's copy of the names and the chat.
type notebook struct {
	PersonalData
	unsaved atomic.Pointer[[]byte] // the value to store next
	stale   atomic.Bool            // another process has changed the value, so it must be read again
	mu      sync.Mutex             // held during a write
	// revision is the revision of the stored value. mu guards it.
	revision uint64
}

// notes returns the notebook. It reads the notebook from the store at the first call, and again
// after another process has changed the stored value. If a read fails, notes returns an empty
// notebook.
func (a *actor) notes() *notebook {
	if a.notebook != nil && !a.notebook.stale.Load() {
		return a.notebook
	}
	n, err := new(notebook), error(nil)
	if a.KV != nil {
		n, err = loadNotebook(context.Background(), a.KV, a.g.id)
	}
	for len(n.Names) < len(a.seats) {
		n.Names = append(n.Names, "")
	}
	if err == nil {
		a.notebook = n
	}
	return n
}

// name returns the name of a seat's player, from the log if the log has it: logs before format 3
// contain the names of people. name does not read the store, because Timers calls it while the log
// is not responding.
func (a *actor) name(seat int) string {
	if p := &a.Table.Seats[seat]; p.Name != "" || p.Kind != protocol.SeatPerson || a.notebook == nil {
		return p.Name
	}
	return a.notebook.Names[seat]
}

// loadNotes reads the notebook if the table can have names and chat.
func (a *actor) loadNotes() {
	if a.hasPeople() {
		a.notes()
	}
}

// face returns the face of a seat's player, or "". It does not read the store.
func (a *actor) face(seat int) string {
	if a.notebook == nil || seat >= len(a.notebook.Faces) {
		return ""
	}
	return a.notebook.Faces[seat]
}

// expect stores the people for whom seats are reserved. If the store does not respond, the game stores
// them with its next change of names or chat, or when it closes.
func (a *actor) expect(people []Person) {
	n := a.notes()
	n.Expected = people
	n.encode()
	_ = a.save(n)
}

// storePerson stores a person's name and face before the log records the seat. It stores nothing for a
// person without a name.
func (a *actor) storePerson(seat int, name, face string) error {
	n := a.notes()
	n.Names[seat] = name
	if face != "" {
		n.Faces = append(n.Faces, make([]string, max(0, seat+1-len(n.Faces)))...)
		n.Faces[seat] = face
	}
	if name == "" {
		return nil
	}
	n.encode()
	err := a.save(n)
	if err != nil {
		a.notebook = nil // the next call reads the store again
	}
	return err
}

// addChat adds a chat message to the notebook and saves the notebook in the background.
func (a *actor) addChat(said *protocol.ChatMessage, at int64) {
	n := a.notes()
	n.Chat = append(n.Chat, ChatLine{said.Seat, at, said.Text})
	if extra := len(n.Chat) - maxChat; extra > 0 {
		n.Chat = slices.Delete(n.Chat, 0, extra)
	}
	n.encode()
	if a.KV != nil && n.mu.TryLock() { // otherwise the goroutine that is writing also saves this change
		n.mu.Unlock()
		go func() {
			for n.unsaved.Load() != nil && a.save(n) == nil {
			}
		}() // after an error, the next message or the end of the game saves the value
	}
}

// encode encodes the notebook as the next value to store.
func (n *notebook) encode() {
	if value, err := json.Marshal(n.PersonalData); err == nil { // strings and numbers always encode
		n.unsaved.Store(&value)
	}
}

// save writes the notebook until the store has its latest value. Any goroutine may call it.
func (a *actor) save(n *notebook) error {
	if a.KV == nil {
		return nil
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	for value := n.unsaved.Swap(nil); value != nil; value = n.unsaved.Swap(nil) {
		revision, err := a.KV.Put(context.Background(), personalBucket, a.g.id, *value, n.revision)
		if errors.Is(err, store.ErrConflict) {
			n.stale.Store(true)
		}
		if err != nil {
			n.unsaved.CompareAndSwap(nil, value)
			return fmt.Errorf("game %s: names and chat: %w", a.g.id, err)
		}
		n.revision = revision
	}
	return nil
}

// flush saves the notebook and waits at most flushTime.
func (a *actor) flush() {
	n := a.notebook
	if n == nil {
		return
	}
	done := make(chan struct{})
	go func() {
		_ = a.save(n) // the game closes even if the chat cannot be saved
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(flushTime):
	}
}

// chatFor returns the chat messages that a seat, or a spectator, may read.
func (a *actor) chatFor(seat state.Seat) []protocol.ChatMessage {
	if !a.hasPeople() {
		return nil
	}
	var list []protocol.ChatMessage
	latest := time.Now().UnixMilli()
	if seat == state.Watcher {
		latest -= a.Table.Delay()
	}
	for _, l := range a.notes().Chat {
		who, name := table.Audience, ""
		if l.Seat >= 0 && l.Seat < len(a.seats) {
			who, name = state.Seat(l.Seat), a.name(l.Seat)
		}
		if !a.mutes(seat, who) && l.At <= latest {
			list = append(list, protocol.ChatMessage{Game: a.g.id, Seat: l.Seat, Name: name, Text: l.Text})
		}
	}
	return list
}

// hasPeople reports whether the table can have names and chat.
func (a *actor) hasPeople() bool {
	return slices.ContainsFunc(a.Table.Seats, func(p table.SeatState) bool { return p.Kind != protocol.SeatBot }) || len(a.watchers) > 0 || a.notebook != nil
}
