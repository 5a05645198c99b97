package builtin

import (
	_ "embed"
	"encoding/json"

	"gamed/rules"
	"gamed/rules/elements/puzzle"
)

// elementsPuzzleFile holds puzzles. The program in internal/puzzles finds them and writes the file.
//
//go:embed elements_puzzles.json
var elementsPuzzleFile []byte

var elementsPuzzles = readPuzzles()

// readPuzzles returns the puzzles in elementsPuzzleFile. It panics if the file is not valid JSON.
func readPuzzles() (puzzles []rules.Puzzle) {
	var found []puzzle.FoundPuzzle
	if err := json.Unmarshal(elementsPuzzleFile, &found); err != nil {
		panic(err)
	}
	for _, f := range found {
		puzzles = append(puzzles, rules.Puzzle{
			ID: f.ID, Card: f.Card, Turn: f.Turn, Luck: f.Luck, Solution: f.Solution,
			Start: rules.Start{
				Seats:   []rules.LessonSeat{{Deck: f.Decks[0]}, {Bot: puzzle.Name, Deck: f.Decks[1]}},
				Table:   puzzle.Table(),
				Chance:  f.Chance,
				Opening: f.Opening,
			},
		})
	}
	return puzzles
}
