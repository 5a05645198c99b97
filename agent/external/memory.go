package external

import (
	"fmt"
	"sync"
	"time"
)

// How often the memory of bots is looked at.
const (
	memoryEvery = 200 * time.Millisecond
	memoryFresh = 100 * time.Millisecond // a reading that is younger serves other bots as well
)

// usage is the last reading of what process groups hold in memory.
var usage struct {
	sync.Mutex
	at    time.Time
	group map[int]int64
	err   error
}

// held returns how many bytes the process group of that number holds.
func held(group int) (int64, error) {
	usage.Lock()
	defer usage.Unlock()
	if time.Since(usage.at) > memoryFresh {
		usage.group, usage.err = resident()
		usage.at = time.Now()
	}
	return usage.group[group], usage.err
}

// limit ends the group when it holds more memory than it may.
func (p *child) limit(most int64) {
	tick := time.NewTicker(memoryEvery)
	defer tick.Stop()
	for {
		select {
		case <-p.exited:
			return
		case <-tick.C:
		}
		switch now, err := held(p.cmd.Process.Pid); {
		case err != nil:
			p.killFor(fmt.Sprintf("it was killed: its memory cannot be read: %v", err))
		case now > most:
			p.killFor(fmt.Sprintf("it was killed for its memory: %d KiB, of %d that it may have", now>>10, most>>10))
		}
	}
}

// others reports whether a process group holds memory, as all but those do that have
// ended.
func others(group int) bool {
	groups, err := resident()
	return err == nil && groups[group] > 0
}
