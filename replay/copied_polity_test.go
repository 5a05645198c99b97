package replay_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/rules/polity"
	"gamed/state"
	"gamed/state/statetest"
)

// TestGameOf_polity plays game Of_polity of a server up to step 5.
func TestGameOf_polity(t *testing.T) {
	m, err := polity.Game().Deal(state.Setup{Seats: 1, Seed: 0xc1969c2359496473})
	require.NoError(t, err)
	statetest.Play(t, m, []statetest.Choice{
		{Seat: 0, Text: "Send soldiers into the street", Salt: 0x782d3066cc8aaf07},
		{Seat: 0, Text: "Raise taxes by five percent", Salt: 0xab00831dda5acc4d},
		{Seat: 0, Text: "Chapter Nine: Professor Linus Oake: “Leave the pages blank and let each child fill them in. That is how the first edition was made.”", Salt: 0xc0cf228c35ca48e3},
		{Seat: 0, Text: "The Holy Kettle: Professor Linus Oake: “Put a thermometer in it.”", Salt: 0x6ae3bde88bf7e37b},
		{Seat: 0, Text: "Eleven Paces: Professor Linus Oake: “Move it eleven paces further every week, and see how long they take to notice where it hurts.”", Salt: 0xcbd576bf17d2e133},
	})
	require.Equal(t, state.Seat(0), m.Next())
	require.Equal(t, []string{
		"The Fat Lady Stays In: The conductor of the Wend Symphony: “A new roof, in copper. We shall open with something cheerful. There is one.”",
		"The Fat Lady Stays In: Agathe Lum of the Dockers: “Sing on the quay. We know all the words, we unload the scenery.”",
		"The Fat Lady Stays In: Tobias Fenn, Treasurer: “A car park, with acoustics.”",
		"Slow Boats: Agathe Lum of the Dockers: “Ten pips more and a roof over the quay. Otherwise we begin on the grapes.”",
		"Slow Boats: Marshal Odile Krantz: “Soldiers can carry oranges. It will be character-forming for the oranges.”",
		"Slow Boats: Baroness Corvina Styles, of Styles & Daughters: “Hire men from Ossel. They are used to not being thanked.”",
		"The Puppet with Your Nose: Warden Hob Pask of the Watch: “Arrest the man, the puppet and the pie.”",
		"The Puppet with Your Nose: Pim Dray, editor of the Courier: “Give it a theatre. Nothing kills a joke like a grant.”",
		"The Puppet with Your Nose: Your nephew Nils: “Go up on the stage and be eaten by the pie yourself.”",
		"Raise taxes by five percent",
		"Lower taxes by five percent",
		"Call an election",
		"Borrow 150 from the Bank of Ossel",
		"Build something large, 50 pips",
		"Speak to the people from the balcony",
		"Ask for a report on the hidden troubles, 10 pips",
		"Go fishing and let the country be",
	}, statetest.Texts(m, 0))
	require.Equal(t, `turn 6  actions 1  deck 65
  Approval                                47  +2 by Eleven Paces
  Balance                                  2  -1 by lungs
  Credit                  AAA, and a biscuit
  Liberties                               44
  Mood                                sullen
  Order                                   50
  Prosperity                              49  +2 by Eleven Paces
  Treasury                               117  +3 by the budget
  Taxes                                   35
  Population (thousands)                 918  +2 by cradle and quay
  Industry                                46
  Trade                                   47
  Farming                                 54  +4 by Eleven Paces
  Employment                              49  +1 by hiring
  Health                                  50  +1 by lungs
  Learning                                58  +3 by Eleven Paces
  Equality                                44
  Nature                                  54
  Contentment                             44  +3 by Eleven Paces, +1 by spirits
  Culture                                 51
  Free Speech                             57
  Privacy                                 40
  Fair Elections                          40  -1 by weather of history
  Safety                                  51
  Fair Courts                             49
  Army                                    51
  Standing Abroad                         53  +5 by Eleven Paces
  Resentment                              23  hidden
  Corruption                               9  -1 by greased palms, hidden
  Debt Pressure                            0  hidden
  Ambition                                17  hidden
  Grudge                                  27  +14 by Eleven Paces, hidden
  Rumble                                  20  hidden
  Golden Quarters                          0  hidden
   It is summer of year 2.

1. The Fat Lady Stays In
   The roof of the opera has come down in the second act of a tragedy. Critics say that it was the first convincing moment of the evening.
   1.1 The conductor of the Wend Symphony: “A new roof, in copper. We shall open with something cheerful. There is one.” (moves Prosperity small, Treasury great)
   1.2 Agathe Lum of the Dockers: “Sing on the quay. We know all the words, we unload the scenery.” (moves Order small, Prosperity middling)
   1.3 Tobias Fenn, Treasurer: “A car park, with acoustics.” (moves Prosperity small, Treasury great)

2. Slow Boats (3 turns left)
   The dockers are unloading with great care, one orange at a time. They say that they are not on strike. They say so very slowly.
   2.1 Agathe Lum of the Dockers: “Ten pips more and a roof over the quay. Otherwise we begin on the grapes.” (moves Treasury great)
   2.2 Marshal Odile Krantz: “Soldiers can carry oranges. It will be character-forming for the oranges.” (moves Order uncertain, Prosperity middling)
   2.3 Baroness Corvina Styles, of Styles & Daughters: “Hire men from Ossel. They are used to not being thanked.” (moves Order uncertain, Prosperity small)

3. The Puppet with Your Nose
   In the market a puppet with your nose makes laws, falls downstairs and is eaten by a pie. You have seen it four times. The fourth time the pie was better.
   3.1 Warden Hob Pask of the Watch: “Arrest the man, the puppet and the pie.” (moves Liberties middling, Order uncertain)
   3.2 Pim Dray, editor of the Courier: “Give it a theatre. Nothing kills a joke like a grant.” (moves Liberties small, Treasury great)
   3.3 Your nephew Nils: “Go up on the stage and be eaten by the pie yourself.” (moves Liberties middling, Order uncertain)

At any time
   Raise taxes by five percent (moves Order uncertain, Prosperity small)
   Lower taxes by five percent (moves Order uncertain, Prosperity small)
   Call an election (moves Liberties small, Order uncertain, Treasury small)
   Hold a referendum on serving for life (not now: It would look eager. Ask again when you have served twelve years.)
   Borrow 150 from the Bank of Ossel (moves Prosperity middling, Treasury great)
   Build something large, 50 pips (moves Prosperity small, Treasury great)
   Speak to the people from the balcony (moves Order uncertain)
   Send soldiers into the street (not now: The soldiers are still in the street, asking the way back.)
   Ask for a report on the hidden troubles, 10 pips (moves Treasury middling)
   Go fishing and let the country be

The budget
   Taxes       +49
   Tariffs      +5
   Laws         +0
   Repayment    +0
   Schools     -14
   Hospitals   -13
   The Watch   -10
   The army    -10
   Courts       -5
   A quarter    +2, with 117 in the chest

The Wend Courier
   CAT RESCUED FROM TREE; TREE DOING WELL

What weighs on what
   Liberties 44: free speech 57, privacy 40 and fair elections 40, and the courts 49 a little.
   Prosperity 49: industry 46 and trade 47, then farming 54 and employment 49; a full chest helps, taxes above 30 do not.
   Order 50: safety 51, then courts 49, the army 51 and contentment 44; and what people think and do not say.
   Approval 47: contentment 44 before all, prosperity, order, health, equality; taxes count against you.
   Work follows industry, trade and fields. Trade follows a good name. Health follows air and soap. Crime follows idleness and crooked judges.
   Corruption grows in the dark. Armies grow hats. Ossel remembers.

The law of the land
   There is the constitution, and a notice about dogs.
`, m.Draw(state.Everything))
}
