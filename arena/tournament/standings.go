package tournament

import (
	"cmp"
	"fmt"
	"slices"

	"gamed/arena"
	"gamed/arena/stats"
)

// Standings summarizes the results of bots over one or more matches.
type Standings struct {
	Anchor string     `json:"anchor"`
	Bots   []Standing `json:"standings"` // best first
	// FirstSeat is the Elo advantage of the first turn.
	FirstSeat stats.Estimate `json:"first_seat"`
	// UnratedReason is the reason why there are no ratings, for example that bots are not connected
	// through games. UnratedReason is empty if there are ratings. Without ratings the bots are ordered by
	// score.
	UnratedReason string `json:"unrated,omitempty"`
}

// A Standing is the result of a bot.
type Standing struct {
	Name   string         `json:"name"`
	Elo    stats.Estimate `json:"elo"` // difference from the anchor
	Games  int            `json:"games"`
	Wins   int            `json:"wins"`
	Draws  int            `json:"draws"`
	Score  stats.Estimate `json:"score"` // mean score against each opponent, 0 to 1; .5 is even
	Glicko *stats.Glicko  `json:"glicko,omitempty"`
	// Against has an entry for each opponent, best first.
	Against []OpponentRecord `json:"against"`
	// Ends counts the bot's games by their end. Faults counts the bot's faults by kind.
	Ends   arena.Counts `json:"ends"`
	Faults arena.Counts `json:"faults"`
	// FailedGames counts the games in which the bot had a fault.
	FailedGames int    `json:"failed_games,omitempty"`
	Unreliable  string `json:"unreliable,omitempty"` // see [arena.Unreliable]
	// FirstFault is the bot's first fault, or nil.
	FirstFault *arena.FirstFault `json:"first_fault,omitempty"`

	Times arena.Histogram `json:"-"` // times of the bot's decisions

	score  float64 // sum of the scores against each opponent in the games of the latest unit
	games  int     // number of games in the latest unit
	sample stats.Sample
}

// An OpponentRecord is a bot's record against the bot Name.
type OpponentRecord struct {
	Name string `json:"name"`
	arena.WinLossRecord
}

// NewStandings returns the standings after the given matches. If the anchor has played no game, there
// are no ratings.
func NewStandings(matches []*arena.Results, anchor string) Standings {
	s := Standings{Anchor: anchor}
	var units [][]stats.Game
	for number, m := range matches {
		labels := arena.Distinct(m.Header.Bots)
		for _, label := range labels {
			if b := s.bot(label); b.sample.Units() == 0 {
				b.sample = stats.NewSample(m.Header.UnitSize())
			}
		}
		for unit := range m.CountedUnits() {
			var games []stats.Game
			for i := range unit {
				s.addGame(number, &m.Header, labels, &unit[i])
				games = append(games, ratingGame(&m.Header, labels, &unit[i]))
			}
			s.addUnit(labels)
			if len(labels) > 1 {
				units = append(units, games)
			}
		}
		for _, t := range m.Times {
			for i, label := range labels {
				if i < len(t.Bots) {
					s.bot(label).Times.Merge(t.Bots[i])
				}
			}
		}
	}
	s.rate(units, len(matches))
	for i := range s.Bots {
		b := &s.Bots[i]
		b.Score = b.sample.Mean().Score
		b.Unreliable = arena.Unreliable(b.Name, b.FailedGames, b.Games)
	}
	s.sort()
	return s
}

// bot returns the standing of a bot. It adds the bot if it is missing.
func (s *Standings) bot(name string) *Standing {
	i := slices.IndexFunc(s.Bots, func(b Standing) bool { return b.Name == name })
	if i < 0 {
		i = len(s.Bots)
		s.Bots = append(s.Bots, Standing{Name: name, Against: []OpponentRecord{}, Ends: arena.Counts{}, Faults: arena.Counts{}})
	}
	return &s.Bots[i]
}

func (b *Standing) recordAgainst(name string) *OpponentRecord {
	i := slices.IndexFunc(b.Against, func(v OpponentRecord) bool { return v.Name == name })
	if i < 0 {
		i = len(b.Against)
		b.Against = append(b.Against, OpponentRecord{Name: name})
	}
	return &b.Against[i]
}

// addUnit adds the scores of the latest unit to the samples of its bots.
func (s *Standings) addUnit(labels []string) {
	for _, label := range labels {
		if b := s.bot(label); b.games > 0 {
			b.sample.Add(b.score / float64(b.games))
			b.score, b.games = 0, 0
		}
	}
}

// rate sets the ratings, or the reason why there are none. If the only match is between two bots, the
// ratings follow from the mean score, as in the result of the match.
func (s *Standings) rate(units [][]stats.Game, matches int) {
	if len(units) == 0 {
		s.UnratedReason = "no games between different bots"
		return
	}
	table, err := stats.PlackettLuce(units, s.Anchor)
	if err != nil {
		s.UnratedReason = err.Error()
		return
	}
	s.FirstSeat = table.FirstSeat
	for _, r := range table.Ratings {
		b := s.bot(r.Name)
		b.Elo = r.Elo
		if matches == 1 && len(table.Ratings) == 2 && r.Name != s.Anchor {
			b.Elo = b.sample.Mean().Elo
		}
	}
	for _, b := range s.Bots {
		if b.Games == 0 {
			s.UnratedReason = fmt.Sprintf("%s has played no game", b.Name)
		}
	}
}

// sort puts the best bot first, also in the list Against of each bot.
func (s *Standings) sort() {
	slices.SortStableFunc(s.Bots, func(a, b Standing) int {
		if s.UnratedReason != "" {
			return -cmp.Compare(a.Score.Value, b.Score.Value)
		}
		return -cmp.Compare(a.Elo.Value, b.Elo.Value)
	})
	place := func(name string) int {
		return slices.IndexFunc(s.Bots, func(b Standing) bool { return b.Name == name })
	}
	for _, b := range s.Bots {
		slices.SortFunc(b.Against, func(x, y OpponentRecord) int { return cmp.Compare(place(x.Name), place(y.Name)) })
	}
}

// ReliabilityWarnings lists the texts about unreliable bots.
func (s *Standings) ReliabilityWarnings() (texts []string) {
	for _, b := range s.Bots {
		if b.Unreliable != "" {
			texts = append(texts, b.Unreliable)
		}
	}
	return texts
}

// FaultCount returns the number of faults of all bots.
func (s *Standings) FaultCount() (n int) {
	for _, b := range s.Bots {
		n += b.Faults.Total()
	}
	return n
}
