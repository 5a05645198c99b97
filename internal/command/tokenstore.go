package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"gamed/server/identity"
	"gamed/store"
)

// storedTokens accesses the tokens in a store: of a stopped server or of a cluster.
type storedTokens struct {
	book *identity.Book
	s    store.Store
}

func (t *storedTokens) add(ctx context.Context, name string, scopes identity.Scopes) (identity.Token, string, error) {
	return t.book.NewToken(ctx, identity.TheOperator, name, scopes)
}

func (t *storedTokens) list(ctx context.Context) ([]identity.Token, error) {
	return t.book.Tokens(ctx, identity.TheOperator)
}

func (t *storedTokens) revoke(ctx context.Context, id string) error {
	return t.book.Revoke(ctx, identity.TheOperator, id)
}

func (t *storedTokens) close() error { return t.s.Close() }

// remoteTokens accesses the tokens of a running server.
type remoteTokens struct{ operatorFile }

// serverPatience limits the wait for one response of a server.
const serverPatience = 10 * time.Second

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

// answers reports whether the server responds: a killed server leaves its file behind.
func (t *remoteTokens) answers(ctx context.Context) bool {
	silent := new(url.Error)
	return !errors.As(t.ask(ctx, http.MethodGet, "/healthz", nil, nil), &silent)
}

// ask sends a request and decodes the response into v unless v is nil.
func (t *remoteTokens) ask(ctx context.Context, method, path string, body, v any) error {
	ctx, cancel := context.WithTimeout(ctx, serverPatience)
	defer cancel()
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	q, err := http.NewRequestWithContext(ctx, method, t.URL+path, bytes.NewReader(text))
	if err != nil {
		return usagef("--server: %w", err)
	}
	q.Header.Set("Authorization", "Bearer "+t.Secret)
	q.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(q)
	if err != nil {
		return fmt.Errorf("the server does not respond: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		return fmt.Errorf("the server's response broke off: %w", err)
	}
	if answer.StatusCode >= 300 {
		var wrong struct{ Text string }
		if json.Unmarshal(data, &wrong) != nil || wrong.Text == "" {
			wrong.Text = answer.Status
		}
		return errors.New(wrong.Text)
	}
	if v == nil {
		return nil
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("the server's response: %w", err)
	}
	return nil
}
