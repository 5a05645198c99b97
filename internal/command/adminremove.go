package command

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"gamed/server/removal"
)

func (o *adminOptions) deleteGame(ctx context.Context, env environ, args []string) error {
	return o.sendChange(ctx, env, http.MethodDelete, "/api/admin/games/"+url.PathEscape(args[0]), nil, "The game is deleted. Backups made before still contain it.")
}

func (o *adminOptions) exportPlayer(ctx context.Context, env environ, args []string) error {
	return o.withClient(ctx, env, func(c *operatorClient) error {
		var data removal.Data
		if err := c.ask(ctx, http.MethodGet, "/api/admin/players/"+url.PathEscape(args[0]), nil, &data); err != nil {
			return err
		}
		out := json.NewEncoder(env.out)
		out.SetIndent("", "  ")
		return out.Encode(data)
	})
}

func (o *adminOptions) erase(ctx context.Context, env environ, args []string) error {
	if !o.yes {
		return usagef("erase removes %q for good, with its bots: repeat the command with --yes", args[0])
	}
	return o.withClient(ctx, env, func(c *operatorClient) error {
		var done removal.Erasure
		if err := c.ask(ctx, http.MethodDelete, "/api/admin/players/"+url.PathEscape(args[0]), nil, &done); err != nil {
			return err
		}
		fmt.Fprintf(env.out, "%s is erased from %s, with %s. Backups made before still contain the player.\n", done.Player, plural(done.Games, "game"), plural(done.Bots, "bot"))
		if len(done.Unfinished) > 0 {
			fmt.Fprintf(env.out, "Unfinished games show the name until they leave memory: %s\n", strings.Join(done.Unfinished, ", "))
		}
		return nil
	})
}
