package api

import (
	"cmp"
	"context"
	"errors"
	"math"
	"net/http"
	"slices"
	"unicode/utf8"

	"gamed/arena/stats"
	"gamed/protocol"
	"gamed/replay"
	"gamed/server/hub"
	"gamed/server/identity"
	"gamed/server/lobby"
	"gamed/server/rest"
	"gamed/state"
	"gamed/table"
)

// These limits bound the cost of a bot's record.
const (
	recordGames   = 100  // newest games whose results count
	recordListed  = 50   // games in the response
	recordTimed   = 8    // newest games whose answers count
	recordTried   = 16   // games whose answers the server tries to read
	recordAnswers = 2000 // answers of a seat in a game
)

// timeBounds are the upper bounds of the bars of answer times, in ms. The last bar has no upper
// bound.
var timeBounds = []int64{2, 10, 50, 200, 1000, 5000}

// A botRecord holds the results, ratings, faults and answer times of a bot.
type botRecord struct {
	Name    string           `json:"name"`
	About   string           `json:"about,omitempty"`
	Command bool             `json:"command,omitempty"` // the server runs the bot as a command
	Own     bool             `json:"own,omitempty"`     // the client owns the bot
	Scopes  []identity.Scope `json:"scopes,omitempty"`  // of the client's own bot

	Results resultCounts    `json:"results"`
	WinRate *stats.Estimate `json:"won,omitempty"` // the share of finished games that the bot won; nil without finished games
	Groups  []recordGroup   `json:"groups"`
	Ratings []botRating     `json:"ratings"`
	Answers answerStats     `json:"answers"`
	Games   []botGame       `json:"games"` // newest first
}

// resultCounts counts the results of a bot's seats.
type resultCounts struct {
	Won     int `json:"won"`
	Drawn   int `json:"drawn"`
	Lost    int `json:"lost"`
	Running int `json:"running"`
	Aborted int `json:"aborted"`
}

// A recordGroup is the share of games that a bot won under one ruleset with one number of seats.
type recordGroup struct {
	Rules string         `json:"rules"`
	Seats int            `json:"seats"`
	Games int            `json:"games"`
	Won   stats.Estimate `json:"won"`
}

// A botRating is a bot's rating under one ruleset.
type botRating struct {
	Rules       string  `json:"rules"`
	Rating      float64 `json:"rating"`
	Deviation   float64 `json:"deviation"`
	Provisional bool    `json:"provisional,omitempty"`
}

// answerStats describes a bot's answers in its newest games that the client may inspect.
type answerStats struct {
	Games   int       `json:"games"`
	Timed   int       `json:"timed"`   // answers of the bot itself
	Late    int       `json:"late"`    // decisions that the clock answered
	Refused int       `json:"refused"` // answers that a game did not accept
	Faults  int       `json:"failed"`  // faults that cost a process its seat
	Median  int64     `json:"median_ms"`
	P99     int64     `json:"p99_ms"`
	Longest int64     `json:"longest_ms"`
	Times   []timeBar `json:"times"`
}

// A timeBar counts the answers that took at least the bound of the previous bar and less than its
// own bound.
type timeBar struct {
	Below int64 `json:"below_ms,omitempty"` // 0 for the last bar, which has no bound
	N     int   `json:"n"`
}

// A botGame is a game of a bot, with one of the bot's seats.
type botGame struct {
	hub.Info
	Seat   int    `json:"seat"`
	Result string `json:"result"` // one of hub.Won, Drawn, Lost, Running and Aborted
}

// getRecord sends the record of a bot of the server by its name, or of the client's own bot by its id.
func (s *Service) getRecord(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	if len(name) > maxText || !utf8.ValidString(name) {
		return rest.BadQuery("a bot's name is UTF-8 of at most %d bytes", maxText)
	}
	rec := botRecord{Name: name, Groups: []recordGroup{}, Ratings: []botRating{}, Games: []botGame{}}
	id, games, err := s.recordOf(r, &rec)
	if err != nil {
		return err
	}
	rec.count(games)
	if err := s.addRatings(r.Context(), &rec, id, games); err != nil {
		return err
	}
	if rec.Answers, err = s.answersOf(r, games, rec.Own); err != nil {
		return err
	}
	rec.Games = games[:min(len(games), recordListed)]
	return rest.Answer(w, http.StatusOK, rec)
}

// recordOf adds the description of the bot to rec. It returns the id under which ratings list the
// bot, and the bot's games, newest first. A game with several seats of the bot appears once for
// each of them.
func (s *Service) recordOf(r *http.Request, rec *botRecord) (id string, games []botGame, err error) {
	games = []botGame{}
	if who := s.client(r); who.Known() && who.Kind != identity.Bot {
		tokens, err := s.c.Book.Tokens(r.Context(), who)
		if err != nil {
			return "", nil, err
		}
		if i := slices.IndexFunc(tokens, func(t identity.Token) bool { return t.Bot == rec.Name }); i >= 0 {
			bot := tokens[i]
			rec.Name, rec.Own, rec.Scopes = bot.Name, true, bot.Scopes
			list, err := s.gamesOf(r.Context(), identity.Identity{ID: bot.Bot, Kind: identity.Bot}, recordGames)
			for _, g := range list {
				for _, seat := range g.OwnSeats {
					games = append(games, botGame{g.Info, seat, g.Results[seat]})
				}
			}
			return bot.Bot, games, err
		}
	}
	for _, bot := range s.allBots() {
		if bot.Name == rec.Name {
			rec.About, rec.Command = bot.About, bot.Command
		}
	}
	list, err := s.publicGames(r.Context(), &hub.Filter{Status: []string{hub.Live, hub.Over}, Text: rec.Name, Limit: recordGames})
	for _, g := range list {
		for _, seat := range g.Seats {
			if seat.Kind == protocol.SeatBot && seat.Name == rec.Name {
				games = append(games, botGame{g, seat.Seat, g.Result(seat.Seat)})
			}
		}
	}
	return lobby.Program + "/" + rec.Name, games, err
}

// count counts the results of the games: in total, and by ruleset and number of seats.
func (rec *botRecord) count(games []botGame) {
	type kind struct {
		rules string
		seats int
	}
	won, all := make(map[kind]int), make(map[kind]int)
	for _, g := range games {
		k := kind{g.Rules, len(g.Seats)}
		switch g.Result {
		case hub.Running:
			rec.Results.Running++
			continue
		case hub.Aborted:
			rec.Results.Aborted++
			continue
		case hub.Won:
			rec.Results.Won++
			won[k]++
		case hub.Drawn:
			rec.Results.Drawn++
		case hub.Lost:
			rec.Results.Lost++
		}
		all[k]++
	}
	for k, n := range all {
		rec.Groups = append(rec.Groups, recordGroup{k.rules, k.seats, n, stats.Rate(float64(won[k]), n)})
	}
	slices.SortFunc(rec.Groups, func(a, b recordGroup) int {
		return cmp.Or(cmp.Compare(a.Rules, b.Rules), cmp.Compare(a.Seats, b.Seats))
	})
	if n := rec.Results.Won + rec.Results.Drawn + rec.Results.Lost; n > 0 {
		part := stats.Rate(float64(rec.Results.Won), n)
		rec.WinRate = &part
	}
}

// addRatings adds the ratings of a bot in the rulesets of its games.
func (s *Service) addRatings(ctx context.Context, rec *botRecord, id string, games []botGame) error {
	var played []string
	for _, g := range games {
		if !slices.Contains(played, g.Rules) {
			played = append(played, g.Rules)
		}
	}
	slices.Sort(played)
	for _, rules := range played {
		players, _, err := s.c.Lobby.Ratings(ctx, rules, math.MaxInt)
		if err != nil {
			return err
		}
		for _, p := range players {
			if p.ID == id {
				rec.Ratings = append(rec.Ratings, botRating{rules, p.Rating, p.Deviation, p.Provisional})
			}
		}
	}
	return nil
}

// answersOf evaluates the answers in the newest games. It skips games that the client may not inspect
// and games that do not replay. It skips running games unless own is set.
func (s *Service) answersOf(r *http.Request, games []botGame, own bool) (a answerStats, err error) {
	var times []int64
	tried := 0
	for _, g := range games {
		if a.Games == recordTimed || tried == recordTried {
			break
		}
		if g.Status != hub.Over && !own {
			continue
		}
		tried++
		more, err := s.answersIn(r, g, &a)
		refused := (*rest.Failure)(nil)
		switch {
		case err == nil:
			a.Games++
			times = append(times, more...)
		case errors.As(err, &refused), errors.Is(err, hub.ErrNotFound), errors.Is(err, hub.ErrSetAside), errors.Is(err, hub.ErrIncomplete), errors.Is(err, hub.ErrElsewhere):
		default:
			return a, err
		}
	}
	slices.Sort(times)
	a.Timed = len(times)
	a.Median, a.P99, a.Longest = stats.Quantile(times, .5), stats.Quantile(times, .99), stats.Quantile(times, 1)
	from := 0
	for _, below := range timeBounds {
		to, _ := slices.BinarySearch(times, below)
		a.Times = append(a.Times, timeBar{below, to - from})
		from = to
	}
	a.Times = append(a.Times, timeBar{0, len(times) - from})
	return a, nil
}

// answersIn adds the late and refused answers and the faults of a bot in a game to total. It
// returns the times of the bot's answers in ms. It first acquires the semaphore s.records.
func (s *Service) answersIn(r *http.Request, part botGame, total *answerStats) (times []int64, err error) {
	if err := s.records.Acquire(r.Context()); err != nil {
		return nil, err
	}
	defer s.records.Release()
	g, over, err := s.replaySoFar(r.Context(), part.ID)
	if err == nil {
		err = s.checkInspect(r, g, over, part.Seat)
	}
	var answers []replay.Answer
	if err == nil {
		answers, err = g.Answers(state.Seat(part.Seat), recordAnswers)
	}
	if err != nil {
		return nil, err
	}
	said, err := s.c.Games.BotNotes(r.Context(), g.Game)
	if err != nil {
		return nil, err
	}
	answered := make(map[uint32]bool)
	for _, one := range answers {
		answered[one.ID] = true
		switch {
		case one.By == table.ByClock:
			total.Late++
		case one.By == "" && one.ID != 0: // a resignation answers no decision
			times = append(times, one.ThinkTime)
		}
	}
	for _, note := range said {
		if note.Seat == state.Seat(part.Seat) && note.Refused != "" && answered[note.Decision] {
			total.Refused++
		}
	}
	if p := s.outputOf(r, g, part.Seat, said); p != nil {
		total.Faults += len(p.Faults)
	}
	return times, nil
}
