package cardsim_test

import (
	"fmt"

	"gamed/rules/cardsim"
	"gamed/state"
)

// A Lighthouse is the stats of a small game: what its keeper has to look after.
// Fields with a tag are shown; a method whose name begins with Stat is a stat that
// is worked out.
type Lighthouse struct {
	Oil   int     `cardsim:"stat"`
	Mood  float64 `cardsim:"round1" cardsim_name:"The Keeper's Mood"`
	Rust  int     `cardsim:"hidden"`
	Ships int     `cardsim:"stat" cardsim_name:"Ships Saved"`
}

// StatNights is how many nights the oil lasts.
func (l *Lighthouse) StatNights() int { return l.Oil / 3 }

// Stats lists them all. One line is all it takes.
func (l *Lighthouse) Stats() []cardsim.Stat { return cardsim.ExtractStats(l) }

// With a short name for the player, cards and rules are easier to read.
type Keeper = cardsim.Player[*Lighthouse]

// The cards: each is something that happens, with ways to deal with it.
var lighthouseCards = []*cardsim.Card[*Lighthouse]{
	{
		Name: "fog", Title: "Fog", Text: "You cannot see your own boots.", Cooldown: 2, Weight: 2,
		Options: []cardsim.CardOption[*Lighthouse]{
			{Text: "Burn twice the oil", Choose: func(k *Keeper) (cardsim.Message, error) {
				k.Stats.Oil -= 3
				k.Stats.Ships++
				return "A horn answers. Somebody got home.", nil
			}},
			{Text: "Go to bed", Choose: func(k *Keeper) (cardsim.Message, error) {
				k.Stats.Mood += 0.5
				return "You sleep badly.", k.Next("inquiry") // one card leads to another
			}},
		},
	},
	{
		Name: "inquiry", Title: "An inquiry", Text: "A gentleman asks about last night.", Urgent: true,
		Options: []cardsim.CardOption[*Lighthouse]{
			{Text: "Tell the truth", Choose: func(k *Keeper) (cardsim.Message, error) {
				k.Stats.Mood -= 2
				return "", nil
			}},
			{Text: "Offer him supper", Enabled: func(k *Keeper) (bool, cardsim.Message) {
				return k.Stats.Oil > 20, "there is no oil left for the stove"
			}},
		},
	},
	{
		Name: "supplies", Title: "The supply boat", Text: "It brings what there is.", Cooldown: 3, Dismiss: "Wave it on",
		Options: []cardsim.CardOption[*Lighthouse]{
			{Text: "Take the oil", Choose: func(k *Keeper) (cardsim.Message, error) {
				k.Stats.Oil += 6 + k.Rand.N(4) // all chance comes from here
				return "", nil
			}},
		},
	},
}

// The rules: what happens each night, whatever the keeper does.
var lighthouseRules = []*cardsim.Rule[*Lighthouse]{
	{Name: "the lamp burns", Step: 1, Do: func(k *Keeper) error {
		k.Stats.Oil--
		k.Stats.Rust++
		return nil
	}},
	{Name: "the end", Step: 9, Do: func(k *Keeper) error {
		if k.Stats.Oil <= 0 {
			k.End(cardsim.Ending{Name: "dark", Text: "The lamp is out."})
		}
		if k.Stats.Ships >= 3 {
			k.End(cardsim.Ending{Name: "medal", Text: "They give you a medal.", Won: true})
		}
		return nil
	}},
}

// A whole game: stats, three cards, two rules. Build says what is wrong with it, and
// the server, the terminal and bots play what it returns.
func Example() {
	game, err := (&cardsim.Game[*Lighthouse]{
		Name:  "lighthouse",
		About: "Keep the lamp burning.",
		New:   func(*state.Rand) *Lighthouse { return &Lighthouse{Oil: 12, Mood: 5} },
		Cards: lighthouseCards,
		Deck:  []string{"fog", "supplies"}, // the inquiry comes only when it is called for
		Rules: lighthouseRules,
	}).Build()
	if err != nil {
		fmt.Println(err)
		return
	}

	// A server would do this: here somebody always chooses what comes first.
	m, err := game.Deal(state.Setup{Seats: 1, Seed: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 2 {
		fmt.Println(m.Draw(0))
		choice := m.Options(0, nil)[0]
		fmt.Println(">", m.Label(0, choice).Text)
		var log state.Log
		m.Apply(state.Request{Option: choice}, &log)
		for _, event := range log.Events[1:] {
			fmt.Println(" ", m.Tell(event, 0).Text)
		}
		fmt.Println()
	}
	// Output:
	// turn 1  actions 1  deck 1
	//   Nights               4
	//   Oil                 12
	//   The Keeper's Mood  5.0
	//   Ships Saved          0
	//
	// 1. Fog
	//    You cannot see your own boots.
	//    1.1 Burn twice the oil (moves Nights great, Oil great, Ships Saved great)
	//    1.2 Go to bed (moves The Keeper's Mood middling)
	//
	// > Fog: Burn twice the oil
	//   A horn answers. Somebody got home.
	//   turn 2
	//   The supply boat
	//
	// turn 2  actions 1  deck 1
	//   Nights               2  -1 by card "fog", -1 by rule "the lamp burns"
	//   Oil                  8  -3 by card "fog", -1 by rule "the lamp burns"
	//   The Keeper's Mood  5.0
	//   Ships Saved          1  +1 by card "fog"
	//
	// 1. The supply boat
	//    It brings what there is.
	//    1.1 Take the oil (moves Nights great, Oil great)
	//    or Wave it on
	//
	// > The supply boat: Wave it on
	//   turn 3
	//   Fog
}
