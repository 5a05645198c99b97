package command

import (
	"strconv"
	"strings"

	"gamed/ai"
	"gamed/arena"
	"gamed/state"
)

// limitTable has the rules themselves hold the limit of turns, if they can: they
// may do more than call it a draw.
func (o *matchOptions) limitTable(m *arena.Match) {
	if o.limit == 0 || m.Table["turns"] != "" {
		return
	}
	table := map[string]string{"turns": strconv.Itoa(o.limit)}
	for key, value := range m.Table {
		table[key] = value
	}
	setup := state.Setup{Seats: len(m.Bots), Table: table}
	if _, err := m.Rules.Deal(setup); err == nil {
		m.Table, m.Limit = table, 0
	}
}

// tableFor returns the options of the table, nil for none.
func (o matchOptions) tableFor(rules ruleset, bots []arena.Player) (map[string]string, error) {
	if rules.Prepare == nil && o.table+o.kingdom == "" {
		return nil, nil
	}
	options, err := readTable(o.table)
	if err != nil {
		return nil, err
	}
	if o.kingdom != "" {
		if options["kingdom"] != "" {
			return nil, usagef("--kingdom: --table sets a kingdom as well")
		}
		options["kingdom"] = o.kingdom
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

// readTable reads KEY=VALUE,KEY=VALUE. A part without = continues the value before it:
// kingdom=Village,Smithy is one option.
func readTable(text string) (map[string]string, error) {
	options := make(map[string]string)
	if text == "" {
		return options, nil
	}
	last := ""
	for part := range strings.SplitSeq(text, ",") {
		key, value, given := strings.Cut(part, "=")
		key = strings.TrimSpace(key)
		switch {
		case !given && last == "":
			return nil, usagef("--table: %q: it is KEY=VALUE,…, as in colony=yes,kingdom=Village,Smithy", text)
		case !given:
			options[last] += "," + part
		case options[key] != "":
			return nil, usagef("--table: %s is there twice", key)
		default:
			options[key], last = strings.TrimSpace(value), key
		}
	}
	return options, nil
}
