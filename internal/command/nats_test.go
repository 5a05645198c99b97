package command

import (
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/rogpeppe/go-internal/testscript"
)

func startNATS(ts *testscript.TestScript, _ bool, _ []string) {
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: ts.MkAbs("nats"), NoSigs: true, NoLog: true,
		Username: "player", Password: "open-sesame",
	})
	ts.Check(err)
	s.Start()
	ts.Defer(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(10 * time.Second) {
		ts.Fatalf("the NATS server does not start")
	}
	ts.Setenv("NATS", "nats://player:open-sesame@"+s.Addr().String())
	ts.Setenv("NATS_ADDR", s.Addr().String())
}
