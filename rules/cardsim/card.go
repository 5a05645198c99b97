package cardsim

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Card is an event that the player decides on. Cards are shared by all games and
// not changed while one runs: what changes is in the player.
type Card[C StatsCollection] struct {
	Name    string // names the card in decks, logs and reports: unique in a game
	Title   Message
	Text    Message
	Options []CardOption[C]

	// Write, if set, writes the text anew whenever the card is shown, instead of
	// Text; WriteTitle and WriteDismiss do so for what they are named after, which
	// are then what stands in lists and reports. They must not change anything, nor
	// tell of what lies in the deck.
	Write        func(p *Player[C]) Message
	WriteTitle   func(p *Player[C]) Message
	WriteDismiss func(p *Player[C]) Message

	// Urgent cards have to be decided before anything else can be.
	Urgent bool
	// When reports whether the card still suits. It is asked when the card is
	// about to be drawn, the card's last chance to hide itself: it then goes back
	// into the deck. Nil is always. A rule may ask it again for cards in hand.
	When func(p *Player[C]) bool
	// Weight is how likely the card is to be drawn next, compared with the others
	// in the deck that suit; 0 counts as 1.
	Weight int
	// Cooldown is how many turns after it was decided it may be drawn again; 0
	// takes it out of the game.
	Cooldown int
	// Expires is after how many turns in hand it goes away by itself, 0 for never.
	// Expired, if set, then runs, as an option does.
	Expires int
	Expired func(p *Player[C]) (Message, error)
	// Secret cards are in no list of cards.
	Secret bool
	// Dismiss, if set, lets the player do nothing about it: it is what that says.
	Dismiss Message
	// Then runs after any of the options, before an error of the option counts.
	Then func(p *Player[C], option *CardOption[C]) error
}

// A CardOption is a choice and its consequences.
type CardOption[C StatsCollection] struct {
	Text Message
	// Write, if set, writes the text anew whenever the option is shown; Text is then
	// what stands in reports. Options beside each other that come to read the same
	// are numbered. It must not change anything.
	Write func(p *Player[C]) Message
	// Enabled reports whether the option may be chosen now. One that may not is
	// shown with the reason. Nil is always. It is asked once after each choice,
	// when that has been carried out, and must not change anything.
	Enabled func(p *Player[C]) (ok bool, reason Message)
	// Choose is what happens. The message tells it. Changes to the rule collection
	// take effect at once. The card is still in hand, and goes when this is over.
	Choose func(p *Player[C]) (Message, error)
}

// An Action is what a player can do without a card. It has one choice.
type Action[C StatsCollection] struct {
	Name string // unique in a game
	CardOption[C]
	// Hide, if set, reports whether the action is not shown now. It is asked when
	// Enabled is.
	Hide func(p *Player[C]) bool
	// Free actions do not use up one of the turn's actions. Debug actions never do.
	Free bool
	// Then runs after the choice, before an error of it counts.
	Then func(p *Player[C]) error
}

func (c *Card[C]) title() string {
	if c.Title == "" {
		return c.Name
	}
	return strings.TrimSpace(string(c.Title))
}

// then is the Then of an action as a card has it.
func (a *Action[C]) then() func(*Player[C], *CardOption[C]) error {
	if a.Then == nil {
		return nil
	}
	return func(p *Player[C], _ *CardOption[C]) error { return a.Then(p) }
}

// text is what the card says in the hand of p.
func (c *Card[C]) text(p *Player[C]) (text string) {
	if c.Write == nil {
		return string(c.Text)
	}
	err := guard(func() error {
		text = string(c.Write(p))
		return nil
	})
	if err != nil {
		return p.broken(c.cause("Write"), err)
	}
	return text
}

func (c *Card[C]) weight() int { return min(max(c.Weight, 1), maxWeight) }

// maxWeight keeps the sum of a deck's weights within what chance can be drawn from.
const maxWeight = 10_000

// A Message is text for the player. It is a type of its own so that formatting can
// be added to it some day without breaking games that are written now.
type Message string

// Messagef formats a message as fmt.Sprintf does.
func Messagef(format string, args ...any) Message { return Message(fmt.Sprintf(format, args...)) }

func (m Message) String() string { return string(m) }

// written is what a text of one line reads now: what write says or, without that or
// if it says nothing, the text as it stands. Looking changes nothing: a write that
// panics is shown as that.
func (p *Player[C]) written(write func(*Player[C]) Message, fixed Message) string {
	as := strings.TrimSpace(string(fixed))
	if write == nil {
		return as
	}
	text, saved := "", p.Rand
	p.Rand = p.ownChance()
	err := guard(func() error { text = string(write(p)); return nil })
	p.Rand = saved
	if err != nil {
		return err.Error()
	}
	return cmp.Or(strings.Join(strings.Fields(text), " "), as)
}

// title is what a card is called now.
func (p *Player[C]) title(c *Card[C]) string { return p.written(c.WriteTitle, Message(c.title())) }

// choiceText is what option at of a card reads now, from 0; the one behind the last
// is to dismiss it. No two choices of a card read the same.
func (p *Player[C]) choiceText(c *Card[C], at int) string {
	text := func(i int) string {
		if i == len(c.Options) {
			return p.written(c.WriteDismiss, c.Dismiss)
		}
		return p.written(c.Options[i].Write, c.Options[i].Text)
	}
	if c.WriteDismiss == nil && !slices.ContainsFunc(c.Options, func(o CardOption[C]) bool { return o.Write != nil }) {
		return text(at) // Build has looked for twins
	}
	return distinct(nil, at, text)
}

// actionText is what an action reads now, likewise.
func (p *Player[C]) actionText(all []*Action[C], at int) string {
	text := func(i int) string { return p.written(all[i].Write, all[i].Text) }
	if !slices.ContainsFunc(all, func(a *Action[C]) bool { return a.Write != nil }) {
		return text(at)
	}
	return distinct([]string{passText}, at, text)
}

// distinct returns text number at, from 0. One that is among those before it is told
// apart by its number.
func distinct(before []string, at int, text func(i int) string) (t string) {
	for i := range at + 1 {
		t = text(i)
		for slices.Contains(before, t) {
			t += fmt.Sprintf(" (option %d)", i+1)
		}
		before = append(before, t)
	}
	return t
}
