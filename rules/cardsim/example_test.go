package cardsim_test

import (
	"errors"
	"fmt"

	"gamed/rules/cardsim"
	"gamed/state"
)

// This example shows the tags of stats and their effects.
func ExampleExtractStats() {
	type Town struct {
		People int     `cardsim:"stat"`
		Trust  float64 `cardsim:"round2"`
		Plots  int     `cardsim:"hidden"`
		Spies  int     `cardsim:"hiddenstat"`
		Unrest float64 `cardsim:"hiddenround3"`
		Taxes  int     `cardsim:"stat" cardsim_name:"What They Pay"`
		Grain  cardsim.Stored[int]
		Debts  cardsim.Hidden[string]
		Notes  string // without a tag it is not a stat
	}
	town := &Town{
		People: 800, Trust: 0.125, Unrest: 2, Taxes: 7, Notes: "for myself",
		Grain: cardsim.Stored[int]{Value: 40}, Debts: cardsim.Hidden[string]{Name: "Owed", Value: "a lot"},
	}
	for _, s := range cardsim.ExtractStats(town) {
		fmt.Printf("%-14s %-6s visible %t\n", s.StatName(), s, s.Visible())
	}
	// Output:
	// People         800    visible true
	// Trust          0.12   visible true
	// Plots          0      visible false
	// Spies          0      visible false
	// Unrest         2.000  visible false
	// What They Pay  7      visible true
	// Grain          40     visible true
	// Owed           a lot  visible false
}

// SortStats puts visible stats before hidden ones, and sorts each group alphabetically.
func ExampleSortStats() {
	light := &Lighthouse{Oil: 12, Mood: 5}
	for _, s := range cardsim.SortStats(light.Stats()) {
		fmt.Println(s.StatName())
	}
	// Output:
	// Nights
	// Oil
	// Ships Saved
	// The Keeper's Mood
	// Rust
}

// night starts a game with the given rules. The function that night returns takes the first option
// and prints the messages and warnings.
func night(rules ...*cardsim.Rule[*Lighthouse]) func() {
	game, err := (&cardsim.Game[*Lighthouse]{
		Name: "night", Rules: rules,
		Cards: []*cardsim.Card[*Lighthouse]{{Name: "night", Title: cardsim.Text("Night"), Cooldown: 1, Options: []cardsim.CardOption[*Lighthouse]{
			{Text: cardsim.Text("Keep watch"), Choose: func(k *Keeper) (cardsim.Message, error) { k.Stats.Ships++; return cardsim.Text("A ship!"), nil }},
		}}},
		New: func(*state.Rand) *Lighthouse { return &Lighthouse{Oil: 20} },
	}).Build()
	if err != nil {
		panic(err)
	}
	m, err := game.Deal(state.Setup{Seats: 1})
	if err != nil {
		panic(err)
	}
	return func() {
		var log state.Log
		m.Apply(state.Request{Option: m.Options(0, nil)[0]}, &log)
		for _, event := range log.Events {
			if told := m.Tell(event, 0); told.What == "tell" || told.What == "warning" {
				fmt.Println(told.What+":", told.Text)
			}
		}
	}
}

// A rule that removes itself after three nights.
func ExampleRule() {
	storm := &cardsim.Rule[*Lighthouse]{Name: "storm", Step: 5}
	storm.Do = func(k *Keeper) error {
		k.Tell(cardsim.Messagef("the storm blows, night %d", k.Turn))
		if k.Turn == 3 {
			return cardsim.DeleteMe
		}
		return nil
	}
	next := night(storm)
	for range 4 {
		next()
	}
	// Output:
	// tell: A ship!
	// tell: the storm blows, night 1
	// tell: A ship!
	// tell: the storm blows, night 2
	// tell: A ship!
	// tell: the storm blows, night 3
	// tell: A ship!
}

// A warning is shown and the game goes on. Any other error would end it.
func ExampleWarningf() {
	count := &cardsim.Rule[*Lighthouse]{Name: "count the ships", Do: func(k *Keeper) error {
		if k.Stats.Ships > k.Turn-1 {
			return cardsim.Warningf("there are %d ships after %d nights: is that meant?", k.Stats.Ships, k.Turn)
		}
		return nil
	}}
	night(count)()
	fmt.Println(cardsim.IsWarning(fmt.Errorf("so what: %w", cardsim.Warningf("hm"))))
	fmt.Println(cardsim.IsWarning(errors.New("the tower fell")))
	// Output:
	// tell: A ship!
	// warning: rule "count the ships" of step 0: there are 1 ships after 1 nights: is that meant?
	// true
	// false
}

// Choices change the rules at once. Changes by rules wait until all rules have run.
func ExampleRuleCollection_Add() {
	echo := &cardsim.Rule[*Lighthouse]{Name: "echo", Step: 2, Do: func(k *Keeper) error {
		k.Tell(cardsim.Text("echo"))
		return cardsim.DeleteMe
	}}
	call := &cardsim.Rule[*Lighthouse]{Name: "call", Step: 1, Do: func(k *Keeper) error {
		k.Tell(cardsim.Text("call"))
		return errors.Join(k.Rules.Add(echo), cardsim.DeleteMe)
	}}
	next := night(call)
	next()
	fmt.Println("and in the next night")
	next()
	// Output:
	// tell: A ship!
	// tell: call
	// and in the next night
	// tell: A ship!
	// tell: echo
}
