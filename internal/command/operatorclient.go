package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os/user"
	"strings"
	"time"

	"gamed/server/api"
	"gamed/store"
)

// An operatorClient sends the operator's requests to a running server, or to a handler on the
// store of a stopped server or of a cluster.
type operatorClient struct {
	operatorFile
	transport http.RoundTripper // nil for the network
}

// serverPatience limits the wait for one response of a server.
const serverPatience = 10 * time.Second

// handlerTransport passes requests to a handler in this process.
type handlerTransport struct{ http.Handler }

func (d handlerTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)
	return w.Result(), nil
}

// operatorAt returns a client of a server. at is the URL of the server, or "" for the running server of
// the data folder. token is the file with the secret, or "" for the secret in the data folder. For a
// cluster without a URL, and for a stopped server, operatorAt opens the store, and the caller must close
// it. For a running server, the returned store is nil.
func (s *storageOptions) operatorAt(ctx context.Context, env environ, at, token string) (*operatorClient, store.Store, error) {
	if at != "" && token != "" {
		secret, err := env.readToken("token", token)
		return &operatorClient{operatorFile: operatorFile{strings.TrimSuffix(at, "/"), secret}}, nil, err
	}
	if s.cluster.name == "" {
		file, err := readOperatorFile(s.data)
		switch {
		case err == nil:
			if at != "" {
				file.URL = strings.TrimSuffix(at, "/")
			}
			c := &operatorClient{operatorFile: *file}
			if at != "" || c.answers(ctx) {
				return c, nil, nil
			}
		case at != "":
			return nil, nil, usagef("--server: name the data folder of the server with --data; it holds the operator secret: %w", err)
		case !errors.Is(err, fs.ErrNotExist):
			return nil, nil, err
		}
	}
	kept, err := s.openExisting(ctx, env)
	if err != nil {
		return nil, nil, err
	}
	return &operatorClient{operatorFile{URL: "http://store"}, handlerTransport{api.Operate(kept, newLogger(env.err))}}, kept, nil
}

// userName returns the name of the user, for the log of the operators.
func userName() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return ""
}

// answers reports whether the server responds. The operator file alone does not prove that it runs,
// because a killed server leaves the file behind.
func (c *operatorClient) answers(ctx context.Context) bool {
	silent := new(url.Error)
	return !errors.As(c.ask(ctx, http.MethodGet, "/healthz", nil, nil), &silent)
}

// ask sends a request and decodes the response into v unless v is nil.
func (c *operatorClient) ask(ctx context.Context, method, path string, body, v any) error {
	ctx, cancel := context.WithTimeout(ctx, serverPatience)
	defer cancel()
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	q, err := http.NewRequestWithContext(ctx, method, c.URL+path, bytes.NewReader(text))
	if err != nil {
		return usagef("--server: %w", err)
	}
	q.Header.Set("Authorization", "Bearer "+c.Secret)
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set(api.OperatorHeader, userName())
	answer, err := (&http.Client{Transport: c.transport}).Do(q)
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
