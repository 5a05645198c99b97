package server

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
)

// Access limits clients, besides the limits of each connection in [agent.Limits]. A zero
// field sets no limit.
type Access struct {
	PerUser    int // WebSockets of a known client at once
	PerAddress int // WebSockets from an address at once
	// Connections is the maximum number of open connections of all clients, local ones included.
	Connections int
	People      rate.Limit // messages per second without a token; [agent.Limits] has the rate of bots
	// Local applies the limits to clients on this machine too. By default the operator's own
	// bots and tests have no limits.
	Local bool
	// Proxies are trusted to report their clients' addresses, as are proxies on this machine.
	Proxies []netip.Prefix
}

// DefaultAccess has the default limits of gamed serve, which suit a public server.
var DefaultAccess = Access{PerUser: 5, PerAddress: 50, People: 10}

// An admission limits connections and request rates. Its methods may be called from any
// goroutine.
type admission struct {
	access Access
	limits agent.Limits

	users counter[string]     // WebSockets by ID
	from  counter[netip.Addr] // WebSockets by address

	mu     sync.Mutex
	rates  map[rateKey]*rate.Limiter
	pruned time.Time // when hasRoom last removed unused limiters
}

func newAdmission(access Access, limits agent.Limits) *admission {
	return &admission{access: access, limits: limits, rates: make(map[rateKey]*rate.Limiter)}
}

// exempt reports whether an address has no limits.
func (a *admission) exempt(addr netip.Addr) bool { return addr.IsLoopback() && !a.access.Local }

// enter counts a WebSocket until leave is called, or returns the reason to refuse the WebSocket.
func (a *admission) enter(who identity.Identity, addr netip.Addr) (leave func(), why string) {
	if a.exempt(addr) {
		return func() {}, ""
	}
	user := func() {}
	if who.Known() {
		user = a.users.enter(who.ID, a.access.PerUser, 0)
	}
	if user == nil {
		return nil, fmt.Sprintf("you already have %d connections: close one first", a.access.PerUser)
	}
	address := a.from.enter(addr, a.access.PerAddress, 0)
	if address == nil {
		user()
		return nil, fmt.Sprintf("your address already has %d connections: close one first", a.access.PerAddress)
	}
	return func() {
		user()
		address()
	}, ""
}

// limitsOf returns the limits of a WebSocket, with the message rate of its client.
func (a *admission) limitsOf(who identity.Identity, addr netip.Addr) agent.Limits {
	limits := a.limits
	limits.Rate = a.rate(who, addr)
	return limits
}

func (a *admission) rate(who identity.Identity, addr netip.Addr) rate.Limit {
	if a.exempt(addr) || who.Kind == identity.Bot || a.access.People == 0 {
		return a.limits.Rate
	}
	return min(a.access.People, a.limits.Rate)
}

// A requestClass is a kind of HTTP request with its own rate.
type requestClass int

const (
	readRequest  requestClass = iota // reads the API: five times the message rate
	writeRequest                     // changes data: the message rate
	creation                         // makes the store grow: a fiftieth of the message rate; see mayKeep
	addressChat                      // sends a chat message from an address: five times the rate of a client
	userChat                         // sends a chat message as a known client
)

// rate returns the rate and burst of requests, given the message rate and burst.
func (c requestClass) rate(messages rate.Limit, burst int) (rate.Limit, int) {
	switch c {
	case readRequest:
		return 5 * messages, 5 * burst
	case creation:
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

// maxRates is the maximum number of rate limiters. Further addresses share one per class.
const maxRates = 30_000

// allow counts a request and reports whether it is within its rate.
func (a *admission) allow(who identity.Identity, addr netip.Addr, class requestClass) bool {
	return a.checkRate(who, addr, class, (*rate.Limiter).Allow)
}

// wouldAllow reports whether allow would return true.
func (a *admission) wouldAllow(who identity.Identity, addr netip.Addr, class requestClass) bool {
	return a.checkRate(who, addr, class, func(l *rate.Limiter) bool { return l.Tokens() >= 1 })
}

func (a *admission) checkRate(who identity.Identity, addr netip.Addr, class requestClass, may func(*rate.Limiter) bool) bool {
	if a.exempt(addr) {
		return true
	}
	limit, burst := class.rate(a.rate(who, addr), a.limits.Burst)
	return a.checkLimiter(rateKey{from: addr, class: class}, limit, burst, may)
}

// mayChat counts a chat message and reports whether it is within the rates of its sender and of the
// sender's address. Another connection or table gives a known client no new rate. An anonymous
// client has the rate of own, the limiter of its connection.
func (a *admission) mayChat(who identity.Identity, addr netip.Addr, own *rate.Limiter) bool {
	allowed := own.Allow
	if who.Known() {
		limit, burst := userChat.rate(0, 0)
		allowed = func() bool {
			return a.checkLimiter(rateKey{user: who.ID, class: userChat}, limit, burst, (*rate.Limiter).Allow)
		}
	}
	return allowed() && a.allow(who, addr, addressChat)
}

func (a *admission) checkLimiter(key rateKey, limit rate.Limit, burst int, may func(*rate.Limiter) bool) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	limiter := a.rates[key]
	if limiter == nil && !a.hasRoom() {
		key = rateKey{class: key.class}
		limiter = a.rates[key]
	}
	if limiter == nil {
		limiter = rate.NewLimiter(0, burst)
		a.rates[key] = limiter
	}
	limiter.SetLimit(limit)
	return may(limiter)
}

// hasRoom reports whether there is room for another rate limiter. At most once a second it
// drops limiters that have recovered their burst.
func (a *admission) hasRoom() bool {
	if now := time.Now(); len(a.rates) >= maxRates && now.Sub(a.pruned) >= time.Second {
		a.pruned = now
		maps.DeleteFunc(a.rates, func(_ rateKey, l *rate.Limiter) bool { return l.Tokens() >= float64(l.Burst()) })
	}
	return len(a.rates) < maxRates
}

// limitRate refuses HTTP requests above their rate. It does not count reads outside the API, such
// as the files of the page.
func (s *Server) limitRate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		class := writeRequest
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			class = readRequest
		}
		if (class == readRequest && !strings.HasPrefix(r.URL.Path, "/api/")) || s.admission.allow(s.who(r), s.address(r), class) {
			next.ServeHTTP(w, r)
			return
		}
		tooFast(w, 1, "too many requests from your address: try again in a second")
	})
}

// mayKeep counts a request that creates a guest, a game or a report, or renames a guest. It reports
// whether the request is within the client's rate, and otherwise refuses it.
func (s *Server) mayKeep(w http.ResponseWriter, r *http.Request) bool {
	if s.admission.allow(s.who(r), s.address(r), creation) {
		return true
	}
	tooManyKept(w)
	return false
}

func tooManyKept(w http.ResponseWriter) {
	tooFast(w, 10, "too many new guests, names, games or reports from your address: try again in ten seconds")
}

func tooFast(w http.ResponseWriter, seconds int, text string) {
	w.Header().Set("Retry-After", strconv.Itoa(seconds))
	refuse(w, http.StatusTooManyRequests, "too_fast", text)
}
