package dominion

import "gamed/state"

// passing lists the situations in which a seat may pass. In its own turn a seat makes every choice
// itself, so no stop covers that turn.
var passing = state.Passing{Pass: "pass", Stops: []state.Stop{
	{
		Name: "attack", Text: "an Attack that you may react to", Own: true, Default: true,
		Phases: []state.PhaseID{ReactPhase}, Slots: []state.Slot{slotAttack},
	},
	{Name: "reaction", Text: "anything else that you may react to", Own: true, Default: true, Phases: []state.PhaseID{ReactPhase}},
}}
