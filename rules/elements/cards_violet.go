package elements

var violetCards = []Def{}
