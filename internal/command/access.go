package command

import (
	"flag"
	"net/netip"
	"strings"

	"golang.org/x/time/rate"

	"gamed/agent"
	"gamed/server"
)

// access is what clients may have of a server, as the flags say.
type access struct {
	bounds       server.Access
	people, bots float64
	proxies      string
}

func (a *access) flags(flags *flag.FlagSet) {
	d := server.DefaultAccess
	flags.IntVar(&a.bounds.PerUser, "per-user", d.PerUser, "`N` connections at once of one guest or bot; 0 is any number")
	flags.IntVar(&a.bounds.PerAddress, "per-address", d.PerAddress, "`N` connections at once from one address; 0 is any number")
	flags.Float64Var(&a.people, "rate", float64(d.People), "`N` messages a second from those without a token")
	flags.Float64Var(&a.bots, "bot-rate", float64(agent.DefaultLimits.Rate), "`N` messages a second from bots with a token, and from clients on this machine")
	flags.BoolVar(&a.bounds.Local, "limit-local", false, "hold clients on this machine to these limits as well")
	flags.StringVar(&a.proxies, "proxies", "", "reverse proxies whose X-Forwarded-For is believed besides those on this machine, `ADDRESS,NETWORK/BITS`")
}

// read checks the flags and returns what they say.
func (a *access) read() (server.Access, agent.Limits, error) {
	limits := agent.DefaultLimits
	if a.bounds.PerUser < 0 || a.bounds.PerAddress < 0 {
		return a.bounds, limits, usagef("--per-user and --per-address are numbers from 0")
	}
	if a.people <= 0 || a.bots <= 0 {
		return a.bounds, limits, usagef("--rate and --bot-rate are above 0")
	}
	a.bounds.People, limits.Rate = rate.Limit(a.people), rate.Limit(a.bots)
	for text := range strings.SplitSeq(a.proxies, ",") {
		text = strings.TrimSpace(text)
		if text == "" {
			continue
		}
		network, err := netip.ParsePrefix(text)
		if addr, single := netip.ParseAddr(text); single == nil {
			network, err = netip.PrefixFrom(addr, addr.BitLen()), nil
		}
		if err != nil {
			return a.bounds, limits, usagef("--proxies: %q is no address and no network as in 10.0.0.0/8", text)
		}
		a.bounds.Proxies = append(a.bounds.Proxies, network)
	}
	return a.bounds, limits, nil
}
