package client

import (
	"bytes"
	"context"
	crand "crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// Create creates a game on a server and returns its id. url is the address of the server's
// page. spec is the body of POST /api/games in docs/protocol.md. Create retries temporary
// failures until ctx is done. An idempotency key prevents a retry from creating a second game. The
// error is a [*Refusal] if the server rejects the request.
func Create(ctx context.Context, url string, spec any) (id string, err error) {
	body, err := json.Marshal(spec)
	if err != nil {
		return "", fmt.Errorf("create a game: %w", err)
	}
	var last error
	for key := crand.Text(); ; {
		id, lasting, err := CreateOnce(ctx, http.DefaultClient, url, key, body)
		if err == nil || lasting {
			return id, err
		}
		if last == nil || ctx.Err() == nil { // the error of a canceled request says less than the previous error
			last = err
		}
		select {
		case <-time.After(retryDelay):
		case <-ctx.Done():
			return "", fmt.Errorf("create a game at %s: %w: %w", url, ctx.Err(), last)
		}
	}
}

// A Refusal is an error response from a server.
type Refusal struct {
	Status int    // HTTP status
	Code   string `json:"code"`
	Text   string `json:"text"`
}

func (r *Refusal) Error() string { return fmt.Sprintf("%s: %s (status %d)", r.Code, r.Text, r.Status) }

// CreateOnce sends one [Create] request with an idempotency key. lasting reports whether a retry
// would fail as well.
func CreateOnce(ctx context.Context, via *http.Client, url, key string, body []byte) (id string, lasting bool, err error) {
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(url, "/")+"/api/games", bytes.NewReader(body))
	if err != nil {
		return "", true, fmt.Errorf("create a game: %w", err)
	}
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set("Idempotency-Key", key)
	answer, err := via.Do(q)
	if err != nil {
		return "", false, err
	}
	defer func() { _ = answer.Body.Close() }()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		return "", false, err
	}
	if answer.StatusCode != http.StatusCreated {
		refused := &Refusal{Status: answer.StatusCode}
		_ = json.Unmarshal(data, refused) // a response from a proxy has no code and text
		retryable := answer.StatusCode >= http.StatusInternalServerError || answer.StatusCode == http.StatusTooManyRequests
		return "", !retryable, refused
	}
	var game struct{ ID string }
	if err := json.Unmarshal(data, &game); err != nil {
		return "", true, fmt.Errorf("create a game at %s: %w", url, err)
	}
	return game.ID, false, nil
}
