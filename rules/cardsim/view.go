package cardsim

import (
	"encoding/json"
	"fmt"

	"gamed/state"
)

// A View is what a player sees, as sent to clients.
type View struct {
	Turn       int            `json:"turn"`
	Actions    int            `json:"actions"` // left this turn
	Stats      []StatView     `json:"stats"`
	Hand       []CardView     `json:"hand"`
	Abilities  []ChoiceView   `json:"abilities"` // actions without a card
	Deck       int            `json:"deck"`      // number of cards
	Prompt     []string       `json:"prompt,omitempty"`
	Panels     []PanelView    `json:"panels,omitempty"`
	Notes      []NoteView     `json:"notes"`   // of the last choice
	Changes    []ChangeView   `json:"changes"` // of the stats since the first choice of a turn
	Ending     string         `json:"ending,omitempty"`
	EndingText string         `json:"ending_text,omitempty"`
	Won        bool           `json:"won,omitempty"`
	Summary    []string       `json:"summary,omitempty"` // after the end
	Nations    []RankedPlayer `json:"nations,omitempty"` // at a table with several seats, best first
	Debug      int            `json:"debug,omitempty"`   // the level
	Rules      []string       `json:"rules,omitempty"`   // in debug mode
}

// A StatView is a stat. Hidden stats appear in debug mode and in replays that show
// everything.
type StatView struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Delta  string `json:"delta,omitempty"` // the sum of its changes, for numbers
	Hidden bool   `json:"hidden,omitempty"`
}

// A CardView is a card in hand.
type CardView struct {
	ID      string       `json:"id"` // h1, h2, …
	Name    string       `json:"name"`
	Title   string       `json:"title"`
	Text    string       `json:"text"`
	Urgent  bool         `json:"urgent,omitempty"`
	Expires int          `json:"expires,omitempty"` // turns left
	Dismiss string       `json:"dismiss,omitempty"`
	Options []ChoiceView `json:"options"`
}

// A ChoiceView is an option or action, with the reason if it is disabled. Effects
// previews the stats that the choice would change.
type ChoiceView struct {
	Text    string       `json:"text"`
	Enabled bool         `json:"enabled"`
	Reason  string       `json:"reason,omitempty"`
	Effects []EffectView `json:"effects,omitempty"`
}

// An EffectView is a stat that a choice would change at once. It omits the direction.
type EffectView struct {
	Stat string `json:"stat"`
	Size string `json:"size"` // small, middling, great, or uncertain if it depends on hidden facts
	// Percent is the probability of this change, from 1 to 99, or 0 if it is certain.
	Percent int `json:"percent,omitempty"`
}

// A PanelView is an info panel.
type PanelView struct {
	Title string   `json:"title"`
	Lines []string `json:"lines"`
}

// A NoteView is a message or a warning.
type NoteView struct {
	Kind string `json:"kind"` // see NoteKind
	Text string `json:"text"`
}

// A ChangeView is a change of a stat.
type ChangeView struct {
	Stat  string `json:"stat"`
	From  string `json:"from"`
	To    string `json:"to"`
	Delta string `json:"delta,omitempty"` // signed, for numbers
	By    string `json:"by"`
}

// A RankedPlayer describes a player in the ranking of a table.
type RankedPlayer struct {
	Rank   int    `json:"rank"` // from 1, winners first, shared by equal values
	Seat   int    `json:"seat"`
	Name   string `json:"name,omitempty"`
	Turn   int    `json:"turn"`
	Value  int    `json:"value"` // from 0 to 999
	Ended  bool   `json:"ended,omitempty"`
	Ending string `json:"ending,omitempty"` // of other players only when all have ended
	Left   bool   `json:"left,omitempty"`
}

// emptyView returns a view whose lists are empty, not null.
func emptyView(turn int) View {
	return View{Turn: turn, Stats: []StatView{}, Hand: []CardView{}, Abilities: []ChoiceView{}, Notes: []NoteView{}, Changes: []ChangeView{}}
}

// View returns what the player sees. It runs panels and previews on a copy, so it
// changes nothing.
func (p *Player[C]) View() View { return p.view(p.Debug()) }

// view returns what the player sees. It includes hidden stats if hidden is true.
func (p *Player[C]) view(hidden bool) View {
	p.refresh()
	s, restore, _ := p.scratchCopy()
	defer restore()
	v := emptyView(p.Turn)
	v.Actions, v.Deck, v.Debug = p.ActionsLeft, p.Deck.Len(), p.DebugLevel
	p.viewChoices(&v, s, p.preview(s))
	p.viewStats(&v, s, hidden)
	if p.game.Prompt != nil {
		v.Prompt = p.game.Prompt.text(s, "prompt")
	}
	for _, panel := range p.Panels() {
		v.Panels = append(v.Panels, PanelView{panel.Title, panel.text(s, "panel")})
	}
	for i := range p.notes {
		v.Notes = append(v.Notes, NoteView{p.notes[i].kind.String(), p.notes[i].String()})
	}
	if p.ending != nil {
		v.Ending, v.EndingText, v.Won = p.ending.Name, p.ending.Text.text, p.ending.Won
	}
	if p.Debug() {
		for _, r := range p.Rules.rules {
			v.Rules = append(v.Rules, fmt.Sprintf("%d %s", r.Step, r.Name))
		}
	}
	return v
}

// viewChoices adds the hand and the actions. s is a scratch copy.
func (p *Player[C]) viewChoices(v *View, s *Player[C], foretold *preview[C]) {
	at := 0
	choice := func(text string, o *CardOption[C], then func(*Player[C], *CardOption[C]) error) ChoiceView {
		c := ChoiceView{Text: text, Reason: gameOver}
		if p.ending == nil {
			g := p.choiceStates[at]
			c.Enabled, c.Reason = g.possible, g.reason.text
		}
		if c.Enabled {
			c.Reason, c.Effects = "", foretold.effects(o, then)
		}
		at++
		return c
	}
	for i, h := range p.hand {
		c := CardView{
			ID: fmt.Sprintf("h%d", i+1), Name: h.card.Name, Title: p.title(h.card), Text: h.card.text(s),
			Urgent: h.card.Urgent, Options: []ChoiceView{},
		}
		if h.card.Dismiss.text != "" {
			c.Dismiss = p.choiceText(h.card, len(h.card.Options))
		}
		if h.card.Expires > 0 {
			c.Expires = h.turnDrawn + h.card.Expires - p.Turn
		}
		for j := range h.card.Options {
			c.Options = append(c.Options, choice(p.choiceText(h.card, j), &h.card.Options[j], h.card.Then))
		}
		v.Hand = append(v.Hand, c)
	}
	for i, a := range p.game.Actions {
		if p.ending == nil && p.choiceStates[at].hidden {
			at++
			continue
		}
		v.Abilities = append(v.Abilities, choice(p.actionText(p.game.Actions, i), &a.CardOption, a.then()))
	}
}

// viewStats adds the stats, their changes and, after the end, the summary. s is a
// scratch copy.
func (p *Player[C]) viewStats(v *View, s *Player[C], hidden bool) {
	for _, c := range p.changes {
		if hidden || !c.hidden {
			v.Changes = append(v.Changes, c.ChangeView)
		}
	}
	if p.ending != nil {
		v.Summary = append(v.Summary, fmt.Sprintf("%s, %s decided", plural(p.Turn, "turn"), plural(p.decisions(), "card")))
	}
	stats, err := s.appendReadings(nil)
	if err != nil {
		by := cause{kind: "stats"}
		v.Stats = append(v.Stats, StatView{Name: "Stats", Value: p.newFailure(by, err).forPlayers()})
		v.Notes = append(v.Notes, NoteView{Warned.String(), p.failureText(by, err)})
	}
	for i, r := range stats {
		if !r.visible && !hidden {
			continue
		}
		v.Stats = append(v.Stats, StatView{r.name, r.value, p.totalDelta(r.name), !r.visible})
		if p.ending == nil {
			continue
		}
		line := r.name + ": " + r.value
		if first := findReading(p.firstReadings, i, r.name); first.value != r.value && first.value != "" {
			line = r.name + ": " + first.value + " → " + r.value
		}
		v.Summary = append(v.Summary, line)
	}
}

// totalDelta returns the sum of a stat's changes, or "" if the stat is not a number or has not
// changed.
func (p *Player[C]) totalDelta(name string) string {
	var sum ChangeView
	for _, c := range p.changes {
		if c.Stat == name {
			if sum.Stat == "" {
				sum = c.ChangeView
			}
			sum.To = c.To
		}
	}
	return formatDelta(sum.From, sum.To)
}

func (p *Player[C]) decisions() (n int) {
	for _, times := range p.timesDecided {
		n += int(times)
	}
	return n
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// View returns what a seat sees. Spectators see a single player's view, or only the ranking
// of several players. [state.Everything] sees the first seat's view with hidden stats.
func (m *Machine[C]) View(seat state.Seat) View {
	at := m.seat(seat)
	if at == nil {
		at = &m.seats[0]
	}
	v := emptyView(m.Turn())
	if !m.onlyRanking(seat) {
		v = at.p.view(at.p.Debug() || seat == state.Everything)
	}
	v.Nations = m.ranking(seat)
	return v
}

// onlyRanking reports whether a viewer is a spectator of several players.
func (m *Machine[C]) onlyRanking(seat state.Seat) bool {
	return len(m.seats) > 1 && m.seat(seat) == nil && seat != state.Everything
}

func (m *Machine[C]) AppendView(dst []byte, seat state.Seat) []byte {
	b, err := json.Marshal(m.View(seat))
	if err != nil {
		panic(fmt.Sprintf("cardsim: a view cannot be written: %v", err)) // a view holds only strings and numbers
	}
	return append(dst, b...)
}
