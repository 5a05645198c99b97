package stats

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// eloPerLogOdds is the Elo difference per unit of log-odds.
const eloPerLogOdds = nEloPerDeviation / 2

// A ranking is the result of a game: the indices of the players, in turn order, and their places.
type ranking struct {
	players, places []int
}

// unitRankings holds the rankings of a unit, and the number of units with the same rankings.
type unitRankings struct {
	games []ranking
	n     int
}

// A choice is a step of the model: one of several players takes the next place. The term of a
// choice in the log-likelihood is -weight·log Σ e^(rating). In this term, the rating of the player
// with the first turn includes the advantage of the first turn.
type choice struct {
	players []int
	first   int // index in players of the player with the first turn, or -1
	weight  int // weight in parts
}

// partsPerGame is the number of parts that make up the weight of a game. This number is a multiple
// of all binomial coefficients for up to six tied players, so weights are whole numbers of parts.
const partsPerGame = 60

// A likelihood is a log-likelihood of the ratings and the advantage of the first turn. The
// weights are integers, so the order of the games does not matter.
type likelihood struct {
	linear  []int // by parameter: the factor of the parameter, in parts
	choices []choice
	index   map[string]int // index in choices, by key of a choice
}

func newLikelihood(parameters int) *likelihood {
	return &likelihood{linear: make([]int, parameters), index: make(map[string]int)}
}

// addChoice adds a choice, or adds its weight to an equal choice.
func (l *likelihood) addChoice(players []int, first, weight int) {
	key := make([]rune, 0, maxPlayers+1)
	for _, p := range players {
		key = append(key, rune(p))
	}
	name := string(append(key, rune(first+1)))
	at, known := l.index[name]
	if !known {
		at = len(l.choices)
		l.index[name] = at
		l.choices = append(l.choices, choice{slices.Clone(players), first, 0})
	}
	l.choices[at].weight += weight
}

// add adds n games with the same ranking.
func (l *likelihood) add(r ranking, n int) {
	left := make([]int, len(r.players)) // the players without a place yet, by turn
	for i := range left {
		left[i] = i
	}
	for place := 1; len(left) > 0 && place <= maxPlayers; place++ {
		var tied, behind []int
		for _, i := range left {
			if r.places[i] == place {
				tied = append(tied, i)
			} else {
				behind = append(behind, i)
			}
		}
		for _, i := range tied {
			l.linear[r.players[i]] += n * partsPerGame
			if i == 0 {
				l.linear[len(l.linear)-1] += n * partsPerGame
			}
		}
		l.addTied(r, tied, behind, n)
		left = behind
	}
}

// addTied adds the choices of the places of tied players. The slice others has the players that
// finished behind the tied players. Before each choice, any subset of the tied players may already
// have a place. All subsets of the same size are equally likely.
func (l *likelihood) addTied(r ranking, tied, others []int, n int) {
	for placed := range 1<<len(tied) - 1 {
		var players []int
		first, size := -1, 0
		add := func(i int) {
			if i == 0 {
				first = len(players)
			}
			players = append(players, r.players[i])
		}
		for at, i := range tied {
			if placed>>at&1 == 1 {
				size++
			} else {
				add(i)
			}
		}
		for _, i := range others {
			add(i)
		}
		sortChoice(players, &first)
		l.addChoice(players, first, n*partsPerGame/binomial(len(tied), size))
	}
}

// sortChoice sorts players. Unless *first is -1, it adjusts this index, which then refers to the
// same player as before.
func sortChoice(players []int, first *int) {
	if *first < 0 {
		slices.Sort(players)
		return
	}
	opener := players[*first]
	slices.Sort(players)
	*first = slices.Index(players, opener)
}

// binomial returns the binomial coefficient "n choose k".
func binomial(n, k int) int {
	ways := 1
	for i := range k {
		ways = ways * (n - i) / (i + 1)
	}
	return ways
}

// value returns the log-likelihood.
func (l *likelihood) value(at []float64) (sum float64) {
	for i, n := range l.linear {
		sum += float64(n) / partsPerGame * at[i]
	}
	for i := range l.choices {
		c := &l.choices[i]
		var odds [maxPlayers]float64
		most := c.setOdds(at, &odds)
		total := 0.
		for j := range c.players {
			total += math.Exp(odds[j] - most)
		}
		sum -= float64(c.weight) / partsPerGame * (most + math.Log(total))
	}
	return sum
}

// setOdds sets the log-odds of the players and returns the largest of them.
func (c *choice) setOdds(at []float64, odds *[maxPlayers]float64) (most float64) {
	most = math.Inf(-1)
	for j, p := range c.players {
		odds[j] = at[p]
		if j == c.first {
			odds[j] += at[len(at)-1]
		}
		most = max(most, odds[j])
	}
	return most
}

// setProbabilities sets p to the probability of each player that it takes the next place.
func (c *choice) setProbabilities(at []float64, p *[maxPlayers]float64) {
	most, total := c.setOdds(at, p), 0.
	for j := range c.players {
		p[j] = math.Exp(p[j] - most)
		total += p[j]
	}
	for j := range c.players {
		p[j] /= total
	}
}

// addGradient adds the gradient of the log-likelihood at the given parameters to total.
func (l *likelihood) addGradient(parameters, total []float64) {
	for i, n := range l.linear {
		total[i] += float64(n) / partsPerGame
	}
	for i := range l.choices {
		c := &l.choices[i]
		var p [maxPlayers]float64
		c.setProbabilities(parameters, &p)
		weight := float64(c.weight) / partsPerGame
		for j, player := range c.players {
			total[player] -= weight * p[j]
			if j == c.first {
				total[len(total)-1] -= weight * p[j]
			}
		}
	}
}

// information returns the negative Hessian of the log-likelihood, to which the linear part does not
// contribute.
func (l *likelihood) information(at []float64) matrix {
	h := newMatrix(len(at))
	last := len(at) - 1
	for i := range l.choices {
		c := &l.choices[i]
		var p [maxPlayers]float64
		c.setProbabilities(at, &p)
		weight := float64(c.weight) / partsPerGame
		// The negative Hessian is the covariance of two features of the player that takes the
		// place: which player it is, and whether it had the first turn.
		for j, a := range c.players {
			h[a][a] += weight * p[j]
			for k, b := range c.players {
				h[a][b] -= weight * p[j] * p[k]
			}
			if c.first < 0 {
				continue
			}
			both := -p[j] * p[c.first]
			if j == c.first {
				both += p[j]
			}
			h[a][last] += weight * both
			h[last][a] += weight * both
		}
		if c.first >= 0 {
			h[last][last] += weight * p[c.first] * (1 - p[c.first])
		}
	}
	return h
}

// A fit computes ratings from games. Its parameters are the ratings in log-odds, followed by the
// advantage of the first turn.
type fit struct {
	players, anchor int
	distinctUnits   []unitRankings // the units with different rankings, in a fixed order
	units           int
}

func newFit(names []string, anchor int, units [][]Game) *fit {
	f := &fit{len(names), anchor, nil, len(units)}
	distinct := make(map[string]*unitRankings)
	for _, unit := range units {
		games := make(map[string]ranking)
		var keys []string
		for _, g := range unit {
			r := ranking{places: g.Places}
			var key []rune
			for i, name := range g.Players {
				at, _ := slices.BinarySearch(names, name)
				r.players = append(r.players, at)
				key = append(key, rune(at), rune(g.Places[i]))
			}
			games[string(key)] = r
			keys = append(keys, string(key)+"\n")
		}
		slices.Sort(keys)
		all := ""
		for _, key := range keys {
			all += key
		}
		if distinct[all] == nil {
			d := new(unitRankings)
			for _, key := range keys {
				d.games = append(d.games, games[key[:len(key)-1]])
			}
			distinct[all] = d
		}
		distinct[all].n++
	}
	for _, key := range slices.Sorted(maps.Keys(distinct)) {
		f.distinctUnits = append(f.distinctUnits, *distinct[key])
	}
	return f
}

// likelihood returns the likelihood of all games. For each pair of players that met, it adds two
// draws, in which each of the two has the first turn once. weight is the weight of each draw, in
// parts.
func (f *fit) likelihood(weight int) *likelihood {
	l := newLikelihood(f.players + 1)
	for _, d := range f.distinctUnits {
		for _, r := range d.games {
			l.add(r, d.n)
		}
	}
	for pair := range f.meetings() {
		for first := range pair {
			l.addChoice(pair[:], first, weight)
			l.linear[pair[first]] += weight
		}
		l.linear[f.players] += weight
	}
	slices.SortFunc(l.choices, func(a, b choice) int {
		return cmp.Or(slices.Compare(a.players, b.players), a.first-b.first)
	})
	return l
}

// meetings returns the pairs of players that met, in ascending order.
func (f *fit) meetings() map[[2]int]bool {
	met := make(map[[2]int]bool)
	for _, d := range f.distinctUnits {
		for _, g := range d.games {
			for i, a := range g.players {
				for _, b := range g.players[i+1:] {
					met[[2]int{min(a, b), max(a, b)}] = true
				}
			}
		}
	}
	return met
}

// unconnectedPlayer returns a player not connected to the anchor through games, or -1.
func (f *fit) unconnectedPlayer() int {
	meetings := f.meetings()
	met := make([]bool, f.players)
	met[f.anchor] = true
	for grown := true; grown; {
		grown = false
		for pair := range meetings {
			if met[pair[0]] != met[pair[1]] {
				met[pair[0]], met[pair[1]], grown = true, true, true
			}
		}
	}
	return slices.Index(met, false)
}

// maximize moves the given parameters to the maximum of the log-likelihood, up to a precision in
// log-odds. The parameters whose index is in fixed keep their values. The log-likelihood is
// concave, and the added draws make its maximum finite. Newton's method with step halving
// therefore finds the only maximum.
func (l *likelihood) maximize(at []float64, precision float64, fixed ...int) {
	const rounds, safeStep = 100, .1 // a step below safeStep, in log-odds, needs no halving
	next := make([]float64, len(at))
	for range rounds {
		h, gradient := l.withFixed(at, fixed)
		h.factor()
		step := h.solve(gradient)
		size := 0.
		for _, s := range step {
			size = max(size, math.Abs(s))
		}
		for part := 1.; ; part /= 2 {
			for i := range at {
				next[i] = at[i] + part*step[i]
			}
			if part*size < safeStep || l.value(next) > l.value(at) {
				break
			}
		}
		copy(at, next)
		if size < precision {
			break
		}
	}
}

// minInformation is added to the information about each parameter, because games between players
// with very different ratings give almost no information. The addition shortens the steps of
// maximize and does not move the maximum.
const minInformation = 1e-9

// withFixed returns the information and the gradient with some parameters fixed.
func (l *likelihood) withFixed(at []float64, fixed []int) (h matrix, gradient []float64) {
	h, gradient = l.information(at), make([]float64, len(at))
	l.addGradient(at, gradient)
	for i := range at {
		h[i][i] += minInformation
	}
	for _, i := range fixed {
		for j := range at {
			h[i][j], h[j][i] = 0, 0
		}
		h[i][i], gradient[i] = 1, 0
	}
	return h, gradient
}
