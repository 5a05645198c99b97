package server

import (
	"fmt"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"gamed/agent"
	"gamed/server/identity"
)

// Access bounds what clients may have of a server, besides what [agent.Limits] says of
// each connection. A field that is 0 bounds nothing.
type Access struct {
	PerUser    int        // connections at once of somebody whom the server knows
	PerAddress int        // connections at once from an address
	People     rate.Limit // messages a second of those without a token; [agent.Limits] has that of the others
	// Local is whether clients of this machine are held to it as well. They are the
	// operator's own bots and tests, many on one address, and could do worse to the
	// machine than to connect to it.
	Local bool
	// Proxies are believed when they say whom they connect, besides those on this machine.
	Proxies []netip.Prefix
}

// DefaultAccess suits a server that anybody can reach.
var DefaultAccess = Access{PerUser: 5, PerAddress: 50, People: 10}

// A door counts who comes in. All methods may be called from any goroutine.
type door struct {
	access Access
	limits agent.Limits

	mu    sync.Mutex
	users map[string]int // connections by ID
	from  map[netip.Addr]int
	rates map[visitor]*rate.Limiter
	swept time.Time // when rates was looked through last
}

func newDoor(access Access, limits agent.Limits) *door {
	return &door{access: access, limits: limits, users: make(map[string]int), from: make(map[netip.Addr]int), rates: make(map[visitor]*rate.Limiter)}
}

// free reports whether an address is bounded by nothing.
func (d *door) free(addr netip.Addr) bool { return addr.IsLoopback() && !d.access.Local }

// enter counts a connection until leave is called, or says why there is none to be had.
func (d *door) enter(who identity.Identity, addr netip.Addr) (leave func(), why string) {
	if d.free(addr) {
		return func() {}, ""
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if most := d.access.PerUser; most > 0 && who.Known() && d.users[who.ID] >= most {
		return nil, fmt.Sprintf("you have %d connections already: close one first", most)
	}
	if most := d.access.PerAddress; most > 0 && d.from[addr] >= most {
		return nil, fmt.Sprintf("there are %d connections from your address already: close one first", most)
	}
	d.users[who.ID]++
	d.from[addr]++
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.users[who.ID]--; d.users[who.ID] == 0 {
			delete(d.users, who.ID)
		}
		if d.from[addr]--; d.from[addr] == 0 {
			delete(d.from, addr)
		}
	}, ""
}

// of returns the limits of a connection.
func (d *door) of(who identity.Identity, addr netip.Addr) agent.Limits {
	limits := d.limits
	limits.Rate = d.rate(who, addr)
	return limits
}

func (d *door) rate(who identity.Identity, addr netip.Addr) rate.Limit {
	if d.free(addr) || who.Kind == identity.Bot || d.access.People == 0 {
		return d.limits.Rate
	}
	return min(d.access.People, d.limits.Rate)
}
