// Package natstest runs clusters of NATS servers in a test's process, and damages their files.
package natstest

import (
	"flag"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/logger"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"
)

// AllReplicas makes the tests damage the replicas of all streams, on several servers. By default
// they damage one replica, because repairs are slow: NATS chooses the replica that a repair drops,
// so each repair needs several attempts of some seconds.
var AllReplicas = flag.Bool("all-replicas", false, "damage the replicas of all streams, and on several servers")

// A Cluster is a cluster of three NATS servers, n1 to n3. They sync every write and serve their
// monitoring pages.
type Cluster struct {
	t       testing.TB
	options [3]server.Options
	servers [3]*server.Server
}

// RunCluster starts a cluster. change, which may be nil, changes the options of each server. The end of
// the test stops the cluster.
func RunCluster(t testing.TB, change func(i int, o *server.Options)) *Cluster {
	t.Helper()
	c := &Cluster{t: t}
	const tries = 3
	for range tries {
		if c.open(change) {
			return c
		}
		for i := range c.options {
			c.Stop(i)
		}
	}
	require.FailNow(t, "the cluster does not start", "%d times", tries)
	return nil
}

// open starts a cluster. It chooses the ports itself, because each server needs the ports of the
// other servers at its start, and its own earlier ports at a restart. open returns false if another
// program opens one of the ports before the server does.
func (c *Cluster) open(change func(i int, o *server.Options)) bool {
	c.t.Helper()
	var routes []*url.URL
	var held []net.Listener // until all ports are chosen
	port := func() int {
		l := c.nextListener()
		held = append(held, l)
		return l.Addr().(*net.TCPAddr).Port
	}
	for i := range c.options {
		c.options[i] = server.Options{
			ServerName: fmt.Sprintf("n%d", i+1), Host: "127.0.0.1", Port: port(), HTTPHost: "127.0.0.1", HTTPPort: port(),
			JetStream: true, StoreDir: c.t.TempDir(), NoSigs: true, SyncAlways: true,
			Cluster: server.ClusterOpts{Name: "trio", Host: "127.0.0.1", Port: port()},
		}
		routes = append(routes, &url.URL{Scheme: "nats", Host: fmt.Sprintf("127.0.0.1:%d", c.options[i].Cluster.Port)})
	}
	for _, l := range held {
		require.NoError(c.t, l.Close())
	}
	for i := range c.options {
		if c.options[i].Routes = routes; change != nil {
			change(i, &c.options[i])
		}
		c.t.Cleanup(func() { c.Stop(i) })
	}
	for i := range c.options {
		if !c.start(i) {
			return false
		}
	}
	return true
}

// minPort and maxPort bound the ports of the servers. All of them are below the ports that Linux
// (from 32768), macOS and Windows (from 49152) choose for outgoing connections. So no connection
// can take the port of a stopped server.
const minPort, maxPort = 16384, 32768

// portsPerProcess is the number of ports that a process has for itself, so that the tests of other
// packages do not take the port of a stopped server.
const portsPerProcess = 256

// reservePorts listens at the first port of a free block of ports until the process exits, which
// tells other processes that the block is taken.
var reservePorts = sync.OnceValues(func() (l net.Listener, err error) {
	for port := minPort; port < maxPort; port += portsPerProcess {
		if l, err = listen(port); err == nil {
			return l, nil
		}
	}
	return nil, err
})

// chosenPorts counts the ports that this process has chosen.
var chosenPorts atomic.Int64

func listen(port int) (net.Listener, error) {
	return net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
}

// nextListener opens the next free port of the process.
func (c *Cluster) nextListener() net.Listener {
	c.t.Helper()
	held, err := reservePorts()
	require.NoError(c.t, err)
	first := held.Addr().(*net.TCPAddr).Port
	for range portsPerProcess {
		var l net.Listener
		if l, err = listen(first + 1 + int(chosenPorts.Add(1))%(portsPerProcess-1)); err == nil {
			return l
		}
	}
	require.NoError(c.t, err)
	return nil
}

// awaitReleased waits until a port is free. A child process has copies of all sockets of this
// process until Linux closes them during exec. This may happen after the call that starts the child
// has released syscall.ForkLock, so a copy may still occupy the port. awaitReleased itself holds
// ForkLock, so that no child copies the socket with which it checks the port.
func awaitReleased(port int) bool {
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		syscall.ForkLock.RLock()
		l, err := listen(port)
		if err == nil {
			err = l.Close()
		}
		syscall.ForkLock.RUnlock()
		if err == nil {
			return true
		}
	}
	return false
}

// Start starts a server. It keeps the ports of its previous run.
func (c *Cluster) Start(i int) {
	c.t.Helper()
	require.True(c.t, c.start(i), "n%d does not start", i+1)
}

// start starts a server. It returns false if the server does not open all its ports.
func (c *Cluster) start(i int) bool {
	c.t.Helper()
	options := c.options[i]
	for _, port := range []int{options.Port, options.HTTPPort, options.Cluster.Port} {
		if !awaitReleased(port) {
			return false
		}
	}
	s, err := server.NewServer(&options)
	require.NoError(c.t, err)
	c.servers[i] = s
	log := filepath.Join(c.t.TempDir(), "log")
	kept := fileLogger{logger.NewFileLogger(log, true, false, false, false)}
	c.t.Cleanup(func() { require.NoError(c.t, kept.Close()) })
	s.SetLogger(kept, false, false)
	s.Start()
	if s.ReadyForConnections(time.Minute) {
		return true
	}
	why, err := os.ReadFile(log)
	require.NoError(c.t, err)
	c.t.Logf("log of %s:\n%s", options.ServerName, why)
	return false
}

// A fileLogger writes the log of a server to a file.
type fileLogger struct{ *logger.Logger }

// Fatalf logs an error. The same method of the NATS logger would end the process.
func (j fileLogger) Fatalf(format string, a ...any) { j.Errorf(format, a...) }

// Stop stops a server, if it runs.
func (c *Cluster) Stop(i int) {
	if s := c.servers[i]; s != nil {
		s.Shutdown()
		s.WaitForShutdown()
	}
}

// AwaitHealthy waits until a server reports that its streams are current.
func (c *Cluster) AwaitHealthy(i int) {
	c.t.Helper()
	require.Eventually(c.t, func() bool {
		status := c.servers[i].Healthz(&server.HealthzOptions{})
		return status != nil && status.StatusCode == 200
	}, time.Minute, 10*time.Millisecond)
}

// URLs returns the addresses of the servers, separated by commas.
func (c *Cluster) URLs() string {
	var urls []string
	for _, s := range c.servers {
		urls = append(urls, s.ClientURL())
	}
	return strings.Join(urls, ",")
}

// Monitors returns the addresses of the servers' monitoring pages, separated by commas.
func (c *Cluster) Monitors() string {
	var urls []string
	for _, o := range c.options {
		urls = append(urls, fmt.Sprintf("http://127.0.0.1:%d", o.HTTPPort))
	}
	return strings.Join(urls, ",")
}

// Connect connects to the cluster. The end of the test closes the connection.
func (c *Cluster) Connect() *nats.Conn {
	c.t.Helper()
	conn, err := nats.Connect(c.URLs(), nats.MaxReconnects(-1), nats.ReconnectWait(10*time.Millisecond))
	require.NoError(c.t, err)
	c.t.Cleanup(conn.Close)
	return conn
}

// Files returns the files of a server's streams that match a pattern, such as "msgs/*.blk".
func (c *Cluster) Files(i int, pattern string) []string {
	c.t.Helper()
	files, err := filepath.Glob(filepath.Join(c.options[i].StoreDir, "jetstream/*/streams/*", pattern))
	require.NoError(c.t, err)
	require.NotEmpty(c.t, files)
	return files
}

// Truncate cuts a stopped server's file of one stream with games to half of its length. With the
// flag -all-replicas, it cuts the files of all streams.
func (c *Cluster) Truncate(i int) {
	c.t.Helper()
	if !*AllReplicas {
		c.truncateLog(i)
		return
	}
	for _, name := range c.Files(i, "msgs/*.blk") {
		c.halve(name)
	}
}

// RestartTruncated stops a server, cuts its file of the first stream with games to half of its length, and
// starts the server. It returns once the server is healthy, because NATS does not notice the damage.
func (c *Cluster) RestartTruncated(i int) {
	c.t.Helper()
	c.Stop(i)
	c.truncateLog(i)
	c.Start(i)
	c.AwaitHealthy(i)
}

// truncateLog cuts a stopped server's file of the first stream with games to half of its length.
func (c *Cluster) truncateLog(i int) {
	c.t.Helper()
	for _, name := range c.Files(i, "msgs/*.blk") {
		if !strings.Contains(name, "_LIVE/") && !strings.Contains(name, "_KV_") && c.halve(name) > 0 {
			return
		}
	}
	require.Fail(c.t, "no log has messages")
}

// halve cuts a file to half of its length, and returns the original length.
func (c *Cluster) halve(name string) int64 {
	c.t.Helper()
	info, err := os.Stat(name)
	require.NoError(c.t, err)
	require.NoError(c.t, os.Truncate(name, info.Size()/2))
	return info.Size()
}

// Folder returns the data folder of a server.
func (c *Cluster) Folder(i int) string { return c.options[i].StoreDir }
