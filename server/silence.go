package server

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"gamed/store"
)

// silentStreams records which streams of a cluster do not respond.
type silentStreams struct {
	since         map[string]time.Time // by stream
	loggedServers map[string]bool      // the NATS servers that the server's log names
	count         atomic.Int64         // streams that have been silent for replicaRest
}

// probeRest is the pause between two requests to all streams.
const probeRest = 5 * time.Second

// watchStreams asks all streams of the cluster every probeRest whether they respond, until ctx is done. It
// does so even if Config.ScrubRate is 0, because it reads no messages.
func (s *Server) watchStreams(ctx context.Context) {
	if s.c.Replicas == nil {
		return
	}
	for ctx.Err() == nil {
		if silent, err := s.c.Replicas.SilentStreams(ctx); err == nil { // else this server itself is cut off
			s.noteSilence(silent, time.Now())
		}
		select {
		case <-time.After(probeRest):
		case <-ctx.Done():
		}
	}
}

// noteSilence stores which streams do not respond now. It logs the NATS servers that led such
// streams, once the streams have been silent for replicaRest. An election takes less time. One
// goroutine calls noteSilence.
func (s *Server) noteSilence(silent []store.Silence, now time.Time) {
	l := &s.guard.silent
	since, lasting, named := make(map[string]time.Time), make(map[string][]string), make(map[string]bool)
	count := int64(0)
	for _, stream := range silent {
		begun, again := l.since[stream.Stream]
		if !again {
			begun = now
		}
		since[stream.Stream] = begun
		if now.Sub(begun) >= replicaRest {
			count++
			lasting[stream.Server] = append(lasting[stream.Server], stream.Stream)
		}
	}
	l.since = since
	l.count.Store(count)
	for server, streams := range lasting {
		if named[server] = true; l.loggedServers[server] {
			continue
		}
		slices.Sort(streams)
		line := s.c.Logger.Error().Strs("streams", streams)
		if server == "" {
			line.Msg("streams of NATS do not respond: find the NATS server that is stuck, and restart it")
			continue
		}
		line.Str("server", server).Msg("streams of NATS do not respond, and this NATS server led them last: start it, or restart it if it runs")
	}
	for server := range l.loggedServers {
		if !named[server] {
			s.c.Logger.Info().Str("server", server).Msg("the streams of a NATS server respond again")
		}
	}
	l.loggedServers = named
}
