package elements

var yellowCards = []Def{}
