package elements

var whiteCards = []Def{}
