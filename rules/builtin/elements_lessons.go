package builtin

import "gamed/rules"

// Deck files for the lessons, named by colour or theme.
const (
	redDeck   = "3 Spark\n3 Ash Imp\n3 Furnace Ox\n3 Ember Adept\n3 Torch Runner\n3 War Shout\n3 Moss Hare"
	greenDeck = "3 Moss Hare\n3 Rust Boar\n3 Old Oak\n3 Great Elk\n3 Wood Colossus\n3 Deep Rain\n3 Trial of Horns"
	herdDeck  = "3 Moss Hare\n3 Rust Boar\n3 Old Oak\n3 Great Elk\n3 Herd Mother\n3 Deep Rain\n3 Thorn Hide"
	whiteDeck = "3 Shield Bearer\n3 Sworn Sister\n3 Mend\n3 Lamplighter\n3 Field Surgeon\n3 Stand Fast\n3 Muster"
	blueDeck  = "3 Hush\n3 Undertow\n3 Tide Scholar\n3 Mist Heron\n3 Quench\n3 Sift\n3 Riptide"
	itemDeck  = "3 Ember Kiln\n3 Powder Trap\n3 Spark\n3 Furnace Ox\n3 Ember Adept\n3 War Shout\n3 Wild Salamander"
)

// duel returns the seats of a lesson: the player with one deck, and the bot greedy with the other.
func duel(yours, theirs string) []rules.LessonSeat {
	return []rules.LessonSeat{{Deck: yours}, {Bot: "greedy", Deck: theirs}}
}

var elementsLessons = []rules.Lesson{
	{
		ID: "elements", Title: "Elements pay for cards", About: "Moss Hare costs one green, and you have no element yet. Where does green come from?", Card: "Moss Hare",
		Start: rules.Start{Seats: duel(herdDeck, whiteDeck), Chance: "17"},
		Steps: []rules.LessonStep{
			{Take: "keep", Say: "Each player starts with 7 life and 3 cards. Moss Hare costs only 1 green: a good first card. Keep this hand."},
			{Take: "create green", Say: "Sunrise, the first phase of a turn: create an element. All your cards cost green, so create green. It is yours for the whole game."},
			{Take: "play Moss Hare", Say: "Main phase. Your green element is active: it can pay. Play Moss Hare, a Being with 1 attack and 1 health."},
			{Take: "create green", Say: "Your turn again. At sunrise your first element became active again, and the Hare woke. Create a second green."},
			{Take: "play Herd Mother", Say: "All elements that you have created are your karma: 2 green. Herd Mother costs 1 green and 1 \"any\". Any element pays for that."},
			{Take: "pass", Say: "Attack phase: the awake Hare could attack. The next lesson is about that. Pass for now."},
			{Take: "create green", Say: "One element each turn: your karma grows to 3, and bigger cards come within reach."},
			{Take: "play Rust Boar", Say: "Rust Boar costs 2 green and 1 any. Herd Mother makes your Beings cost 1 any less, so 2 green are enough."},
		},
		Between: "Nothing to do here: pass.",
		End:     "You create one element each turn, and your elements pay again after each of your sunrises.",
	},
	{
		ID: "attack", Title: "Attack", About: "Your Imp is awake, and the only Hare in its way still sleeps. How much damage can you deal?", Card: "Torch Runner",
		Start: rules.Start{Seats: duel(redDeck, greenDeck), Chance: "1", Opening: []string{"0 play Ash Imp", "1 play Moss Hare"}},
		Steps: []rules.LessonStep{
			{Take: "create red", Say: "Ash Imp is awake. Your opponent's Moss Hare has just arrived, asleep: it cannot block. Create a second red."},
			{Take: "play Torch Runner", Say: "Most Beings enter asleep and cannot attack at once. Torch Runner enters awake. Play it."},
			{Take: "attack seat 1 with Torch Runner", Say: "Attack phase: choose an awake Being. No Being can block the Runner, so it deals its 3 attack to your opponent."},
			{Take: "attack seat 1 with Ash Imp", Say: "A turn may have several attacks, one after the other. Now attack with the Imp."},
			{Take: "create red", Say: "At your sunset the Runner was destroyed, as its text says. The Imp slept after its attack and woke at this sunrise."},
			{Take: "attack seat 1 with Ash Imp", Say: "One Hare attacked you and fell asleep, the other has just arrived. No Being can block: attack again."},
		},
		Between: "No Being needs to be played here. Pass to go to the attack phase.",
		End:     "Only awake Beings attack. An attack puts the Being to sleep until your next sunrise, or until your sunset if its text says so.",
	},
	{
		ID: "block", Title: "Block", About: "Ash Imp runs at you. Who stands in its way, and who would die of it?", Card: "Shield Bearer",
		Start: rules.Start{Seats: duel(whiteDeck, redDeck), Chance: "18", Opening: []string{"0 play Sworn Sister", "0 play Shield Bearer", "1 play Ash Imp", "1 play Torch Runner", "1 attack seat 0 with Ash Imp"}},
		Steps: []rules.LessonStep{
			{Take: "block with Sworn Sister", Say: "Ash Imp attacks: 1 attack, 1 health. Attacker and blocker damage each other. Sworn Sister has 3 health, survives and destroys the Imp: block with her."},
			{Take: "no block", Say: "Torch Runner deals 3 and would destroy either blocker. It is destroyed at sunset anyway, and you have life to spare: do not block."},
			{Take: "create white", Say: "You lost 3 life but kept both Beings, and your opponent has none left. Create white."},
			{Take: "attack seat 1 with Sworn Sister", Say: "Blocking does not put a Being to sleep, so the Sister is awake. Attack: no Being can block."},
			{Take: "attack seat 1 with Shield Bearer", Say: "Shield Bearer wakes at your sunset, so it can attack now and still block in your opponent's turn."},
		},
		Between: "Your Beings are in play already: pass to the attack phase.",
		End:     "Block when the trade is good for you. Damage stays on a Being until it is healed.",
	},
	{
		ID: "stack", Title: "Spells and the stack", About: "You aim Spark at Moss Hare. Can anything happen before the Spark lands?", Card: "Spark",
		Start: rules.Start{Seats: duel(redDeck, greenDeck), Chance: "57", Opening: []string{"0 play Ash Imp", "1 play Moss Hare"}},
		Steps: []rules.LessonStep{
			{Take: "create red", Say: "You may play Spark here already: a Spell can be played in every phase, in other players' turns too. First create red."},
			{Take: "play Spark on Moss Hare", Say: "Spark deals 2 damage to a Being or a player. Choose Spark, then Moss Hare. It goes on the stack and waits: all players may respond."},
			{Take: "attack seat 1 with Ash Imp", Say: "No player responded, so Spark happened. The Hare died, and its power triggered: it waited on the stack too, then created a Sprout. The Sprout is asleep: attack."},
			{Take: "create red", Say: "The stack works from the top: the last play happens first. Create a third red."},
			{Take: "play Ember Adept", Say: "Beings and Items wait on the stack too. You may play them only in your own main phase, while the stack is empty."},
		},
		Between: "Nothing to add to the stack now: pass.",
		End:     "When all players pass in a row, the top of the stack happens.",
	},
	{
		ID: "respond", Title: "Respond", About: "Ember Adept is on its way, and it is not your turn. Can you still stop it?", Card: "Hush",
		Start: rules.Start{Seats: duel(blueDeck, redDeck), Chance: "200", Opening: []string{"1 play Ash Imp", "1 play Ember Adept"}},
		Steps: []rules.LessonStep{
			{Take: "play Hush", Say: "Your opponent plays Ember Adept. It waits on the stack, so you can respond. Hush cancels a play: play it on Ember Adept."},
			{Take: "play Riptide on Ash Imp", Say: "Now Ash Imp attacks, and you may respond to that too. Riptide returns an attacking Being to its owner's hand, and you draw a card."},
			{Take: "create blue", Say: "Your opponent had to pay for the Imp again. You could respond because you had not spent your elements in your own turn. Create blue."},
			{Take: "play Tide Scholar", Say: "In your own turn, play a Being. Two elements stay active for your next response."},
		},
		Between: "Keep your Spells and elements for a better moment: pass.",
		End:     "Unspent elements in another player's turn are a chance to respond.",
	},
	{
		ID: "items", Title: "Items and powers", About: "Moss Hare wants to attack you. Can you lay a trap first?", Card: "Powder Trap",
		Start: rules.Start{Seats: duel(itemDeck, redDeck), Chance: "900", Opening: []string{"0 play Ember Adept"}},
		Steps: []rules.LessonStep{
			{Take: "create red", Say: "You have Ember Adept in play and two Items in hand. Create red to play both."},
			{Take: "play Ember Kiln", Say: "An Item stays in play and has a power. Ember Kiln works all the time: your Spells cost 1 any less."},
			{Take: "play Powder Trap", Say: "Powder Trap waits for its moment: sacrifice it, and it deals 3 damage to an attacking Being."},
			{Take: "use Powder Trap", Say: "Moss Hare attacks. Use the Trap now: \"Sacrifice\" is its cost, so the Trap leaves play."},
			{Take: "create red", Say: "The Hare died and left a Sprout. A power needs no card in hand, only its token in play. Create red."},
			{Take: "use Ember Adept t1 on Sprout", Say: "Ember Adept has a power with the cost \"Sleep\": it falls asleep and deals 1 damage to a Being. Aim at the Sprout."},
			{Take: "play War Shout on Ember Adept", Say: "War Shout wakes a sleeping Being and gives it +2 attack. It costs 1 red and 1 any; thanks to the Kiln, 1 red is enough."},
			{Take: "attack seat 1 with Ember Adept", Say: "The Adept is awake again, with 4 attack. Their Hare has just arrived and sleeps: attack."},
		},
		Between: "Save your powers for a better moment: pass.",
		End:     "Items work all the time, or have a power with a cost: elements, Sleep or Sacrifice.",
	},
	{
		ID: "sunset", Title: "Sunrise and sunset", About: "Shield Bearer attacks and falls asleep. Can it still block in the next turn?", Card: "Lamplighter",
		Start: rules.Start{Seats: duel(whiteDeck, greenDeck), Chance: "65", Opening: []string{"0 play Shield Bearer"}},
		Steps: []rules.LessonStep{
			{Take: "create white", Say: "At sunrise your elements become active and your Beings wake. You create an element, then draw a card."},
			{Take: "attack seat 1 with Shield Bearer", Say: "Shield Bearer is awake, and your opponent has no Being. Attack: this puts it to sleep."},
			{Take: "play Lamplighter", Say: "After each attack there is another main phase. Lamplighter gives you 1 life for each Being you have: 2. Play it."},
			{Take: "create white", Say: "At your sunset, Shield Bearer woke and gave you 1 life. It could block in your opponent's turn. Effects \"until sunset\" end then too."},
			{Take: "play Field Surgeon", Say: "Your opponent now has Old Oak, a strong blocker. Do not attack into it: play Field Surgeon."},
		},
		Between: "Pass to go to the next phase.",
		End:     "A turn: sunrise, main, attack, defend and combat, main again, sunset.",
	},
	{
		ID: "redraw", Title: "Redraw a hand", About: "Your hand is too expensive for the first turns. Do you keep it?", Card: "Wood Colossus",
		Start: rules.Start{Seats: duel(greenDeck, whiteDeck), Chance: "19"},
		Steps: []rules.LessonStep{
			{Take: "mulligan", Say: "Wood Colossus costs 5, and both Trials need a Being. You cannot play a card for turns. Take a mulligan: your hand goes to your Past, and you draw 2 cards instead of 3."},
			{Take: "create green", Say: "Better: Moss Hare costs 1. You play second. This gave you 1 life, and your first element counts twice this turn. Create green."},
			{Take: "play Moss Hare", Say: "Play the Hare on your first turn."},
			{Take: "create green", Say: "Each of your turns draws a card, so a smaller hand fills up. Create green."},
			{Take: "attack seat 1 with Moss Hare", Say: "The Hare is awake, and your opponent has no Being: attack."},
		},
		Between: "Nothing to play here: pass.",
		End:     "A mulligan costs a card. Take it if you have nothing to play in your first turns.",
	},
	{
		ID: "duel", Title: "Finish a duel", About: "Your opponent finds a blocker that you cannot beat. How do you deal the last damage?", Card: "Furnace Ox",
		Start: rules.Start{Seats: duel(redDeck, greenDeck), Chance: "36", Opening: []string{"0 play Ash Imp", "0 attack seat 1 with Ash Imp", "1 create"}},
		Steps: []rules.LessonStep{
			{Take: "create red", Say: "Your opponent has created green and played nothing. Ash Imp is awake. Create a second red."},
			{Take: "play Torch Runner", Say: "Torch Runner costs 2 red and enters awake. It is destroyed at your sunset, so attack with it at once."},
			{Take: "attack seat 1 with Torch Runner", Say: "No Being can block: attack with the Runner for 3."},
			{Take: "attack seat 1 with Ash Imp", Say: "Then with the Imp for 1."},
			{Take: "create red", Say: "The Runner is in your Past. Create a third red."},
			{Take: "play Furnace Ox", Say: "Furnace Ox costs 2 red and 1 any. It arrives asleep and cannot attack this turn."},
			{Take: "attack seat 1 with Ash Imp", Say: "Attack with the Imp again."},
			{Take: "create red", Say: "Your opponent now has Old Oak, a blocker with 6 health. You need another way. Create red."},
			{Take: "play Spark on seat 1", Say: "Spark deals 2 damage to a player, and no Being can block a Spell. It is enough: choose Spark, then your opponent."},
		},
		Between: "You have nothing to do here: pass.",
		End:     "You know the game. There are 6 more colours, and decks to build.",
	},
}
