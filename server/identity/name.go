package identity

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.mau.fi/util/confusable"
	"golang.org/x/text/unicode/norm"

	"gamed/protocol"
	"gamed/store"
)

// identityID matches the IDs of newID.
var identityID = regexp.MustCompile(`^[a-z2-7]{16}$`)

// A nameOwner is the stored owner of a name.
type nameOwner struct {
	ID    string `json:"id"`
	Owner string `json:"owner"` // the ID of a bot's owner, or "" for a guest
}

// ErrReserved is returned for a name that looks like the name of a guest or a bot, or like a generated
// guest name.
var ErrReserved = errors.New("the name looks like the name of a guest or a bot of this server; choose another name")

// ErrUnfit is returned for a name that players could not see, or could mistake for a name of the server.
var ErrUnfit = errors.New("the name is blank or looks like the server's; choose another name")

// CheckAnonymousName returns an error if an anonymous client may not use a name. The error wraps
// ErrReserved if the name looks like the name of a known identity or like a generated guest name.
// It wraps ErrUnfit if no client may use the name. The empty name is allowed.
func (b *Book) CheckAnonymousName(ctx context.Context, name string) error {
	switch {
	case isUnfit(name):
		return fmt.Errorf("identity: %.60q: %w", name, ErrUnfit)
	case isGuestName(name):
		return fmt.Errorf("identity: %.60q: %w", name, ErrReserved)
	}
	for _, look := range appearances(name) {
		if fold(look) == "" {
			continue
		}
		taken, err := b.exists(ctx, nameBucket, nameKey(look))
		if err != nil {
			return err
		}
		if taken {
			return fmt.Errorf("identity: %.60q: %w", name, ErrReserved)
		}
	}
	return nil
}

// appearances returns the name. If Unicode lists some of its characters as confusable with Latin
// letters, appearances also returns the name with those Latin letters. The keys of stored names
// depend on fold alone, because Unicode may change its list.
func appearances(name string) []string {
	var latin strings.Builder
	for _, r := range name {
		if like := confusable.GetReplacement(r); r >= utf8.RuneSelf && like != "" {
			latin.WriteString(like)
		} else {
			latin.WriteRune(r)
		}
	}
	if latin.String() == name {
		return []string{name}
	}
	return []string{name, latin.String()}
}

// guestName returns a random name for a guest, such as Quiet Otter 4821.
func guestName() string {
	return fmt.Sprintf("%s %s %d", adjectives[rand.IntN(len(adjectives))], animals[rand.IntN(len(animals))], 1000+rand.IntN(9000))
}

// isUnfit reports whether a name has only invisible characters or looks like one of the official names.
// The empty name is fit.
func isUnfit(name string) bool {
	return name != "" && protocol.Blank(name) || slices.ContainsFunc(appearances(name), func(look string) bool {
		return slices.Contains(official, lookalikePairs.Replace(fold(look)))
	})
}

// lookalikePairs replaces two letters that together look like one letter, such as rn, and digits
// that look like a letter.
var lookalikePairs = strings.NewReplacer("rn", "m", "vv", "w", "3", "e", "4", "a", "5", "s", "7", "t")

// official lists names, as fold returns them, that players could take for the server, its
// staff, or the page's words for players. lookalikePairs changes none of these names.
var official = foldAll(strings.Fields("Server System Gamed Admin Administrator Moderator Operator Spectator Spectators You Nobody"))

// isGuestName reports whether a name has the form of a guest name.
func isGuestName(name string) bool { return slices.ContainsFunc(appearances(name), likeGuestName) }

func likeGuestName(name string) bool {
	text := fold(name)
	for _, a := range foldedAdjectives {
		rest, ok := strings.CutPrefix(text, a)
		if !ok {
			continue
		}
		for _, n := range foldedAnimals {
			if number, ok := strings.CutPrefix(rest, n); ok && strings.Trim(number, foldedDigits) == "" {
				return true
			}
		}
	}
	return false
}

// foldedDigits are the ten digits as fold returns them.
const foldedDigits = "ol23456789"

// nameKey returns the key of a name in nameBucket. Names that look alike have the same key.
func nameKey(name string) string { return digest(fold(name)) }

// fold reduces a name to its appearance. It removes differences in compatibility forms, letter
// case, accents, spaces and punctuation. It replaces letters of other alphabets with similar
// Latin ones.
func fold(name string) string {
	var text strings.Builder
	for _, r := range norm.NFKD.String(name) {
		r = unicode.ToLower(r)
		if like, ok := lookalikes[r]; ok {
			r = like
		}
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			text.WriteRune(r)
		}
	}
	return text.String()
}

// lookalikes maps lower-case letters and signs to similar letters: mainly Cyrillic, Greek and Cherokee
// letters and small capitals. It treats 1, i and l as the same letter, and likewise 0 and o.
var lookalikes = map[rune]rune{
	'а': 'a', 'α': 'a', 'в': 'b', 'β': 'b', 'с': 'c', 'ϲ': 'c', 'ԁ': 'd', 'е': 'e', 'ε': 'e', 'ɡ': 'g', 'һ': 'h', 'н': 'h',
	'і': 'l', 'ι': 'l', 'ı': 'l', 'i': 'l', '1': 'l', 'ӏ': 'l', 'ј': 'j', 'к': 'k', 'κ': 'k', 'м': 'm', 'η': 'n', 'ո': 'n',
	'о': 'o', 'ο': 'o', '0': 'o', 'р': 'p', 'ρ': 'p', 'ԛ': 'q', 'ѕ': 's', 'т': 't', 'τ': 't', 'υ': 'u', 'ս': 'u', 'ν': 'v', 'ѵ': 'v',
	'г': 'r', 'ꮁ': 'r', 'п': 'n', 'ѡ': 'w', 'ѳ': 'o', 'ꙅ': 's', 'є': 'e', 'ҽ': 'e', 'ⲟ': 'o', 'ⲥ': 'c', 'օ': 'o', 'ց': 'g', 'յ': 'j', 'ɑ': 'a', 'ɩ': 'l', 'ȷ': 'j', 'ß': 'b', 'σ': 'o', 'δ': 'd', 'ω': 'w', 'ƽ': 's',
	'ᴀ': 'a', 'ʙ': 'b', 'ᴄ': 'c', 'ᴅ': 'd', 'ᴇ': 'e', 'ꜰ': 'f', 'ɢ': 'g', 'ʜ': 'h', 'ɪ': 'l', 'ᴊ': 'j', 'ᴋ': 'k', 'ʟ': 'l', 'ᴍ': 'm', 'ɴ': 'n', 'ᴏ': 'o', 'ᴘ': 'p', 'ʀ': 'r', 'ꜱ': 's', 'ᴛ': 't', 'ᴜ': 'u', 'ᴠ': 'v', 'ᴡ': 'w', 'ᴢ': 'z',
	'ꭺ': 'a', 'ᏼ': 'b', 'ꮯ': 'c', 'ꭰ': 'd', 'ꭼ': 'e', 'ꮐ': 'g', 'ꮋ': 'h', 'ꮖ': 'l', 'ꭻ': 'j', 'ꮶ': 'k', 'ꮮ': 'l', 'ꮇ': 'm', 'ꮲ': 'p', 'ꮢ': 'r', 'ꮪ': 's', 'ꭲ': 't', 'ꮩ': 'v', 'ꮃ': 'w', 'ꮓ': 'z',
	'|': 'l', '$': 's', '@': 'a',
	'ԝ': 'w', 'х': 'x', 'χ': 'x', 'у': 'y', 'γ': 'y', 'ʏ': 'y', 'ζ': 'z',
}

// The words of guest names: 64 adjectives and 64 animals, combined with 9000 numbers.
var (
	adjectives = strings.Fields(`Amber Ancient Bold Brave Bright Brisk Calm Candid Clever Copper Coral Cosmic Curious Daring Deft Eager
Early Fabled Gentle Gilded Golden Grand Happy Hidden Honest Humble Ivory Jolly Keen Kind Lively Lucky
Lunar Mellow Merry Mighty Misty Modest Nimble Noble Odd Patient Placid Plucky Polite Proud Quick Quiet
Rapid Rustic Sandy Secret Serene Silent Silver Sly Solar Stoic Sturdy Sunny Swift Tidy Velvet Wise`)
	animals = strings.Fields(`Adder Badger Bat Bear Beaver Bee Bison Boar Bream Camel Carp Cat Civet Condor Crab Crane
Crow Deer Dingo Dove Eagle Eel Egret Elk Falcon Ferret Finch Fox Gecko Goose Hare Hawk
Heron Ibis Jackal Jay Kestrel Kite Koala Lark Lemur Lynx Magpie Marten Mole Moth Newt Ocelot
Orca Otter Owl Panda Pike Puffin Quail Rabbit Raven Robin Seal Stoat Swan Tapir Vole Wren`)
)

var foldedAdjectives, foldedAnimals = foldAll(adjectives), foldAll(animals)

func foldAll(words []string) []string {
	all := make([]string, len(words))
	for i, word := range words {
		all[i] = fold(word)
	}
	return all
}

// Find returns the identity with an ID or a name, or ErrUnknown.
func (b *Book) Find(ctx context.Context, text string) (Identity, error) {
	if identityID.MatchString(text) {
		e, err := b.entry(ctx, text)
		if !errors.Is(err, store.ErrNotFound) {
			return e.identity(), err
		}
	}
	var has nameOwner
	if _, err := b.read(ctx, nameBucket, nameKey(text), &has); err != nil {
		return Identity{}, asUnknown(err)
	}
	e, err := b.entry(ctx, has.ID)
	return e.identity(), asUnknown(err)
}
