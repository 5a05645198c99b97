package server

import (
	"maps"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"gamed/server/identity"
)

// An errand is what a request over HTTP comes for. Each kind has a rate of its own.
type errand int

const (
	look   errand = iota // at the API: five times as many as change something
	change               // something, as often as messages are sent
	keep                 // something new for long, a guest or a game: a fiftieth of that
)

// rate returns how many errands a second an address has, and how many at once, given the
// rate and burst of messages.
func (e errand) rate(messages rate.Limit, burst int) (rate.Limit, int) {
	switch e {
	case look:
		return 5 * messages, 5 * burst
	case keep:
		return messages / 50, 2 * burst
	}
	return messages, burst
}

// A visitor is an address on one kind of errands.
type visitor struct {
	from netip.Addr
	on   errand
}

// maxVisitors is how many have a rate of their own. The others, beyond so many that are
// busy at once, have one together.
const maxVisitors = 30_000

// allow reports whether an address may run one more errand, and counts it.
func (d *door) allow(who identity.Identity, addr netip.Addr, on errand) bool {
	return d.ask(who, addr, on, (*rate.Limiter).Allow)
}

// would reports whether allow would.
func (d *door) would(who identity.Identity, addr netip.Addr, on errand) bool {
	return d.ask(who, addr, on, func(l *rate.Limiter) bool { return l.Tokens() >= 1 })
}

func (d *door) ask(who identity.Identity, addr netip.Addr, on errand, may func(*rate.Limiter) bool) bool {
	if d.free(addr) {
		return true
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	v := visitor{addr, on}
	limiter := d.rates[v]
	if limiter == nil && len(d.rates) >= maxVisitors && !d.sweep() {
		v.from = netip.Addr{}
		limiter = d.rates[v]
	}
	limit, burst := on.rate(d.rate(who, addr), d.limits.Burst)
	if limiter == nil {
		limiter = rate.NewLimiter(0, burst)
		d.rates[v] = limiter
	}
	limiter.SetLimit(limit)
	return may(limiter)
}

// sweep forgets the visitors that have their whole burst again, once a second at most,
// and reports whether there is room now.
func (d *door) sweep() bool {
	if now := time.Now(); now.Sub(d.swept) >= time.Second {
		d.swept = now
		maps.DeleteFunc(d.rates, func(_ visitor, l *rate.Limiter) bool { return l.Tokens() >= float64(l.Burst()) })
	}
	return len(d.rates) < maxVisitors
}

// slow refuses a client that looks at the API, or changes things, too fast over HTTP.
func (s *Server) slow(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		on := change
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			on = look
		}
		if (on == look && !strings.HasPrefix(r.URL.Path, "/api/")) || s.door.allow(s.who(r), s.address(r), on) {
			next.ServeHTTP(w, r)
			return
		}
		tooFast(w, 1, "too many requests from your address: send it again in a moment")
	})
}

// mayKeep counts something new that is kept for long, or refuses it.
func (s *Server) mayKeep(w http.ResponseWriter, r *http.Request) bool {
	if s.door.allow(s.who(r), s.address(r), keep) {
		return true
	}
	tooManyKept(w)
	return false
}

func tooManyKept(w http.ResponseWriter) {
	tooFast(w, 10, "too many new guests or games from your address: try again in some seconds")
}

func tooFast(w http.ResponseWriter, seconds int, text string) {
	w.Header().Set("Retry-After", strconv.Itoa(seconds))
	refuse(w, http.StatusTooManyRequests, "too_fast", text)
}
