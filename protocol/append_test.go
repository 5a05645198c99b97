package protocol_test

import (
	"bytes"
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gamed/protocol"
)

// TestAppend checks the encoding of every message except the update.
func TestAppend(t *testing.T) {
	tests := []struct {
		message protocol.Message
		want    string
	}{
		{&protocol.Hello{Protocol: 1, Name: "Ada"}, `{"type":"hello","protocol":1,"name":"Ada"}`},
		{&protocol.Join{Game: "g", Seat: ptr(0), After: ptr(uint64(0))}, `{"type":"join","game":"g","seat":0,"after":0}`},
		{&protocol.Watch{Game: "g"}, `{"type":"watch","game":"g"}`},
		{&protocol.Choose{Decision: 7, Option: 2}, `{"type":"choose","decision":7,"option":2}`},
		{&protocol.Chat{Text: "hi"}, `{"type":"chat","text":"hi"}`},
		{&protocol.Resign{}, `{"type":"resign"}`},
		{&protocol.Offer{Kind: "draw"}, `{"type":"offer","kind":"draw"}`},
		{&protocol.Respond{Kind: "draw"}, `{"type":"respond","kind":"draw","accept":false}`},
		{&protocol.Exit{Seat: 1, Way: "win"}, `{"type":"exit","seat":1,"way":"win"}`},
		{&protocol.Mute{Seat: -1, On: true}, `{"type":"mute","seat":-1,"on":true}`},
		{&protocol.Who{}, `{"type":"who"}`},
		{&protocol.Settings{Stops: []string{}}, `{"type":"settings","stops":[]}`},
		{&protocol.Always{Decision: 2, Option: 1}, `{"type":"always","decision":2,"option":1}`},
		{&protocol.SeatSettings{Stops: []string{"main"}, Always: []string{}, Muted: []int{-1}}, `{"type":"settings","stops":["main"],"alone":false,"always":[],"muted":[-1]}`},
		{&protocol.Hello{Protocol: 1, Author: "Ada", Version: "2", Repeats: true}, `{"type":"hello","protocol":1,"author":"Ada","version":"2","repeats":true}`},
		{&protocol.Fork{Seed: 3, View: true}, `{"type":"fork","seed":3,"view":true}`},
		{&protocol.Fork{From: ptr(uint32(1))}, `{"type":"fork","from":1}`},
		{&protocol.Apply{WorldID: 1, Option: 2}, `{"type":"apply","fork":1,"option":2}`},
		{&protocol.Release{WorldID: 1}, `{"type":"release","fork":1}`},
		{&protocol.Rollouts{Seeds: []uint64{1, 2}, Paths: [][]int{{0}, {}}, Until: "turn"}, `{"type":"rollouts","seeds":[1,2],"paths":[[0],[]],"until":"turn"}`},
		{&protocol.Values{Values: [][]int{{1, 999}, {0, 1000}}, Steps: 7}, `{"type":"values","values":[[1,999],[0,1000]],"steps":7}`},
		{&protocol.Ping{T: 5}, `{"type":"ping","t":5}`},
		{&protocol.Bye{}, `{"type":"bye"}`},
		{&protocol.Welcome{Protocol: 1, Server: "gamed 1"}, `{"type":"welcome","protocol":1,"server":"gamed 1"}`},
		{
			&protocol.Joined{Game: "g", Rules: "r", Seat: -1, Seats: []protocol.Seat{{Kind: protocol.SeatOpen}}},
			`{"type":"joined","game":"g","rules":"r","seat":-1,"seats":[{"seat":0,"kind":"open","here":false}]}`,
		},
		{
			&protocol.Joined{Game: "g", Rules: "r", Seats: []protocol.Seat{}, Seed: ptr(uint64(9)), Budget: &protocol.Budget{Worlds: 64, Steps: 10_000}},
			`{"type":"joined","game":"g","rules":"r","seat":0,"seats":[],"seed":9,"budget":{"worlds":64,"steps":10000}}`,
		},
		{&protocol.World{WorldID: 1, Seat: -1, Over: true, Won: []int{0}}, `{"type":"world","fork":1,"turn":0,"seat":-1,"options":[],"values":[],"over":true,"won":[0]}`},
		{&protocol.Table{Game: "g", Seats: []protocol.Seat{}}, `{"type":"table","game":"g","seats":[]}`},
		{&protocol.Table{Game: "g", Seats: []protocol.Seat{}, Held: true}, `{"type":"table","game":"g","seats":[],"held":true}`},
		{&protocol.Error{Code: protocol.Stale, Text: "no", Decision: 3}, `{"type":"error","code":"stale","text":"no","decision":3}`},
		{&protocol.ChatMessage{Game: "g", Seat: 1, Text: "hi"}, `{"type":"chat","game":"g","seat":1,"text":"hi"}`},
		{&protocol.Over{Game: "g", N: 9, Won: []int{}, Draw: true, Reason: protocol.ReasonEnd}, `{"type":"over","game":"g","n":9,"won":[],"draw":true,"reason":"end"}`},
		{&protocol.Pong{T: 5}, `{"type":"pong","t":5}`},
	}
	for _, tt := range tests {
		before := reflect.ValueOf(tt.message).Elem().Interface()
		got := protocol.Append([]byte("> "), tt.message)
		assert.Equal(t, "> "+tt.want, string(got))
		assert.Equal(t, before, reflect.ValueOf(tt.message).Elem().Interface(), "Append must not change the message")
	}
}

// TestUpdateIsLikeEncodingJSON checks that the generated encoder matches encoding/json.
func TestUpdateIsLikeEncodingJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := drawUpdate(t)
		want := encodeWithJSON(t, "update", u)
		got := protocol.Append(nil, u)
		require.JSONEq(t, string(want), string(got))
		require.Equal(t, memberNames(t, want), memberNames(t, got), "the order of the names differs")
		again := protocol.Append(nil, u)
		require.Equal(t, string(got), string(again))
	})
}

// TestWorldIsLikeEncodingJSON checks that the generated encoder of a World matches encoding/json.
func TestWorldIsLikeEncodingJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Int()
		w := &protocol.World{
			WorldID: rapid.Uint32().Draw(t, "fork"), Turn: number.Draw(t, "turn"), Seat: number.Draw(t, "seat"),
			Options: drawOptions(t), Values: rapid.SliceOfN(number, 1, 6).Draw(t, "values"), Over: rapid.Bool().Draw(t, "over"),
			Won:  rapid.SliceOfN(number, 1, 6).Draw(t, "won"),
			View: json.RawMessage(rapid.SampledFrom([]string{``, `{"turn":1}`}).Draw(t, "view")),
		}
		want := encodeWithJSON(t, "world", w)
		got := protocol.Append(nil, w)
		require.JSONEq(t, string(want), string(got))
		require.Equal(t, memberNames(t, want), memberNames(t, got), "the order of the names differs")
	})
}

// encodeWithJSON encodes a message with encoding/json.
func encodeWithJSON(t *rapid.T, kind string, m protocol.Message) []byte {
	fields, err := json.Marshal(m)
	require.NoError(t, err)
	return append([]byte(`{"type":"`+kind+`",`), fields[1:]...)
}

func drawOptions(t *rapid.T) []protocol.Option {
	text := rapid.String()
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) protocol.Option {
		return protocol.Option{
			ID: rapid.Int().Draw(t, "id"), Do: text.Draw(t, "do"), Text: text.Draw(t, "text"), Card: text.Draw(t, "card"),
			By: text.Draw(t, "by"), Target: text.Draw(t, "on"), SecondTarget: text.Draw(t, "also"),
		}
	}), 1, 3).Draw(t, "options")
}

func drawUpdate(t *rapid.T) *protocol.Update {
	text, number := rapid.String(), rapid.Int()
	u := &protocol.Update{
		Game: text.Draw(t, "game"), N: rapid.Uint64().Draw(t, "n"), Turn: number.Draw(t, "turn"),
		Awaiting: rapid.SliceOf(number).Draw(t, "awaiting"),
		View:     json.RawMessage(rapid.SampledFrom([]string{`{}`, `{"turn":1,"sides":[{"cards":["Wolf"]}]}`}).Draw(t, "view")),
		Gap:      rapid.Bool().Draw(t, "gap"),
		Left:     rapid.SliceOf(rapid.Int64()).Draw(t, "left"),
		Events: rapid.SliceOfN(rapid.Custom(func(t *rapid.T) protocol.Event {
			return protocol.Event{
				N: rapid.Uint64().Draw(t, "n"), What: text.Draw(t, "what"), Text: text.Draw(t, "text"), Seat: number.Draw(t, "seat"),
				Card: text.Draw(t, "card"), By: text.Draw(t, "by"), Target: text.Draw(t, "on"), Amount: number.Draw(t, "amount"), Depth: number.Draw(t, "depth"),
			}
		}), 0, 3).Draw(t, "events"),
	}
	if rapid.Bool().Draw(t, "asked") {
		u.Decision = &protocol.Decision{
			ID: rapid.Uint32().Draw(t, "id"), Options: drawOptions(t),
			Ends: rapid.Ptr(rapid.Int64(), true).Draw(t, "ends"), Auto: rapid.Ptr(rapid.Int64(), true).Draw(t, "auto"),
		}
		if rapid.Bool().Draw(t, "pick") {
			u.Decision.Pick = &protocol.Selection{
				Min: number.Draw(t, "min"), Max: number.Draw(t, "max"), Does: text.Draw(t, "does"), From: text.Draw(t, "from"),
				Ordered: rapid.Bool().Draw(t, "ordered"), Cards: drawOptions(t),
			}
		}
	}
	return u
}

// memberNames lists the member names of an object in order.
func memberNames(t *rapid.T, object []byte) (names []string) {
	d := json.NewDecoder(bytes.NewReader(object))
	for depth := 0; ; {
		token, err := d.Token()
		if err == io.EOF {
			return names
		}
		require.NoError(t, err)
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		default:
			if name, ok := token.(string); ok && depth == 1 {
				names = append(names, name)
			}
		}
	}
}

// TestUpdateOddTexts checks the escaping of texts that no ruleset should produce.
func TestUpdateOddTexts(t *testing.T) {
	u := &protocol.Update{Game: "a\xffb\x00\"\\\u2028<"}
	got := protocol.Append(nil, u)
	assert.JSONEq(t, `{"type":"update","game":"a\ufffdb\u0000\"\\\u2028<","n":0,"turn":0,"awaiting":[],"view":null,"events":[]}`, string(got))
}

// BenchmarkUpdate encodes an update of typical size, with a view of 2 KiB, three events and
// six options.
func BenchmarkUpdate(b *testing.B) {
	b.ReportAllocs()
	u := protocol.Update{Game: "0123456789", N: 117, Turn: 9, Awaiting: []int{0, 1}, Left: []int64{60_000, 61_000}}
	u.View = json.RawMessage(`{"text":"` + strings.Repeat("x", 2048) + `"}`)
	for i := range 3 {
		u.Events = append(u.Events, protocol.Event{N: uint64(i), What: "play", Text: "seat 0 plays Wolf on t5", Card: "Wolf", By: "t3", Target: "t5"})
	}
	u.Decision = &protocol.Decision{ID: 99}
	for i := range 6 {
		u.Decision.Options = append(u.Decision.Options, protocol.Option{ID: i, Do: "play", Text: "play Spark on seat 1", Card: "Spark", Target: "s1"})
	}
	var data []byte
	for b.Loop() {
		fresh := u // a copy without the cached encoding
		data = fresh.JSON()
	}
	b.SetBytes(int64(len(data)))
}
