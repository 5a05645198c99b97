package bots_test

import (
	"encoding/pem"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
)

// trustVariable returns an environment variable that makes a bot trust a server's certificate.
func trustVariable(t *testing.T, k kit, server *httptest.Server) (env string) {
	file := filepath.Join(t.TempDir(), "ca.pem")
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	require.NoError(t, os.WriteFile(file, certificate, 0o600))
	if k.program == "node" {
		return "NODE_EXTRA_CA_CERTS=" + file
	}
	return "SSL_CERT_FILE=" + file
}

const joined = `{"type":"joined","game":"g","rules":"r","seat":0,"seats":[],"seed":9007199254740991,"budget":{"worlds":2,"steps":9}}`

// TestTalk plays the part of an arena, and checks the bot's messages one by one.
func TestTalk(t *testing.T) {
	t.Parallel()
	forKits(t, func(t *testing.T, k kit) {
		t.Run("stdio", func(t *testing.T) {
			t.Parallel()
			talk(t, k, true, func(env string) *peer { return newPipePeer(t, k, env) })
		})
		t.Run("ws", func(t *testing.T) {
			t.Parallel()
			talk(t, k, false, func(env string) *peer { return newWebSocketPeer(t, k, false, env) })
		})
	})
}

func talk(t *testing.T, k kit, stdio bool, start func(env string) *peer) {
	thought := filepath.Join(t.TempDir(), "go")
	p := start("PROBE_GO=" + thought)
	p.expect(`{"type":"hello","protocol":1,"name":"probe","author":"Übung"}`)
	p.send(`{"type":"welcome","protocol":1,"server":"gamed arena","new":{}}`)
	for _, odd := range []string{`{"type":"new"}`, `[]`, `null`, `what?`, `{}`} {
		p.send(odd)
	}
	p.send(joined)
	p.send(`{"type":"ping","t":17}`)
	p.expect(`{"type":"pong","t":17}`)

	// The bot answers each decision once. It resends the answer after an error that
	// allows a retry.
	p.sendDecision(3, "find")
	p.expect(`{"type":"choose","decision":3,"option":1}`)
	p.sendDecision(3, "find")
	p.send(`{"type":"ping","t":18}`)
	p.expect(`{"type":"pong","t":18}`)
	p.send(`{"type":"error","code":"busy","text":"busy"}`)
	p.expect(`{"type":"choose","decision":3,"option":1}`)

	p.send(`{"type":"error","code":"eclipse","text":"a later code","retry_ms":1}`)
	p.expect(`{"type":"choose","decision":3,"option":1}`)

	// The bot picks cards.
	p.sendPick(30, "cards")
	p.expect(`{"type":"pick","decision":30,"cards":[2,0]}`)
	p.send(`{"type":"error","code":"busy","text":"busy"}`)
	p.expect(`{"type":"pick","decision":30,"cards":[2,0]}`)
	p.sendPick(31, "find")
	p.expect(`{"type":"choose","decision":31,"option":1}`)

	// The bot answers pings while it thinks.
	p.sendDecision(4, "think")
	p.send(`{"type":"ping","t":19}`)
	p.expect(`{"type":"pong","t":19}`)
	require.NoError(t, os.WriteFile(thought, nil, 0o600))
	p.expect(`{"type":"choose","decision":4,"option":0}`)

	// The bot forks a world and applies options in it.
	p.sendDecision(5, "fork")
	p.expect(`{"type":"fork","seed":5,"view":true}`)
	p.send(`{"type":"world","fork":1,"turn":2,"seat":0,"options":[{"id":0},{"id":1}],"values":[400,600],"over":false,"won":[],"view":{"turn":3}}`)
	p.expect(`{"type":"fork","from":1,"view":false}`)
	p.send(`{"type":"world","fork":2,"turn":2,"seat":0,"options":[{"id":0},{"id":1}],"values":[400,600],"over":false,"won":[]}`)
	p.expect(`{"type":"apply","fork":2,"option":1,"seed":7,"view":false}`)
	p.send(`{"type":"ping","t":20}`)
	p.expect(`{"type":"pong","t":20}`)
	p.send(`{"type":"error","code":"too_fast","text":"slow down"}`)
	p.expect(`{"type":"apply","fork":2,"option":1,"seed":7,"view":false}`)
	p.send(`{"type":"error","code":"eclipse","text":"a later code","retry_ms":1}`)
	p.expect(`{"type":"apply","fork":2,"option":1,"seed":7,"view":false}`)
	p.send(`{"type":"world","fork":2,"turn":2,"seat":-1,"options":[],"values":[1000,0],"over":true,"won":[0]}`)
	p.expect(`{"type":"release","fork":2}`)
	p.expect(`{"type":"choose","decision":5,"option":1}`)

	// The decision changes while the bot thinks.
	p.sendDecision(6, "lose")
	p.expect(`{"type":"fork","seed":0,"view":false}`)
	p.sendDecision(7, "events")
	p.send(`{"type":"error","code":"stale","text":"of another answer","decision":7}`)
	p.send(`{"type":"error","code":"not_asked","text":"it is over"}`)
	p.expect(`{"type":"choose","decision":7,"option":1}`) // includes the event of the lost decision

	// A refusal that follows a newer update may concern the decision of this update.
	p.sendDecision(9, "lose")
	p.expect(`{"type":"fork","seed":0,"view":false}`)
	p.sendDecision(10, "find")
	p.send(`{"type":"error","code":"illegal","text":"an option that this decision does not have"}`)
	p.expect(`{"type":"choose","decision":10,"option":1}`)

	p.sendDecision(8, "resign")
	p.expect(`{"type":"resign"}`)
	p.send(`{"type":"over","game":"g","n":9,"won":[1],"draw":false,"reason":"end"}`)

	// The next game may repeat the decision ids of earlier games.
	p.send(strings.Replace(joined, `"g"`, `"h"`, 1))
	p.send(`{"type":"ping","t":21}`)
	p.expect(`{"type":"pong","t":21}`)
	p.sendDecision(8, "find")
	p.expect(`{"type":"choose","decision":8,"option":1}`)
	p.send(`{"type":"bye"}`)
	assert.Zero(t, p.exitStatus())
	stderr := p.stderr.String()
	assert.Contains(t, stderr, "over:")
	if stdio {
		assert.Equal(t, 2, strings.Count(stderr, "more noise"), "other output goes to standard error")
	}
}

// TestEnds checks the exit status and the error of bots that end.
func TestEnds(t *testing.T) {
	t.Parallel()
	forKits(t, func(t *testing.T, k kit) {
		for _, tt := range []struct {
			do     string // "": disconnect before the first decision
			status int
			stderr string
		}{
			{"", 0, ""},
			{"crash", 1, "the probe has crashed"},
			{"wrong", 1, "choose returned 7; return one of decision.options, its id from 0 to 1, or "},
			{"twice", 1, "choose returned [1, 1]; pick each card once"},
			{"many", 1, "choose returned [0, 1, 2]; pick 1 to 2 cards"},
			{"few", 1, "choose returned []; pick 1 to 2 cards"},
			{"beyond", 1, "choose returned [0, 3]; pick from decision.pick.cards, or their ids from 0 to 2"},
			{"option", 1, "; pick from decision.pick.cards, or their ids from 0 to 2"},
			{"bare", 1, " of decision.pick.cards; return a"},
			{"unasked", 1, "; return one of decision.options, its id from 0 to 1, or "},
			{"think", 0, ""},
		} {
			t.Run(tt.do, func(t *testing.T) {
				t.Parallel()
				p := newPipePeer(t, k, "PROBE_GO="+filepath.Join(t.TempDir(), "never"))
				p.receive()
				p.send(`{"type":"welcome","protocol":1,"server":"test"}`)
				p.send(joined)
				switch tt.do {
				case "":
				case "crash", "wrong", "unasked", "think":
					p.sendDecision(1, tt.do)
				default:
					p.sendPick(1, tt.do)
				}
				if tt.status == 0 {
					p.hangUp()
				}
				assert.Equal(t, "EOF", p.receive())
				assert.Equal(t, tt.status, p.exitStatus())
				assert.Contains(t, p.stderr.String(), tt.stderr)
				if tt.status == 0 {
					assert.NotContains(t, p.stderr.String(), "rror")
				}
			})
		}
	})
}

// TestReconnect checks that a bot reconnects after a broken TLS connection to a server.
func TestReconnect(t *testing.T) {
	t.Parallel()
	forKits(t, func(t *testing.T, k kit) {
		p := newWebSocketPeer(t, k, true, "", "--game", "g", "--seat", "0")
		p.expect(`{"type":"hello","protocol":1,"name":"probe","author":"Übung","patches":true}`)
		p.send(`{"type":"welcome","protocol":1,"server":"test"}`)
		p.expect(`{"type":"join","game":"g","seat":0}`)
		p.send(`{"type":"joined","game":"g","rules":"r","seat":0,"key":"K","seats":[]}`)
		p.expect(`{"type":"settings","stops":["*"]}`)
		p.sendDecision(41, "find")
		p.expect(`{"type":"choose","decision":41,"option":1}`)
		p.hangUp()
		p.expect(`{"type":"hello","protocol":1,"name":"probe","author":"Übung","patches":true}`)
		p.send(`{"type":"welcome","protocol":1,"server":"test"}`)
		p.expect(`{"type":"join","game":"g","key":"K","after":41}`)
		p.send(`{"type":"joined","game":"g","rules":"r","seat":0,"seats":[]}`)
		p.expect(`{"type":"settings","stops":["*"]}`)
		p.sendDecision(41, "crash") // the answer was lost: the bot repeats it, without thinking again
		p.expect(`{"type":"choose","decision":41,"option":1}`)
		p.send(`{"type":"over","game":"g","n":43,"won":[0],"draw":false,"reason":"end"}`)
		p.expect(`{"type":"bye"}`)
		p.receive()
		assert.Zero(t, p.exitStatus())
		assert.Contains(t, p.stderr.String(), "reconnecting with --key K")
	})
}

// TestFrozenServer checks that a bot reconnects if the server keeps the connection open and does nothing.
// The bot need not wait for its time limit: the test tells the bot, through a file, that the time has run
// out.
func TestFrozenServer(t *testing.T) {
	t.Parallel()
	forKits(t, func(t *testing.T, k kit) {
		clock := filepath.Join(t.TempDir(), "clock")
		p := newWebSocketPeer(t, k, false, "PROBE_CLOCK="+clock, "--game", "g")
		p.receive()
		p.send(`{"type":"welcome","protocol":1,"server":"test"}`)
		p.receive()
		p.send(`{"type":"joined","game":"g","rules":"r","seat":0,"key":"K","seats":[]}`)
		p.receive()
		p.sendDecision(41, "find")
		p.expect(`{"type":"choose","decision":41,"option":1}`) // the server loses this answer, and answers no ping
		p.abandon()
		require.NoError(t, os.WriteFile(clock, nil, 0o600))
		p.expect(`{"type":"hello","protocol":1,"name":"probe","author":"Übung","patches":true}`)
		p.send(`{"type":"welcome","protocol":1,"server":"test"}`)
		p.expect(`{"type":"join","game":"g","key":"K","after":41}`)
		p.send(`{"type":"joined","game":"g","rules":"r","seat":0,"seats":[]}`)
		p.receive()
		p.sendDecision(41, "crash")
		p.expect(`{"type":"choose","decision":41,"option":1}`)
		p.send(`{"type":"over","game":"g","n":43,"won":[0],"draw":false,"reason":"end"}`)
		p.expect(`{"type":"bye"}`)
		p.receive()
		assert.Zero(t, p.exitStatus())
		assert.Contains(t, p.stderr.String(), "no message from the server for 20 seconds; reconnecting with --key K")
	})
}

// TestPatches checks that a kit accepts patches, and that it reconnects after a patch that does not fit.
func TestPatches(t *testing.T) {
	t.Parallel()
	forKits(t, func(t *testing.T, k kit) {
		p := newWebSocketPeer(t, k, false, "", "--game", "g")
		p.receive()
		p.send(`{"type":"welcome","protocol":1,"server":"test"}`)
		p.receive()
		p.send(`{"type":"joined","game":"g","rules":"r","seat":0,"key":"K","seats":[]}`)
		p.receive()
		update := func(id int) []byte {
			return fmt.Appendf(nil, `{"type":"update","game":"g","n":%d,"turn":1,"awaiting":[0],"view":{"lamp":1,"é":"Übung"},"events":[{"n":%d}],`+
				`"decision":{"id":%d,"options":[{"id":0,"do":"find","text":"elf"},{"id":1,"do":"x","text":"zwölf"}]}}`, id, id, id)
		}
		p.send(string(update(1)))
		p.receive()
		for id := 2; id < 12; id++ {
			patch, ok := protocol.AppendPatch(nil, update(id-1), update(id))
			require.True(t, ok)
			p.send(string(patch))
			p.expect(`{"type":"choose","decision":%d,"option":1}`, id)
		}
		p.send(`{"type":"patch","ops":[0,9999]}`)
		p.abandon()
		p.expect(`{"type":"hello","protocol":1,"name":"probe","author":"Übung","patches":true}`)
		p.send(`{"type":"welcome","protocol":1,"server":"test"}`)
		p.expect(`{"type":"join","game":"g","key":"K","after":11}`)
		p.send(`{"type":"joined","game":"g","rules":"r","seat":0,"seats":[]}`)
		p.receive()
		p.send(`{"type":"over","game":"g","n":43,"won":[0],"draw":false,"reason":"end"}`)
		p.expect(`{"type":"bye"}`)
		p.receive()
		assert.Zero(t, p.exitStatus())
		assert.Contains(t, p.stderr.String(), "the patch does not fit the previous update; reconnecting")
	})
}

// TestTokenRevoked checks that a bot exits when its token is revoked.
func TestTokenRevoked(t *testing.T) {
	t.Parallel()
	forKits(t, func(t *testing.T, k kit) {
		p := newWebSocketPeer(t, k, false, "", "--game", "g")
		p.receive()
		p.send(`{"type":"welcome","protocol":1,"server":"test"}`)
		p.receive()
		p.send(`{"type":"joined","game":"g","rules":"r","seat":0,"seats":[]}`)
		p.revoked.Store(true)
		p.hangUp()
		assert.Equal(t, 1, p.exitStatus())
		assert.Contains(t, p.stderr.String(), "401 Unauthorized: the token is wrong or has been revoked")
	})
}

// TestJoinRefused checks that a bot exits after an error to its join, even if the same error would
// not end a bot that has joined.
func TestJoinRefused(t *testing.T) {
	t.Parallel()
	forKits(t, func(t *testing.T, k kit) {
		p := newWebSocketPeer(t, k, false, "", "--game", "g")
		p.receive()
		p.send(`{"type":"welcome","protocol":1,"server":"test"}`)
		p.receive()
		p.send(`{"type":"error","code":"game_over","text":"the game is over"}`)
		assert.Equal(t, 1, p.exitStatus())
		assert.Contains(t, p.stderr.String(), "game_over: the game is over")
	})
}
