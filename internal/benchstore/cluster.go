package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"gamed/internal/load"
	"gamed/server/cluster"
)

const (
	// aim is how many requests a second NATS is to take.
	aim = 10_000
	// serverWord makes this program a NATS server, with a file of settings.
	serverWord = "nats-server"
	// machines is how many there are of each server.
	machines = 3
	// starting is how long NATS servers may take until they have found each other.
	starting = 30 * time.Second
)

// runServer is a NATS server until its standard input ends, as it does with the process that
// has started it.
func runServer(settings string) error {
	options, err := server.ProcessConfigFile(settings)
	if err != nil {
		return err
	}
	options.NoSigs, options.NoLog = true, true
	s, err := server.NewServer(options)
	if err != nil {
		return err
	}
	s.Start()
	_, err = io.Copy(io.Discard, os.Stdin)
	s.Shutdown()
	s.WaitForShutdown()
	return err
}

// brokers are three servers on three NATS servers, which are processes of their own and
// keep each record three times.
func brokers(always bool) load.Engine {
	e := load.Engine{Name: "nats ×3", Sync: "2 minutes", Most: aim}
	if always {
		e.Sync, e.Durable = "always", true
	}
	e.Open = func(ctx context.Context, dir string) (*load.Opened, error) {
		urls, stop, err := startBrokers(ctx, dir, always)
		if err != nil {
			return nil, errors.Join(err, stop())
		}
		o, err := load.OnNodes(ctx, machines, "load", func(i int) (*load.Connected, error) {
			conn, err := nats.Connect(urls[i], cluster.Options()...)
			if err != nil {
				return nil, err
			}
			return connected(ctx, conn, "load", machines)
		})
		if err != nil {
			return nil, errors.Join(err, stop())
		}
		closeIt := o.Close
		o.Close = func() error { return errors.Join(closeIt(), stop()) }
		return o, nil
	}
	return e
}

// startBrokers starts the NATS servers and waits until they serve. stop ends those that
// have been started, also after an error.
func startBrokers(ctx context.Context, dir string, always bool) (urls []string, stop func() error, err error) {
	var stops []func() error
	stop = func() error {
		var errs []error
		for _, stop := range stops {
			errs = append(errs, stop())
		}
		return errors.Join(errs...)
	}
	program, err := os.Executable()
	if err != nil {
		return nil, stop, err
	}
	ports, err := freePorts(3 * machines)
	if err != nil {
		return nil, stop, err
	}
	var routes []string
	for i := range machines {
		routes = append(routes, fmt.Sprintf("nats://127.0.0.1:%d", ports[3*i+1]))
	}
	sync := ""
	if always {
		sync = ", sync_interval: always"
	}
	for i := range machines {
		folder := filepath.Join(dir, fmt.Sprint("nats", i+1))
		if err := os.Mkdir(folder, 0o700); err != nil {
			return nil, stop, err
		}
		settings := fmt.Sprintf(`server_name: n%d
listen: "127.0.0.1:%d"
http: "127.0.0.1:%d"
jetstream { store_dir: %q%s }
cluster { name: load, listen: "127.0.0.1:%d", routes: ["%s"] }
`, i+1, ports[3*i], ports[3*i+2], folder, sync, ports[3*i+1], strings.Join(routes, `", "`))
		file := filepath.Join(folder, "nats.conf")
		if err := os.WriteFile(file, []byte(settings), 0o600); err != nil {
			return nil, stop, err
		}
		cmd := exec.Command(program, serverWord, file)
		cmd.Stderr = os.Stderr
		alive, err := cmd.StdinPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			return nil, stop, err
		}
		stops = append(stops, func() error { return errors.Join(alive.Close(), cmd.Wait()) })
		urls = append(urls, fmt.Sprintf("nats://127.0.0.1:%d", ports[3*i]))
	}
	for i := range machines {
		if err := healthy(ctx, fmt.Sprintf("http://127.0.0.1:%d/healthz", ports[3*i+2])); err != nil {
			return nil, stop, err
		}
	}
	return urls, stop, nil
}

// healthy waits until a NATS server says that it is.
func healthy(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, starting)
	defer cancel()
	for {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		answer, err := http.DefaultClient.Do(request)
		if err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			return fmt.Errorf("a NATS server is not healthy after %v", starting)
		}
	}
}

// freePorts returns ports of this machine that nobody uses now.
func freePorts(n int) (ports []int, err error) {
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer func() { _ = l.Close() }()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports, nil
}
