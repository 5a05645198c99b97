package identity

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"gamed/store"
)

// A Scope is a permission of a token.
type Scope string

const (
	Play    Scope = "play"    // take seats and make their choices
	Watch   Scope = "watch"   // watch games
	Create  Scope = "create"  // create games
	Inspect Scope = "inspect" // see the bot's decisions and the reasons for them
)

// scopes lists all scopes, in the order of a Scopes text.
var scopes = []Scope{Play, Watch, Create, Inspect}

// Scopes is a set of scopes as space-separated text, such as "play watch". Sets are
// comparable.
type Scopes string

// DefaultScopes are the scopes of a token that is created without a list of scopes.
const DefaultScopes = Scopes("play watch create")

// NewScopes returns the set of the named scopes, or an error that names an unknown scope.
func NewScopes(names []string) (Scopes, error) {
	for _, name := range names {
		if !slices.Contains(scopes, Scope(name)) {
			return "", fmt.Errorf("identity: unknown scope %.40q; the scopes are %s, %s, %s and %s", name, Play, Watch, Create, Inspect)
		}
	}
	var set []string
	for _, s := range scopes {
		if slices.Contains(names, string(s)) {
			set = append(set, string(s))
		}
	}
	return Scopes(strings.Join(set, " ")), nil
}

// Names returns the names of the scopes.
func (s Scopes) Names() []string { return strings.Fields(string(s)) }

func (s Scopes) list() (list []Scope) {
	for name := range strings.FieldsSeq(string(s)) {
		list = append(list, Scope(name))
	}
	return list
}

const (
	// TokenPrefix is the prefix of every token. It lets tools detect a leaked token.
	TokenPrefix = "gmd_"
	// maxOwned is the maximum number of bots, and of tokens, per owner. A bot counts even without a
	// token, because its name stays reserved.
	maxOwned = 20
)

var (
	// ErrName is returned for a name that a bot cannot have.
	ErrName = errors.New("a bot's name has 1 to 40 characters: letters from A to Z, digits, spaces, dots, dashes and underscores; it begins with a letter, ends with another character than a space, and is not a guest name")
	// ErrTaken is returned for a name in use.
	ErrTaken = errors.New("the name is taken; choose another name")
	// ErrTooMany is returned when an owner has the maximum number of bots or tokens.
	ErrTooMany = fmt.Errorf("an owner has at most %d bots and %d tokens; revoke a token, or use the name of a bot that you have", maxOwned, maxOwned)
)

var botName = regexp.MustCompile(`^[A-Za-z]([A-Za-z0-9 ._-]{0,38}[A-Za-z0-9._-])?$`)

// A storedToken is the stored form of a token.
type storedToken struct {
	ID      string `json:"id"`
	Bot     string `json:"bot"` // ID
	Name    string `json:"name"`
	Owner   string `json:"owner"` // ID
	Scopes  Scopes `json:"scopes"`
	Created int64  `json:"made_ms"`
}

// A Token describes a token to its owner, without the token's text.
type Token struct {
	ID      string  `json:"id"`   // names the token to Revoke
	Bot     string  `json:"bot"`  // ID of the bot's identity
	Name    string  `json:"name"` // of the bot
	Owner   string  `json:"owner"`
	Scopes  []Scope `json:"scopes"`
	Created int64   `json:"made_ms"` // in ms since 1970
}

func (g *storedToken) token() Token {
	return Token{g.ID, g.Bot, g.Name, g.Owner, g.Scopes.list(), g.Created}
}

// NewToken creates a token of owner for the bot with that name. It also returns the token's text,
// which is not stored. The error may be ErrTaken, ErrTooMany, or ErrName, which may also wrap
// ErrUnfit.
func (b *Book) NewToken(ctx context.Context, owner Identity, name string, scopes Scopes) (t Token, text string, err error) {
	if isUnfit(name) {
		return Token{}, "", fmt.Errorf("identity: %.60q: %w: %w", name, ErrName, ErrUnfit)
	}
	if !botName.MatchString(name) || isGuestName(name) {
		return Token{}, "", fmt.Errorf("identity: %.60q: %w", name, ErrName)
	}
	if err := b.checkQuota(ctx, owner, "token"); err != nil {
		return Token{}, "", err
	}
	bot, err := b.ensureBot(ctx, owner, name)
	if err != nil {
		return Token{}, "", err
	}
	text = TokenPrefix + newSecret()
	g := storedToken{newID(), bot.ID, bot.Name, owner.ID, scopes, b.now().UnixMilli()}
	if err := b.write(ctx, ownerBucket, owner.ID+"/token/"+g.ID, digest(text), 0); err != nil {
		return Token{}, "", err
	}
	if err := b.write(ctx, tokenBucket, digest(text), g, 0); err != nil {
		_ = b.remove(ctx, ownerBucket, owner.ID+"/token/"+g.ID) // a remaining key would count toward the quota, without a token to revoke
		return Token{}, "", err
	}
	return g.token(), text, nil
}

// ensureBot returns the owner's bot with a name, and creates it if necessary.
func (b *Book) ensureBot(ctx context.Context, owner Identity, name string) (storedIdentity, error) {
	var has nameOwner
	_, err := b.read(ctx, nameBucket, nameKey(name), &has)
	if errors.Is(err, store.ErrNotFound) {
		if err := b.checkQuota(ctx, owner, "bot"); err != nil {
			return storedIdentity{}, err
		}
		has = nameOwner{newID(), owner.ID}
		err = b.write(ctx, nameBucket, nameKey(name), has, 0)
		if errors.Is(err, store.ErrConflict) {
			err = fmt.Errorf("identity: %s: %w", name, ErrTaken)
		}
		if err != nil {
			return storedIdentity{}, err
		}
	} else if err != nil {
		return storedIdentity{}, err
	}
	if has.Owner != owner.ID {
		return storedIdentity{}, fmt.Errorf("identity: %s: %w", name, ErrTaken)
	}
	e, err := b.entry(ctx, has.ID)
	if !errors.Is(err, store.ErrNotFound) {
		return e, err
	}
	e = b.newEntry(Bot, name, owner.ID)
	e.ID = has.ID
	if err := b.add(ctx, identityBucket, e.ID, e); err != nil {
		return storedIdentity{}, err
	}
	if err := b.add(ctx, ownerBucket, owner.ID+"/bot/"+e.ID, name); err != nil {
		return storedIdentity{}, err
	}
	return b.entry(ctx, e.ID) // the entry of the first writer
}

// Token returns the bot of a token, or ErrUnknown.
func (b *Book) Token(ctx context.Context, text string) (Identity, error) {
	if !strings.HasPrefix(text, TokenPrefix) {
		return Identity{}, fmt.Errorf("identity: token: %w", ErrUnknown)
	}
	var g storedToken
	if err := b.recall(ctx, tokenBucket, digest(text), &g); err != nil {
		return Identity{}, asUnknown(err)
	}
	who, err := b.identityFor(ctx, g.Bot, tokenBucket, text)
	who.Scopes = g.Scopes
	return who, err
}

// Tokens returns the tokens of an owner, oldest first. For an operator it returns all tokens.
func (b *Book) Tokens(ctx context.Context, owner Identity) ([]Token, error) {
	keys, err := b.tokenKeys(ctx, owner)
	if err != nil {
		return nil, err
	}
	tokens := []Token{}
	for _, key := range keys {
		_, g, err := b.ownToken(ctx, key)
		if errors.Is(err, store.ErrNotFound) {
			continue // the token has just been revoked, or NewToken was interrupted
		}
		if err != nil {
			return nil, err
		}
		tokens = append(tokens, g.token())
	}
	slices.SortFunc(tokens, func(a, b Token) int { return cmp.Or(cmp.Compare(a.Created, b.Created), cmp.Compare(a.ID, b.ID)) })
	return tokens, nil
}

// Revoke revokes a token of an owner and makes all servers close the token's connections. An
// operator can revoke any token. Revoke returns ErrUnknown if there is no such token.
func (b *Book) Revoke(ctx context.Context, owner Identity, id string) error {
	keys, err := b.tokenKeys(ctx, owner)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(keys, func(key string) bool { return strings.HasSuffix(key, "/token/"+id) })
	if i < 0 {
		return fmt.Errorf("identity: token %.40q: %w", id, ErrUnknown)
	}
	var at string
	if _, err := b.read(ctx, ownerBucket, keys[i], &at); err != nil {
		return asUnknown(err)
	}
	if err := b.remove(ctx, tokenBucket, at); err != nil {
		return err
	}
	if err := b.remove(ctx, ownerBucket, keys[i]); err != nil {
		return err
	}
	return b.announce(ctx)
}

// tokenKeys returns the keys in ownerBucket of an owner's tokens. For an operator it returns the keys
// of all tokens.
func (b *Book) tokenKeys(ctx context.Context, owner Identity) ([]string, error) {
	prefix := owner.ID + "/token/"
	if owner.Kind == Operator {
		prefix = ""
	}
	keys, err := b.kv.Keys(ctx, ownerBucket, prefix)
	if err != nil {
		return nil, fmt.Errorf("identity: %w", err)
	}
	return slices.DeleteFunc(keys, func(key string) bool { return !strings.Contains(key, "/token/") }), nil
}

// ownToken returns the token of a key in ownerBucket, and the token's key in tokenBucket.
func (b *Book) ownToken(ctx context.Context, key string) (tokenKey string, g storedToken, err error) {
	if _, err = b.read(ctx, ownerBucket, key, &tokenKey); err == nil {
		_, err = b.read(ctx, tokenBucket, tokenKey, &g)
	}
	return tokenKey, g, err
}

// checkQuota returns ErrTooMany if an owner has the maximum number of bots or tokens. The argument
// kind is "bot" or "token". An operator has no maximum.
func (b *Book) checkQuota(ctx context.Context, owner Identity, kind string) error {
	keys, err := b.kv.Keys(ctx, ownerBucket, owner.ID+"/"+kind+"/")
	switch {
	case err != nil:
		return fmt.Errorf("identity: %w", err)
	case len(keys) >= maxOwned && owner.Kind != Operator:
		return fmt.Errorf("identity: %ss: %w", kind, ErrTooMany)
	}
	return nil
}
