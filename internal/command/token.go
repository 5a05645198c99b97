package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"
	"time"

	"gamed/internal/columns"
	"gamed/server/identity"
)

var tokenCommand = command{
	name: "token", args: "new NAME | list | revoke ID", takes: anyNumber, about: "create, list and revoke the tokens of bots",
	details: `A token identifies one bot and reserves its name. The command prints the token once.
The server keeps only its digest. A second token for the same name belongs to the same
bot. The bot sends the token in the header Authorization: Bearer TOKEN. gamed bot
connect --token does that. Revoking a token closes its connections at once, in a
cluster within two seconds.

The scopes are play, watch, create (games) and inspect (the bot's decisions).

The command works while the server is stopped. It also works while the server runs,
with the operator secret in the data folder. Guests create their own tokens on the
page.

  gamed token new "Deep Spark" --scopes play,watch
  gamed token list
  gamed token revoke 4k2mf6wz7q3xnbva`,
	setup: func(flags *flag.FlagSet) action {
		var o tokenOptions
		o.flags(flags)
		flags.StringVar(&o.server, "server", "", "`URL`: the running server; default from the data folder")
		flags.StringVar(&o.scopes, "scopes", strings.ReplaceAll(string(identity.DefaultScopes), " ", ","), "`SCOPE,SCOPE`: scopes of a new token")
		return chooseSubcommand(
			subcommand{"new", arity{1, 1, "give the NAME of the bot, in quotes if it has spaces"}, o.new},
			subcommand{"list", arity{}, o.list},
			subcommand{"revoke", arity{1, 1, "give the ID of a token; gamed token list shows it"}, o.revoke},
		)
	},
}

type tokenOptions struct {
	storageOptions
	server, scopes string
}

// tokens gives access to the tokens of a running server, or to those in a store.
type tokens interface {
	add(ctx context.Context, name string, scopes identity.Scopes) (identity.Token, string, error)
	list(ctx context.Context) ([]identity.Token, error)
	revoke(ctx context.Context, id string) error
	close() error
}

func (o *tokenOptions) new(ctx context.Context, env environ, args []string) error {
	scopes, err := identity.NewScopes(strings.Split(o.scopes, ","))
	if err != nil {
		return usagef("--scopes: %w", err)
	}
	return o.withTokens(ctx, env, func(of tokens) error {
		t, text, err := of.add(ctx, args[0], scopes)
		if err != nil {
			return err
		}
		fmt.Fprintf(env.err, "Keep this token of %s; it is not shown again. To revoke it: gamed token revoke %s\n", t.Name, t.ID)
		_, err = fmt.Fprintln(env.out, text)
		return err
	})
}

func (o *tokenOptions) revoke(ctx context.Context, env environ, args []string) error {
	return o.withTokens(ctx, env, func(of tokens) error {
		if err := of.revoke(ctx, args[0]); err != nil {
			return err
		}
		_, err := fmt.Fprintf(env.out, "Token %s is revoked.\n", args[0])
		return err
	})
}

func (o *tokenOptions) list(ctx context.Context, env environ, _ []string) error {
	return o.withTokens(ctx, env, func(of tokens) error {
		all, err := of.list(ctx)
		if err != nil {
			return err
		}
		var table columns.Table
		table.Row("id", "bot", "scopes", "made", "by")
		for _, t := range all {
			by := "a guest"
			if t.Owner == identity.OperatorIdentity.ID {
				by = "operator"
			}
			var scopes []string
			for _, s := range t.Scopes {
				scopes = append(scopes, string(s))
			}
			table.Row(t.ID, t.Name, strings.Join(scopes, ","), time.UnixMilli(t.Created).Format(time.DateTime), by)
		}
		return write(env.out, table, "")
	})
}

// withTokens calls do with the tokens of the server or of the store, and then closes the tokens.
func (o *tokenOptions) withTokens(ctx context.Context, env environ, do func(tokens) error) error {
	of, err := o.open(ctx, env)
	if err != nil {
		return err
	}
	return errors.Join(do(of), of.close())
}

// open connects to a running server. For a stopped server, and for a cluster, it opens the store.
func (o *tokenOptions) open(ctx context.Context, env environ) (tokens, error) {
	client, kept, err := o.operatorAt(ctx, env, o.server, "")
	switch {
	case err != nil:
		return nil, err
	case kept == nil:
		return &remoteTokens{*client}, nil
	}
	return &storedTokens{identity.NewBook(kept), kept}, nil
}
