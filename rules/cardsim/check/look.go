package check

import (
	"errors"
	"fmt"

	"gamed/rules/cardsim"
)

// look finds what cannot be shown.
func (k *checker[C]) look(p *cardsim.Player[C]) {
	err := p.Look()
	if many, is := err.(interface{ Unwrap() []error }); is {
		for _, one := range many.Unwrap() {
			k.failure(one)
		}
	} else if err != nil {
		k.failure(err)
	}
}

// failure notes what a designer's code has failed by, without the turn, so that equal
// ones are one.
func (k *checker[C]) failure(err error) {
	what := err.Error()
	var f *cardsim.Failure
	if errors.As(err, &f) {
		what = fmt.Sprintf("%s failed: %v", f.What, f.Err)
	}
	k.find(Fault, firstLine(what))
}
