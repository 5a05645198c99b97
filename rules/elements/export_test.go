package elements

// WithCards lets the tests of package elements_test, which use bots, add cards.
var WithCards = withCards
