package elements

var greenCards = []Def{}
