package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"
)

// A NATS client cannot learn from its connection whether a server syncs every write. So gamed reads the
// server's monitoring page, which states this.

// ErrUnsafe is returned for NATS servers that may lose acknowledged writes.
var ErrUnsafe = errors.New("this NATS cluster may lose acknowledged moves")

const (
	// safeReplicas is the minimum number of replicas of a stream.
	safeReplicas = 3
	// safeMajor and safeMinor are the first safe version of the NATS server. Earlier ones lose
	// acknowledged writes when servers are killed or their snapshots are damaged.
	safeMajor, safeMinor = 2, 14
)

// A monitorPage is the part of a NATS server's monitoring page that shows whether the server is safe.
type monitorPage struct {
	Name      string `json:"server_name"`
	Version   string `json:"version"`
	JetStream struct {
		Config *struct {
			SyncAlways   bool          `json:"sync_always"`
			SyncInterval time.Duration `json:"sync_interval"`
		} `json:"config"`
	} `json:"jetstream"`
}

// faults returns the reasons why a server is unsafe, each with the change that makes it safe.
func (m monitorPage) faults() (all []string) {
	if !safeVersion(m.Version) {
		all = append(all, fmt.Sprintf("NATS server %s has version %s: install %d.%d or later", m.Name, m.Version, safeMajor, safeMinor))
	}
	switch c := m.JetStream.Config; {
	case c == nil:
		all = append(all, fmt.Sprintf("NATS server %s has no JetStream: add a jetstream block to its configuration", m.Name))
	case !c.SyncAlways:
		all = append(all, fmt.Sprintf("NATS server %s syncs its files every %v: set jetstream { sync_interval: always } and restart it", m.Name, c.SyncInterval))
	}
	return all
}

// safeVersion reports whether a version such as 2.14.1 is recent enough.
func safeVersion(version string) bool {
	parts := strings.SplitN(strings.TrimPrefix(version, "v"), ".", 3)
	if len(parts) < 2 {
		return false
	}
	major, err := strconv.Atoi(parts[0])
	minor, wrong := strconv.Atoi(parts[1])
	return err == nil && wrong == nil && (major > safeMajor || major == safeMajor && minor >= safeMinor)
}

// CheckServers reads the monitoring pages of NATS servers, such as http://10.0.0.1:8222. It returns
// ErrUnsafe if a server does not sync every write, is too old or has no JetStream. It also returns
// ErrUnsafe if there are fewer than three servers, or if half of the pages or more are unreadable.
// silent has an error for each page that CheckServers could not read.
func CheckServers(ctx context.Context, monitors []string) (silent []error, err error) {
	pages, failed := make([]monitorPage, len(monitors)), make([]error, len(monitors))
	var group errgroup.Group
	for i, url := range monitors {
		group.Go(func() error {
			pages[i], failed[i] = readMonitor(ctx, url)
			return nil
		})
	}
	_ = group.Wait() // the errors are in failed
	var faults []string
	names := make(map[string]bool)
	for i, m := range pages {
		if failed[i] != nil {
			silent = append(silent, failed[i])
			continue
		}
		if !names[m.Name] {
			faults = append(faults, m.faults()...)
		}
		names[m.Name] = true
	}
	if n := len(monitors); n < safeReplicas || len(silent) == 0 && len(names) < safeReplicas {
		faults = append(faults, fmt.Sprintf("gamed knows %d NATS servers: run at least %d, and name all in --nats", min(n, max(1, len(names))), safeReplicas))
	}
	if 2*len(silent) >= len(monitors) {
		for _, err := range silent {
			faults = append(faults, err.Error())
		}
	}
	if len(faults) > 0 {
		return silent, fmt.Errorf("%w: %s", ErrUnsafe, strings.Join(faults, "; "))
	}
	return silent, nil
}

func readMonitor(ctx context.Context, url string) (m monitorPage, err error) {
	ctx, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(url, "/")+"/varz", nil)
	if err != nil {
		return m, fmt.Errorf("the address of a monitoring page is invalid: correct --nats-monitor: %w", err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return m, fmt.Errorf("the settings of a NATS server are unknown: set http: \"HOST:8222\" in its configuration, or name its monitoring page in --nats-monitor: %w", err)
	}
	err = json.NewDecoder(http.MaxBytesReader(nil, answer.Body, 1<<20)).Decode(&m)
	if err = errors.Join(err, answer.Body.Close()); err == nil && m.Name == "" {
		err = errors.New("no server_name")
	}
	if err != nil {
		return m, fmt.Errorf("%s/varz is not the monitoring page of a NATS server: %w", url, err)
	}
	return m, nil
}

// CheckStreams returns ErrUnsafe if a stream has fewer than three replicas, unless the stream is
// under repair.
func (j *JetStream) CheckStreams(ctx context.Context) error {
	ctx, done, err := j.beginCall(ctx, nil)
	if err != nil {
		return err
	}
	defer done()
	names, err := j.allStreams(ctx)
	if err != nil {
		return err
	}
	var faults []string
	for _, name := range names {
		stream, err := j.findStream(ctx, name)
		if errors.Is(err, jetstream.ErrStreamNotFound) { // another server creates it now
			continue
		}
		if err != nil {
			return fmt.Errorf("store: stream %s: %w: %w", name, ErrUnavailable, err)
		}
		config := stream.CachedInfo().Config
		if config.Replicas < safeReplicas && config.Metadata[repairKey] == "" {
			faults = append(faults, fmt.Sprintf("stream %s has fewer than %d replicas: run nats stream edit %s --replicas %d", name, safeReplicas, name, safeReplicas))
		}
	}
	if len(faults) > 0 {
		return fmt.Errorf("%w: %s", ErrUnsafe, strings.Join(faults, "; "))
	}
	return nil
}
