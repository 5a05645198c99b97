package polity

// A law is a lasting decision. While in force it changes fields every year and the
// treasury every quarter.
type law uint8

const (
	lottery law = iota
	harbourSold
	letterbox
	guilds
	shortWeek
	looms
	noonNap
	judgeEngine
	duels
	bigSticks
	curfew
	clinics
	fees
	honestBook
	dam
	coal
	mills
	wolves
	baths
	rumourTax
	lamps
	papers
	steamed
	statue
	conscripts
	sanctuary
	reunion
	kettle
	silence
	youngVotes
	mustVote
	openDoors
	termless
	lawCount
)

// A statute is the text of a law and its effects.
type statute struct {
	says   string
	brings int // millions of pips in a quarter, costs if negative
	yearly []effect
}

var laws = [lawCount]statute{
	lottery:     {"The Pip Draw is held every Friday.", 6, []effect{equality.down(2)}},
	harbourSold: {"The harbour belongs to the Meridian Company.", 0, []effect{trade.up(2), work.down(1), standing.down(1)}},
	letterbox:   {"Nine thousand companies share one letterbox.", 9, []effect{corruption.up(3), equality.down(1), standing.down(1)}},
	guilds:      {"Every trade needs a licence, and licences need a licence.", 2, []effect{work.up(1), trade.down(2), corruption.up(1)}},
	shortWeek:   {"Nobody works on Wednesdays.", 0, []effect{joy.up(2), health.up(1), industry.down(2)}},
	looms:       {"The looms weave by themselves.", 2, []effect{industry.up(3), work.down(3)}},
	noonNap:     {"The country sleeps from one to two.", 0, []effect{health.up(2), trade.down(1)}},
	judgeEngine: {"Sentences are passed by an engine.", 1, []effect{corruption.down(2), courts.up(1), privacy.down(1), resentment.up(2)}},
	duels:       {"Duels are legal before breakfast.", 0, []effect{safety.down(2), corruption.down(2), health.down(1)}},
	bigSticks:   {"The Watch carries bigger sticks.", -1, []effect{safety.up(2), resentment.up(2), privacy.down(1)}},
	curfew:      {"Lights are out by ten.", -1, []effect{safety.up(2), joy.down(2), arts.down(2), resentment.up(1)}},
	clinics:     {"There is a clinic in every parish.", -6, []effect{health.up(3), work.up(1)}},
	fees:        {"Students pay for being taught.", 4, []effect{learning.down(2), equality.down(2)}},
	honestBook:  {"Chapter Nine says what happened.", 0, []effect{learning.up(1), speech.up(1), grudge.down(2), joy.down(1)}},
	dam:         {"The Wend is dammed at Nether Hollow.", 4, []effect{industry.up(2), nature.down(2)}},
	coal:        {"The Black Seam is being dug.", 7, []effect{industry.up(2), nature.down(3), health.down(2), work.up(1)}},
	mills:       {"Windmills stand along the ridge.", -2, []effect{industry.up(1), nature.up(1), joy.down(1)}},
	wolves:      {"Wolves may go where they like.", -1, []effect{nature.up(3), farms.down(2)}},
	baths:       {"The hot springs are open to visitors.", 5, []effect{trade.up(1), joy.up(1), rumble.up(3)}},
	rumourTax:   {"Rumours are taxed by their distance from the truth.", 3, []effect{speech.down(3), corruption.up(1)}},
	lamps:       {"Every lamp post has an eye.", -3, []effect{safety.up(2), privacy.down(3), corruption.down(1)}},
	papers:      {"Everybody carries papers.", -1, []effect{safety.up(1), privacy.down(2), ballots.up(1)}},
	steamed:     {"The post is read, for spelling.", -1, []effect{privacy.down(3), ambition.down(3), resentment.up(2)}},
	statue:      {"You stand in the square, in bronze.", -1, []effect{arts.up(1), resentment.up(1)}},
	conscripts:  {"The young spend a year in boots.", -2, []effect{army.up(3), learning.down(1), equality.up(1), ambition.up(2)}},
	sanctuary:   {"Whoever lands is let in.", -2, []effect{people.up(15), work.down(1), arts.up(2), farms.up(1)}},
	reunion:     {"Upper Brindle shares the customs and the blame.", 3, []effect{trade.up(2), nature.up(1), ballots.down(1)}},
	kettle:      {"The Holy Kettle is the faith of the state.", -2, []effect{joy.up(1), safety.up(1), speech.down(2), learning.down(1)}},
	silence:     {"The bells do not ring.", 0, []effect{health.up(1), arts.down(2)}},
	youngVotes:  {"The vote begins at twelve.", 0, []effect{ballots.up(2), learning.up(1), courts.down(1)}},
	mustVote:    {"Not voting costs five pips.", 1, []effect{ballots.up(1), privacy.down(1), resentment.up(1)}},
	openDoors:   {"Whoever lunches with a minister is listed.", 0, []effect{corruption.down(3), trade.down(1), privacy.down(1)}},
	termless:    {"A Chancellor may serve for life.", 0, []effect{ballots.down(3), resentment.up(3), ambition.up(2)}},
}
