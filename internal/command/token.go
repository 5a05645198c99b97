package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"gamed/internal/columns"
	"gamed/server/identity"
)

var tokenCommand = command{
	name: "token", args: "new NAME | list | revoke ID", about: "create, list and revoke the tokens of bots",
	more: `A token identifies one bot and reserves its name. The command prints the token once;
the server keeps a digest only. A second token for the same name belongs to the same
bot. The bot sends it as Authorization: Bearer TOKEN, or with gamed bot connect
--token. Revoking a token closes its connections at once.

SCOPES are play, watch, create (games) and inspect (see the bot's decisions).

The command works while the server runs, with an operator secret that the server
keeps in its data folder, and while it is stopped. Guests create their own tokens on
the page.

  gamed token new "Deep Spark" --scopes play,watch
  gamed token list
  gamed token revoke 4k2mf6wz7q3xnbva`,
	setup: func(flags *flag.FlagSet) action {
		var o tokenOptions
		o.flags(flags)
		flags.StringVar(&o.server, "server", "", "`URL` of the server; default: from the data folder")
		flags.StringVar(&o.scopes, "scopes", strings.ReplaceAll(string(identity.DefaultScopes), " ", ","), "scopes of a new token, `SCOPE,SCOPE`")
		return o.run
	},
}

type tokenOptions struct {
	storage
	server, scopes string
}

// tokens gives access to the tokens of a running server or of its store.
type tokens interface {
	add(ctx context.Context, name string, scopes identity.Scopes) (identity.Token, string, error)
	list(ctx context.Context) ([]identity.Token, error)
	revoke(ctx context.Context, id string) error
	close() error
}

func (o *tokenOptions) run(ctx context.Context, env environ, args []string) (err error) {
	do, err := o.verb(env, args)
	if err != nil {
		return err
	}
	of, err := o.tokens(ctx, env)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, of.close()) }()
	return do(ctx, of)
}

// verb returns the action in the arguments.
func (o *tokenOptions) verb(env environ, args []string) (func(context.Context, tokens) error, error) {
	verb := ""
	if len(args) > 0 {
		verb = args[0]
	}
	switch {
	case verb == "":
		return nil, usagef("missing argument: new, list or revoke")
	case verb == "new":
		if err := arguments(args, 2, 2, "the NAME of the bot, in quotes if it has spaces"); err != nil {
			return nil, err
		}
		scopes, err := identity.NewScopes(strings.Split(o.scopes, ","))
		if err != nil {
			return nil, usagef("--scopes: %w", err)
		}
		return func(ctx context.Context, of tokens) error {
			t, text, err := of.add(ctx, args[1], scopes)
			if err == nil {
				_, err = fmt.Fprintf(env.out, "%s\n", text)
				fmt.Fprintf(env.err, "Keep this token of %s; it is not shown again. To revoke it: gamed token revoke %s\n", t.Name, t.ID)
			}
			return err
		}, nil
	case verb == "list":
		if err := arguments(args, 1, 1, "list takes none"); err != nil {
			return nil, err
		}
		return func(ctx context.Context, of tokens) error { return listTokens(ctx, env, of) }, nil
	case verb == "revoke":
		if err := arguments(args, 2, 2, "the ID of a token, as gamed token list shows it"); err != nil {
			return nil, err
		}
		return func(ctx context.Context, of tokens) error {
			err := of.revoke(ctx, args[1])
			if err == nil {
				_, err = fmt.Fprintf(env.out, "Token %s is revoked.\n", args[1])
			}
			return err
		}, nil
	}
	return nil, unknown("argument", verb, []string{"new", "list", "revoke"})
}

func listTokens(ctx context.Context, env environ, of tokens) error {
	list, err := of.list(ctx)
	if err != nil {
		return err
	}
	var table columns.Table
	table.Row("id", "bot", "scopes", "made", "by")
	for _, t := range list {
		var scopes []string
		for _, s := range t.Scopes {
			scopes = append(scopes, string(s))
		}
		by := "a guest"
		if t.Owner == identity.TheOperator.ID {
			by = "operator"
		}
		table.Row(t.ID, t.Name, strings.Join(scopes, ","), time.UnixMilli(t.Made).Format(time.DateTime), by)
	}
	return write(env.out, table, "")
}

// tokens connects to the server if one runs, and opens its store otherwise.
func (o *tokenOptions) tokens(ctx context.Context, env environ) (tokens, error) {
	if o.cluster.name == "" {
		at, err := readDoor(o.data)
		switch {
		case err == nil:
			if o.server != "" {
				at.URL = strings.TrimSuffix(o.server, "/")
			}
			if o.server != "" || at.answers(ctx) {
				return &remoteTokens{*at}, nil
			}
		case o.server != "":
			return nil, usagef("--server: name the data folder of the server with --data; it holds the operator secret: %w", err)
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
	}
	s, err := o.existing(ctx, env)
	if err != nil {
		return nil, err
	}
	return &storedTokens{identity.NewBook(s), s}, nil
}
