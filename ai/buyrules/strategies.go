package buyrules

import _ "embed" // embeds the files of the strategies

// A Strategy is a built-in file of buy rules, which a bot of the same name plays.
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

// Strategies lists the built-in strategies, weakest first.
var Strategies = []Strategy{
	{"bigmoney", "Big Money: buys the best Province, Gold or Silver it can afford.", must("bigmoney", bigmoney)},
	{"bigmoney-ultimate", "Big Money with Duchies and Estates in the endgame.", must("bigmoney-ultimate", bigmoneyUltimate)},
	{"smithy", "Big Money with one Smithy per eleven Treasures.", must("smithy", smithy)},
	{"doublewitch", "Two Witches, then Big Money.", must("doublewitch", doublewitch)},
}

func must(name, text string) *Rules {
	r, err := Parse(name+".txt", text)
	if err != nil {
		panic(err)
	}
	return r
}
