package elements

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gamed/state"
)

// placeKarma adds karma from values such as "red 2".
func (side *Side) placeKarma(vals []string, active bool) error {
	for _, v := range vals {
		name, count, _ := strings.Cut(v, " ")
		e, n := slices.Index(elementNames[:], name), 1
		if count != "" {
			n, _ = strconv.Atoi(count)
		}
		if e <= int(Any) || n < 1 {
			return fmt.Errorf("%q is not like \"red 2\"", v)
		}
		for _, e := range []int{e, int(Any)} {
			side.Karma[e] += uint8(n)
			if active {
				side.Active[e] += uint8(n)
			}
		}
	}
	return nil
}

// placeCards puts cards from a value such as "2 Ash Imp asleep" into a zone.
func (sc *sceneBuilder) placeCards(seat state.Seat, zone, v string) error {
	n := 1
	if count, rest, ok := strings.Cut(v, " "); ok {
		if k, err := strconv.Atoi(count); err == nil {
			n, v = k, rest
		}
	}
	name, words, k := v, "", state.Kind(0)
	for k = kindOf[name]; k == 0; k = kindOf[name] {
		cut := strings.LastIndexByte(name, ' ')
		if cut < 0 {
			return fmt.Errorf("no card of this name: %q; is it %q?", v, state.Nearest(v, deckCards))
		}
		name, words = name[:cut], name[cut+1:]+" "+words
	}
	side := &sc.s.Sides[seat]
	for range n {
		switch zone {
		case "hand":
			side.addToHand(k, 0)
		case "past":
			side.addToPast(k)
		case "future":
			side.Future[side.NFuture] = k
			side.NFuture++
		case "present":
			if err := sc.placeToken(seat, k, strings.Fields(words)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (sc *sceneBuilder) placeToken(seat state.Seat, k state.Kind, words []string) error {
	c := sc.s.createToken(seat, seat, k, awake, nil)
	if c == 0 {
		return fmt.Errorf("no room")
	}
	t := &sc.s.Tokens[c]
	if cards[k].Created {
		t.Flags |= cardless
	}
	for _, w := range words {
		what, number, _ := strings.Cut(w, "=")
		n, _ := strconv.Atoi(number)
		switch what {
		case "asleep":
			t.Flags &^= awake
		case "untouchable":
			t.Flags |= untouchable
		case "copy":
			t.Flags |= cardless
		case "hurt":
			t.Damage = int8(n)
		case "attack":
			t.Attack = int8(n)
		case "health":
			t.Health = int8(n)
		case "owner":
			t.Owner = state.Seat(n)
			t.Flags |= borrowed
		default:
			return fmt.Errorf("no word for a token: %q", w)
		}
	}
	return nil
}
