package statecheck

import (
	"fmt"
	"runtime/debug"
	"strings"

	"gamed/state"
)

// A Check tests one condition that every game must meet.
type Check struct {
	Name   string
	About  string // the condition, as a sentence
	Remedy string // how to fix a violation
	run    func(g *Game)
}

// Checks lists all checks. Each check comes after the checks that it relies on.
var Checks = []Check{
	{"deal", "Equal setups deal equal games, and an invalid number of seats is refused.",
		"All randomness of a deal must come from the seed of the setup.", checkDeal},
	{"options", "Exactly the awaited seats have options, without duplicates and with unique labels.",
		"Options and Label must depend only on the position. Label must distinguish all options.", checkOptions},
	{"selections", "A seat that is asked for cards may take any permitted number of them at once.",
		"A card's code must not ask other questions between the cards of one pick.", checkSelections},
	{"decisions stay open", "A decision keeps its options while other seats act.",
		"Options must not depend on anything that changes while a decision is open.", checkDecisions},
	{"refusals", "A stale, illegal or misplaced request is refused for the right reason and changes nothing.",
		"Check must find the reason and must not write to the position.", checkRefusals},
	{"clones", "A fork is equal, responds equally to requests, and leaves the original unchanged.",
		"Keep the whole game in its position. Games must not share pointers, slices or maps.", checkClones},
	{"replay", "The same requests on the same deal give the same events and the same final bytes.",
		"The rules must not use clocks, map order or random sources outside the position.", checkReplay},
	{"readers do not write", "Reading a game changes nothing.",
		"Views, options, labels, values and checks must not write to the position.", checkReaders},
	{"views", "Every viewer gets a JSON object as view and a text for each event, also after the end.",
		"Support views and events for every seat, for spectators, and for finished games.", checkViews},
	{"nothing hidden is told", "Resampling what a seat cannot know changes nothing that the seat is sent: view, options, labels, decisions, refusals.",
		"Show only facts that Resample keeps, or make it keep the shown ones.", checkLeaks},
	{"worlds forget", "A resampled world depends only on the seed and on what the seat knows.",
		"Resample must overwrite everything that the seat cannot know, the random source included.", checkWorlds},
	{"resign at any point", "Every seat that is awaited can resign. The seat then leaves the game, and the other seats can finish the game.",
		"A resignation must remove the seat from Playing, and from every frame that awaits the seat.", checkResign},
	{"taken back and agreed", "An undo restores everything except the numbers of requests and decisions. A game can end in a draw at any point.",
		"Views and options must not depend on the number of requests.", checkUndoAndDraw},
	{"value in range", "The value of a seat is from 0 to 1000. In an unfinished game it is 0 for a seat that has left.",
		"Clamp Value to 0 and 1000.", checkValue},
	{"every game ends", "Games end with random, default and last options, and only seats of the game win.",
		"Limit the number of turns, and end the game in a draw after the last.", checkEnd},
}

// Run plays the game of p and checks the condition. It returns a failure, or nil if the
// condition holds. A panic in the rules is a failure.
func (c Check) Run(p GameSpec) *Failure { return Run(p, c.run) }

// Each plays the game of p. It calls the function look for each position, including the first and
// the last, with the requests that led to the position. That function must not change the game. If
// look returns an error, Each returns a failure with this position.
func Each(p GameSpec, look func(m state.Machine, requests []state.Request) error) *Failure {
	return Run(p, func(g *Game) {
		g.play(func(bool) {
			if err := look(g.Machine, g.requests); err != nil {
				g.Fail("%v", err)
			}
		})
	})
}

// Run deals the game of p and calls check, which plays the game. Run returns a failure if the
// deal fails, if check fails, or if the rules panic. Otherwise it returns nil.
func Run(p GameSpec, check func(*Game)) (failure *Failure) {
	g := &Game{GameSpec: p, Rand: state.Rand(p.Setup.Seed + 1)}
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

// A Failure describes how a game failed a check.
type Failure struct {
	Text  string
	Setup state.Setup
	// Requests lead from the deal to the position of the failure.
	Requests []state.Request
	Turn     int
	Seat     state.Seat // the seat of the pending or latest request
	Decision uint32     // the decision that this request answers, or 0 for none
	Position string     // the position as text, as [state.Everything] sees it
	Stack    string     // the stack trace, if the rules panicked
}

// Error describes the fault and the position.
func (f *Failure) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n%s", f.Text, f.Where(), f.Position)
	if f.Stack != "" {
		fmt.Fprintf(&b, "\n%s", f.Stack)
	}
	return b.String()
}

// Where describes in one line how to reach the position of the failure.
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
