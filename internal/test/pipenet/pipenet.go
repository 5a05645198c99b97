// Package pipenet connects the clients and servers of a test through pipes in memory. In a bubble of
// testing/synctest the time limits of such connections are virtual.
package pipenet

import (
	"context"
	"net"
	"net/http"
	"sync"
)

// A Listener accepts the connections that Dial makes.
type Listener struct {
	conns  chan net.Conn
	closed chan struct{}
	close  func()
}

// Listen returns a new listener.
func Listen() *Listener {
	l := &Listener{conns: make(chan net.Conn), closed: make(chan struct{})}
	l.close = sync.OnceFunc(func() { close(l.closed) })
	return l
}

// Accept implements [net.Listener].
func (l *Listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close implements [net.Listener].
func (l *Listener) Close() error {
	l.close()
	return nil
}

// local is the address of both ends of each connection.
var local = &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80}

// Addr returns an address on this machine.
func (l *Listener) Addr() net.Addr { return local }

// Dial returns the client's end of a new connection. Every Write waits until the other end has
// read all of it.
func (l *Listener) Dial() (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case l.conns <- conn{server}:
		return conn{client}, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Client returns an HTTP client that sends every request to the listener. It keeps no idle
// connections.
func (l *Listener) Client() *http.Client {
	return &http.Client{Transport: &http.Transport{
		DialContext:       func(context.Context, string, string) (net.Conn, error) { return l.Dial() },
		DisableKeepAlives: true,
	}}
}

// A conn is an end of a pipe with an address on this machine.
type conn struct{ net.Conn }

func (conn) LocalAddr() net.Addr  { return local }
func (conn) RemoteAddr() net.Addr { return local }
