package elements

import (
	"slices"

	"gamed/state"
)

// passing lists the situations in which a seat may pass.
var passing = state.Passing{Pass: "pass", Stops: []state.Stop{
	{Name: "block", Text: "an attack on you", Phases: []state.PhaseID{Defend}, Whose: state.AtSeat, Own: true, Default: true},
	{Name: "play", Text: "an opponent's play or power", Phases: stacked, Whose: state.OfOthers, Default: true},
	{Name: "own_play", Text: "your own play or power", Phases: stacked, Whose: state.OfSeat, Own: true},
	{Name: "sunrise", Text: "your sunrise", Phases: []state.PhaseID{Sunrise}, Whose: state.OfSeat, Own: true},
	{Name: "main", Text: "your main phase", Phases: []state.PhaseID{Main}, Whose: state.OfSeat, Own: true, Default: true},
	{Name: "attack", Text: "your attack phase", Phases: []state.PhaseID{Attack}, Whose: state.OfSeat, Own: true, Default: true},
	{Name: "combat", Text: "your attack, before and after a block", Phases: []state.PhaseID{Defend, Combat}, Whose: state.OfSeat, Own: true},
	{Name: "sunset", Text: "your sunset", Phases: []state.PhaseID{Sunset}, Whose: state.OfSeat, Own: true},
	{Name: "others_sunrise", Text: "an opponent's sunrise", Phases: []state.PhaseID{Sunrise}, Whose: state.OfOthers},
	{Name: "others_main", Text: "an opponent's main phase", Phases: []state.PhaseID{Main}, Whose: state.OfOthers},
	{Name: "others_attack", Text: "an opponent's attack phase", Phases: []state.PhaseID{Attack}, Whose: state.OfOthers},
	{Name: "others_combat", Text: "an opponent's attack, after a block", Phases: []state.PhaseID{Defend, Combat}, Whose: state.OfOthers},
	{Name: "others_sunset", Text: "an opponent's sunset", Phases: []state.PhaseID{Sunset}, Whose: state.OfOthers},
}}

// stacked lists the phases of plays, activated powers and triggers.
var stacked = []state.PhaseID{PlayPhase, TriggerPhase}

// mustPass reports whether a pass is the seat's only option with every hand that the seat may have
// by public facts. It adds all cards that may be in the hand to a copy of the game, and looks for
// another option there.
func mustPass(s *Position, seat state.Seat) bool {
	world := *s
	side := &world.Sides[seat]
	if slices.ContainsFunc(side.HandSeen[:side.NHand], isHidden) {
		for i, k := range side.Future[:side.NFuture] {
			if isHidden(side.FutureSeen[i]) {
				side.addToHand(k, 0)
			}
		}
		world.updatePayable(seat)
	}
	options := Rules.Options(&world, seat, nil)
	return len(options) == 1 && options[0].Do == Pass
}

// isHidden reports whether a card with this mask is hidden from spectators.
func isHidden(mask state.Seats) bool { return !seen(mask, state.Watcher) }
