package tournament_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/arena"
)

func playForKilling(spec string) {
	parts := strings.SplitN(spec, "=", 3)
	t := &testing.T{}
	tour := kinds[parts[0]](t)
	file, err := os.OpenFile(parts[2], os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		panic(err)
	}
	tour.Out = file
	tour.Progress = func(p arena.Progress) {
		if fmt.Sprint(p.Games) == parts[1] {
			fmt.Println("now")
			_, _ = os.Stdin.Read(make([]byte, 1)) // the workers continue
		}
	}
	r, err := tour.Run(context.Background())
	if err != nil {
		panic(err)
	}
	fmt.Println(summary(t, r))
}

func tournamentCommand(kind string, games int, path string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), fmt.Sprintf("%s=%s=%d=%s", asTournament, kind, games, path))
	c.Stderr = os.Stderr
	return c
}

// TestKilled kills a tournament several times and resumes it. The result must equal the result of an
// uninterrupted tournament.
func TestKilled(t *testing.T) {
	for kind, make := range kinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			want := run(t, make(t))
			path := filepath.Join(t.TempDir(), "killed.jsonl")
			tour := make(t)
			for _, share := range []float64{.1, .35, .6, .8} {
				c := tournamentCommand(kind, int(share*float64(tour.Games())), path)
				in, err := c.StdinPipe()
				require.NoError(t, err)
				out, err := c.StdoutPipe()
				require.NoError(t, err)
				require.NoError(t, c.Start())
				line, err := bufio.NewReader(out).ReadString('\n')
				require.NoError(t, err)
				require.Equal(t, "now\n", line)
				require.NoError(t, c.Process.Kill())
				require.ErrorContains(t, c.Wait(), "killed")
				_ = in.Close()
				if share > .5 { // as if killed in the middle of a line
					file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0o644)
					require.NoError(t, err)
					_, err = file.WriteString(`{"type":"game","game":`)
					require.NoError(t, err)
					require.NoError(t, file.Close())
				}
			}
			out, err := tournamentCommand(kind, 0, path).Output()
			require.NoError(t, err)
			assert.Equal(t, summary(t, want), strings.TrimSuffix(string(out), "\n"))
			// When the complete tournament resumes, it plays no game.
			before, err := os.ReadFile(path)
			require.NoError(t, err)
			again, err := tournamentCommand(kind, 0, path).Output()
			require.NoError(t, err)
			assert.Equal(t, string(out), string(again))
			after, err := os.ReadFile(path)
			require.NoError(t, err)
			assert.Equal(t, string(before), string(after))
		})
	}
}
