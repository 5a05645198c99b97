package elements

var blueCards = []Def{}
