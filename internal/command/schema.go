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

func printSchema(_ context.Context, std stdio, args []string) error {
	if err := arguments(args, 0, 0, "this command takes none"); err != nil {
		return err
	}
	schema, err := protocol.Schema(views())
	if err != nil {
		return err
	}
	_, err = std.out.Write(schema)
	return err
}
