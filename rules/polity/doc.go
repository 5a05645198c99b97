// Package polity is a game of government on cardsim: the player is Chancellor of
// Lower Brindle, a small country with a river, a harbour, a large neighbour and a
// mountain that is thought to be extinct.
//
// A turn is a quarter of a year. Three matters of state lie on the desk; the
// Chancellor settles one of them, or does something unasked, and then the country
// goes on without being told to. Twenty years are a term of office. Whoever serves
// them with the country in good order has won, and so has whoever keeps all three
// ratings high, but not too high, for three years after the tenth: both ends of each
// are the end.
//
// The parts, in the order in which to read them: nation.go has what is counted,
// ratings.go what is computed of it; words.go has what cards are written in; one
// file for each theme has the cards; rules*.go what happens by itself; endings.go
// how it ends.
package polity
