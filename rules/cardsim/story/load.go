package story

import (
	"fmt"
	"slices"

	"github.com/expr-lang/expr/types"

	"gamed/rules/cardsim"
)

// Load reads a game that is all in one data file, name.yaml or the like, which
// stands in the errors. The error is [Errors]: all that is wrong.
func Load(name string, data []byte) (*cardsim.Game[*Story], error) {
	var game cardsim.Game[*Story]
	if err := Into(&game, name, data); err != nil {
		return nil, err
	}
	built, err := game.Build()
	if err != nil {
		return nil, Errors{{File: name, Line: 1, Column: 1, Text: err.Error()}}
	}
	return built, nil
}

// Reload reads a game again that is being played. If the file is wrong, or is
// another game now, it returns the old one with the error. Games in progress keep
// what they were started with. The Version changes if the file plays in another way
// than before; texts can be put right without that.
func Reload(old *cardsim.Game[*Story], name string, data []byte) (game *cardsim.Game[*Story], err error) {
	game, err = Load(name, data)
	if err == nil && game.Name != old.Name {
		err = Errors{{File: name, Line: 1, Column: 1, Field: "game", Text: fmt.Sprintf("the game was called %q when it was started: it keeps that name until the next start", old.Name)}}
	}
	if err != nil {
		return old, err
	}
	return game, nil
}

// Into adds what a data file has to a game that is written in Go, before its
// Build: cards, rules, actions, panels and endings, and what else the file says
// and Go does not. The file's expressions and effects reach the exported fields of
// the stats, a pointer to a struct: PublicTrust is public_trust there. Its cards
// may name those that the game has already, and the other way round. After an error
// the game is of no use.
func Into[C cardsim.StatsCollection](game *cardsim.Game[C], name string, data []byte) error {
	wrong := &problems{file: name}
	root := parse(data, wrong)
	if root == nil {
		return wrong.err()
	}
	f, version := decode(root, wrong)
	b := &builder[C]{
		problems: wrong, vocabulary: make(map[string]*word[C]), types: make(types.Map),
		rules: make(map[string]*cardsim.Rule[C]), endings: make(map[string]*ending[C]),
	}
	b.declare(game, f)
	b.build(game, f)
	if err := wrong.err(); err != nil {
		return err
	}
	game.Version = int((uint32(game.Version)*31 + version) >> 1)
	return nil
}

// declare collects the names that the file may use.
func (b *builder[C]) declare(game *cardsim.Game[C], f gameFormat) {
	for _, c := range game.Cards {
		b.cardNames = append(b.cardNames, c.Name)
	}
	for _, r := range game.Rules {
		b.ruleNames = append(b.ruleNames, r.Name)
		b.rules[r.Name] = r
	}
	for _, e := range f.Endings {
		if slices.Contains(game.Endings, e.name) {
			b.addf(e.at, "the game has an ending %q in Go already", e.name)
		}
	}
	b.endingNames = f.Endings.names()
	declare(b, "card", &b.cardNames, f.Cards)
	declare(b, "rule", &b.ruleNames, f.Rules)
	for _, w := range gameWords[C](b.cardNames, b.ruleNames) {
		b.know(w)
	}
}

func declare[C cardsim.StatsCollection, T any](b *builder[C], what string, names *[]string, all ordered[T]) {
	for _, e := range all {
		if slices.Contains(*names, e.name) {
			b.addf(e.at, "the game has a %s %q in Go already", what, e.name)
			continue
		}
		*names = append(*names, e.name)
	}
}
