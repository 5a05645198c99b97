package story

// The types of this file are the format of a data file. The decoder and the schema
// go by their tags, and their comments are what an editor shows.

// A whole game.
type gameFormat struct {
	// Names the game on the command line: one word.
	Game ref `yaml:"game"`
	// Says in a sentence what the game is about.
	About string `yaml:"about"`
	// How many cards the player holds, 1 unless said.
	Hand int `yaml:"hand" jsonschema:"minimum=1,maximum=20"`
	// How many choices there are in a turn, 1 unless said.
	PerTurn int `yaml:"actions_per_turn" jsonschema:"minimum=1,maximum=20"`
	// After how many turns the game is over in any case, 500 unless said.
	Turns int `yaml:"turns" jsonschema:"minimum=1,maximum=100000"`
	// How many may play at one table, each a game of their own, ranked by the headline; 1 unless said.
	Seats int `yaml:"seats" jsonschema:"minimum=1,maximum=6"`
	// How well the player does, a number from 1 to 999, for rankings and for bots.
	Headline code `yaml:"headline"`
	// What is counted. The names are used in expressions: small letters, digits and _.
	Stats ordered[statFormat] `yaml:"stats"`
	// The events that the player decides on. A card can be drawn once, unless it has a cooldown.
	Cards ordered[cardFormat] `yaml:"cards"`
	// What happens at the end of every turn.
	Rules ordered[ruleFormat] `yaml:"rules"`
	// What the player can do without a card.
	Actions ordered[actionFormat] `yaml:"actions"`
	// Text above the choices.
	Prompt prose `yaml:"prompt"`
	// More pages to read, by title.
	Panels ordered[prose] `yaml:"panels"`
	// How the game can end. Those with a when are looked at in their order after the rules of each turn.
	Endings ordered[endingFormat] `yaml:"endings"`
}

// A number, a text or a yes-or-no that the game counts.
type statFormat struct {
	// What it is at first: a number, a text, true or false. This also says which of them it is.
	Start literal `yaml:"start"`
	// Computed from the stats above it whenever it is read, instead of a start.
	Formula code `yaml:"formula"`
	// What the player reads. Without it, the name with capital letters.
	Title string `yaml:"title"`
	// What it is counted in, shown behind the title.
	Unit string `yaml:"unit"`
	// A number never goes below this.
	Min literal `yaml:"min"`
	// A number never goes above this.
	Max literal `yaml:"max"`
	// How many decimals a number has, kept and shown; 0 unless said.
	Round int `yaml:"round" jsonschema:"minimum=0,maximum=6"`
	// Players do not see it.
	Hidden bool `yaml:"hidden"`
	// False: options do not tell beforehand that they move it.
	Preview *bool `yaml:"preview"`
}

// An event that the player decides on.
type cardFormat struct {
	// Its headline.
	Title line `yaml:"title" jsonschema:"required"`
	// What has happened.
	Text prose `yaml:"text"`
	// The choices. A card without any needs a dismiss.
	Options []optionFormat `yaml:"options"`
	// A condition: the card is drawn only while it holds.
	When code `yaml:"when"`
	// How likely it is to be drawn, compared with others; 1 unless said.
	Weight int `yaml:"weight" jsonschema:"minimum=1,maximum=1000"`
	// How many turns after it was decided it may come again. Without it, the card comes once.
	Cooldown int `yaml:"cooldown" jsonschema:"minimum=1,maximum=100000"`
	// Nothing else can be done before it is decided.
	Urgent bool `yaml:"urgent"`
	// After how many turns in hand it goes away by itself.
	Expires int `yaml:"expires" jsonschema:"minimum=1,maximum=100000"`
	// What happens then.
	Expired *effects `yaml:"expired"`
	// Lets the player do nothing about it: what that is called.
	Dismiss line `yaml:"dismiss"`
	// It is in no list of cards.
	Secret bool `yaml:"secret"`
	// False: it is not in the deck at first, and comes by next, shuffle or give.
	Deck *bool `yaml:"deck"`
}

// A choice and what comes of it.
type optionFormat struct {
	// What the player chooses.
	Text line `yaml:"text" jsonschema:"required"`
	choice
	effects
}

// What an option has in common with an action.
type choice struct {
	// A condition: without it the choice is shown and cannot be chosen.
	Needs code `yaml:"needs"`
	// Says why not.
	Reason prose `yaml:"reason"`
}

// A choice that needs no card.
type actionFormat struct {
	// What the player chooses. Without it, the name.
	Text line `yaml:"text"`
	// A condition: the action is shown only while it holds.
	When code `yaml:"when"`
	// It uses up none of the turn's actions.
	Free bool `yaml:"free"`
	// It is there in debug mode only.
	Debug bool `yaml:"debug"`
	choice
	effects
}

// What happens at the end of every turn.
type ruleFormat struct {
	// Rules with a lower step run first, those of one step in any order; 0 unless said.
	Step int `yaml:"step" jsonschema:"minimum=-1000,maximum=1000"`
	// A condition: the rule does nothing while it does not hold.
	When code `yaml:"when"`
	// The rule goes away when it has done something.
	Once bool `yaml:"once"`
	// The rule is not there at first: an option starts it.
	Off bool `yaml:"off"`
	effects
}

// How the game can end.
type endingFormat struct {
	// What the player reads.
	Text prose `yaml:"text" jsonschema:"required"`
	// A condition, looked at after the rules of each turn. Without it an effect has to call the ending.
	When code `yaml:"when"`
	// Whether the player has won.
	Won bool `yaml:"won"`
}

// What comes of something. It is done in the order of this list.
type effects struct {
	// Sets stats: an expression each, for a text stat a text.
	Set ordered[code] `yaml:"set"`
	// Adds to numbers: an expression each, below 0 to take away.
	Add ordered[code] `yaml:"add"`
	// Tells the player something now.
	Say prose `yaml:"say"`
	// Tells the player something when the next turn begins.
	Later prose `yaml:"later"`
	// Rules that begin to run.
	Start refs `yaml:"start_rule"`
	// Rules that run no more.
	Stop refs `yaml:"stop_rule"`
	// Cards that are taken out of the deck and the hand.
	Drop refs `yaml:"drop"`
	// Cards that come to the hand at once, beyond its limit.
	Give refs `yaml:"give"`
	// Cards that are shuffled into the deck.
	Shuffle refs `yaml:"shuffle"`
	// Cards that are drawn next.
	Next refs `yaml:"next"`
	// The choice costs no action.
	Refund bool `yaml:"refund"`
	// The turn ends, whatever actions are left.
	EndTurn bool `yaml:"end_turn"`
	// Ends the game.
	End ref `yaml:"end"`
	// More effects, each with a condition if it needs one.
	Then []outcome `yaml:"then"`
}

// Effects with a condition.
type outcome struct {
	// A condition: the effects happen only if it holds.
	When code `yaml:"when"`
	effects
	// What happens if it does not.
	Otherwise *outcome `yaml:"otherwise"`
}
