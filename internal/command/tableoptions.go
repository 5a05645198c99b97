package command

import (
	"flag"
	"maps"
	"strconv"
	"strings"

	"gamed/ai"
	"gamed/arena"
	"gamed/state"
)

// tableOptions holds the flags for the table of a game.
type tableOptions struct{ kingdom, options string }

func (t *tableOptions) flags(flags *flag.FlagSet) {
	flags.StringVar(&t.kingdom, "kingdom", "", "`NAME,NAME…`: kingdom cards of Dominion, first or random")
	flags.StringVar(&t.options, "table", "", "`KEY=VALUE,…`: options of the game's table")
}

// forBots returns the options of a table for bots, or nil for none. The rules may add
// options that the bots need.
func (t *tableOptions) forBots(rules ruleset, bots []arena.Player) (map[string]string, error) {
	if rules.Prepare == nil && t.options+t.kingdom == "" {
		return nil, nil
	}
	options, err := t.read()
	if err != nil {
		return nil, err
	}
	if t.kingdom != "" {
		if options["kingdom"] != "" {
			return nil, usagef("--kingdom: --table sets a kingdom too; use one of them")
		}
		options["kingdom"] = t.kingdom
	}
	if rules.Prepare != nil {
		inside := make([]ai.Bot, len(bots))
		for i, bot := range bots {
			if bot.New != nil {
				inside[i] = bot.New(0)
			}
		}
		rules.Prepare(inside, options)
	}
	return options, nil
}

// read reads --table. A part without = continues the value before it, so
// kingdom=Village,Smithy is one option.
func (t *tableOptions) read() (map[string]string, error) {
	options := make(map[string]string)
	if t.options == "" {
		return options, nil
	}
	last := ""
	for part := range strings.SplitSeq(t.options, ",") {
		key, value, given := strings.Cut(part, "=")
		key = strings.TrimSpace(key)
		switch {
		case !given && last == "":
			return nil, usagef("--table %q: use KEY=VALUE,…, such as colony=yes,kingdom=Village,Smithy", t.options)
		case !given:
			options[last] += "," + part
		case options[key] != "":
			return nil, usagef("--table: %s is given twice", key)
		default:
			options[key], last = strings.TrimSpace(value), key
		}
	}
	return options, nil
}

// limitTable makes the rules apply the limit of turns, if they have such an option. At the limit a
// match only declares a draw, but rules may also score the position.
func limitTable(m *arena.Match) {
	if m.Limit == 0 || m.Table["turns"] != "" {
		return
	}
	table := map[string]string{"turns": strconv.Itoa(m.Limit)}
	maps.Copy(table, m.Table)
	setup := state.Setup{Seats: len(m.Bots), Table: table}
	if _, err := m.Rules.Deal(setup); err == nil {
		m.Table, m.Limit = table, 0
	}
}
