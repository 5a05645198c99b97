package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	nats "github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A composeFile holds the parts of a compose file that the tests check.
type composeFile struct {
	Services map[string]struct {
		Image   string
		Build   map[string]string
		Command []string
		Volumes []string
		Env     map[string]string `yaml:"environment"`
		After   []string          `yaml:"depends_on"`
		Restart string
	}
	Volumes map[string]any
}

// TestCompose checks that gamed accepts its flags in the compose files, and that every file and
// service that a compose file names exists.
func TestCompose(t *testing.T) {
	for name, servers := range map[string]int{"compose.yaml": 1, "compose.cluster.yaml": 3} {
		text, err := os.ReadFile(filepath.Join("../../deploy", name))
		require.NoError(t, err)
		var c composeFile
		require.NoError(t, yaml.Unmarshal(text, &c), name)
		found := 0
		for service, s := range c.Services {
			assert.Equal(t, "always", s.Restart, service)
			assert.True(t, s.Image != "" || s.Build != nil, service)
			if s.Build != nil {
				assert.FileExists(t, filepath.Join("../../deploy", s.Build["context"], s.Build["dockerfile"]))
			}
			for _, before := range s.After {
				assert.Contains(t, c.Services, before, service)
			}
			for _, volume := range s.Volumes {
				what, _, _ := strings.Cut(volume, ":")
				if strings.HasPrefix(what, ".") {
					assert.FileExists(t, filepath.Join("../../deploy", what))
				} else {
					assert.Contains(t, c.Volumes, what, service)
				}
			}
			if strings.HasPrefix(service, "gamed") {
				found++
				requireFlags(t, s.Command, "GAMED_NAME=cards.example.org")
				for _, url := range regexp.MustCompile(`nats://(\w+):`).FindAllStringSubmatch(strings.Join(s.Command, " "), -1) {
					assert.Contains(t, c.Services, url[1])
				}
			}
			for _, server := range strings.Fields(s.Env["GAMED_SERVERS"]) {
				host, _, _ := strings.Cut(server, ":")
				require.Contains(t, c.Services, host)
				i := slices.IndexFunc(c.Services[host].Command, func(arg string) bool { return strings.HasPrefix(arg, "--names=") })
				require.GreaterOrEqual(t, i, 0)
				assert.Contains(t, strings.Split(c.Services[host].Command[i], ","), host, "otherwise it refuses the proxy's health checks")
			}
		}
		assert.Equal(t, servers, found, name)
	}
}

// reference matches a variable in a command line, such as ${GAMED_NAME:?the name of this server}.
var reference = regexp.MustCompile(`\$\{(\w+)[^}]*\}`)

// requireFlags checks that gamed accepts a command line with the variables of an environment file.
func requireFlags(t *testing.T, line []string, env string) {
	t.Helper()
	require.Equal(t, "serve", line[0])
	for i, word := range line {
		line[i] = reference.ReplaceAllStringFunc(word, func(text string) string {
			value := regexp.MustCompile(`(?m)^(?:Environment=)?` + reference.FindStringSubmatch(text)[1] + `=(\S+)$`).FindStringSubmatch(env)
			require.NotNil(t, value, text)
			return value[1]
		})
	}
	flags, _ := serveCommand.flags()
	rest, err := parse(flags, line[1:])
	require.NoError(t, err)
	assert.Empty(t, rest)
}

// TestUnits checks that systemd accepts the units, and that gamed accepts their flags.
func TestUnits(t *testing.T) {
	units, err := filepath.Glob("../../deploy/systemd/*.service")
	require.NoError(t, err)
	require.Len(t, units, 3)
	env, err := os.ReadFile("../../deploy/systemd/gamed.env")
	require.NoError(t, err)
	var copies []string // of the units, with a program of this machine
	dir := t.TempDir()
	for _, unit := range units {
		text, err := os.ReadFile(unit)
		require.NoError(t, err)
		start := regexp.MustCompile(`(?m)^ExecStart=/usr/local/bin/(\S+) (.*)$`).FindSubmatch(text)
		require.NotNil(t, start, unit)
		if string(start[1]) == "gamed" {
			requireFlags(t, strings.Fields(string(start[2])), string(text)+"\n"+string(env))
		}
		for _, name := range regexp.MustCompile(`\$\{(\w+)\}`).FindAllSubmatch(start[2], -1) {
			assert.Regexp(t, `(?m)^`+string(name[1])+`=\S+$`, string(env))
		}
		unitSection, _, _ := strings.Cut(string(text), "\n[Service]\n")
		assert.Contains(t, unitSection, "\nStartLimitIntervalSec=0", "%s: systemd must not give up after five attempts", unit)
		assert.Contains(t, string(text), "\nRestart=always\n", unit)
		program := regexp.MustCompile(`/usr/local/bin/\S+`).ReplaceAll(text, []byte("/bin/sh"))
		copied := filepath.Join(dir, filepath.Base(unit))
		require.NoError(t, os.WriteFile(copied, program, 0o600))
		copies = append(copies, copied)
	}
	if analyze, err := exec.LookPath("systemd-analyze"); err == nil {
		said, err := exec.Command(analyze, append([]string{"verify", "--man=no"}, copies...)...).CombinedOutput()
		assert.NoError(t, err, "%s", said)
		assert.NotContains(t, string(said), dir)
	}
}

// TestCaddyfile checks that the Caddyfile has none of four directives that Caddy 2.6.2 lacks. If
// Caddy is installed, it must accept the file.
func TestCaddyfile(t *testing.T) {
	text, err := os.ReadFile("../../deploy/Caddyfile")
	require.NoError(t, err)
	for _, later := range []string{"health_fails", "health_passes", "stream_close_delay", "stream_timeout"} {
		assert.NotRegexp(t, `(?m)^\s*`+later, string(text))
	}
	if caddy, err := exec.LookPath("caddy"); err == nil {
		validate := exec.Command(caddy, "validate", "--adapter", "caddyfile", "--config", "../../deploy/Caddyfile")
		validate.Env = append(os.Environ(), "GAMED_NAME=localhost", "GAMED_SERVERS=127.0.0.1:8080 127.0.0.1:8081")
		said, err := validate.CombinedOutput()
		assert.NoError(t, err, "%s", said)
	}
}

// TestNATSConfig checks that NATS accepts its configuration files and syncs messages before
// it acknowledges them.
func TestNATSConfig(t *testing.T) {
	t.Setenv("NATS_NAME", "n1")
	for _, name := range []string{"nats.conf", "systemd/nats.conf"} {
		options, err := nats.ProcessConfigFile(filepath.Join("../../deploy", name))
		require.NoError(t, err)
		assert.Equal(t, "n1", options.ServerName)
		assert.True(t, options.JetStream)
		assert.True(t, options.SyncAlways, "a power cut would lose acknowledged moves")
		assert.NotEmpty(t, options.StoreDir)
		assert.Len(t, options.Routes, 3)
	}
}

// TestDeployIsDocumented checks that docs/operate.md links the Compose, systemd and NATS files of the
// folder deploy, and that gamed accepts the command lines of the page.
func TestDeployIsDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/operate.md")
	require.NoError(t, err)
	for _, name := range []string{"compose.yaml", "compose.cluster.yaml", "systemd/gamed.service", "systemd/gamed-cluster.service", "systemd/gamed.env", "systemd/nats.service", "systemd/nats.conf"} {
		assert.FileExists(t, filepath.Join("../../deploy", name))
		assert.True(t, strings.Contains(string(text), "(../deploy/"+name+")"), name)
	}
	// The test checks only the commands and flags, not their effect.
	for _, line := range regexp.MustCompile(`(?m)^    (gamed (\w+) .*)$`).FindAllStringSubmatch(string(text), -1) {
		i := slices.IndexFunc(commands(), func(c *command) bool { return c.name == line[2] })
		require.GreaterOrEqual(t, i, 0, line[1])
		flags, _ := commands()[i].flags()
		before, _, _ := strings.Cut(line[1], " #")
		before, _, _ = strings.Cut(before, " > ")
		_, err := parse(flags, strings.Fields(before)[2:])
		assert.NoError(t, err, line[1])
	}
}
