package command

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"time"
)

// A door lets the operator's commands reach a running server. The server writes it to its
// data folder, readable by the owner only, with a new secret at each start.
type door struct {
	URL    string `json:"url"`
	Secret string `json:"secret"`
}

const doorFile = "operator.json"

// newDoor returns a door with a 256-bit secret and no address.
func newDoor() *door {
	var secret [32]byte
	_, _ = rand.Read(secret[:]) // never fails: it crashes the program instead
	return &door{Secret: "gmo_" + base64.RawURLEncoding.EncodeToString(secret[:])}
}

// open writes the door to a data folder. serving is the URL of the server.
func (d *door) open(dir, serving string) error {
	d.URL = reachable(serving)
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	file, err := os.CreateTemp(dir, doorFile+"-") // readable by its owner only
	if err != nil {
		return err
	}
	_, err = file.Write(append(text, '\n'))
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(file.Name(), filepath.Join(dir, doorFile))
	}
	if err != nil {
		_ = os.Remove(file.Name())
	}
	return err
}

// shut removes the door when the server stops.
func (d *door) shut(dir string) error { return os.Remove(filepath.Join(dir, doorFile)) }

// reachable replaces the unspecified address of a server by a local one.
func reachable(serving string) string {
	u, err := url.Parse(serving)
	if err != nil {
		return serving
	}
	if ip := net.ParseIP(u.Hostname()); ip != nil && ip.IsUnspecified() {
		u.Host = net.JoinHostPort("127.0.0.1", u.Port())
	}
	return u.String()
}

// readDoor reads the door in a data folder. The error wraps [fs.ErrNotExist] if the folder
// has none.
func readDoor(dir string) (*door, error) {
	text, err := os.ReadFile(filepath.Join(dir, doorFile))
	if err != nil {
		return nil, err
	}
	d := new(door)
	if err := json.Unmarshal(text, d); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, doorFile), err)
	}
	return d, nil
}

// answers reports whether the server responds: a killed server leaves its door behind.
func (d *door) answers(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, d.URL+"/healthz", nil)
	if err != nil {
		return false
	}
	answer, err := http.DefaultClient.Do(q)
	if err != nil {
		return false
	}
	_ = answer.Body.Close()
	return true
}
