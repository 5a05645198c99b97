package farm

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// A workerState is a worker's state as the coordinator knows it.
type workerState struct {
	Share
	lastHeard     time.Time // time of the latest message; zero before the first message
	present       bool      // whether the worker has replied lately and has not left
	refused       string
	dismissed     bool   // whether the coordinator ignores the worker's results
	dismissReason string // the reason for the dismissal
	everChecked   bool   // whether a chunk of this worker was selected for a check
}

// available reports whether the worker is present, takes part, and is not dismissed.
func (h *workerState) available() bool { return h.present && h.refused == "" && !h.dismissed }

// workers are all workers known to a coordinator.
type workers struct {
	byName        map[string]*workerState
	lastAvailable time.Time // the latest time at which a worker was available
	aloneReported bool      // whether say has reported that no worker has been available since then
	needs         string    // requirements for workers; see [Coordinator]
	say           func(line string)
}

// worker returns the state of the worker with the given name. It adds the worker if it is missing.
func (c *workers) worker(name string) *workerState {
	h := c.byName[name]
	if h == nil {
		h = &workerState{Share: Share{Worker: name}}
		c.byName[name] = h
	}
	return h
}

// handleMessage handles a worker's message.
func (c *workers) handleMessage(n workerMessage) {
	h := c.worker(n.Worker)
	before := *h
	h.lastHeard, h.present = time.Now(), !n.Left
	if !n.Left {
		h.Cores, h.refused = n.Cores, n.Refused
	}
	switch {
	case h.refused != "" && h.refused != before.refused:
		c.say(fmt.Sprintf("worker %s refused: %s", h.Worker, h.refused))
	case h.available() && !before.available():
		c.say(fmt.Sprintf("worker %s: %d cores", h.Worker, h.Cores))
	case before.available() && !h.present:
		c.say(fmt.Sprintf("worker %s left", h.Worker))
	}
}

// checkPresence detects unresponsive workers and reports when no worker is available.
func (c *workers) checkPresence(pace intervals) {
	for _, name := range slices.Sorted(maps.Keys(c.byName)) {
		if h := c.byName[name]; h.present && time.Since(h.lastHeard) > pace.lostAfter {
			h.present = false
			c.say(fmt.Sprintf("worker %s is silent: others get its chunks", h.Worker))
		}
	}
	if c.cores() > 0 {
		c.lastAvailable, c.aloneReported = time.Now(), false
	} else if !c.aloneReported && time.Since(c.lastAvailable) > pace.noWorkerAfter {
		c.aloneReported = true
		text := "waiting for workers: start one with gamed worker --nats URL"
		if c.needs != "" {
			text += " and " + c.needs + "; see gamed help worker"
		}
		c.say(text)
	}
}

// refusal returns an error if every known worker has refused the run or was dismissed. It returns
// nil until no worker has been available for the duration noWorkerAfter, and while a silent worker
// may return.
func (c *workers) refusal(pace intervals) error {
	if c.cores() > 0 || len(c.byName) == 0 || time.Since(c.lastAvailable) <= pace.noWorkerAfter {
		return nil
	}
	var reasons []string
	for _, name := range slices.Sorted(maps.Keys(c.byName)) {
		switch h := c.byName[name]; {
		case h.dismissed:
			reasons = append(reasons, fmt.Sprintf("worker %s was dismissed: %s", name, h.dismissReason))
		case h.refused != "":
			reasons = append(reasons, fmt.Sprintf("worker %s refused: %s", name, h.refused))
		default:
			return nil
		}
	}
	return fmt.Errorf("farm: no worker plays these games: %s", strings.Join(reasons, "; "))
}

// cores returns the total number of cores of the available workers.
func (c *workers) cores() (n int) {
	for _, h := range c.byName {
		if h.available() {
			n += h.Cores
		}
	}
	return n
}

// hasOther reports whether a worker with a name other than the given one is available.
func (c *workers) hasOther(than string) bool {
	for _, h := range c.byName {
		if h.available() && h.Worker != than {
			return true
		}
	}
	return false
}

// shares returns the shares of the workers that played counted games or were flagged.
func (r *Run) shares() (all Shares) {
	var perMatch []Shares // shares of the workers in each match
	for chunks := r.schedule.chunks[:r.schedule.delivered]; len(chunks) > 0; {
		p := chunks[0].scheduled
		byWorker := make(map[string]*Share)
		for ; len(chunks) > 0 && chunks[0].scheduled == p; chunks = chunks[1:] {
			c := chunks[0]
			if byWorker[c.worker] == nil {
				byWorker[c.worker] = &Share{Worker: c.worker, Differs: r.workers.worker(c.worker).Differs}
			}
			if pairs := min(c.Pairs, p.countedGames/p.header.UnitSize()-c.First); pairs > 0 {
				byWorker[c.worker].add(p.header.UnitSize(), c, pairs)
			}
		}
		var shares Shares
		for _, name := range slices.Sorted(maps.Keys(byWorker)) {
			shares = append(shares, *byWorker[name])
		}
		perMatch = append(perMatch, shares)
	}
	for _, shares := range perMatch {
		shares.flagDiffering(len(perMatch))
		for _, s := range shares {
			r.workers.worker(s.Worker).join(s)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.workers.byName)) {
		if h := r.workers.byName[name]; h.Games > 0 || h.Differs != "" {
			all = append(all, h.Share)
		}
	}
	return all
}
