package polity

import (
	"embed"
	"fmt"
	"strconv"
	"strings"

	"gamed/rules/cardsim"
)

// files holds the texts of the game. A file of cards has a heading for each kind of card, followed by
// the cards. Lines in asterisks, and the lines after the result of an option, consist of terms
// separated by commas. A line that begins with "later:" is a message instead. An example:
//
//	# Matters: money and trade
//
//	## name: Title
//
//	*cooldown 18, weight 3, over arts 52, lacks lottery*
//
//	The text.
//
//	- Adviser: “Advice.”
//	  - The result in a sentence.
//	  - joy +3, enact lottery, leads another_card 4
//	  - later: A message for the start of the next turn.
//	- The text of a choice that dismisses the card
//	- expired
//	  - The result of leaving the card undecided for too long.
//	  - joy -3
//
// readTerms and readCondition read all terms of a card, and readEffect reads all effects. An option
// with the effect "pays" is disabled while the treasury is below the price.
//
//go:embed texts/*.md
var files embed.FS

// themes are the files of cards, in the order in which they are read.
var themes = [...]string{
	"economy", "work", "justice", "watch", "health", "learning", "land", "nature", "press", "abroad", "customs", "voting",
	"crises", "secrets",
}

// readCards reads all cards by their kind: Matters, Follow-ups, Crises and Secrets.
func readCards() map[string][]*card {
	kinds := make(map[string][]*card)
	for _, theme := range themes {
		for _, part := range strings.Split("\n"+readFile(theme), "\n# ")[1:] {
			heading, cards, _ := strings.Cut(part, "\n")
			kind, _, _ := strings.Cut(heading, ":")
			for _, source := range strings.Split(cards, "\n## ")[1:] {
				kinds[kind] = append(kinds[kind], readCard(source))
			}
		}
	}
	return kinds
}

func readFile(name string) string {
	text, err := files.ReadFile("texts/" + name + ".md")
	if err != nil {
		panic(err)
	}
	return string(text)
}

// readTable returns the cells of the table in a file, without its heading.
func readTable(name string) (rows [][]string) {
	_, table, _ := strings.Cut(readFile(name), "-|\n")
	for row := range strings.SplitSeq(strings.TrimSpace(table), "\n") {
		rows = append(rows, strings.Split(strings.Trim(row, "| "), " | "))
	}
	return rows
}

func readCard(source string) *card {
	about, options, _ := strings.Cut(source, "\n- ")
	heading, body, _ := strings.Cut(about, "\n")
	name, title, _ := strings.Cut(heading, ": ")
	defer func() {
		if v := recover(); v != nil {
			panic(fmt.Sprintf("polity: card %q: %v", name, v))
		}
	}()
	c := &card{Name: name, Title: cardsim.Text(title)}
	for paragraph := range strings.SplitSeq(strings.TrimSpace(body), "\n\n") {
		if strings.HasPrefix(paragraph, "*") {
			readTerms(c, strings.Trim(paragraph, "*"))
		} else {
			c.Text = cardsim.Text(paragraph)
		}
	}
	for _, choice := range strings.Split(options, "\n- ") {
		switch lines := strings.Split(strings.TrimSpace(choice), "\n  - "); {
		case lines[0] == "expired":
			c.Expired = readOption(lines).Choose
		case len(lines) == 1:
			c.Dismiss = cardsim.Text(lines[0])
		default:
			c.Options = append(c.Options, readOption(lines))
		}
	}
	if !c.Urgent {
		c.Then = reduceBacklog
	}
	return c
}

// readTerms reads the terms of a card, such as its cooldown and its condition.
func readTerms(c *card, terms string) {
	var when []condition
	for term := range strings.SplitSeq(terms, ", ") {
		switch verb, rest, _ := strings.Cut(term, " "); verb {
		case "urgent":
			c.Urgent = true
		case "secret":
			c.Secret = true
		case "weight":
			c.Weight = parseNumber(rest)
		case "cooldown":
			c.Cooldown = parseNumber(rest)
		case "expires":
			c.Expires = parseNumber(rest)
		default:
			when = append(when, readCondition(verb, rest))
		}
	}
	if when != nil {
		c.When = all(when...)
	}
}

func readCondition(verb, rest string) condition {
	name, limit, _ := strings.Cut(rest, " ")
	switch verb {
	case "lacks":
		return lacks(lawNamed(name))
	case "passed":
		return passed(lawNamed(name))
	case "over":
		return over(fieldNamed(name), parseNumber(limit))
	case "under":
		return under(fieldNamed(name), parseNumber(limit))
	case "after":
		return after(parseNumber(name))
	}
	panic(fmt.Sprintf("unknown term %q", verb))
}

// readOption reads the lines of an option: its text, its result and its effects.
func readOption(lines []string) option {
	o := option{Text: cardsim.Text(lines[0])}
	var does []effect
	for _, line := range lines[2:] {
		if message, is := strings.CutPrefix(line, "later: "); is {
			does = append(does, func(p *player) { p.Defer(cardsim.Text(message)) })
			continue
		}
		for term := range strings.SplitSeq(line, ", ") {
			does = append(does, readEffect(term))
			if price, is := strings.CutPrefix(term, "pays "); is {
				o.Enabled = needs(affords(parseNumber(price)), noMoney)
			}
		}
	}
	o.Choose = chooseFunc(lines[1], does...)
	return o
}

func readEffect(term string) effect {
	verb, rest, _ := strings.Cut(term, " ")
	switch verb {
	case "enact":
		return enact(lawNamed(rest))
	case "repeal":
		return repeal(lawNamed(rest))
	case "leads":
		name, turns, _ := strings.Cut(rest, " ")
		return leads(name, parseNumber(turns))
	case "poll":
		return holdElection(parseNumber(rest))
	case "pays":
		return treasury.down(parseNumber(rest))
	}
	if e := events[term]; e != nil {
		return e
	}
	return readChange(term)
}

// readChange reads a change of a field, such as "joy +3".
func readChange(term string) effect {
	name, by, _ := strings.Cut(term, " ")
	return fieldNamed(name).up(parseNumber(by))
}

func parseNumber(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(fmt.Sprintf("%q is not a whole number", text))
	}
	return n
}

// events are the effects that depend on chance, end the game, or take no number. Options name them by
// their keys.
var events = map[string]effect{
	"serum": withChance(2, 3, health.up(12), health.down(9)),
	"scuffle": withChance(2, 3,
		inOrder(ambition.down(35), army.down(14), tellEffect("The Marshal is retired to a lighthouse, with one hat.")),
		inOrder(ambition.up(14), safety.down(8), tellEffect("The table is heavier than it looked. The Marshal has noticed it moving."))),
	"engagement": withChance(1, 2,
		inOrder(grudge.down(20), standing.up(10), joy.up(8), tellEffect("Ossel counts forty frigates, and remembers an engagement elsewhere.")),
		inOrder(grudge.up(12), army.down(14), tellEffect("Ossel counts one frigate, and then none."))),
	"rain": withChance(1, 2,
		tellEffect("It holds. The Treasurer asks to be quoted."),
		inOrder(repeal(lawNamed("dam")), people.down(30), health.down(8), farms.down(8), resentment.up(16),
			tellEffect("It does not hold. By morning there is a new lake, and Lesser Tarn is in it."))),
	"vote": voted.setNow, // no election is due for five years, although none took place
	"goat": func(p *player) { p.End(endingNamed("the goat")) },
}
