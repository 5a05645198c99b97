package dominion

var slotNames = [nSlots]string{
	slotPlay: "play", slotPlay2011: "play", slotNext: "next turn", slotBuy: "buy", slotAnyBuy: "any buy", slotGain: "gain",
	slotTrash: "trash", slotDiscard: "discard", slotAttack: "attack", slotWouldGain: "would gain", slotOwnGain: "gain",
	slotOthersGain: "others' gain",
}

// gainedTo holds the words for the zone of a gain. The text is empty for the discard pile.
var gainedTo = [...]string{Hand: " into the hand", Deck: " onto the deck", Discarded: ""}

// zoneNames holds the names that labels give to zones.
var zoneNames = [...]string{Hand: "hand", Supply: "supply", Discarded: "discard", Revealed: "revealed", Looked: "looked_at", Names: "supply", Places: ""}

var typeNames = [...]string{"Action", "Treasure", "Victory", "Curse", "Attack", "Duration", "Reaction"}

// typeLine formats the types of a card as printed: "Action - Attack".
func typeLine(types uint8) (line string) {
	for i, name := range typeNames {
		if types>>i&1 != 0 {
			if line != "" {
				line += " - "
			}
			line += name
		}
	}
	return line
}

// Types returns the bit of the type with the given name and whether it exists.
func Types(name string) (uint8, bool) {
	for i, known := range typeNames {
		if name == known {
			return 1 << i, true
		}
	}
	return 0, false
}
