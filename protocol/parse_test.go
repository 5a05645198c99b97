package protocol_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
)

func ptr[T any](v T) *T { return &v }

func TestParse(t *testing.T) {
	tests := []struct {
		json string
		want protocol.ClientMessage
	}{
		{`{"type":"hello","protocol":1}`, &protocol.Hello{Protocol: 1}},
		{`{"type":"hello","protocol":1,"name":"Ada 💥"}`, &protocol.Hello{Protocol: 1, Name: "Ada 💥"}},
		{` { "game" : "g1" , "type" : "join" } `, &protocol.Join{Game: "g1"}},
		{`{"type":"join","game":"g1","seat":0,"key":"k","after":9007199254740991}`,
			&protocol.Join{Game: "g1", Seat: ptr(0), Key: "k", After: ptr(uint64(1<<53 - 1))}},
		{`{"type":"join","game":"g1","claim":"abcdefghijklmnoPQ-_901"}`, &protocol.Join{Game: "g1", Claim: "abcdefghijklmnoPQ-_901"}},
		{`{"type":"watch","game":"g1"}`, &protocol.Watch{Game: "g1"}},
		{`{"type":"choose","decision":7,"option":0}`, &protocol.Choose{Decision: 7}},
		{`{"type":"chat","text":"\u00e9\n"}`, &protocol.Chat{Text: "é\n"}},
		{`{"type":"resign"}`, &protocol.Resign{}},
		{`{"type":"offer","kind":"draw"}`, &protocol.Offer{Kind: "draw"}},
		{`{"type":"respond","accept":false,"kind":"undo"}`, &protocol.Respond{Kind: "undo"}},
		{`{"type":"exit","seat":2,"way":"bot"}`, &protocol.Exit{Seat: 2, Way: "bot"}},
		{`{"type":"mute","seat":-1,"on":true}`, &protocol.Mute{Seat: -1, On: true}},
		{`{"type":"who"}`, &protocol.Who{}},
		{`{"type":"settings","stops":["main","block"]}`, &protocol.Settings{Stops: []string{"main", "block"}}},
		{`{"type":"settings","stops":[]}`, &protocol.Settings{Stops: []string{}}},
		{`{"type":"pick","decision":7,"cards":[2,0],"info":"why"}`, &protocol.Pick{Decision: 7, Cards: []int{2, 0}, Info: "why"}},
		{`{"type":"pick","decision":7,"cards":[]}`, &protocol.Pick{Decision: 7, Cards: []int{}}},
		{`{"type":"always","decision":7,"option":1}`, &protocol.Always{Decision: 7, Option: 1}},
		{`{"type":"hello","protocol":1,"author":"A","version":"v2","repeats":true}`,
			&protocol.Hello{Protocol: 1, Author: "A", Version: "v2", Repeats: true}},
		{`{"type":"fork"}`, &protocol.Fork{}},
		{`{"type":"fork","from":4294967295,"view":false}`, &protocol.Fork{From: ptr(uint32(1<<32 - 1))}},
		{`{"type":"fork","seed":9007199254740991,"view":true}`, &protocol.Fork{Seed: 1<<53 - 1, View: true}},
		{`{"type":"apply","fork":1,"option":2,"seed":3,"view":true}`, &protocol.Apply{WorldID: 1, Option: 2, Seed: 3, View: true}},
		{`{"type":"release","fork":1}`, &protocol.Release{WorldID: 1}},
		{`{"type":"rollouts","seeds":[1,2],"paths":[[0],[]],"until":"game","play":"random"}`, &protocol.Rollouts{Seeds: []uint64{1, 2}, Paths: [][]int{{0}, {}}, Until: "game", Play: "random"}},
		{`{"type":"pong","t":7}`, &protocol.Pong{T: 7}},
		{`{"type":"ping","t":-5}`, &protocol.Ping{T: -5}},
		{`{"type":"bye"}`, &protocol.Bye{}},
		{`{"option" : 2 , "decision"	:	7,"type":"cho\u006fse","info":"null \"\""}`, &protocol.Choose{Decision: 7, Option: 2, Info: `null ""`}},
		{`{"type":"choose","d\u0065cision":7,"option":0}`, &protocol.Choose{Decision: 7}},
		{`{"type":"hello","protocol":1,"name":""}`, &protocol.Hello{Protocol: 1}},
	}
	for _, tt := range tests {
		got, err := protocol.Parse([]byte(tt.json))
		require.NoError(t, err, tt.json)
		assert.Equal(t, tt.want, got, tt.json)
	}
}

func TestParseRefuses(t *testing.T) {
	tests := []struct {
		name, json string
		code       protocol.Code
		field      string
	}{
		{"nothing", ``, protocol.Malformed, ""},
		{"null", `null`, protocol.Malformed, ""},
		{"a list", `[]`, protocol.Malformed, ""},
		{"a string", `"hello"`, protocol.Malformed, ""},
		{"half a message", `{"type":"resign"`, protocol.Malformed, ""},
		{"two messages", `{"type":"resign"}{"type":"resign"}`, protocol.Malformed, ""},
		{"trailing data", `{"type":"resign"} x`, protocol.Malformed, ""},
		{"a comma too many", `{"type":"resign",}`, protocol.Malformed, ""},
		{"a name twice", `{"type":"choose","decision":1,"option":0,"option":1}`, protocol.Malformed, ""},
		{"a name twice, once escaped", `{"type":"chat","text":"a","te\u0078t":"b"}`, protocol.Malformed, ""},
		{"the type twice", `{"type":"resign","type":"bye"}`, protocol.Malformed, ""},
		{"bytes that are not UTF-8", "{\"type\":\"chat\",\"text\":\"\xff\"}", protocol.Malformed, ""},
		{"half a surrogate", `{"type":"chat","text":"\ud800"}`, protocol.Malformed, ""},
		{"a change of the writing direction", "{\"type\":\"chat\",\"text\":\"\u202egnp\"}", protocol.BadField, "text"},
		{"a name in two lines", "{\"type\":\"hello\",\"protocol\":1,\"name\":\"a\u2028b\"}", protocol.BadField, "name"},
		{"a control character", "{\"type\":\"chat\",\"text\":\"\x01\"}", protocol.Malformed, ""},
		{"a byte order mark", "\ufeff{\"type\":\"resign\"}", protocol.Malformed, ""},
		{"deep", `{"type":` + strings.Repeat("[", 8000) + strings.Repeat("]", 8000) + `}`, protocol.BadField, "type"},
		{"deep and open", strings.Repeat(`{"a":`, 3000), protocol.Malformed, ""},
		{"large", `{"type":"chat","text":"` + strings.Repeat("x", protocol.MaxMessage) + `"}`, protocol.TooBig, ""},
		{"no type", `{}`, protocol.BadField, "type"},
		{"a type that is not a string", `{"type":1}`, protocol.BadField, "type"},
		{"no such type", `{"type":"cheat"}`, protocol.UnknownType, "type"},
		{"a server's type", `{"type":"update"}`, protocol.UnknownType, "type"},
		{"another case of a type", `{"type":"Resign"}`, protocol.UnknownType, "type"},
		{"another case of a name", `{"type":"choose","Decision":1,"option":0}`, protocol.BadField, "Decision"},
		{"another case of a name besides", `{"type":"choose","decision":1,"option":0,"Option":1}`, protocol.BadField, "Option"},
		{"an unknown field", `{"type":"resign","seat":1}`, protocol.BadField, "seat"},
		{"a field that is missing", `{"type":"choose","decision":1}`, protocol.BadField, "option"},
		{"a field that is null", `{"type":"choose","decision":1,"option":null}`, protocol.BadField, "option"},
		{"an optional field that is null", `{"type":"join","game":"g","seat":null}`, protocol.BadField, "seat"},
		{"a string for a number", `{"type":"choose","decision":"1","option":0}`, protocol.BadField, "decision"},
		{"a number for a string", `{"type":"join","game":5}`, protocol.BadField, "game"},
		{"a fraction", `{"type":"choose","decision":1,"option":0.5}`, protocol.BadField, "option"},
		{"an exponent beyond the range", `{"type":"choose","decision":1e10,"option":0}`, protocol.BadField, "decision"},
		{"a negative decision", `{"type":"choose","decision":-1,"option":0}`, protocol.BadField, "decision"},
		{"a decision too high", `{"type":"choose","decision":4294967296,"option":0}`, protocol.BadField, "decision"},
		{"a negative option", `{"type":"choose","decision":1,"option":-1}`, protocol.BadField, "option"},
		{"an option past all ints", `{"type":"choose","decision":1,"option":9223372036854775808}`, protocol.BadField, "option"},
		{"a list for a number", `{"type":"choose","decision":1,"option":[0]}`, protocol.BadField, "option"},
		{"a seat too high", `{"type":"join","game":"g","seat":6}`, protocol.BadField, "seat"},
		{"a negative seat", `{"type":"join","game":"g","seat":-1}`, protocol.BadField, "seat"},
		{"no such offer", `{"type":"offer","kind":"win"}`, protocol.BadField, "kind"},
		{"a respond without accept", `{"type":"respond","kind":"draw"}`, protocol.BadField, "accept"},
		{"no such exit", `{"type":"exit","seat":1,"way":"out"}`, protocol.BadField, "way"},
		{"an exit with a negative seat", `{"type":"exit","seat":-1,"way":"win"}`, protocol.BadField, "seat"},
		{"a seat too high to mute", `{"type":"mute","seat":6,"on":true}`, protocol.BadField, "seat"},
		{"an unknown field of who", `{"type":"who","seat":1}`, protocol.BadField, "seat"},
		{"a stop with a line break", `{"type":"settings","stops":["a\nb"]}`, protocol.BadField, "stops"},
		{"too many stops", `{"type":"settings","stops":["a"` + strings.Repeat(`,"a"`, 64) + `]}`, protocol.BadField, "stops"},
		{"pick without cards", `{"type":"pick","decision":1}`, protocol.BadField, "cards"},
		{"pick a negative card", `{"type":"pick","decision":1,"cards":[0,-1]}`, protocol.BadField, "cards"},
		{"pick a word", `{"type":"pick","decision":1,"cards":["0"]}`, protocol.BadField, "cards"},
		{"pick a number", `{"type":"pick","decision":1,"cards":1}`, protocol.BadField, "cards"},
		{"pick cards that are null", `{"type":"pick","decision":1,"cards":null}`, protocol.BadField, "cards"},
		{"a rollout of a negative seed", `{"type":"rollouts","seeds":[1,-1]}`, protocol.BadField, "seeds"},
		{"a rollout of half a seed", `{"type":"rollouts","seeds":[1.5]}`, protocol.BadField, "seeds"},
		{"a rollout of a seed past 53 bits", `{"type":"rollouts","seeds":[1,1152921504606846976]}`, protocol.BadField, "seeds"},
		{"a rollout of a negative option", `{"type":"rollouts","seeds":[1],"paths":[[0,-1]]}`, protocol.BadField, "paths"},
		{"always a negative option", `{"type":"always","decision":1,"option":-1}`, protocol.BadField, "option"},
		{"a blank text", `{"type":"chat","text":" \n"}`, protocol.BadField, "text"},
		{"an empty text", `{"type":"chat","text":""}`, protocol.BadField, "text"},
		{"an author without a visible character", `{"type":"hello","protocol":1,"author":"\u00a0"}`, protocol.BadField, "author"},
		{"a heap of marks", `{"type":"chat","text":"a` + strings.Repeat("\u0301", 7) + `"}`, protocol.BadField, "text"},
		{"a long text", `{"type":"chat","text":"` + strings.Repeat("é", 251) + `"}`, protocol.BadField, "text"},
		{"a name of two lines", `{"type":"hello","protocol":1,"name":"a\nb"}`, protocol.BadField, "name"},
		{"an escape for a terminal", `{"type":"chat","text":"\u001b[2J"}`, protocol.BadField, "text"},
		{"a long game", `{"type":"watch","game":"` + strings.Repeat("x", 65) + `"}`, protocol.BadField, "game"},
		{"an empty claim", `{"type":"join","game":"g","claim":""}`, protocol.BadField, "claim"},
		{"an empty nonce", `{"type":"join","game":"g","nonce":""}`, protocol.BadField, "nonce"},
		{"no list of stops", `{"type":"settings","stops":null}`, protocol.BadField, "stops"},
		{"a missing field that another one names", `{"type":"choose","decision":1,"info":"option"}`, protocol.BadField, "option"},
		{"a missing field that a quote names", `{"type":"choose","decision":1,"info":"a\"option\":1"}`, protocol.BadField, "option"},
		{"a null beside a text", `{"type":"choose","decision":1,"option":0,"info":null}`, protocol.BadField, "info"},
		{"an empty key", `{"type":"join","game":"g","key":""}`, protocol.BadField, "key"},
		{"a long key", `{"type":"join","game":"g","key":"` + strings.Repeat("x", 65) + `"}`, protocol.BadField, "key"},
		{"a short claim", `{"type":"join","game":"g","claim":"abcdefghijklmnopqrstu"}`, protocol.BadField, "claim"},
		{"a long claim", `{"type":"join","game":"g","claim":"` + strings.Repeat("x", 65) + `"}`, protocol.BadField, "claim"},
		{"a claim with a space", `{"type":"join","game":"g","claim":"abcdefghijklm nopqrstu"}`, protocol.BadField, "claim"},
		{"a claim and a key", `{"type":"join","game":"g","key":"k","claim":"` + strings.Repeat("x", 22) + `"}`, protocol.BadField, "claim"},
		{"a long reason", `{"type":"bye","reason":"` + strings.Repeat("x", 501) + `"}`, protocol.BadField, "reason"},
		{"many fields", `{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":[],"type":"resign"}`, protocol.BadField, "a"},
		{"an unknown field with a slash", `{"type":"resign","a/b~":1}`, protocol.BadField, "a/b~"},
		{"an empty type", `{"type":""}`, protocol.BadField, "type"},
		{"a number past all numbers", `{"type":"ping","t":1e999999999}`, protocol.BadField, "t"},
		{"a long name", `{"type":"hello","protocol":1,"name":"` + strings.Repeat("x", 61) + `"}`, protocol.BadField, "name"},
		{"a long author", `{"type":"hello","protocol":1,"author":"` + strings.Repeat("x", 61) + `"}`, protocol.BadField, "author"},
		{"a version of two lines", `{"type":"hello","protocol":1,"version":"1\n2"}`, protocol.BadField, "version"},
		{"a number for a boolean", `{"type":"hello","protocol":1,"repeats":1}`, protocol.BadField, "repeats"},
		{"a string for a boolean", `{"type":"fork","view":"true"}`, protocol.BadField, "view"},
		{"an option past 53 bits", `{"type":"choose","decision":1,"option":9007199254740992}`, protocol.BadField, "option"},
		{"a card past 53 bits", `{"type":"pick","decision":1,"cards":[9007199254740992]}`, protocol.BadField, "cards"},
		{"an event past 53 bits", `{"type":"join","game":"g","after":9007199254740992}`, protocol.BadField, "after"},
		{"a ping past 53 bits", `{"type":"ping","t":9007199254740992}`, protocol.BadField, "t"},
		{"a pong past 53 bits", `{"type":"pong","t":-9007199254740992}`, protocol.BadField, "t"},
		{"a seed too high", `{"type":"fork","seed":9007199254740992}`, protocol.BadField, "seed"},
		{"a negative seed", `{"type":"apply","fork":1,"option":0,"seed":-1}`, protocol.BadField, "seed"},
		{"a world too high", `{"type":"fork","from":4294967296}`, protocol.BadField, "from"},
		{"a negative option in a world", `{"type":"apply","fork":1,"option":-1}`, protocol.BadField, "option"},
		{"no option in a world", `{"type":"apply","fork":1}`, protocol.BadField, "option"},
		{"no world to release", `{"type":"release"}`, protocol.BadField, "fork"},
		{"a field of another message", `{"type":"release","fork":1,"view":true}`, protocol.BadField, "view"},
		{"a world, a type of the server", `{"type":"world","fork":1}`, protocol.UnknownType, "type"},
		{"a long field", `{"type":"resign","` + strings.Repeat("é", 4000) + `":1}`, protocol.BadField, strings.Repeat("é", 40) + "…"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, err := protocol.Parse([]byte(tt.json))
			assert.Nil(t, m)
			var refused *protocol.Error
			require.ErrorAs(t, err, &refused)
			assert.Equal(t, tt.code, refused.Code, refused.Text)
			assert.Equal(t, tt.field, refused.Field, refused.Text)
			assert.NotEmpty(t, refused.Text)
			assert.Less(t, len(refused.Text), 250)
			assert.NotContains(t, refused.Text, "jsontext")
			t.Log(refused.Text)
		})
	}
}

// TestParseChoose checks that the quick parser of a choose message agrees with the decoder. With a
// space at the end of a message, Parse uses the decoder.
func TestParseChoose(t *testing.T) {
	for _, number := range []string{
		"0", "7", "10", "999999999", "1000000000", "4294967295", "4294967296", "9223372036854775808", "18446744073709551617", "00", "01", "-1", "1.5", "1e2", "", "null", `"1"`, "1 ",
	} {
		for _, text := range []string{
			`{"type":"choose","decision":` + number + `,"option":3}`, `{"type":"choose","decision":3,"option":` + number + `}`,
			`{"type":"choose","decision":3,"option":` + number, `{"type":"choose","decision":3,"option":3}` + number,
			`{"type":"choose","decision":3,"option":` + number + `,"info":"x"}`, `{"type":"choose","option":3,"decision":` + number + `}`,
		} {
			m, err := protocol.Parse([]byte(text))
			same, failed := protocol.Parse([]byte(text + " "))
			assert.Equal(t, same, m, text)
			assert.Equal(t, failed == nil, err == nil, text)
		}
	}
}

// FuzzParse checks that Parse accepts the encoding of every message that it returns. It also
// checks that the error for any other message can be sent.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`{"type":"hello","protocol":1,"name":"Ada"}`, `{"type":"join","game":"g","seat":1,"key":"k","after":3}`,
		`{"type":"watch","game":"g"}`, `{"type":"choose","decision":7,"option":2}`, `{"type":"chat","text":"\u00e9"}`,
		`{"type":"resign"}`, `{"type":"ping","t":-1}`, `{"type":"pong","t":1}`, `{"type":"bye","reason":"tea"}`,
		`{"type":"hello","protocol":1,"author":"Bob","version":"2","repeats":false}`, `{"type":"fork","from":1,"view":true}`,
		`{"type":"fork","seed":9007199254740991}`, `{"type":"apply","fork":1,"option":2,"seed":3,"view":false}`, `{"type":"release","fork":4294967295}`,
		`{"type":"resign","type":"bye"}`, `{"type":null}`, `[[[[`, `{"a":{"a":`, `{"type":"ping","t":1e400}`, "{\"\xff\":0}",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := protocol.Parse(data)
		if err != nil {
			require.Nil(t, m)
			var refused *protocol.Error
			require.ErrorAs(t, err, &refused)
			require.Less(t, len(refused.Text), 400)
			require.True(t, utf8.ValidString(refused.Text+refused.Field))
			return
		}
		again := protocol.Append(nil, m)
		same, err := protocol.Parse(again)
		require.NoError(t, err)
		require.Equal(t, m, same)
	})
}

func BenchmarkParse(b *testing.B) {
	for _, bm := range []struct{ name, json string }{
		{"choose", `{"type":"choose","decision":117,"option":3}`},
		{"join", `{"type":"join","game":"0123456789","seat":1,"key":"ABCDEFGHIJKLMNOPQRSTUVWXYZ","after":117}`},
		{"apply", `{"type":"apply","fork":117,"option":3,"seed":9007199254740991}`},
		{"refused", `{"type":"choose","decision":117,"options":3}`},
	} {
		b.Run(bm.name, func(b *testing.B) {
			b.ReportAllocs()
			data := []byte(bm.json)
			for b.Loop() {
				_, _ = protocol.Parse(data)
			}
		})
	}
}

// TestUnseenText checks that names and chat lines are visible and cannot change the text around
// them.
func TestUnseenText(t *testing.T) {
	for _, s := range []string{
		" ", "\u2800", "\u200b", "\u3000", "\u1160", "\u115f", "\u00ad", "\u200e\u061c", "\U000e0041\U000e0042", "\u3164", "\uffa0", "\u200d", "\ufe0f", "\u0301", "\u2060", "\ufeff", "\u180e", "\u034f", "\U0001d159", "\U0001d173", "\u17b4", "\ufff0", "\U000e0001",
		"Ada\u200e", "Ada\u200f", "Ada\u061c", "A\u202eda", "A\u2067da", "A\u200bda", "A\u2060da", "A\ufeffda", "A\u00adda", "A\u3164da", "A\u2800da", "A\u2028da", "A\U0001d173da", "A\u17b5da", "A\ufff0da", "A\U000e0001da", "A\U0001bca0da", "A" + strings.Repeat("\u0335", 7),
	} {
		text, err := json.Marshal(s)
		require.NoError(t, err)
		for _, m := range []string{`{"type":"hello","protocol":1,"name":` + string(text) + `}`, `{"type":"chat","text":` + string(text) + `}`, `{"type":"bye","reason":` + string(text) + `}`} {
			_, err := protocol.Parse([]byte(m))
			wrong := (*protocol.Error)(nil)
			if assert.ErrorAs(t, err, &wrong, "%+q", m) {
				assert.Equal(t, protocol.BadField, wrong.Code, "%+q", m)
			}
		}
	}
	for _, s := range []string{"Ada", "Аня", "נִקּוּד", "สวัสดี", "नमस्ते", "می\u200cخواهم", "👩\u200d🚀", "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "✌\ufe0f", "e\u0301", "♠", "日本語"} {
		text, err := json.Marshal(s)
		require.NoError(t, err)
		_, err = protocol.Parse([]byte(`{"type":"hello","protocol":1,"name":` + string(text) + `}`))
		assert.NoError(t, err, s)
	}
}
