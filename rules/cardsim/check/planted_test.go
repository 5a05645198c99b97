package check_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim/check"
	"gamed/rules/cardsim/gamefile"
)

// ferry is a game without findings. The planted mistakes change its lines.
const ferry = `game: ferry
about: Run a ferry for a summer.
hand: 2
turns: 30
headline: clamp(coins * 4 + trust, 0, 999)
prompt: Day ${turn}. ${river}
stats:
  coins: {start: 12, min: 0, max: 100}
  trust: {start: 40, min: 0, max: 100}
  ropes: {start: 3, min: 0, max: 6}
  flood: {start: 0, hidden: true}
  mood: {start: calm}
  river: {formula: "flood >= 3 ? \"The river is high.\" : \"The river is low.\""}
  share: {formula: trust / (coins + 1), round: 1}
cards:
  crowd:
    title: A Crowd
    text: They all want to cross before noon, and the mood is ${mood}.
    cooldown: 2
    options:
      - text: Take them all
        add: {coins: 5, ropes: -1}
      - text: Take half
        add: {coins: 2, trust: 2}
  goat:
    title: A Goat
    text: It has eaten the ticket.
    cooldown: 1
    options:
      - text: Carry it
        add: {trust: 3}
        then:
          - when: chance(40)
            add: {coins: 1}
            say: It pays.
            otherwise:
              add: {ropes: -1}
      - text: Leave it
        add: {trust: -4}
  rope:
    title: A Rope-Maker
    cooldown: 1
    options:
      - text: Buy a rope
        needs: coins >= 4
        reason: It costs 4 coins.
        add: {coins: -4, ropes: 1}
      - text: Haggle
        add: {coins: 1, trust: -2}
  rain:
    title: Rain
    when: turn > 2
    cooldown: 4
    expires: 2
    expired: {add: {trust: -2}}
    options:
      - text: Tie up
        add: {coins: -2, flood: 1}
        shuffle: drought
      - text: Cross
        add: {coins: 3, trust: -6}
        set: {mood: "wet"}
        start_rule: leak
  drought:
    title: A Drought
    deck: false
    options:
      - text: Dig
        set: {flood: 0, mood: dry}
      - text: Wait for rain
rules:
  wear:
    when: chance(25)
    add: {ropes: -1}
  leak:
    off: true
    add: {coins: -1}
endings:
  sunk: {when: ropes == 0, text: The ferry drifts away.}
  rich: {when: coins >= 25, won: true, text: You buy the bridge.}
  hated: {when: trust == 0, text: They swim.}
actions:
  sing:
    text: Sing
    add: {trust: 2}
  mend:
    text: Mend a rope
    needs: coins >= 2
    add: {coins: -2, ropes: 1}
`

// lineMarker marks the line that a finding must name.
const lineMarker = "#!"

// TestPlanted plants one mistake at a time. It checks that the report names this
// mistake with its line, and nothing else. A mistake that prevents play must be an
// error of the file.
func TestPlanted(t *testing.T) {
	const zero = "the divisor is 0; use max(1, …) as the divisor, or test it first"
	const wait = "      - text: Wait for rain\n"
	tests := []struct{ name, old, planted, want string }{
		{"unused stat", "  mood: {", "  debt: {start: 0} #!\n  mood: {", "nothing uses this stat"},
		{"stat that is only written", ", and the mood is ${mood}", "", "stats.mood: nothing reads this stat"},
		{"stat that nothing changes", "${river}\nstats:\n", "${river} ${name}\nstats:\n  name: {start: Ada} #!\n", "no effect changes this stat"},
		{"stat that its limits fix", "share: {formula: trust / (coins + 1), round: 1}", "share: {formula: trust / (coins + 1), max: 0} #!", "stat \"Share\" was 0 in all turns"},
		{"constant division by zero", "${river}\n", "${1 / 0} ${river} #!\n", "division by 0"},
		{"constant remainder by zero", "${river}\n", "${turn % 0} ${river} #!\n", "division by 0"},
		{"constant that overflows", "${river}\n", "${10 ** 400} ${river} #!\n", "the result is not a number; divide by another number than 0, and use smaller numbers"},
		{"division by zero in a rule", "  leak:\n", "  split: #!\n    add: {trust: coins / (turn - turn)}\n  leak:\n", "the result is not a number, for example after division by 0; the stat keeps its value"},
		{"division by zero in an option", "add: {coins: 1, trust: -2}", "add: {coins: 1, trust: 5 % (turn - turn)}", "the result is not a number, for example after division by 0; the stat keeps its value"},
		{"division by zero in a formula", "  share: {formula: trust / (coins + 1), round: 1}", "  share: {formula: trust / coins, round: 1} #!", "stat \"Share\" was not a number"},
		{"division by zero in a needs", "needs: coins >= 4", "needs: coins >= 4 or coins / (turn - turn) > 9 #!", zero},
		{"remainder by zero in a needs", "needs: coins >= 4", "needs: coins >= 4 and 5 % flood != 2 #!", zero},
		{"division by zero in a card's when", "when: turn > 2", "when: turn > 2 and 5 / flood > 1 #!", zero},
		{"division by zero in a rule's when", "    when: chance(25)\n", "    when: chance(25) or 1 / (turn - turn) < 0 #!\n", zero},
		{"division by zero in an action's when", "    text: Sing\n", "    text: Sing\n    when: 7 / (coins - 12) > -99 #!\n", zero},
		{"division by zero beside effects", "- when: chance(40)", "- when: chance(40) or 1 / (turn - turn) < 0 #!", zero},
		{"division by zero in an ending", "sunk: {when: ropes == 0,", "sunk: {when: ropes == 0 or 1 / flood < 0,", zero},
		{"division by zero in the headline", "headline: clamp(coins * 4 + trust, 0, 999)", "headline: 'clamp(coins * 4 + trust + (flood % (turn - turn) > 9 ? 1 : 0), 0, 999)' #!", zero},
		{"division by zero that a limit hides", "add: {coins: 1, trust: -2}", "add: {coins: 1, trust: \"max(-2, -2 / (turn - turn))\"} #!", zero},
		{"off rule that nothing starts", "  leak:\n", "  storm: #!\n    off: true\n    add: {ropes: -1}\n  leak:\n", "nothing starts it"},
		{"off rule that only itself starts", "  leak:\n", "  storm: #!\n    off: true\n    add: {ropes: -1}\n    start_rule: storm\n  leak:\n", "rule \"storm\" never ran"},
		{"rule that never fires", "  leak:\n", "  gift: #!\n    when: coins > 200\n    add: {coins: 1}\n  leak:\n", "rule \"gift\" never changed anything"},
		{"rule without effects", "  leak:\n", "  idle: #!\n    step: 2\n  leak:\n", "the rule has no effects"},
		{"card that nothing brings", "rules:\n", "  fog: #!\n    title: Fog\n    deck: false\n    options: [{text: Wait}]\nrules:\n", "nothing brings it"},
		{"card whose condition is never true", "rules:\n", "  fog: #!\n    title: Fog\n    when: coins > 200\n    options: [{text: Wait}]\nrules:\n", "its condition was false in all"},
		{"card whose condition is constant", "    when: turn > 2\n", "    when: 3 > 2 #!\n", "the condition never changes"},
		{"card that only itself brings", "rules:\n", "  fog: #!\n    title: Fog\n    deck: false\n    options: [{text: Wait, next: fog}]\nrules:\n", "no deck contained it"},
		{"two cards alike", "rules:\n", "  nanny: #!\n    title: A Goat\n    text: It has eaten the ticket.\n    options: [{text: Pet it, add: {trust: 1}}]\nrules:\n", "card \"goat\" has the same title and text"},
		{"card whose options do nothing", "rules:\n", "  fog: #!\n    title: Fog\n    options: [{text: Wait}, {text: Sleep}]\nrules:\n", "no option of this card has an effect"},
		{"card that is always decided before it expires", "    expires: 2\n", "    expires: 2\n    urgent: true\n", "never expired"},
		{"card of weight 0", "    when: turn > 2\n", "    when: turn > 2\n    weight: 0 #!\n", "0 is too small; the minimum is 1"},
		{"option that costs too much", "needs: coins >= 4", "needs: coins >= 400", "was disabled in all"},
		{"option that changes nothing", wait, "      - text: Wait for rain #!\n        set: {flood: flood + 0}\n", "never changed anything"},
		{"option that adds 0", "add: {coins: 1, trust: -2}", "add: {coins: 0}", "never changed anything"},
		{"two options alike", "text: Take half", "text: Take them all", "two choices read \"Take them all\""},
		{"action without effects", "  mend:\n", "  hum: #!\n    text: Hum\n    free: true\n  mend:\n", "free and has no effects"},
		{"action that is never shown", "  mend:\n", "  hum: #!\n    text: Hum\n    when: coins > 200\n    add: {trust: 1}\n  mend:\n", "was never shown"},
		{"action that can never be taken", "    needs: coins >= 2\n", "    needs: coins >= 200\n", "was disabled in all"},
		{"effects whose condition is never true", "- when: chance(40)", "- when: turn > 400 #!", "the condition for these effects was never true"},
		{"otherwise that is never carried out", "- when: chance(40)", "- when: turn > 0 #!", "the condition for these effects was never true"},
		{"chance of 0", "- when: chance(40)", "- when: chance(0) #!", "chance(0) is never true"},
		{"chance of 100", "    off: true\n", "    off: true\n    when: chance(100) #!\n", "chance(100) is always true"},
		{"chance as a fraction", "    when: chance(25)\n", "    when: chance(0.25) #!\n", "chance takes a percentage"},
		{"dice the wrong way round", "coins: 5, ropes: -1}", "coins: \"dice(6, 1)\", ropes: -1} #!", "dice(6, 1) is always 6"},
		{"ending that is never reached", "  rich: {", "  king: {when: coins > 95, text: You are king.} #!\n  rich: {", "ending \"king\" was never reached"},
		{"ending that another one hides", "  rich: {", "  poor: {when: ropes == 0 and coins == 0, text: Both.} #!\n  rich: {", "ending \"poor\" was never reached"},
		{"ending that nothing names", "  rich: {", "  king: {text: You are king.} #!\n  rich: {", "nothing reaches this ending"},
		{"headline that is constant", "headline: clamp(coins * 4 + trust, 0, 999)", "headline: 5 #!", "the headline is the same"},
		{"headline that is too large", "clamp(coins * 4 + trust, 0, 999)", "coins * 100 + trust #!", "the headline exceeds 999"},
		{"seats without a headline", "headline: clamp(coins * 4 + trust, 0, 999)", "seats: 2", "no headline to rank them"},
		{"text that lacks a $", "text: It has eaten the ticket.", "text: It has eaten {coins} tickets. #!", "players read {coins} literally"},
		{"text with an unknown stat", "the mood is ${mood}", "the mood is ${mod}", "unknown name \"mod\": did you mean \"mood\"?"},
		{"text with an open brace", "the mood is ${mood}", "the mood is ${mood", "${ is not closed"},
		{"unknown stat", "add: {coins: 5, ropes: -1}", "add: {coins: 5, ropse: -1} #!", "unknown stat \"ropse\": did you mean \"ropes\"?"},
		{"unknown short stat", "      - text: Haggle\n", "      - text: Haggle\n        set: {rpoes: 1} #!\n", "unknown stat \"rpoes\": did you mean \"ropes\"?"},
		{"unknown card", "shuffle: drought", "shuffle: draught #!", "unknown card \"draught\": did you mean \"drought\"?"},
		{"unknown rule", "start_rule: leak", "start_rule: leek #!", "unknown rule \"leek\": did you mean \"leak\"?"},
		{"unknown key", "    cooldown: 4\n", "    cooldwon: 4 #!\n", "unknown key \"cooldwon\": did you mean \"cooldown\"?"},
		{"duplicate card", "  rain:\n", "  goat: #!\n", "duplicate key"},
		{"start outside the limits", "ropes: {start: 3,", "ropes: {start: 9,", "the stat cannot have the value 9"},
		{"reason without needs", "        needs: coins >= 4\n        reason: It costs 4 coins.\n", "        reason: It costs 4 coins. #!\n", "reason explains a needs"},
	}
	names := make(map[string]bool)
	for _, test := range tests {
		require.False(t, names[test.name], test.name)
		names[test.name] = true
		t.Run(test.name, func(t *testing.T) {
			require.Equal(t, 1, strings.Count(ferry, test.old), test.old)
			text := strings.Replace(ferry, test.old, test.planted, 1)
			findings := findingsOf(t, text)
			require.Len(t, findings, 1, "%s", findings)
			assert.Contains(t, findings[0], test.want)
			if before, _, marked := strings.Cut(text, lineMarker); marked {
				assert.Contains(t, findings[0], fmt.Sprintf("ferry.yaml:%d:", strings.Count(before, "\n")+1))
			}
			assert.Contains(t, findings[0], "ferry.yaml:")
		})
	}
	assert.GreaterOrEqual(t, len(names), 30)
}

// findingsOf returns the errors of a file or the findings in its game.
func findingsOf(t *testing.T, text string) (all []string) {
	g, err := gamefile.Load("ferry.yaml", []byte(text))
	if err != nil {
		return strings.Split(err.Error(), "\n")
	}
	for _, f := range check.Run(g, check.Config{Games: 200, Seed: 1}).Findings {
		all = append(all, f.String())
	}
	return all
}

// TestUnplanted checks that the game without a mistake has no findings.
func TestUnplanted(t *testing.T) { assert.Empty(t, findingsOf(t, ferry)) }

// TestFreeAction checks that a free action does not make a game endless, even for a guided game
// that prefers this action.
func TestFreeAction(t *testing.T) {
	const mend = "  mend:\n"
	text := strings.Replace(ferry, mend, "  look:\n    text: Look at the river\n    free: true\n    say: It flows.\n"+mend, 1)
	assert.Empty(t, findingsOf(t, text))
}

// TestCycle checks that the report names two cards that lead to each other, with a short example.
func TestCycle(t *testing.T) {
	const inn = `game: inn
stats: {coins: {start: 3, min: 0, max: 9}}
prompt: ${coins}
cards:
  day: {title: Day, cooldown: 1, options: [{text: Work, add: {coins: 1}}, {text: Knock, next: hall}]}
  hall: {title: The Hall, deck: false, options: [{text: Go left, next: cellar}, {text: Go right, next: cellar}]}
  cellar: {title: The Cellar, deck: false, options: [{text: Go up, next: hall}]}
endings: {rich: {when: coins == 9, won: true, text: Rich.}}
`
	g, err := gamefile.Load("inn.yaml", []byte(inn))
	require.NoError(t, err)
	r := check.Run(g, check.Config{Games: 50, Seed: 1})
	require.Len(t, r.Findings, 1, "%s", r)
	f := r.Findings[0]
	assert.Equal(t, check.Cycle, f.Kind)
	assert.Equal(t, "inn.yaml:7:3", f.Place)
	assert.Contains(t, f.Text, `card "cellar" and card "hall" return without a change until time is up`)
	assert.LessOrEqual(t, len(f.Choices), 12)
}

// TestShortExample checks that the example of a finding is shortened to fewer than eight choices and
// still shows the finding.
func TestShortExample(t *testing.T) {
	text := strings.Replace(ferry, "add: {coins: 1, trust: -2}", "add: {coins: 10 / (flood - 1), trust: -2}", 1)
	g, err := gamefile.Load("ferry.yaml", []byte(text))
	require.NoError(t, err)
	r := check.Run(g, check.Config{Games: 200, Seed: 1})
	require.Len(t, r.Findings, 1, "%s", r)
	assert.Contains(t, r.Findings[0].Text, "the stat keeps its value")
	assert.Less(t, len(r.Findings[0].Choices), 8)
	log, err := check.Repeat(g, uint64(r.Findings[0].Seed), r.Findings[0].Choices)
	require.NoError(t, err)
	assert.Contains(t, log[len(log)-1], "the stat keeps its value")
}

// TestEarlyEnding checks that the first finding names an ending that ends games in turn 1. The
// findings for the parts that such games cannot reach come after it.
func TestEarlyEnding(t *testing.T) {
	text := strings.Replace(ferry, "when: ropes == 0,", "when: ropes < 4 or coins > 40,", 1)
	found := findingsOf(t, text)
	require.NotEmpty(t, found)
	assert.Contains(t, found[0], `ferry.yaml:79:3: ending "sunk" ends games in turn 1`)
}

// TestNoInternalRule checks that no finding names the rule that the loader adds for the
// endings.
func TestNoInternalRule(t *testing.T) {
	const inn = `game: inn
turns: 12
stats: {coins: {start: 3, min: 0, max: 9}}
cards:
  day: {title: Day, cooldown: 1, options: [{text: Work, add: {coins: 1}}, {text: Rest, add: {coins: -1}}]}
endings: {rich: {when: coins > 9, won: true, text: Rich.}}
`
	found := strings.Join(findingsOf(t, inn), "")
	assert.Contains(t, found, `ending "rich" was never reached`)
	assert.NotContains(t, found, `"endings"`)
}
