package command

import (
	"context"
	"net/http"

	"gamed/server/identity"
	"gamed/store"
)

// storedTokens accesses the tokens in a store: of a stopped server or of a cluster.
type storedTokens struct {
	book *identity.Book
	s    store.Store
}

func (t *storedTokens) add(ctx context.Context, name string, scopes identity.Scopes) (identity.Token, string, error) {
	return t.book.NewToken(ctx, identity.OperatorIdentity, name, scopes)
}

func (t *storedTokens) list(ctx context.Context) ([]identity.Token, error) {
	return t.book.Tokens(ctx, identity.OperatorIdentity)
}

func (t *storedTokens) revoke(ctx context.Context, id string) error {
	return t.book.Revoke(ctx, identity.OperatorIdentity, id)
}

func (t *storedTokens) close() error { return t.s.Close() }

// remoteTokens accesses the tokens of a running server.
type remoteTokens struct{ operatorClient }

func (t *remoteTokens) add(ctx context.Context, name string, scopes identity.Scopes) (identity.Token, string, error) {
	var made struct {
		identity.Token
		Text string `json:"token"`
	}
	err := t.ask(ctx, http.MethodPost, "/api/tokens", map[string]any{"name": name, "scopes": scopes.Names()}, &made)
	return made.Token, made.Text, err
}

func (t *remoteTokens) list(ctx context.Context) ([]identity.Token, error) {
	var answer struct{ Tokens []identity.Token }
	err := t.ask(ctx, http.MethodGet, "/api/tokens", nil, &answer)
	return answer.Tokens, err
}

func (t *remoteTokens) revoke(ctx context.Context, id string) error {
	return t.ask(ctx, http.MethodDelete, "/api/tokens/"+id, nil, nil)
}

func (t *remoteTokens) close() error { return nil }
