package cardsim_test

import (
	"fmt"

	"gamed/rules/cardsim"
	"gamed/state"
)

// A Lighthouse holds the stats of a small game. Fields with a tag are stats, and so are
// methods whose names begin with Stat.
type Lighthouse struct {
	Oil   int     `cardsim:"stat"`
	Mood  float64 `cardsim:"round1" cardsim_name:"The Keeper's Mood"`
	Rust  int     `cardsim:"hidden"`
	Ships int     `cardsim:"stat" cardsim_name:"Ships Saved"`
}

// StatNights returns the number of nights that the oil will last.
func (l *Lighthouse) StatNights() int { return l.Oil / 3 }

// Stats lists the stats.
func (l *Lighthouse) Stats() []cardsim.Stat { return cardsim.ExtractStats(l) }

// A Keeper is the player. The short name makes cards and rules easier to read.
type Keeper = cardsim.Player[*Lighthouse]

// The cards are events, each with options.
var lighthouseCards = []*cardsim.Card[*Lighthouse]{
	{
		Name: "fog", Title: cardsim.Text("Fog"), Text: cardsim.Text("You cannot see your own boots."), Cooldown: 2, Weight: 2,
		Options: []cardsim.CardOption[*Lighthouse]{
			{Text: cardsim.Text("Burn twice the oil"), Choose: func(k *Keeper) (cardsim.Message, error) {
				k.Stats.Oil -= 3
				k.Stats.Ships++
				return cardsim.Text("A horn answers. A ship got home."), nil
			}},
			{Text: cardsim.Text("Go to bed"), Choose: func(k *Keeper) (cardsim.Message, error) {
				k.Stats.Mood += 0.5
				return cardsim.Text("You sleep badly."), k.Next("inquiry") // one card leads to another
			}},
		},
	},
	{
		Name: "inquiry", Title: cardsim.Text("An inquiry"), Text: cardsim.Text("A gentleman asks about last night."), Urgent: true,
		Options: []cardsim.CardOption[*Lighthouse]{
			{Text: cardsim.Text("Tell the truth"), Choose: func(k *Keeper) (cardsim.Message, error) {
				k.Stats.Mood -= 2
				return cardsim.Message{}, nil
			}},
			{Text: cardsim.Text("Offer him supper"), Enabled: func(k *Keeper) (bool, cardsim.Message) {
				return k.Stats.Oil > 20, cardsim.Text("there is no oil left for the stove")
			}},
		},
	},
	{
		Name: "supplies", Title: cardsim.Text("The supply boat"), Text: cardsim.Text("It brings what there is."), Cooldown: 3, Dismiss: cardsim.Text("Wave it on"),
		Options: []cardsim.CardOption[*Lighthouse]{
			{Text: cardsim.Text("Take the oil"), Choose: func(k *Keeper) (cardsim.Message, error) {
				k.Stats.Oil += 6 + k.Rand.N(4) // the only source of chance
				return cardsim.Message{}, nil
			}},
		},
	},
}

// The rules run each night.
var lighthouseRules = []*cardsim.Rule[*Lighthouse]{
	{Name: "the lamp burns", Step: 1, Do: func(k *Keeper) error {
		k.Stats.Oil--
		k.Stats.Rust++
		return nil
	}},
	{Name: "the end", Step: 9, Do: func(k *Keeper) error {
		if k.Stats.Oil <= 0 {
			k.End(cardsim.Ending{Name: "dark", Text: cardsim.Text("The lamp is out.")})
		}
		if k.Stats.Ships >= 3 {
			k.End(cardsim.Ending{Name: "medal", Text: cardsim.Text("They give you a medal."), Won: true})
		}
		return nil
	}},
}

// A complete game: stats, three cards, two rules. Build checks it and returns a game
// for the server, the terminal and bots.
func Example() {
	game, err := (&cardsim.Game[*Lighthouse]{
		Name:  "lighthouse",
		About: "Keep the lamp burning.",
		New:   func(*state.Rand) *Lighthouse { return &Lighthouse{Oil: 12, Mood: 5} },
		Cards: lighthouseCards,
		Deck:  []string{"fog", "supplies"}, // a card shuffles in the inquiry
		Rules: lighthouseRules,
	}).Build()
	if err != nil {
		fmt.Println(err)
		return
	}

	// A server makes the same calls. Here the player always takes the first option.
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
	//   A horn answers. A ship got home.
	//   turn 2
	//   The supply boat
	//
	// turn 2  actions 1  deck 1
	//   Nights               2  -1 by Fog, -1 by the lamp burns
	//   Oil                  8  -3 by Fog, -1 by the lamp burns
	//   The Keeper's Mood  5.0
	//   Ships Saved          1  +1 by Fog
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
