package command

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
)

// An operatorFile lets the operator's commands reach a running server. The server writes it
// to its data folder with a new secret at each start. Only the owner of the file can read it.
type operatorFile struct {
	URL    string `json:"url"`
	Secret string `json:"secret"`
}

const operatorName = "operator.json"

// newOperatorFile returns a file with a 256-bit secret and no address.
func newOperatorFile() *operatorFile {
	var secret [32]byte
	_, _ = rand.Read(secret[:]) // never fails: rand ends the program instead
	return &operatorFile{Secret: "gmo_" + base64.RawURLEncoding.EncodeToString(secret[:])}
}

// write writes the file to a data folder. serving is the URL of the server.
func (f *operatorFile) write(dir, serving string) error {
	f.URL = withReachableHost(serving)
	text, err := json.Marshal(f)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, operatorName)
	_ = os.Remove(path + ".new") // from a crash; absent otherwise
	if err := os.WriteFile(path+".new", append(text, '\n'), 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// remove removes the file when the server stops.
func (f *operatorFile) remove(dir string) error { return os.Remove(filepath.Join(dir, operatorName)) }

// withReachableHost replaces an unspecified address, such as 0.0.0.0, by 127.0.0.1, to which commands
// can connect.
func withReachableHost(serving string) string {
	u, err := url.Parse(serving)
	if err != nil {
		return serving
	}
	if ip := net.ParseIP(u.Hostname()); ip != nil && ip.IsUnspecified() {
		u.Host = net.JoinHostPort("127.0.0.1", u.Port())
	}
	return u.String()
}

// readOperatorFile reads the file in a data folder. The error wraps [fs.ErrNotExist] if the
// folder has none.
func readOperatorFile(dir string) (*operatorFile, error) {
	path := filepath.Join(dir, operatorName)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	text, err := textOf(path, data)
	if err != nil {
		return nil, err
	}
	f := new(operatorFile)
	if err := json.Unmarshal([]byte(text), f); err != nil {
		return nil, fmt.Errorf("%s: %w; restart the server, which writes the file", path, err)
	}
	return f, nil
}
