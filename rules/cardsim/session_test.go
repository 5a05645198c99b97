package cardsim_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim"
	"gamed/state"
)

// A town holds the stats of the games in these tests. Said lists the rules that ran.
type town struct {
	Score  int `cardsim:"stat"`
	Gold   int `cardsim:"stat"`
	Plot   int `cardsim:"hidden"`
	Said   []string
	Broken bool
}

func (t *town) Stats() []cardsim.Stat {
	if t.Broken {
		panic("the books are lost")
	}
	return cardsim.ExtractStats(t)
}

func (t *town) say(what string) { t.Said = append(t.Said, what) }

type (
	player  = cardsim.Player[*town]
	game    = cardsim.Game[*town]
	card    = cardsim.Card[*town]
	option  = cardsim.CardOption[*town]
	rule    = cardsim.Rule[*town]
	action  = cardsim.Action[*town]
	panel   = cardsim.InfoPanel[*town]
	message = cardsim.Message
)

var msg = cardsim.Text

// simpleOption returns an option that runs do, if do is not nil, and shows no message.
func simpleOption(text message, do func(p *player)) option {
	return option{Text: text, Choose: func(p *player) (message, error) {
		if do != nil {
			do(p)
		}
		return cardsim.Message{}, nil
	}}
}

// fallibleOption returns an option that runs do, which may fail.
func fallibleOption(text message, do func(p *player) error) option {
	return option{Text: text, Choose: func(p *player) (message, error) { return cardsim.Message{}, do(p) }}
}

// plainCard returns a card with the single option "go on". A decided card can be drawn again in the
// next turn.
func plainCard(name string) *card {
	return &card{Name: name, Cooldown: 1, Options: []option{simpleOption(cardsim.Text("go on"), nil)}}
}

// ruleSaying returns a rule that adds its name to Said.
func ruleSaying(name string, step int) *rule {
	return &rule{Name: name, Step: step, Do: func(p *player) error {
		p.Stats.say(name)
		return nil
	}}
}

func newTown(*state.Rand) *town { return &town{} }

// build adds defaults to a game and builds it.
func build(t testing.TB, g game) *game {
	t.Helper()
	if g.Name == "" {
		g.Name = "town"
	}
	if g.New == nil {
		g.New = newTown
	}
	if g.Cards == nil {
		g.Cards = []*card{plainCard("day")}
	}
	built, err := g.Build()
	require.NoError(t, err)
	return built
}

// A session plays a game from one seat and keeps the events of the last choice.
type session struct {
	t    testing.TB
	m    *cardsim.Machine[*town]
	seat state.Seat
	told []string // of the last choice, "kind: text"
}

func play(t testing.TB, g game, debug int) *session {
	t.Helper()
	return deal(t, build(t, g), state.Setup{Seats: 1, Seed: 1, Table: map[string]string{"debug": fmt.Sprint(debug)}})
}

func deal(t testing.TB, g *game, setup state.Setup) *session {
	t.Helper()
	m, err := g.Deal(setup)
	require.NoError(t, err)
	return &session{t: t, m: m.(*cardsim.Machine[*town])}
}

func (s *session) p() *player { return s.m.PlayerAt(s.seat) }

// labels lists the texts of the options.
func (s *session) labels() (all []string) {
	for _, o := range s.m.Options(s.seat, nil) {
		all = append(all, s.m.Label(s.seat, o).Text)
	}
	return all
}

// choose chooses, for each text, the first option whose label ends with the text.
func (s *session) choose(texts ...string) {
	s.t.Helper()
	for _, text := range texts {
		options := s.m.Options(s.seat, nil)
		i := slices.IndexFunc(options, func(o state.Option) bool { return strings.HasSuffix(s.m.Label(s.seat, o).Text, text) })
		require.GreaterOrEqual(s.t, i, 0, "%q is not among %q", text, s.labels())
		s.request(options[i])
	}
}

func (s *session) request(o state.Option) {
	s.t.Helper()
	q := state.Request{Seat: s.seat, Decision: s.m.Decision(s.seat), Option: o}
	require.NoError(s.t, s.m.Check(q))
	var log state.Log
	s.m.Apply(q, &log)
	s.told = s.told[:0]
	for _, e := range log.Events {
		told := s.m.Tell(e, s.seat)
		s.told = append(s.told, told.What+": "+told.Text)
	}
}

// eventTexts lists the texts of the events of one kind that the last choice caused.
func (s *session) eventTexts(kind string) (texts []string) {
	for _, line := range s.told {
		if text, is := strings.CutPrefix(line, kind+": "); is {
			texts = append(texts, text)
		}
	}
	return texts
}

func (s *session) view() (v cardsim.View) {
	s.t.Helper()
	require.NoError(s.t, json.Unmarshal(s.m.AppendView(nil, s.seat), &v))
	return v
}

// allShown returns everything that a seat is told or shown.
func (s *session) allShown() string {
	var b strings.Builder
	b.Write(s.m.AppendView(nil, s.seat))
	b.WriteString("\n" + s.m.Draw(s.seat) + "\n")
	for _, o := range s.m.Options(s.seat, nil) {
		fmt.Fprintf(&b, "%+v %+v\n", o, s.m.Label(s.seat, o))
	}
	b.WriteString(strings.Join(s.told, "\n"))
	for n := range state.Measure(8) {
		fmt.Fprintf(&b, "\n%d", s.m.Measure(s.seat, n))
	}
	return b.String()
}

// noteTexts lists the texts of the notes of a kind.
func noteTexts(v cardsim.View, kind string) (all []string) {
	for _, n := range v.Notes {
		if n.Kind == kind {
			all = append(all, n.Text)
		}
	}
	return all
}
