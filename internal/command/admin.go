package command

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"gamed/internal/columns"
	"gamed/server/admin"
)

var adminCommand = command{
	name: "admin", args: "VERB [ARGUMENT]", takes: anyNumber, about: "ban players, handle reports, stop new games, see what operators did",
	details: `The command changes a running server with the operator secret in its data folder, or
with --server and --token from another machine. It also works on the folder of a
stopped server, and with --cluster on all servers of a cluster, within two seconds.
The log of the operators records every change with the name of your account.

  gamed admin status
  gamed admin ban "Quiet Otter 4821" --for 7d --reason "insults in chat"
  gamed admin ban 203.0.113.9                # or a network, such as 2001:db8::/48
  gamed admin ban "Quiet Otter 4821" --chat  # may still play
  gamed admin bans
  gamed admin unban 4k2mf6wz7q3xnbva
  gamed admin reports [--all]
  gamed admin close REPORT --note "warned"
  gamed admin maintenance on --text "Back at 18:00 UTC"
  gamed admin maintenance off
  gamed admin drain --wait 30m               # maintenance, then wait for games to end
  gamed admin delete GAME                    # a finished one
  gamed admin export-player "Quiet Otter 4821" > data.json
  gamed admin erase "Quiet Otter 4821" --yes # the player, for good
  gamed admin log`,
	setup: func(flags *flag.FlagSet) action {
		var o adminOptions
		o.flags(flags)
		flags.StringVar(&o.server, "server", "", "`URL`: the running server; default from the data folder")
		flags.StringVar(&o.token, "token", "", "`FILE`: file with the token of the server's --operator-token, for --server")
		flags.Func("for", "`TIME`: length of a ban, such as 12h or 30d; default without end", func(text string) (err error) {
			o.length, err = parseDays(text)
			return err
		})
		flags.StringVar(&o.reason, "reason", "", "`TEXT`: reason of a ban, for the player")
		flags.BoolVar(&o.chat, "chat", false, "ban from chat only")
		flags.BoolVar(&o.all, "all", false, "list closed reports too")
		flags.StringVar(&o.note, "note", "", "`TEXT`: what you did about a report")
		flags.StringVar(&o.text, "text", "", "`TEXT`: for players, during maintenance")
		flags.BoolVar(&o.yes, "yes", false, "erase without asking")
		flags.DurationVar(&o.wait, "wait", 30*time.Minute, "`TIME`: the longest wait of drain")
		return chooseSubcommand(
			subcommand{"status", arity{}, o.status},
			subcommand{"ban", arity{1, 1, "give the NAME or ID of a player, an address or a network"}, o.ban},
			subcommand{"unban", arity{1, 1, "give the ID of a ban; gamed admin bans shows it"}, o.unban},
			subcommand{"bans", arity{}, o.bans},
			subcommand{"reports", arity{}, o.reports},
			subcommand{"close", arity{1, 1, "give the ID of a report; gamed admin reports shows it"}, o.closeReport},
			subcommand{"maintenance", arity{1, 1, "give on or off"}, o.maintenance},
			subcommand{"drain", arity{}, o.drain},
			subcommand{"delete", arity{1, 1, "give the ID of a finished game"}, o.deleteGame},
			subcommand{"export-player", arity{1, 1, "give the NAME or ID of a player"}, o.exportPlayer},
			subcommand{"erase", arity{1, 1, "give the NAME or ID of a player"}, o.erase},
			subcommand{"log", arity{}, o.log},
		)
	},
}

// adminOptions holds the flags of gamed admin.
type adminOptions struct {
	storageOptions
	server, token      string
	length             time.Duration
	reason, note, text string
	chat, all, yes     bool
	wait               time.Duration
}

// parseDays parses a duration that may be a number of days, such as 30d.
func parseDays(text string) (time.Duration, error) {
	days, ok := strings.CutSuffix(text, "d")
	if !ok {
		d, err := time.ParseDuration(text)
		if err != nil || d <= 0 {
			return 0, errors.New("use a time such as 12h or 30d")
		}
		return d, nil
	}
	n, err := strconv.Atoi(days)
	if err != nil || n < 1 || n > 36500 {
		return 0, errors.New("use 1d to 36500d")
	}
	return time.Duration(n) * 24 * time.Hour, nil
}

// withClient calls do with a client, and closes the store that the client uses, if any.
func (o *adminOptions) withClient(ctx context.Context, env environ, do func(*operatorClient) error) error {
	client, kept, err := o.operatorAt(ctx, env, o.server, o.token)
	if err != nil {
		return err
	}
	err = do(client)
	if kept != nil {
		err = errors.Join(err, kept.Close())
	}
	return err
}

// sendChange sends a request. If the request succeeds, sendChange prints the text in success.
func (o *adminOptions) sendChange(ctx context.Context, env environ, method, path string, body any, success string) error {
	return o.withClient(ctx, env, func(c *operatorClient) error {
		if err := c.ask(ctx, method, path, body, nil); err != nil {
			return err
		}
		_, err := fmt.Fprintln(env.out, success)
		return err
	})
}

// A serverStatus is the response of GET /api/admin.
type serverStatus struct {
	Maintenance       admin.Maintenance
	Live, Connections *int
	Reports, Bans     int
}

func (o *adminOptions) status(ctx context.Context, env environ, _ []string) error {
	return o.withClient(ctx, env, func(c *operatorClient) error {
		var now serverStatus
		if err := c.ask(ctx, http.MethodGet, "/api/admin", nil, &now); err != nil {
			return err
		}
		if now.Live == nil {
			fmt.Fprintln(env.out, "server       not asked; these are the decisions in its store")
		} else {
			fmt.Fprintf(env.out, "games        %d in progress\nconnections  %d\n", *now.Live, *now.Connections)
		}
		mode := "off"
		if now.Maintenance.On {
			mode = "on since " + time.UnixMilli(now.Maintenance.Since).Format(time.DateTime) + " " + now.Maintenance.Text
		}
		_, err := fmt.Fprintf(env.out, "maintenance  %s\nbans         %d\nreports      %d open\n", strings.TrimSpace(mode), now.Bans, now.Reports)
		return err
	})
}

func (o *adminOptions) ban(ctx context.Context, env environ, args []string) error {
	return o.withClient(ctx, env, func(c *operatorClient) error {
		var b admin.Ban
		wish := map[string]any{"target": args[0], "seconds": int64(o.length / time.Second), "chat": o.chat, "reason": o.reason}
		if err := c.ask(ctx, http.MethodPost, "/api/admin/bans", wish, &b); err != nil {
			return err
		}
		_, err := fmt.Fprintf(env.out, "%s is banned %s. To end the ban: gamed admin unban %s\n", b.Target(), untilText(b.Until), b.ID)
		return err
	})
}

func untilText(ms int64) string {
	if ms == 0 {
		return "without end"
	}
	return "until " + time.UnixMilli(ms).Format(time.DateTime)
}

func (o *adminOptions) unban(ctx context.Context, env environ, args []string) error {
	return o.sendChange(ctx, env, http.MethodDelete, "/api/admin/bans/"+url.PathEscape(args[0]), nil, "The ban is over.")
}

func (o *adminOptions) bans(ctx context.Context, env environ, _ []string) error {
	return o.withClient(ctx, env, func(c *operatorClient) error {
		var answer struct{ Bans []admin.Ban }
		if err := c.ask(ctx, http.MethodGet, "/api/admin/bans", nil, &answer); err != nil {
			return err
		}
		var table columns.Table
		table.Row("id", "target", "from", "until", "reason")
		for _, b := range answer.Bans {
			from := "server"
			if b.Chat {
				from = "chat"
			}
			table.Row(b.ID, b.Target(), from, untilText(b.Until), b.Reason)
		}
		return write(env.out, table, "")
	})
}

func (o *adminOptions) reports(ctx context.Context, env environ, _ []string) error {
	return o.withClient(ctx, env, func(c *operatorClient) error {
		path := "/api/admin/reports"
		if o.all {
			path += "?all=yes"
		}
		var answer struct{ Reports []admin.Report }
		if err := c.ask(ctx, http.MethodGet, path, nil, &answer); err != nil {
			return err
		}
		for _, r := range answer.Reports {
			fmt.Fprintf(env.out, "%s  %s  game %s, seat %d: %s (%s), reported by %s (%s)\n  %s\n",
				r.ID, time.UnixMilli(r.At).Format(time.DateTime), r.Game, r.Seat, cmp.Or(r.Name, "a player"), cmp.Or(r.Player, "anonymous"), r.ReporterName, r.Reporter, oneLine(r.Text))
			for _, line := range r.Chat {
				fmt.Fprintf(env.out, "    chat, seat %s\n", oneLine(line))
			}
			if r.Closed != 0 {
				fmt.Fprintf(env.out, "  closed %s: %s\n", time.UnixMilli(r.Closed).Format(time.DateTime), r.Note)
			}
		}
		_, err := fmt.Fprintln(env.out, plural(len(answer.Reports), "report"))
		return err
	})
}

// oneLine escapes the line breaks, control characters and quotes in a player's text, for a terminal.
func oneLine(text string) string {
	quoted := strconv.Quote(text)
	return quoted[1 : len(quoted)-1]
}

func (o *adminOptions) closeReport(ctx context.Context, env environ, args []string) error {
	return o.sendChange(ctx, env, http.MethodPost, "/api/admin/reports/"+url.PathEscape(args[0]), map[string]any{"note": o.note}, "The report is closed.")
}

func (o *adminOptions) maintenance(ctx context.Context, env environ, args []string) error {
	switch args[0] {
	case "on":
		return o.sendChange(ctx, env, http.MethodPut, "/api/admin/maintenance", map[string]any{"on": true, "text": o.text}, "Maintenance is on: no new games start, and games in progress continue.")
	case "off":
		return o.sendChange(ctx, env, http.MethodPut, "/api/admin/maintenance", map[string]any{"on": false}, "Maintenance is off.")
	}
	return unknownName("argument", args[0], []string{"on", "off"})
}

// drain turns maintenance on and waits until the server has no active games.
func (o *adminOptions) drain(ctx context.Context, env environ, _ []string) error {
	return o.withClient(ctx, env, func(c *operatorClient) error {
		if err := c.ask(ctx, http.MethodPut, "/api/admin/maintenance", map[string]any{"on": true, "text": o.text}, nil); err != nil {
			return err
		}
		fmt.Fprintln(env.err, "Maintenance is on: no new games start.")
		ctx, cancel := context.WithTimeout(ctx, o.wait)
		defer cancel()
		for last := -1; ; {
			var now serverStatus
			if err := c.ask(ctx, http.MethodGet, "/api/admin", nil, &now); err != nil && ctx.Err() == nil {
				return err
			}
			switch {
			case ctx.Err() == nil && now.Live == nil:
				return errors.New("drain needs a running server: name it with --data or --server")
			case ctx.Err() == nil && *now.Live == 0:
				_, err := fmt.Fprintln(env.out, "No game is being played. Stop the server now; paused games resume at the next start.")
				return err
			case ctx.Err() == nil && *now.Live != last:
				last = *now.Live
				fmt.Fprintf(env.err, "%s in progress\n", plural(last, "game"))
			}
			select {
			case <-ctx.Done():
				return fmt.Errorf("%s still in progress after %v; stopping the server loses none of them", plural(last, "game"), o.wait)
			case <-time.After(time.Second):
			}
		}
	})
}

func (o *adminOptions) log(ctx context.Context, env environ, _ []string) error {
	return o.withClient(ctx, env, func(c *operatorClient) error {
		var answer struct{ Actions []admin.Action }
		if err := c.ask(ctx, http.MethodGet, "/api/admin/actions?limit=200", nil, &answer); err != nil {
			return err
		}
		var table columns.Table
		table.Row("time", "by", "from", "action", "object", "detail")
		for _, a := range answer.Actions {
			table.Row(time.UnixMilli(a.At).Format(time.DateTime), a.By, cmp.Or(a.From, "store"), a.Verb, a.Object, a.Detail)
		}
		return write(env.out, table, "")
	})
}
