package polity

import (
	"fmt"
	"slices"
	"strings"
)

// A law is a lasting decision. While in force it changes fields every year and the
// treasury every quarter. Its number is its row in texts/laws.md, from 0.
type law uint8

const lawCount = 33

// A statute is the text of a law and its effects.
type statute struct {
	name, text string
	income     int // millions of pips in a quarter, costs if negative
	yearly     []effect
}

var laws = readLaws()

// The laws that rules and actions refer to.
var looms, termless = lawNamed("looms"), lawNamed("termless")

func lawNamed(name string) law {
	at := slices.IndexFunc(laws[:], func(s statute) bool { return s.name == name })
	if at < 0 {
		panic(fmt.Sprintf("unknown law %q", name))
	}
	return law(at)
}

func readLaws() (all [lawCount]statute) {
	for i, cells := range readTable("laws") {
		all[i] = statute{name: cells[0], text: cells[1], income: parseNumber(cells[2])}
		for change := range strings.SplitSeq(cells[3], ", ") {
			all[i].yearly = append(all[i].yearly, readChange(change))
		}
	}
	return all
}
