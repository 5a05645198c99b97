package cardsim

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
)

// appendValue appends the stats of a player: the result of MarshalJSON or, without it,
// all fields and what they refer to, including unexported fields. Equal stats give
// equal bytes: maps are sorted by key. For a function or a channel, appendValue writes only
// whether it is nil.
func appendValue(dst []byte, stats any) []byte {
	m, is := stats.(json.Marshaler)
	if !is {
		return encode(dst, reflect.ValueOf(stats), nil)
	}
	b, err := m.MarshalJSON()
	if err != nil {
		return fmt.Append(dst, err)
	}
	return append(dst, b...)
}

// encode appends v. The parameter within holds the pointers that lead to v, the outermost first. If
// v is one of these pointers, encode writes the distance of v from the end of the list instead,
// because following v would never end.
func encode(dst []byte, v reflect.Value, within []uintptr) []byte {
	switch v.Kind() {
	case reflect.Invalid:
		return append(dst, "nil"...)
	case reflect.Bool:
		return strconv.AppendBool(dst, v.Bool())
	case reflect.String:
		return strconv.AppendQuote(dst, v.String())
	case reflect.Float32, reflect.Float64:
		return strconv.AppendFloat(dst, v.Float(), 'g', -1, 64)
	case reflect.Complex64, reflect.Complex128:
		dst = strconv.AppendFloat(append(dst, '('), real(v.Complex()), 'g', -1, 64)
		return append(strconv.AppendFloat(append(dst, ' '), imag(v.Complex()), 'g', -1, 64), ')')
	case reflect.Struct:
		t := v.Type()
		dst = append(dst, '{')
		for i := range v.NumField() {
			dst = append(append(dst, t.Field(i).Name...), ':')
			dst = append(encode(dst, v.Field(i), within), ' ')
		}
		return append(dst, '}')
	case reflect.Array, reflect.Slice:
		dst = append(dst, '[')
		for i := range v.Len() {
			dst = append(encode(dst, v.Index(i), within), ' ')
		}
		return append(dst, ']')
	case reflect.Map:
		return encodeMap(dst, v, within)
	case reflect.Pointer:
		if v.IsNil() {
			return append(dst, "nil"...)
		}
		if at := slices.Index(within, v.Pointer()); at >= 0 {
			return strconv.AppendInt(append(dst, '^'), int64(len(within)-at), 10)
		}
		return encode(append(dst, '&'), v.Elem(), append(within, v.Pointer()))
	case reflect.Interface:
		if v.IsNil() {
			return append(dst, "nil"...)
		}
		dst = append(append(dst, v.Elem().Type().String()...), '=')
		return encode(dst, v.Elem(), within)
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return strconv.AppendBool(append(dst, v.Kind().String()...), v.IsNil())
	}
	if v.CanInt() {
		return strconv.AppendInt(dst, v.Int(), 10)
	}
	return strconv.AppendUint(dst, v.Uint(), 10)
}

func encodeMap(dst []byte, v reflect.Value, within []uintptr) []byte {
	entries := make([]string, 0, v.Len())
	for each := v.MapRange(); each.Next(); {
		entry := append(encode(nil, each.Key(), within), ':')
		entries = append(entries, string(encode(entry, each.Value(), within)))
	}
	slices.Sort(entries)
	dst = append(dst, "map["...)
	for _, entry := range entries {
		dst = append(append(dst, entry...), ' ')
	}
	return append(dst, ']')
}

// appendState appends the state that determines the rest of the game. It omits all texts except the
// values of stats, so that corrected texts do not break the logs of earlier games.
func (p *Player[C]) appendState(dst []byte) []byte {
	num := func(name string, all ...int) {
		dst = append(dst, name...)
		for _, n := range all {
			dst = strconv.AppendInt(append(dst, ' '), int64(n), 10)
		}
		dst = append(dst, '\n')
	}
	say := func(name string, text string) {
		dst = append(dst, name...)
		dst = append(strconv.AppendQuote(append(dst, ' '), text), '\n')
	}
	flag := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	say("player", p.Name)
	dst = append(appendValue(append(dst, "stats "...), p.Stats), '\n')
	num("turn", p.Turn, p.ActionsLeft, p.turnChoices, p.HandLimit, p.ActionsPerTurn, p.DebugLevel)
	num("flags", flag(p.warnedShort), flag(p.warnedStuck), flag(p.urgentPending), flag(p.stepMode), flag(p.Rules.running), p.Rules.done)
	dst = append(strconv.AppendUint(append(dst, "rand "...), uint64(p.Rand), 10), '\n')
	for _, r := range p.Rules.rules {
		say("rule", r.Name)
		num("step", r.Step)
	}
	for _, r := range p.Rules.order {
		say("run", r.Name)
	}
	for _, c := range p.Rules.pending {
		say("change", c.rule.Name)
		num("to", flag(c.add), flag(c.replaces))
	}
	num("deck", len(p.Deck.cards), p.Deck.pinned)
	for _, w := range p.Deck.cards {
		say("card", w.card.Name)
		num("from", w.firstTurn)
	}
	for _, h := range p.hand {
		say("hand", h.card.Name)
		num("drawn", h.turnDrawn, int(h.id), flag(h.warnedUrgent))
	}
	num("cards", int(p.lastHandID))
	for i, n := range p.timesDecided {
		if n > 0 {
			num("played", i, int(n))
		}
	}
	for _, t := range p.panels {
		say("panel", t.panel.Title)
		num("until", t.until)
	}
	num("waiting", len(p.deferred), len(p.keptWarnings))
	for _, g := range p.choiceStates {
		num("gate", flag(g.possible), flag(g.hidden))
	}
	for i := range p.notes {
		num("note", int(p.notes[i].kind))
	}
	if p.ending != nil {
		say("ending", p.ending.Name)
		num("won", flag(p.ending.Won))
	}
	for _, before := range p.undoPositions {
		dst = before.appendState(append(dst, "before\n"...))
	}
	return dst
}
