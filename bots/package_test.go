package bots_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPackages checks the version and licence of each kit.
func TestPackages(t *testing.T) {
	licence, err := os.ReadFile("../LICENSE")
	require.NoError(t, err)
	for _, k := range kits {
		text, err := os.ReadFile(filepath.Join(k.folder, "LICENSE"))
		require.NoError(t, err)
		assert.Equal(t, string(licence), string(text), k.language)
	}
	var manifest struct{ Version, License string }
	text, err := os.ReadFile("javascript/package.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &manifest))
	assert.Equal(t, version(t), manifest.Version)
	assert.Equal(t, "MIT", manifest.License)
}

// version returns the version of the Python kit.
func version(t *testing.T) string {
	text, err := os.ReadFile("python/pyproject.toml")
	require.NoError(t, err)
	m := regexp.MustCompile(`(?m)^version = "(.+)"$`).FindSubmatch(text)
	require.NotNil(t, m)
	return string(m[1])
}

// TestInstall checks that each kit can be installed without a network, and that a bot in another folder
// can then use it. It uses pip only with the flag -whole, because pip takes seconds to start.
func TestInstall(t *testing.T) {
	t.Parallel()
	for _, k := range kits {
		k.requireInterpreter(t)
	}
	dir := copyKits(t)
	run := func(t *testing.T, name string, args ...string) []byte {
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir = dir
		cmd.Env = append(cmd.Environ(), "PYTHONPATH="+filepath.Join(dir, "installed"), "PYTHONDONTWRITEBYTECODE=1")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s %v: %s", name, args, out)
		return out
	}
	t.Run("Python", func(t *testing.T) {
		t.Parallel()
		if *whole && exec.CommandContext(t.Context(), "python3", "-m", "pip", "--version").Run() == nil {
			run(t, "python3", "-m", "pip", "install", "--no-index", "--target", "installed", "./bots/python")
		} else { // what pip does
			run(t, "python3", "-c", `
import sys, zipfile
sys.path.insert(0, "bots/python")
import backend
zipfile.ZipFile(backend.build_wheel(".")).extractall("installed")`)
		}
		out := run(t, "python3", "-c", `import importlib.metadata as m, gamed; print(gamed.__file__, m.version("gamed"), m.metadata("gamed")["License-Expression"])`)
		assert.Contains(t, string(out), filepath.Join("installed", "gamed", "__init__.py")+" "+version(t)+" MIT")
		require.NoError(t, os.Rename(filepath.Join(dir, "bots/python/mine.py"), filepath.Join(dir, "mine.py")))
		run(t, gamed, "check", "bot", "--slack", slack, "--", "python3", "mine.py")
	})
	t.Run("JavaScript", func(t *testing.T) {
		t.Parallel()
		requireProgram(t, "npm", exec.CommandContext(t.Context(), "npm", "--version").Run())
		require.NoError(t, os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"type":"module"}`), 0o600))
		run(t, "npm", "install", "--offline", "./bots/javascript")
		code, err := os.ReadFile(filepath.Join(dir, "bots/javascript/mine.js"))
		require.NoError(t, err)
		code = regexp.MustCompile(`"\./gamed\.js"`).ReplaceAll(code, []byte(`"gamed"`))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "mine.js"), code, 0o600))
		run(t, gamed, "check", "bot", "--slack", slack, "--", "node", "mine.js")
	})
}

// TestTypes checks the type annotations of the Python kit, with mypy if it is installed.
func TestTypes(t *testing.T) {
	k := kits[0]
	k.requireInterpreter(t)
	c := k.command("testdata/typed.py")
	cmd := exec.CommandContext(t.Context(), c.Name, c.Args...)
	cmd.Env = append(cmd.Environ(), c.Env...)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	t.Logf("%s", out)
}
