package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A broker is a NATS server.
type broker struct {
	program, folder, name    string
	client, cluster, monitor string // addresses
	routes                   []string

	cmd    *exec.Cmd
	exited chan struct{}
}

func (b *broker) start() error {
	if err := os.MkdirAll(b.folder, 0o755); err != nil {
		return err
	}
	config := fmt.Sprintf(`server_name: %s
listen: %q
http: %q
ping_interval: "2s"
ping_max: 2
write_deadline: "2s"
jetstream { store_dir: %q, sync_interval: always }
cluster { name: chaos, listen: %q, routes: [%q] }
`, b.name, b.client, b.monitor, b.folder, b.cluster, strings.Join(b.routes, `", "`))
	config = strings.ReplaceAll(config, `\"`, `"`)
	name := filepath.Join(b.folder, "nats.conf")
	if err := os.WriteFile(name, []byte(config), 0o644); err != nil {
		return err
	}
	b.cmd = exec.Command(b.program, "-c", name, "-l", filepath.Join(b.folder, "nats.log"))
	if err := b.cmd.Start(); err != nil {
		return fmt.Errorf("start nats-server: %w", err)
	}
	exited := make(chan struct{})
	b.exited = exited
	cmd := b.cmd
	go func() {
		_ = cmd.Wait() // it is killed
		close(exited)
	}()
	return nil
}

// serving waits until it serves and has what the others have.
func (b *broker) serving(ctx context.Context) error {
	return b.says(ctx, "/healthz", func([]byte) bool { return true })
}

// led waits until all streams have a leader, as far as it knows.
func (b *broker) led(ctx context.Context) error {
	return b.says(ctx, "/jsz?streams=1", func(text []byte) bool {
		var all struct {
			Accounts []struct {
				Streams []struct {
					Cluster struct {
						Leader string `json:"leader"`
					} `json:"cluster"`
				} `json:"stream_detail"`
			} `json:"account_details"`
		}
		if json.Unmarshal(text, &all) != nil {
			return false
		}
		for _, account := range all.Accounts {
			for _, stream := range account.Streams {
				if stream.Cluster.Leader == "" {
					return false
				}
			}
		}
		return true
	})
}

// says waits until it gives an answer that is good.
func (b *broker) says(ctx context.Context, path string, good func(text []byte) bool) error {
	client := &http.Client{Timeout: time.Second}
	for began := time.Now(); time.Since(began) < patience; {
		if answer, err := client.Get("http://" + b.monitor + path); err == nil {
			text, err := io.ReadAll(answer.Body)
			_ = answer.Body.Close()
			if err == nil && answer.StatusCode == http.StatusOK && good(text) {
				return nil
			}
		}
		if err := sleep(ctx, again); err != nil {
			return err
		}
	}
	return fmt.Errorf("%s is not well after %s: %s", b.name, patience, path)
}

func (b *broker) kill() {
	_ = b.cmd.Process.Kill() // it may be dead
	<-b.exited
}
