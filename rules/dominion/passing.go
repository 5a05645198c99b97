package dominion

import "gamed/state"

// passing lists the situations in which the game may pass for a seat. All of them are reactions.
// The phases of a turn have no stop, because the seat makes every choice in them.
var passing = state.Passing{Pass: "pass", Stops: []state.Stop{
	{
		Name: "attack", Text: "an Attack that you may react to", Own: true, Default: true,
		Phases: []state.PhaseID{ReactPhase}, Slots: []state.Slot{slotAttack},
	},
	{Name: "reaction", Text: "anything else that you may react to", Own: true, Default: true, Phases: []state.PhaseID{ReactPhase}},
}}
