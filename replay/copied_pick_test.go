package replay_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/rules/dominion"
	"gamed/state"
	"gamed/state/statetest"
)

// TestGameOf_pick plays game Of_pick of a server up to step 72.
func TestGameOf_pick(t *testing.T) {
	m, err := dominion.Rules.Deal(state.Setup{Seats: 1, Seed: 0x26c186079a69a59f, Table: map[string]string{"kingdom": "Chapel"}})
	require.NoError(t, err)
	statetest.Play(t, m, []statetest.Choice{
		{Seat: 0, Text: "play all Treasures", Salt: 0x7a2e3c911f6b9953},
		{Seat: 0, Text: "buy Chapel", Salt: 0x4431bebdad10b01f},
		{Seat: 0, Text: "play all Treasures", Salt: 0x35742d5f9d2c67bb},
		{Seat: 0, Text: "buy Chapel", Salt: 0xfd8cdfb65433bcbd},
		{Seat: 0, Text: "play all Treasures", Salt: 0x271508bccdb3f4dd},
		{Seat: 0, Text: "buy Chapel", Salt: 0x6c729bd03729b53b},
		{Seat: 0, Text: "play all Treasures", Salt: 0x53aadc5d5ab53c5b},
		{Seat: 0, Text: "buy Chapel", Salt: 0xad976857dca9b13b},
		{Seat: 0, Text: "play all Treasures", Salt: 0x4125ff24a43d491d},
		{Seat: 0, Text: "buy Chapel", Salt: 0xe5c3a7efcf55c12d},
		{Seat: 0, Text: "play all Treasures", Salt: 0x37a04c8c1c6dffdf},
		{Seat: 0, Text: "buy Chapel", Salt: 0x3bb5626e7fc0503},
		{Seat: 0, Text: "play all Treasures", Salt: 0x14e89e6bc3d667fb},
		{Seat: 0, Text: "buy Chapel", Salt: 0x5da07d6c8fb19bc1},
		{Seat: 0, Text: "play all Treasures", Salt: 0x4315c71c4e5173b1},
		{Seat: 0, Text: "buy Chapel", Salt: 0xd222e6912eade1af},
		{Seat: 0, Text: "play all Treasures", Salt: 0x58451b089fc0cdc7},
		{Seat: 0, Text: "buy Chapel", Salt: 0x7690a2c4697dcef9},
		{Seat: 0, Text: "play all Treasures", Salt: 0x72b99c05dc104311},
		{Seat: 0, Text: "buy Chapel", Salt: 0xd008b86692be6ee5},
		{Seat: 0, Text: "play all Treasures", Salt: 0x5c2bbecc31bc0c1},
		{Seat: 0, Text: "end the turn", Salt: 0x23aa3285efd9cff3},
		{Seat: 0, Text: "play all Treasures", Salt: 0x51ccb138e062cdfb},
		{Seat: 0, Text: "end the turn", Salt: 0x69c3682c2090348f},
		{Seat: 0, Text: "play all Treasures", Salt: 0x4e4f52c957004c79},
		{Seat: 0, Text: "end the turn", Salt: 0x523395338af52557},
		{Seat: 0, Text: "play all Treasures", Salt: 0x3dfead457f7db0bd},
		{Seat: 0, Text: "end the turn", Salt: 0xc32325530489c19},
		{Seat: 0, Text: "play all Treasures", Salt: 0x13b0be7c10bcbfdd},
		{Seat: 0, Text: "end the turn", Salt: 0x5b9a4f222f319439},
		{Seat: 0, Text: "play all Treasures", Salt: 0x378390d814ae1259},
		{Seat: 0, Text: "end the turn", Salt: 0xad9c77596f4113c9},
		{Seat: 0, Text: "play all Treasures", Salt: 0x50fc77b6e2fb226d},
		{Seat: 0, Text: "end the turn", Salt: 0xb68b313e56608655},
		{Seat: 0, Text: "play all Treasures", Salt: 0x82969291cecdb193},
		{Seat: 0, Text: "end the turn", Salt: 0x3114977565b05d67},
		{Seat: 0, Text: "play all Treasures", Salt: 0x4f715652b1fc2e47},
		{Seat: 0, Text: "end the turn", Salt: 0xbef4c50dcdd35e8b},
		{Seat: 0, Text: "play all Treasures", Salt: 0xfc8aadb96609a4fb},
		{Seat: 0, Text: "end the turn", Salt: 0x73cfd1ce60674a5f},
		{Seat: 0, Text: "play all Treasures", Salt: 0x9a968180dd67badf},
		{Seat: 0, Text: "end the turn", Salt: 0xca21d0b30f0d5f},
		{Seat: 0, Text: "play all Treasures", Salt: 0xe756f1c88658b6cd},
		{Seat: 0, Text: "end the turn", Salt: 0x534d4680e1cb4d6d},
		{Seat: 0, Text: "play all Treasures", Salt: 0xc9f26c26bd4da7ed},
		{Seat: 0, Text: "end the turn", Salt: 0x4335bba896f6e2e3},
		{Seat: 0, Text: "play all Treasures", Salt: 0x7cc4af4c9c2ab183},
		{Seat: 0, Text: "end the turn", Salt: 0xf58f8bdc73f1833},
		{Seat: 0, Text: "play all Treasures", Salt: 0x404d8d9622611ebb},
		{Seat: 0, Text: "end the turn", Salt: 0x81137cce9653c2c3},
		{Seat: 0, Text: "play all Treasures", Salt: 0x3cf5b74fa3c04cab},
		{Seat: 0, Text: "end the turn", Salt: 0x7c05ab284b0e4429},
		{Seat: 0, Text: "play all Treasures", Salt: 0xb99aa982c8497b4d},
		{Seat: 0, Text: "end the turn", Salt: 0x38b7c3566a736701},
		{Seat: 0, Text: "play all Treasures", Salt: 0x7aa5361726d09ecb},
		{Seat: 0, Text: "end the turn", Salt: 0x63499d48a46542a1},
		{Seat: 0, Text: "play all Treasures", Salt: 0xbc60945aaa116165},
		{Seat: 0, Text: "end the turn", Salt: 0xa9d1dfd2756d8a7},
		{Seat: 0, Text: "play all Treasures", Salt: 0x47c793caf7600609},
		{Seat: 0, Text: "end the turn", Salt: 0x8fab1554afed3e75},
		{Seat: 0, Text: "play all Treasures", Salt: 0x34598fd8abe1d963},
		{Seat: 0, Text: "end the turn", Salt: 0xe34123f8d93ff6bb},
		{Seat: 0, Text: "play all Treasures", Salt: 0xf8ed151c76d84769},
		{Seat: 0, Text: "end the turn", Salt: 0x833998f4ecf01301},
		{Seat: 0, Text: "play all Treasures", Salt: 0xe0813eeb0f57ed1b},
		{Seat: 0, Text: "end the turn", Salt: 0x232b3db25af6aba7},
		{Seat: 0, Text: "play all Treasures", Salt: 0xb744219d6f15b4f5},
		{Seat: 0, Text: "end the turn", Salt: 0x39f641b8f8042867},
		{Seat: 0, Text: "play all Treasures", Salt: 0xe9dc5d989bf9f165},
		{Seat: 0, Text: "end the turn", Salt: 0xf3165fc5e8c5b783},
		{Seat: 0, Text: "play Chapel", Salt: 0xdf2f0c6235bcf9cb},
		{Seat: 0, Text: "trash Estate", Salt: 0xd45e08e605fc8f2b},
		{Seat: 0, Text: "trash Chapel", Salt: 0x0},
		{Seat: 0, Text: "done", Salt: 0x0},
	})
	require.Equal(t, state.Seat(0), m.Next())
	require.Equal(t, []string{
		"end the turn",
		"buy Copper",
	}, statetest.Texts(m, 0))
	require.Equal(t, `turn 36: buy(0)
 53 Copper $0             40 Silver $3             30 Gold $6                8 Estate $2
  8 Duchy $5               8 Province $8            0 Curse $0
 10 Cellar $2              0 Chapel $2             10 Moat $2               10 Merchant $3
 10 Village $3            10 Militia $4            10 Remodel $4            10 Smithy $4
 10 Market $5             10 Mine $5
trash [Estate, Chapel]
seat 0  points 2  turns 36  hand 2  deck 0  discard 15
  discard [7 Copper, 2 Estate, 6 Chapel]
  play [Chapel]
  hand [2 Chapel]
actions 0  buys 1  coins 0
`, m.Draw(state.Everything))
}
