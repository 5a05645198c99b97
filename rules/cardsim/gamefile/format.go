package gamefile

// The types in this file define the format of a data file. The decoder and the schema
// use their tags, and editors show their comments.

// A game.
type gameFormat struct {
	// The name of the game on the command line: one word.
	Game ref `yaml:"game"`
	// A sentence about the game.
	About string `yaml:"about"`
	// The number of cards in hand, 1 by default.
	Hand int `yaml:"hand" jsonschema:"minimum=1,maximum=20"`
	// The number of choices per turn, 1 by default.
	PerTurn int `yaml:"actions_per_turn" jsonschema:"minimum=1,maximum=20"`
	// The last turn, 500 by default.
	Turns int `yaml:"turns" jsonschema:"minimum=1,maximum=100000"`
	// The maximum number of players at a table, 1 by default. Each player plays a separate
	// game, and the headline ranks the players.
	Seats int `yaml:"seats" jsonschema:"minimum=1,maximum=6"`
	// A rating of the player from 1 to 999, for rankings and bots.
	Headline expressionSource `yaml:"headline"`
	// The stats of the game. Expressions use their names: small letters, digits and _.
	Stats ordered[statFormat] `yaml:"stats"`
	// The events that the player decides. A card without a cooldown comes once.
	Cards ordered[cardFormat] `yaml:"cards"`
	// The effects at the end of every turn.
	Rules ordered[ruleFormat] `yaml:"rules"`
	// Choices that need no card.
	Actions ordered[actionFormat] `yaml:"actions"`
	// Text above the choices.
	Prompt prose `yaml:"prompt"`
	// Further pages to read, by title.
	Panels ordered[prose] `yaml:"panels"`
	// The endings. Those with a when are checked in order after the rules of each turn.
	Endings ordered[endingFormat] `yaml:"endings"`
}

// A number, a text or a yes-or-no value.
type statFormat struct {
	// The value at the start: a number, a text, true or false. It also sets the kind of
	// the stat.
	Start literal `yaml:"start"`
	// An expression of the stats above, instead of a start.
	Formula expressionSource `yaml:"formula"`
	// The displayed name. The default is the name in title case.
	Title string `yaml:"title"`
	// The unit, shown after the title.
	Unit string `yaml:"unit"`
	// The minimum of a number.
	Min literal `yaml:"min"`
	// The maximum of a number.
	Max literal `yaml:"max"`
	// The number of decimals stored and shown, 0 by default.
	Round int `yaml:"round" jsonschema:"minimum=0,maximum=6"`
	// Players do not see the stat.
	Hidden bool `yaml:"hidden"`
	// If false, options do not preview changes of the stat.
	Preview *bool `yaml:"preview"`
}

// An event that the player decides.
type cardFormat struct {
	// The title of the card, shown above its text.
	Title line `yaml:"title" jsonschema:"required"`
	// The description of the event.
	Text prose `yaml:"text"`
	// The choices. A card without options needs a dismiss.
	Options []optionFormat `yaml:"options"`
	// A condition for drawing the card.
	When expressionSource `yaml:"when"`
	// How likely the card is to be drawn, compared with others; 1 by default.
	Weight int `yaml:"weight" jsonschema:"minimum=1,maximum=1000"`
	// The number of turns until a decided or expired card can come again: 1 means in the next
	// turn. Without a cooldown, the card comes once.
	Cooldown int `yaml:"cooldown" jsonschema:"minimum=1,maximum=100000"`
	// The card must be decided before cards that are not urgent, and before actions.
	Urgent bool `yaml:"urgent"`
	// The number of turns in hand after which the card leaves undecided.
	Expires int `yaml:"expires" jsonschema:"minimum=1,maximum=100000"`
	// The effects when the card leaves undecided.
	Expired *effects `yaml:"expired"`
	// The text of a choice that removes the card without effect.
	Dismiss line `yaml:"dismiss"`
	// The card is left out of lists of cards.
	Secret bool `yaml:"secret"`
	// If false, the deck does not contain the card at the start. It comes by next,
	// shuffle or give.
	Deck *bool `yaml:"deck"`
}

// A choice and its effects.
type optionFormat struct {
	// The text of the choice.
	Text line `yaml:"text" jsonschema:"required"`
	choice
	effects
}

// The common part of options and actions.
type choice struct {
	// A condition. While it is false, the choice is shown but disabled.
	Needs expressionSource `yaml:"needs"`
	// The reason shown while the choice is disabled. Without it, players read the condition,
	// or "not available now" if it uses a fact hidden from them.
	Reason prose `yaml:"reason"`
}

// A choice that needs no card.
type actionFormat struct {
	// The text of the choice. The default is the name.
	Text line `yaml:"text"`
	// A condition for showing the action.
	When expressionSource `yaml:"when"`
	// The action costs none of the turn's actions.
	Free bool `yaml:"free"`
	// The action exists in debug mode only.
	Debug bool `yaml:"debug"`
	choice
	effects
}

// Effects at the end of every turn.
type ruleFormat struct {
	// The title that players read beside the changes that the rule makes. The default is the
	// name with spaces instead of underscores.
	Title string `yaml:"title"`
	// Rules with a lower step run first, rules of one step in random order; 0 by
	// default.
	Step int `yaml:"step" jsonschema:"minimum=-1000,maximum=1000"`
	// A condition for running the rule.
	When expressionSource `yaml:"when"`
	// The rule stops after the first turn in which its condition is true.
	Once bool `yaml:"once"`
	// The rule is off at the start. An effect starts it.
	Off bool `yaml:"off"`
	effects
}

// A way the game can end.
type endingFormat struct {
	// The text shown at the end.
	Text prose `yaml:"text" jsonschema:"required"`
	// A condition, checked after the rules of each turn. Without it, only an effect
	// reaches the ending.
	When expressionSource `yaml:"when"`
	// The player has won.
	Won bool `yaml:"won"`
}

// Effects, carried out in the order of this list.
type effects struct {
	// Sets stats: an expression for each, or a text for a text stat.
	Set ordered[expressionSource] `yaml:"set"`
	// Adds to numbers: an expression for each, negative to subtract.
	Add ordered[expressionSource] `yaml:"add"`
	// A message shown at once.
	Say prose `yaml:"say"`
	// A message shown when the next turn begins.
	Later prose `yaml:"later"`
	// Rules to start.
	Start refs `yaml:"start_rule"`
	// Rules to stop.
	Stop refs `yaml:"stop_rule"`
	// Cards to remove from the deck and the hand.
	Drop refs `yaml:"drop"`
	// Cards to add to the hand, beyond its limit.
	Give refs `yaml:"give"`
	// Cards to shuffle into the deck.
	Shuffle refs `yaml:"shuffle"`
	// Cards to draw next.
	Next refs `yaml:"next"`
	// The choice costs no action.
	Refund bool `yaml:"refund"`
	// The turn ends, even if actions are left.
	EndTurn bool `yaml:"end_turn"`
	// The ending to reach.
	End ref `yaml:"end"`
	// More effects, each with an optional condition.
	Then []outcome `yaml:"then"`
}

// Effects with a condition.
type outcome struct {
	// A condition for the effects.
	When expressionSource `yaml:"when"`
	effects
	// The effects if the condition is false.
	Otherwise *outcome `yaml:"otherwise"`
}
