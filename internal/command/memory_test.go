package command

import (
	"math"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
)

// TestMemoryLimit checks that a process finds the limit of its control group or of a parent.
func TestMemoryLimit(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	machine := file("MemTotal:       24684180 kB\n")
	for _, test := range []struct {
		name  string
		files fstest.MapFS
		want  float64
	}{
		{"nothing known", fstest.MapFS{}, math.Inf(1)},
		{"no group", fstest.MapFS{"proc/meminfo": machine}, 24684180 * 1024},
		{"no limit", fstest.MapFS{"proc/meminfo": machine, "sys/fs/cgroup/memory.max": file("max\n")}, 24684180 * 1024},
		{"a container", fstest.MapFS{"proc/meminfo": machine, "sys/fs/cgroup/memory.max": file("80000000\n"), "proc/self/cgroup": file("0::/\n")}, 80000000},
		{"a service", fstest.MapFS{
			"proc/meminfo": machine, "proc/self/cgroup": file("0::/system.slice/gamed.service\n"),
			"sys/fs/cgroup/system.slice/gamed.service/memory.max": file("80000000\n"),
		}, 80000000},
		{"a slice", fstest.MapFS{
			"proc/meminfo": machine, "proc/self/cgroup": file("0::/games.slice/gamed.service\n"),
			"sys/fs/cgroup/games.slice/gamed.service/memory.max": file("max\n"), "sys/fs/cgroup/games.slice/memory.max": file("90000000\n"),
		}, 90000000},
		{"version 1", fstest.MapFS{
			"proc/meminfo": machine, "proc/self/cgroup": file("5:devices:/x\n4:memory:/games\n0::/\n"),
			"sys/fs/cgroup/memory/games/memory.limit_in_bytes": file("70000000\n"), "sys/fs/cgroup/memory/memory.limit_in_bytes": file("9223372036854771712\n"),
		}, 70000000},
	} {
		assert.Equal(t, test.want, machineMemory(test.files), test.name)
	}
}
