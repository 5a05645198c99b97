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

func printSchema(_ context.Context, env environ, args []string) error {
	if err := arguments(args, 0, 0, "this command takes none"); err != nil {
		return err
	}
	schema, err := protocol.Schema(env.games.list().Views())
	if err != nil {
		return err
	}
	_, err = env.out.Write(schema)
	return err
}
