package elements

// WithCards is for tests that play new cards with bots.
var WithCards = withCards
