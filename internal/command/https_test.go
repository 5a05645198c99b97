package command

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/letsencrypt/pebble/v2/ca"
	"github.com/letsencrypt/pebble/v2/db"
	"github.com/letsencrypt/pebble/v2/va"
	"github.com/letsencrypt/pebble/v2/wfe"
	"github.com/miekg/dns"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// An authority is a certificate authority for which every host name leads to this machine.
type authority struct {
	url   string
	ca    *ca.CAImpl
	start func(port int) // starts the authority, which then checks names at this port
}

// newAuthority opens the server of an authority, which runs Pebble, the test server of Let's Encrypt.
// The server answers requests once start is called.
func newAuthority(t *testing.T) *authority {
	quiet := log.New(io.Discard, "", 0)
	memory := db.NewMemoryStore()
	a := &authority{ca: ca.New(quiet, memory, "", "ecdsa", 0, 1, map[string]ca.Profile{"default": {}})}
	started := make(chan http.Handler, 1)
	var handler http.Handler
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h, first := <-started; first {
			handler = h
			close(started)
		}
		handler.ServeHTTP(w, r)
	}))
	server.Config.ErrorLog = quiet
	server.StartTLS()
	t.Cleanup(server.Close)
	file := filepath.Join(t.TempDir(), "authority.pem")
	require.NoError(t, os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}), 0o600))
	t.Setenv("SSL_CERT_FILE", file)
	t.Setenv("PEBBLE_VA_NOSLEEP", "1")
	a.url = server.URL + wfe.DirectoryPath
	names := serveNames(t)
	a.start = func(port int) {
		front := wfe.New(quiet, memory, va.New(quiet, 0, port, false, names, memory), a.ca, []string{"localhost"}, false, false, 0, 0)
		started <- front.Handler()
	}
	return a
}

// serveNames returns the address of a DNS server that resolves every name to 127.0.0.1.
func serveNames(t *testing.T) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0") // Pebble asks over TCP
	require.NoError(t, err)
	server := &dns.Server{Listener: listener, Handler: dns.HandlerFunc(func(w dns.ResponseWriter, question *dns.Msg) {
		answer := new(dns.Msg).SetReply(question)
		if q := question.Question[0]; q.Qtype == dns.TypeA {
			answer.Answer = append(answer.Answer, &dns.A{Hdr: dns.RR_Header{Name: q.Name, Rrtype: q.Qtype, Class: q.Qclass}, A: net.IPv4(127, 0, 0, 1)})
		}
		_ = w.WriteMsg(answer)
	})}
	go func() { _ = server.ActivateAndServe() }()
	t.Cleanup(func() { _ = server.Shutdown() })
	return listener.Addr().String()
}

// httpsServer runs gamed serve --https on the data folder dir, with the ACME server at the URL
// acme. It returns what startHTTPS returns.
func httpsServer(t *testing.T, dir, acme string) (server *exec.Cmd, public string, lines *bufio.Scanner) {
	return startHTTPS(t, exec.Command("gamed", httpsArguments(dir, acme)...))
}

func httpsArguments(dir, acme string) []string {
	return []string{"serve", "--addr", "127.0.0.1:0", "--https", "cards.example.org", "--https-addr", "127.0.0.1:0", "--acme", acme, "--data", dir}
}

// startHTTPS starts a command that serves HTTPS. It returns the command, the server's HTTPS address
// and the lines of the server's log.
func startHTTPS(t *testing.T, server *exec.Cmd) (_ *exec.Cmd, public string, lines *bufio.Scanner) {
	stderr, err := server.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, server.Start())
	t.Cleanup(func() { _ = server.Process.Kill() })
	lines = bufio.NewScanner(stderr)
	return server, awaitMessage(t, lines, "listening")["https"].(string), lines
}

// awaitMessage reads a log up to the next line with a message, and returns that line.
func awaitMessage(t *testing.T, lines *bufio.Scanner, message string) map[string]any {
	var all strings.Builder
	for lines.Scan() {
		var line map[string]any
		require.NoError(t, json.Unmarshal(lines.Bytes(), &line), lines.Text())
		if line["message"] == message {
			return line
		}
		all.WriteString(lines.Text() + "\n")
	}
	require.Fail(t, "the log ends without "+message, all.String())
	return nil
}

// TestHTTPS checks that gamed obtains a certificate from an authority, which checks that the host name
// leads to gamed. After a restart gamed must use the stored certificate without the
// authority.
func TestHTTPS(t *testing.T) {
	authority := newAuthority(t)
	dir := filepath.Join(t.TempDir(), "data")
	server, public, lines := httpsServer(t, dir, authority.url)
	authority.start(portOf(t, public))
	awaitMessage(t, lines, "the certificate is ready")

	transport := authority.transport(t, &public)
	client := &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Post("https://cards.example.org/api/session", "application/json", strings.NewReader("{}"))
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Equal(t, "HTTP/1.1", answer.Proto)
	require.NotEmpty(t, answer.Cookies(), answer.Status)
	assert.Equal(t, "__Host-gamed", answer.Cookies()[0].Name, "the connection counts as encrypted")

	conn, _, err := websocket.Dial(t.Context(), "wss://cards.example.org/ws", &websocket.DialOptions{HTTPClient: client, HTTPHeader: http.Header{"Origin": {"https://cards.example.org"}}})
	require.NoError(t, err)
	require.NoError(t, conn.Write(t.Context(), websocket.MessageText, []byte(`{"type":"hello","protocol":1}`)))
	_, welcome, err := conn.Read(t.Context())
	require.NoError(t, err)
	assert.Contains(t, string(welcome), `"type":"welcome"`)
	require.NoError(t, conn.CloseNow())

	_, err = client.Get("https://other.example.org/")
	require.Error(t, err, "the server obtains no certificates for other names")

	file, err := readOperatorFile(dir)
	require.NoError(t, err)
	request, err := http.NewRequest(http.MethodGet, file.URL+"/play?a=1", nil)
	require.NoError(t, err)
	request.Host = "cards.example.org"
	answer, err = (&http.Client{CheckRedirect: client.CheckRedirect}).Do(request)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	assert.Equal(t, "308 https://cards.example.org/play?a=1", strconv.Itoa(answer.StatusCode)+" "+answer.Header.Get("Location"))
	out, err := exec.Command("gamed", "admin", "log", "--data", dir).CombinedOutput()
	require.NoError(t, err, "commands use plain HTTP on the machine: "+string(out))

	info, err := os.Stat(filepath.Join(dir, certificatesName))
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o700), info.Mode().Perm(), "it holds private keys")
	require.NoError(t, server.Process.Signal(os.Interrupt))
	for lines.Scan() { // until the server closes its log
	}
	require.NoError(t, server.Wait())

	server, public, lines = httpsServer(t, dir, "https://127.0.0.1:1/none")
	awaitMessage(t, lines, "the certificate is ready")
	answer, err = client.Get("https://cards.example.org/healthz")
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	assert.Equal(t, http.StatusOK, answer.StatusCode)
	require.NoError(t, server.Process.Kill())
	_ = server.Wait()
}

// portOf returns the port of an address.
func portOf(t *testing.T, addr string) int {
	_, port, err := net.SplitHostPort(addr)
	require.NoError(t, err)
	number, err := strconv.Atoi(port)
	require.NoError(t, err)
	return number
}

// transport returns a transport that trusts the authority, and finds every host at the HTTPS address that public
// points to.
func (a *authority) transport(t *testing.T, public *string) *http.Transport {
	roots := x509.NewCertPool()
	roots.AddCert(rootOf(t, a.ca))
	transport := &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: roots},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, *public)
		},
	}
	t.Cleanup(transport.CloseIdleConnections)
	return transport
}

// TestHTTPSWithoutAuthority checks that a server that can obtain no certificate starts, and logs the name
// and the reason.
func TestHTTPSWithoutAuthority(t *testing.T) {
	server, _, lines := httpsServer(t, filepath.Join(t.TempDir(), "data"), "https://127.0.0.1:1/none")
	failed := awaitMessage(t, lines, "no certificate: the name must lead to this machine's port 443; the server tries again for the next client")
	assert.Equal(t, "cards.example.org", failed["name"])
	assert.Contains(t, failed["error"], "127.0.0.1:1")
	require.NoError(t, server.Process.Kill())
	_ = server.Wait()
}

func rootOf(t *testing.T, authority *ca.CAImpl) *x509.Certificate {
	root, err := x509.ParseCertificate(authority.GetRootCert(0).DER)
	require.NoError(t, err)
	return root
}
