package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"gamed/internal/test/natstest"
)

// writeGames writes games with the given number of records, of about 300 bytes each, and a value for each
// game.
func writeGames(t testing.TB, kv Store, games, records int) (all []string) {
	var writers errgroup.Group
	writers.SetLimit(500)
	for i := range games {
		game := fmt.Sprintf("g%04d", i)
		all = append(all, game)
		writers.Go(func() error {
			var chain Chain
			for n := range records {
				line := chain.Seal(fmt.Appendf(nil, `{"t":"request","n":%d,"text":"%0200d"}`, n, i))
				chain = After(line)
				if err := kv.Append(t.Context(), game, uint64(n), line); err != nil {
					return err
				}
			}
			_, err := kv.Put(t.Context(), "result", game, []byte(strings.Repeat(game, 40)), 0)
			return err
		})
	}
	require.NoError(t, writers.Wait())
	return all
}

// sameGames checks that ReadGames returns the same records and errors as Read. It returns the games
// with errors.
func sameGames(t *testing.T, log Log, games []string) (damaged []string) {
	t.Helper()
	next := 0
	require.NoError(t, ReadGames(t.Context(), log, games, func(game string, records [][]byte, err error) error {
		assert.Equal(t, games[next], game)
		next++
		want, failed := log.Read(t.Context(), game)
		assert.Equal(t, want, records, game)
		if failed == nil {
			assert.NoError(t, err)
			return nil
		}
		assert.EqualError(t, err, failed.Error())
		damaged = append(damaged, game)
		return nil
	}))
	assert.Len(t, games, next)
	return damaged
}

// TestReadGames checks that ReadGames gives the same records as Read, in the given order of the
// games. ReadGames must report missing, repeated and changed records.
func TestReadGames(t *testing.T) {
	t.Parallel() // the test mostly waits
	conn := natstest.Connect(t, natstest.RunServer(t))
	log, err := OpenJetStream(t.Context(), conn, "test", 1)
	require.NoError(t, err)
	defer func() { require.NoError(t, log.Close()) }()
	games := writeGames(t, log, 60, 12)
	assert.Empty(t, sameGames(t, log, games))
	slices.Reverse(games)
	assert.Empty(t, sameGames(t, log, games))

	js, err := jetstream.New(conn)
	require.NoError(t, err)
	purge := func(game string, options ...jetstream.StreamPurgeOpt) {
		stream, err := js.Stream(t.Context(), log.logStream(log.streamOf(game)))
		require.NoError(t, err)
		require.NoError(t, stream.Purge(t.Context(), append(options, jetstream.WithPurgeSubject(log.subject(game)))...))
	}
	write := func(game, number, record string) {
		_, err := js.PublishMsg(t.Context(), &nats.Msg{Subject: log.subject(game), Data: []byte(record), Header: nats.Header{numberHeader: {number}}})
		require.NoError(t, err)
	}
	purge("g0001", jetstream.WithPurgeKeep(3)) // the first records are missing
	purge("g0002")
	records, err := log.Read(t.Context(), "g0003")
	require.NoError(t, err)
	write("g0003", "11", string(records[11])) // the last record is there twice
	write("g0004", "12", `{"not":"sealed"}`)
	games = append(games, "none")
	log.forgetTip("g0002")
	assert.Equal(t, []string{"g0004", "g0003", "g0002", "g0001", "none"}, sameGames(t, log, games))
	assert.Empty(t, sameGames(t, log, []string{"g0007"}))
}

// TestReadValues checks that ReadValues gives the same values and errors as Get, in the given order.
func TestReadValues(t *testing.T) {
	t.Parallel() // the test mostly waits
	conn := natstest.Connect(t, natstest.RunServer(t))
	log, err := OpenJetStream(t.Context(), conn, "test", 1)
	require.NoError(t, err)
	defer func() { require.NoError(t, log.Close()) }()
	keys := writeGames(t, log, 60, 1)
	_, revision, err := log.Get(t.Context(), "result", "g0001")
	require.NoError(t, err)
	require.NoError(t, log.Delete(t.Context(), "result", "g0001", revision))
	_, revision, err = log.Get(t.Context(), "result", "g0002")
	require.NoError(t, err)
	_, err = log.Put(t.Context(), "result", "g0002", []byte("changed"), revision)
	require.NoError(t, err)
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	_, err = js.PublishMsg(t.Context(), &nats.Msg{Subject: log.bucketSubject("result", "g0003"), Data: []byte("damaged"), Header: nats.Header{sumHeader: {"00000000"}}})
	require.NoError(t, err)
	var failed []string
	next := 0
	require.NoError(t, ReadValues(t.Context(), log, "result", keys, func(key string, value []byte, err error) error {
		assert.Equal(t, keys[next], key)
		next++
		want, _, wrong := log.Get(t.Context(), "result", key)
		assert.Equal(t, want, value, key)
		if wrong != nil {
			assert.EqualError(t, err, wrong.Error())
			failed = append(failed, key)
			return nil
		}
		return err
	}))
	assert.Equal(t, []string{"g0001", "g0003"}, failed)
	assert.Len(t, keys, next)
}

// TestSplitNames checks that no part exceeds partBytes. If only few of the messages belong to the
// names, or the games are long, each part must have one name.
func TestSplitNames(t *testing.T) {
	names := make([]string, 1000)
	for i := range names {
		names[i] = fmt.Sprint(i)
	}
	for _, c := range []struct {
		name     string
		bytes    uint64 // of a message
		messages uint64 // of each name
		others   uint64 // messages of other names
		want     []int  // sizes of the first parts
	}{
		{"one part", 300, 50, 0, []int{1000}},
		{"several parts", 1 << 20, 2, 0, []int{32, 32, 32}},
		{"too many others", 300, 50, 1_000_000, []int{1, 1, 1}},
		{"long games", 300, 5000, 0, []int{1, 1, 1}},
	} {
		all := streamState{Messages: 1000*c.messages + c.others}
		all.Bytes = all.Messages * c.bytes
		list := splitNames(names, func(string) uint64 { return c.messages }, all)
		assert.Equal(t, names, slices.Concat(list...), c.name)
		for i, n := range c.want {
			assert.Len(t, list[i], n, c.name)
		}
	}
	assert.Len(t, splitNames(names, func(string) uint64 { return 0 }, streamState{}), len(names))
}

// BenchmarkReadGames reads 2,000 games of 30 records and their values from a cluster of three NATS
// servers: each game or value alone, and all together.
func BenchmarkReadGames(b *testing.B) {
	log, err := OpenJetStream(b.Context(), natstest.RunCluster(b, nil).Connect(), "test", 3)
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, log.Close()) })
	games := writeGames(b, log, 2000, 30)
	check := func(_ string, records [][]byte, err error) error {
		if err == nil && len(records) != 30 {
			err = fmt.Errorf("%d records", len(records))
		}
		return err
	}
	value := func(_ string, _ []byte, err error) error { return err }
	for _, c := range []struct {
		name string
		read func() error
	}{
		{"games/one", func() (err error) {
			for _, game := range games {
				records, failed := log.Read(b.Context(), game)
				if err = check(game, records, failed); err != nil {
					break
				}
			}
			return err
		}},
		{"games/all", func() error { return ReadGames(b.Context(), log, games, check) }},
		{"values/one", func() (err error) {
			for _, game := range games {
				if _, _, err = log.Get(b.Context(), "result", game); err != nil {
					break
				}
			}
			return err
		}},
		{"values/all", func() error { return ReadValues(b.Context(), log, "result", games, value) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				require.NoError(b, c.read())
			}
			b.ReportMetric(float64(len(games)*b.N)/b.Elapsed().Seconds(), "items/s")
		})
	}
}

// TestReadGamesOfDamagedReplica truncates a log of one of three NATS servers, any of which may answer.
// ReadGames must return each game whole or report it as damaged. ReadGames may miss lost records
// only while the damaged server leads the stream.
func TestReadGamesOfDamagedReplica(t *testing.T) {
	t.Parallel() // the test mostly waits
	c := natstest.RunCluster(t, nil)
	open := func(url string) *JetStream {
		conn, err := nats.Connect(url, nats.MaxReconnects(-1))
		require.NoError(t, err)
		t.Cleanup(conn.Close)
		log, err := OpenJetStream(t.Context(), conn, "test", 3)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, log.Close()) })
		return log
	}
	first := open(c.URLs())
	games := writeGames(t, first, 60, 12)
	whole := make(map[string][][]byte)
	for _, game := range games {
		records, err := first.Read(t.Context(), game)
		require.NoError(t, err)
		whole[game] = records
	}
	for i := range 3 {
		c.AwaitHealthy(i)
	}
	c.RestartTruncated(2)
	for i, url := range strings.Split(c.URLs(), ",") {
		log, short := open(url), 0
		require.NoError(t, ReadGames(t.Context(), log, games, func(game string, records [][]byte, err error) error {
			if err == nil && len(records) == len(whole[game]) {
				assert.Equal(t, whole[game], records)
				return nil
			}
			said, failed := log.requestInfo(t.Context(), log.logStream(log.streamOf(game)), ">", 0)
			if failed == nil && said.Cluster.Leader != "n3" { // a damaged leader also counts too few records
				assert.ErrorIs(t, err, ErrDamaged, game)
			}
			short++
			return failed
		}))
		t.Logf("n%d: %d of %d games are damaged", i+1, short, len(games))
	}
	all := Comparison{NotCompared: []Absence{{}}}
	for len(all.NotCompared) > 0 { // a replica that catches up is not compared
		var err error
		all, err = first.CompareReplicas(t.Context(), func(context.Context) error { return nil })
		require.NoError(t, err)
	}
	require.Len(t, all.Damaged, 1)
	assert.Equal(t, "n3", all.Damaged[0].Server)
}
