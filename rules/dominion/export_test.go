package dominion

// WithCards lets the tests of package dominion_test, which use bots, add cards.
var WithCards = withCards
