// Package admission limits what the clients of a server may do: connections, requests and chat messages. It
// also finds the address of each client, even behind proxies.
package admission

import (
	"fmt"
	"maps"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"gamed/agent"
	"gamed/game"
	"gamed/server/identity"
	"gamed/server/rest"
)

// Access has the limits of a client's connections and requests. [agent.Limits] has the limits of
// each connection. A zero number sets no limit.
type Access struct {
	PerUser    int // WebSockets of a known client at once
	PerAddress int // WebSockets from an address at once
	// Connections is the maximum number of open connections of all clients, local ones included.
	Connections int
	PeopleRate  rate.Limit // messages per second without a token; [agent.Limits] has the rate of bots
	// LimitLocal applies the limits to clients on this machine too. By default the operator's own
	// bots and tests have no limits.
	LimitLocal bool
	// Proxies are trusted to report their clients' addresses, as are proxies on this machine.
	Proxies []netip.Prefix
}

// DefaultAccess has the default limits of gamed serve, which suit a public server.
var DefaultAccess = Access{PerUser: 5, PerAddress: 50, PeopleRate: 10}

// A Controller limits the connections and request rates of clients. Its methods may be called from any
// goroutine.
type Controller struct {
	access Access
	limits agent.Limits

	users     Counter[string]     // WebSockets by ID
	addresses Counter[netip.Addr] // WebSockets by address

	mu        sync.Mutex
	limiters  map[rateKey]*rate.Limiter
	lastPrune time.Time // when hasRoom last removed unused limiters
}

// New returns a controller. The argument limits has the limits of each connection.
func New(access Access, limits agent.Limits) *Controller {
	return &Controller{access: access, limits: limits, limiters: make(map[rateKey]*rate.Limiter)}
}

// Exempt reports whether an address has no limits.
func (c *Controller) Exempt(addr netip.Addr) bool { return addr.IsLoopback() && !c.access.LimitLocal }

// Enter counts a WebSocket until leave is called, or returns the reason to refuse the WebSocket.
func (c *Controller) Enter(who identity.Identity, addr netip.Addr) (leave func(), why string) {
	if c.Exempt(addr) {
		return func() {}, ""
	}
	user := func() {}
	if who.Known() {
		user = c.users.Enter(who.ID, c.access.PerUser, 0)
	}
	if user == nil {
		return nil, fmt.Sprintf("you already have %d connections: close one first", c.access.PerUser)
	}
	address := c.addresses.Enter(addr, c.access.PerAddress, 0)
	if address == nil {
		user()
		return nil, fmt.Sprintf("your address already has %d connections: close one first", c.access.PerAddress)
	}
	return func() {
		user()
		address()
	}, ""
}

// LimitsOf returns the limits of a WebSocket, with the message rate of its client.
func (c *Controller) LimitsOf(who identity.Identity, addr netip.Addr) agent.Limits {
	limits := c.limits
	limits.Rate = c.rate(who, addr)
	return limits
}

func (c *Controller) rate(who identity.Identity, addr netip.Addr) rate.Limit {
	if c.Exempt(addr) || who.Kind == identity.Bot || c.access.PeopleRate == 0 {
		return c.limits.Rate
	}
	return min(c.access.PeopleRate, c.limits.Rate)
}

// A requestClass is a kind of HTTP request with its own rate.
type requestClass int

const (
	readRequest  requestClass = iota // reads the API: five times the message rate
	writeRequest                     // changes data: the message rate
	Creation                         // makes the store grow: a fiftieth of the message rate; see [Controller.AllowCreation]
	addressChat                      // sends a chat message from an address: five times the rate of a client
	userChat                         // sends a chat message as a known client
)

// rate returns the rate and burst of requests, given the message rate and burst.
func (r requestClass) rate(messages rate.Limit, burst int) (rate.Limit, int) {
	switch r {
	case readRequest:
		return 5 * messages, 5 * burst
	case Creation:
		return messages / 50, 2 * burst
	case addressChat:
		return 5 * game.ChatRate, 5 * game.ChatBurst
	case userChat:
		return game.ChatRate, game.ChatBurst
	}
	return messages, burst
}

// A rateKey selects the rate limiter of a request.
type rateKey struct {
	from  netip.Addr // or the zero value
	user  string     // the ID of a known client, or ""
	class requestClass
}

// maxLimiters is the maximum number of rate limiters. Further addresses and users share one limiter
// per requestClass.
const maxLimiters = 30_000

// Allow counts a request and reports whether it is within its rate.
func (c *Controller) Allow(who identity.Identity, addr netip.Addr, class requestClass) bool {
	return c.checkRate(who, addr, class, (*rate.Limiter).Allow)
}

// WouldAllow reports whether Allow would return true.
func (c *Controller) WouldAllow(who identity.Identity, addr netip.Addr, class requestClass) bool {
	return c.checkRate(who, addr, class, func(l *rate.Limiter) bool { return l.Tokens() >= 1 })
}

func (c *Controller) checkRate(who identity.Identity, addr netip.Addr, class requestClass, may func(*rate.Limiter) bool) bool {
	if c.Exempt(addr) {
		return true
	}
	limit, burst := class.rate(c.rate(who, addr), c.limits.Burst)
	return c.checkLimiter(rateKey{from: addr, class: class}, limit, burst, may)
}

// MayChat counts a chat message and reports whether it is within the rates of its sender and of the
// sender's address. A known client has one rate for all its connections and tables. For an
// anonymous client, MayChat uses connLimiter, the limiter of the client's connection.
func (c *Controller) MayChat(who identity.Identity, addr netip.Addr, connLimiter *rate.Limiter) bool {
	allowed := connLimiter.Allow
	if who.Known() {
		limit, burst := userChat.rate(0, 0)
		allowed = func() bool {
			return c.checkLimiter(rateKey{user: who.ID, class: userChat}, limit, burst, (*rate.Limiter).Allow)
		}
	}
	return allowed() && c.Allow(who, addr, addressChat)
}

func (c *Controller) checkLimiter(key rateKey, limit rate.Limit, burst int, may func(*rate.Limiter) bool) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	limiter := c.limiters[key]
	if limiter == nil && !c.hasRoom() {
		key = rateKey{class: key.class}
		limiter = c.limiters[key]
	}
	if limiter == nil {
		limiter = rate.NewLimiter(0, burst)
		c.limiters[key] = limiter
	}
	limiter.SetLimit(limit)
	return may(limiter)
}

// hasRoom reports whether there is room for another rate limiter. If there is none, it first drops
// the limiters that have recovered their burst, at most once a second.
func (c *Controller) hasRoom() bool {
	if now := time.Now(); len(c.limiters) >= maxLimiters && now.Sub(c.lastPrune) >= time.Second {
		c.lastPrune = now
		maps.DeleteFunc(c.limiters, func(_ rateKey, l *rate.Limiter) bool { return l.Tokens() >= float64(l.Burst()) })
	}
	return len(c.limiters) < maxLimiters
}

// LimitRate refuses HTTP requests above their rate. It does not count reads outside the API, such
// as the files of the page.
func (c *Controller) LimitRate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		class := writeRequest
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			class = readRequest
		}
		if (class == readRequest && !strings.HasPrefix(r.URL.Path, "/api/")) || c.Allow(identity.CallerOf(r.Context()).Identity, c.Address(r), class) {
			next.ServeHTTP(w, r)
			return
		}
		tooFast(w, 1, "too many requests from your address: try again in a second")
	})
}

// AllowCreation counts a request that creates a guest, a game or a report, or renames a guest. It
// reports whether the request is within the client's rate, and otherwise refuses it.
func (c *Controller) AllowCreation(w http.ResponseWriter, r *http.Request) bool {
	if c.Allow(identity.CallerOf(r.Context()).Identity, c.Address(r), Creation) {
		return true
	}
	RefuseCreation(w)
	return false
}

// RefuseCreation refuses a request of a kind that [Controller.AllowCreation] counts, because the
// client has exceeded the rate of such requests.
func RefuseCreation(w http.ResponseWriter) {
	tooFast(w, 10, "too many new guests, names, games or reports from your address: try again in ten seconds")
}

func tooFast(w http.ResponseWriter, seconds int, text string) {
	w.Header().Set("Retry-After", strconv.Itoa(seconds))
	rest.Refuse(w, http.StatusTooManyRequests, "too_fast", text)
}
