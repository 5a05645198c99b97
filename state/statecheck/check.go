package statecheck

import (
	"fmt"
	"runtime/debug"
	"strings"

	"gamed/state"
)

// A Check is one condition, which every game must meet.
type Check struct {
	Name  string
	About string // what must be so: a sentence
	Mend  string // what to do where it is not
	run   func(g *game)
}

// Checks lists all checks, what others rely on first.
var Checks = []Check{
	{"deal", "A deal is a function of its set-up, and numbers of seats that the rules do not have are refused.",
		"Draw all chance of a deal from the seed of its set-up, and nothing else.", checkDeal},
	{"options", "Exactly the seats that are asked have options; none is there twice, and no two read the same.",
		"Options and Label are functions of the position; Label must tell apart what Options lists.", checkOptions},
	{"decisions stay open", "The same decision has the same options, whatever others do meanwhile.",
		"Let Options depend on nothing that changes while the decision stays open.", checkDecisions},
	{"refusals", "A request that is stale, illegal or somebody else's is refused for that reason and changes nothing.",
		"Check must find the reason, and must not write to the position.", checkRefusals},
	{"clones", "A fork is equal, goes the same way by the same requests, and leaves the original as it was.",
		"Keep all of a game inside its position: no pointer, slice or map that two games share.", checkClones},
	{"replay", "The same requests on the same deal come to the same bytes by the same events.",
		"Let no clock, no order of a map and no random source but the position's own into the rules.", checkReplay},
	{"readers do not write", "Looking at a game changes nothing.",
		"Views, options, labels, values and checks must not write to the position.", checkReaders},
	{"views", "Views are JSON objects and events have words, for everybody and at the end as well.",
		"Write views and events for every seat, for a spectator, and for a game that is over.", checkViews},
	{"nothing hidden is told", "Where what a seat cannot know is dealt again, the seat is sent the same bytes: view, options, labels, decisions, refusals.",
		"Show only what Resample keeps, or let Resample keep what is shown.", checkLeaks},
	{"worlds forget", "A resampled world depends on what the seat knows and on the seed alone.",
		"Resample must overwrite all that the seat cannot know, the random source included.", checkWorlds},
	{"resign at any point", "Every seat can resign, asked or not; it is out then, and the others play on to the end.",
		"Take the seat out of everything that is open when it leaves.", checkResign},
	{"taken back and agreed", "A request can be taken back: all is as it was, but that numbers go on. A game can end in a draw at any point.",
		"Let views and options not depend on how many requests there have been.", checkAgreed},
	{"value in range", "The value of a seat is from 0 to 1000, and 0 for one that is out.",
		"Clamp Value to 0 and 1000.", checkValue},
	{"every game ends", "Games at random, by default and by the last option end, and whoever has won played.",
		"Give the game a last turn, after which it is a draw.", checkEnd},
}

// Run plays the game of p as the check needs it, and returns what was wrong, nil if
// nothing was. A panic of the rules is a failure.
func (c Check) Run(p Play) *Failure { return run(p, c.run) }

// Each plays the game of p and lets look see each position, the first and the last
// too, with the requests that led there. look must not change the game. An error of
// it is a failure.
func Each(p Play, look func(m state.Machine, requests []state.Request) error) *Failure {
	return run(p, func(g *game) {
		g.play(func(bool) {
			if err := look(g.m, g.requests); err != nil {
				g.fail("%v", err)
			}
		})
	})
}

func run(p Play, check func(*game)) (failure *Failure) {
	g := &game{Play: p, rand: state.Rand(p.Setup.Seed + 1)}
	defer func() {
		switch v := recover().(type) {
		case nil:
		case *Failure:
			failure = v
		default:
			failure = g.failure(fmt.Sprintf("the rules panic: %v", v))
			failure.Stack = string(debug.Stack())
		}
	}()
	g.start()
	check(g)
	return nil
}

// A Failure is a game that does not meet a check.
type Failure struct {
	Text  string
	Setup state.Setup
	// Requests lead from the deal to the position.
	Requests []state.Request
	Turn     int
	Seat     state.Seat // whose request was next or was the last
	Decision uint32
	Position string // as text, everything shown
	Stack    string // of a panic of the rules
}

// Error says what was wrong and where.
func (f *Failure) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n%s", f.Text, f.Where(), f.Position)
	if f.Stack != "" {
		fmt.Fprintf(&b, "\n%s", f.Stack)
	}
	return b.String()
}

// Where says in one line how to get there.
func (f *Failure) Where() string {
	s := f.Setup
	where := fmt.Sprintf("%d seats, seed %d", s.Seats, s.Seed)
	if len(s.Decks) > 0 {
		where += fmt.Sprintf(", decks %q", s.Decks)
	}
	if len(s.Table) > 0 {
		where += fmt.Sprintf(", table %v", s.Table)
	}
	where += fmt.Sprintf(": turn %d, after %d requests", f.Turn, len(f.Requests))
	if f.Decision != 0 {
		where += fmt.Sprintf(", decision %d of seat %d", f.Decision, f.Seat)
	}
	return where
}
