package buyrules

import _ "embed" // the files

// A Strategy is named rules.
type Strategy struct {
	Name, About string
	*Rules
}

var (
	//go:embed strategies/bigmoney.txt
	bigmoney string
	//go:embed strategies/bigmoney-ultimate.txt
	bigmoneyUltimate string
	//go:embed strategies/smithy.txt
	smithy string
	//go:embed strategies/doublewitch.txt
	doublewitch string
)

// Strategies are the built-in strategies, the weakest first.
var Strategies = []Strategy{
	{"bigmoney", "Buys a Province, a Gold or a Silver, the best that it can pay.", must("bigmoney", bigmoney)},
	{"bigmoney-ultimate", "Big money that buys Duchies and Estates when the end is near.", must("bigmoney-ultimate", bigmoneyUltimate)},
	{"smithy", "Big money with a Smithy for every eleven Treasures.", must("smithy", smithy)},
	{"doublewitch", "Two Witches, then big money.", must("doublewitch", doublewitch)},
}

func must(name, text string) *Rules {
	r, err := Parse(name+".txt", text)
	if err != nil {
		panic(err)
	}
	return r
}
