package command

import (
	"context"
	"flag"

	"gamed/protocol"
)

var schemaCommand = command{
	name: "schema", about: "print the JSON Schema of every message",
	setup: func(*flag.FlagSet) action { return printSchema },
}

func printSchema(_ context.Context, env environ, _ []string) error {
	_, err := env.out.Write(protocol.Schema(env.games.list().Views()))
	return err
}
