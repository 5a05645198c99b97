package polity

// changeSafety moves safety toward the level that employment, equality and the courts allow. High
// resentment lowers safety.
func changeSafety(p *player) error {
	n := p.Stats
	if p.Turn%2 == 0 {
		n.moveToward(safety, (n.Work+n.Equality+n.Courts)/3)
	}
	if n.Resentment > 55 {
		n.add(safety, -1)
	}
	return nil
}

// selfGrowthLevel is the value above which corruption, ambition, grudge and rumble grow on their own.
const selfGrowthLevel = 60

// corruptionCauses lists the causes of corruption. Free speech with good courts lowers corruption.
var corruptionCauses = contributions{
	{under(speech, 44), 1}, {under(courts, 44), 1}, {all(over(speech, 56), over(courts, 46)), -1},
	{over(treasury, 350), 1}, {over(corruption, selfGrowthLevel), 1},
}

// changeCorruption adds the corruptionCauses to corruption. High corruption lowers courts.
func changeCorruption(p *player) error {
	n := p.Stats
	n.add(corruption, corruptionCauses.sum(p))
	if n.Corruption > 45 && p.Turn%2 == 0 {
		n.add(courts, -1)
	}
	return nil
}

// ambitionCauses lists the causes of the Marshal's ambition, except a large army.
var ambitionCauses = contributions{
	{every(3), -1}, {below((*Nation).StatOrder, 38), 1}, {under(army, 34), 1}, {over(ambition, selfGrowthLevel), 1},
}

// changeAmbition changes ambition by the ambitionCauses, raises it for a large army, and moves the
// army toward its usual size.
func changeAmbition(p *player) error {
	n := p.Stats
	by := ambitionCauses.sum(p)
	if n.Army > 55 {
		by += 1 + (n.Army-55)/10
	}
	n.add(ambition, by)
	if p.Turn%2 == 0 {
		n.moveToward(army, 52)
	}
	return nil
}

// grudgeCauses lists the causes of Ossel's grudge. Both a weak army and a strong army raise the
// grudge.
var grudgeCauses = contributions{
	{every(6), 1}, {over(grudge, selfGrowthLevel), 1}, {over(army, 62), 1}, {under(army, 36), 1},
	{under(standing, 44), 1}, {over(standing, 55), -1},
}

func changeGrudge(p *player) error {
	p.Stats.add(grudge, grudgeCauses.sum(p))
	return nil
}

// applyLaws applies the yearly effects of each law in force.
func applyLaws(p *player) error {
	if p.Turn%year != 0 {
		return nil
	}
	for l, in := range p.Stats.Laws {
		if in {
			for _, e := range laws[l].yearly {
				e(p)
			}
		}
	}
	return nil
}

// changeRandomField changes one drifting field by -3 to 3 at random.
func changeRandomField(p *player) error {
	f := drifting[p.Rand.N(len(drifting))]
	p.Stats.add(f, p.Rand.N(7)-3)
	return nil
}

// pushExtremeRatings pushes extreme ratings further. Each branch sees the effects of the branches
// above.
var pushExtremeRatings = applyAll(
	newBranch(above((*Nation).StatLiberties, 70), safety.down(1), privacy.up(1), speech.up(1)),
	newBranch(below((*Nation).StatLiberties, 30), speech.down(1), ballots.down(1)),
	newBranch(above((*Nation).StatOrder, 70), privacy.down(1), safety.up(1)),
	newBranch(below((*Nation).StatOrder, 30), safety.down(1), trade.down(1)),
	newBranch(above((*Nation).StatProsperity, 72), trade.up(1), equality.down(1), nature.down(1)),
	newBranch(below((*Nation).StatProsperity, 30), industry.down(1)),
)

// relaxPrivacyAndStanding moves privacy and standing back toward the middle.
func relaxPrivacyAndStanding(p *player) error {
	if p.Turn%3 == 0 {
		p.Stats.moveToward(privacy, 46)
		p.Stats.moveToward(standing, 48)
	}
	return nil
}

// changeRumble raises the rumble of the volcano, Old Harriet, at random or, above selfGrowthLevel, in
// every turn.
func changeRumble(p *player) error {
	n := p.Stats
	if n.Rumble > selfGrowthLevel || p.Rand.N(5) < 2 {
		n.add(rumble, 1)
	}
	if n.Rumble > 70 && p.Rand.N(6) == 0 {
		tell(p, "The cups in the palace rattle. The cook says it was the cat. The cat denies it.")
	}
	return nil
}
