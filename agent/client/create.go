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

// Create creates a game at a server, whose url is that of its page, and returns its id. spec
// is the body of POST /api/games in docs/protocol.md. Without an answer, or while the
// server cannot, it asks again until ctx is done; whatever was lost, one game is made. The
// error is a [*Refused] if the server does not want to.
func Create(ctx context.Context, url string, spec any) (id string, err error) {
	body, err := json.Marshal(spec)
	if err != nil {
		return "", fmt.Errorf("create a game: %w", err)
	}
	for key := crand.Text(); ; {
		id, lasting, err := create(ctx, url, key, body)
		if err == nil || lasting {
			return id, err
		}
		select {
		case <-time.After(again):
		case <-ctx.Done():
			return "", fmt.Errorf("create a game at %s: %w: %w", url, ctx.Err(), err)
		}
	}
}

// A Refused is an answer of the server to a request that it does not want to carry out.
type Refused struct {
	Status int    // of HTTP
	Code   string `json:"code"`
	Text   string `json:"text"`
}

func (r *Refused) Error() string { return fmt.Sprintf("%s: %s (status %d)", r.Code, r.Text, r.Status) }

// create asks once. An error that is lasting would come again.
func create(ctx context.Context, url, key string, body []byte) (id string, lasting bool, err error) {
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(url, "/")+"/api/games", bytes.NewReader(body))
	if err != nil {
		return "", true, fmt.Errorf("create a game: %w", err)
	}
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set("Idempotency-Key", key)
	answer, err := http.DefaultClient.Do(q)
	if err != nil {
		return "", false, err
	}
	defer func() { _ = answer.Body.Close() }()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		return "", false, err
	}
	if answer.StatusCode != http.StatusCreated {
		refused := &Refused{Status: answer.StatusCode}
		_ = json.Unmarshal(data, refused) // a proxy's answer has neither
		passing := answer.StatusCode >= http.StatusInternalServerError || answer.StatusCode == http.StatusTooManyRequests
		return "", !passing, refused
	}
	var game struct{ ID string }
	if err := json.Unmarshal(data, &game); err != nil {
		return "", true, fmt.Errorf("create a game at %s: %w", url, err)
	}
	return game.ID, false, nil
}
