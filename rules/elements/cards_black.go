package elements

var blackCards = []Def{}
