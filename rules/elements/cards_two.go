package elements

var twoElementCards = []Def{}
