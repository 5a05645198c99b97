package cardsim

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Card is an event that the player decides. All games share their cards, so a card must not change
// while a game runs. Data that changes during a game belongs in the Player.
type Card[C StatsCollection] struct {
	Name    string  // identifies the card in decks, logs and reports; unique in a game
	Title   Message // for players; the default is the Name in words
	Text    Message
	Options []CardOption[C]

	// Write, if set, returns the text each time the card is shown, and Text is unused.
	// WriteTitle does the same for Title, and WriteDismiss for a Dismiss that is set. Lists
	// and reports still use Title and Dismiss. The three functions must not change anything
	// or reveal the deck.
	Write        func(p *Player[C]) Message
	WriteTitle   func(p *Player[C]) Message
	WriteDismiss func(p *Player[C]) Message

	// An Urgent card blocks actions and the cards that are not urgent until it is decided. It
	// blocks nothing while none of its choices is possible.
	Urgent bool
	// When reports whether the card can be drawn now. The library calls When when the card reaches
	// the top of the deck. If When returns false, the card goes back into the deck. Without When, the
	// card can always be drawn. Rules may also call When for cards in hand.
	When func(p *Player[C]) bool
	// Weight is the probability of drawing the card, relative to other cards. 0 counts as 1, and the
	// maximum is 10,000.
	Weight int
	// Cooldown is the number of turns after which a card that was decided or has expired can be
	// drawn again: 1 means in the next turn. With 0 the card leaves the game.
	Cooldown int
	// Expires is the number of turns after which an undecided card leaves the hand, or 0 for never.
	// Expired, if set, runs when the card leaves, and may change the game as an option does.
	Expires int
	Expired func(p *Player[C]) (Message, error)
	// Secret cards are omitted from lists of cards.
	Secret bool
	// Dismiss, if set, is the text of a choice that removes the card without effect.
	Dismiss Message
	// Then runs after each option, before the option's error is handled. It does not run after
	// Dismiss.
	Then func(p *Player[C], option *CardOption[C]) error
}

// A CardOption is a choice and its consequences.
type CardOption[C StatsCollection] struct {
	Text Message
	// Write, if set, returns the text each time the option is shown. Reports still use
	// Text. Options with equal texts on the same card are numbered. Write must not
	// change anything.
	Write func(p *Player[C]) Message
	// Enabled reports whether the option can be chosen, and returns the reason if not. Players see
	// disabled options with the reason. If Enabled is nil, the option can always be chosen. Enabled
	// is called at the start of a game and after each choice, and must not change anything.
	Enabled func(p *Player[C]) (ok bool, reason Message)
	// Choose carries out the option and returns a message for the player. Its changes to the rule
	// collection take effect at once. The card leaves the hand after Choose has run.
	Choose func(p *Player[C]) (Message, error)
}

// An Action is a choice that needs no card.
type Action[C StatsCollection] struct {
	Name string // unique in a game
	CardOption[C]
	// Hide, if set, reports whether to hide the action. Hide is called just
	// before Enabled.
	Hide func(p *Player[C]) bool
	// Free actions cost none of the turn's actions. Debug actions are always free.
	Free bool
	// Then runs after Choose, before the error of Choose is handled.
	Then func(p *Player[C]) error
}

func (c *Card[C]) title() string {
	return cmp.Or(strings.TrimSpace(c.Title.text), nameInWords(c.Name))
}

// then wraps the action's Then in a function with the signature of a card's Then.
func (a *Action[C]) then() func(*Player[C], *CardOption[C]) error {
	if a.Then == nil {
		return nil
	}
	return func(p *Player[C], _ *CardOption[C]) error { return a.Then(p) }
}

// text returns the card's text for p.
func (c *Card[C]) text(p *Player[C]) string {
	if c.Write == nil {
		return c.Text.text
	}
	text, err := attempt(func() Message { return c.Write(p) })
	if err != nil {
		return p.failureText(c.cause("Write"), err)
	}
	return text.text
}

func (c *Card[C]) weight() int { return min(max(c.Weight, 1), maxWeight) }

// maxWeight is the maximum weight of a card. It keeps the sum of a deck's weights within
// the range of a random draw.
const maxWeight = 10_000

// A Message is text for the player. It is not a string, so that formatting can be added
// later without breaking games. The zero Message is empty.
type Message struct{ text string }

// Text returns a message with a fixed text.
func Text(text string) Message { return Message{text} }

// Messagef formats a message as fmt.Sprintf does.
func Messagef(format string, args ...any) Message { return Message{fmt.Sprintf(format, args...)} }

// String returns the text of a message.
func (m Message) String() string { return m.text }

// currentText returns the result of write as one line. If write is nil or returns an empty text,
// currentText returns the fixed text. If write panics, currentText returns the text of the error.
func (p *Player[C]) currentText(write func(*Player[C]) Message, fixed Message) string {
	as := strings.TrimSpace(fixed.text)
	if write == nil {
		return as
	}
	text, err := withViewRand(p, write)
	if err != nil {
		return err.Error()
	}
	return cmp.Or(strings.Join(strings.Fields(text.text), " "), as)
}

// title returns the card's current title.
func (p *Player[C]) title(c *Card[C]) string { return p.currentText(c.WriteTitle, Text(c.title())) }

// choiceText returns the text of the option with the given index, or of the dismissal if the index is the
// number of options. The texts of all choices on a card are distinct.
func (p *Player[C]) choiceText(c *Card[C], at int) string {
	text := func(i int) string {
		if i == len(c.Options) {
			return p.currentText(c.WriteDismiss, c.Dismiss)
		}
		return p.currentText(c.Options[i].Write, c.Options[i].Text)
	}
	if c.WriteDismiss == nil && !slices.ContainsFunc(c.Options, func(o CardOption[C]) bool { return o.Write != nil }) {
		return text(at) // Build has checked for duplicates
	}
	return distinctText(nil, at, text)
}

// actionText returns the text of the action with the given index.
func (p *Player[C]) actionText(all []*Action[C], at int) string {
	text := func(i int) string { return p.currentText(all[i].Write, all[i].Text) }
	if !slices.ContainsFunc(all, func(a *Action[C]) bool { return a.Write != nil }) {
		return text(at)
	}
	return distinctText([]string{passText}, at, text)
}

// distinctText returns the text at an index. If the text equals an earlier text, distinctText appends
// the option number.
func distinctText(before []string, at int, text func(i int) string) (t string) {
	for i := range at + 1 {
		t = text(i)
		for slices.Contains(before, t) {
			t += fmt.Sprintf(" (option %d)", i+1)
		}
		before = append(before, t)
	}
	return t
}
