// Package polity is a game about governing a country, written with package cardsim. The player is
// Chancellor of Lower Brindle, a small country with a river, a harbour, a large neighbour and a
// volcano believed to be extinct.
//
// A turn is a quarter of a year. The Chancellor has three matters on the desk, and settles one of
// them or takes an action in each turn. Then the rules run. A term lasts twenty years. The Chancellor
// wins by completing the term with the country in good order, or by keeping all three ratings high
// for five years after year ten. A secret card offers a third way to win. A rating that is too low or
// too high, a hidden number of 100 or a lost election ends the game. Matters that are left undecided
// raise some of the hidden numbers.
//
// Read the files in this order: nation.go has the numbers and ratings.go the ratings
// computed from them. words.go has the effects and conditions. The folder texts has the
// cards, laws, endings and headlines, and cards.go reads the cards. The files rules*.go
// have the rules, and endings.go has the endings.
package polity
