package command

import (
	"cmp"
	"errors"
	"flag"
	"net/netip"
	"strconv"
	"strings"

	"golang.org/x/time/rate"

	"gamed/agent"
	"gamed/server/admission"
	"gamed/store"
)

// accessOptions holds the flags that limit the clients of a server.
type accessOptions struct {
	bounds       admission.Access
	people, bots float64
}

// minRate is the lowest rate in messages per second.
const minRate = .001

func (a *accessOptions) flags(flags *flag.FlagSet) {
	d := admission.DefaultAccess
	countFlag(flags, &a.bounds.PerUser, "per-user", d.PerUser, 0, "`N`: connections at once of a guest or bot; 0 means no limit")
	countFlag(flags, &a.bounds.PerAddress, "per-address", d.PerAddress, 0, "`N`: connections at once from an address; 0 means no limit")
	countFlag(flags, &a.bounds.Connections, "connections", 0, 0, "`N`: connections at once of all clients; 0 derives it from the limit of open files")
	printAs(flags, "connections", func() []string { return []string{strconv.Itoa(a.connectionLimit())} })
	flags.Float64Var(&a.people, "rate", float64(d.PeopleRate), "`N`: messages a second of a client without a token")
	atLeast(flags, &a.people, "rate", minRate)
	flags.Float64Var(&a.bots, "bot-rate", float64(agent.DefaultLimits.Rate), "`N`: messages a second of a bot with a token, or a client on this machine")
	atLeast(flags, &a.bots, "bot-rate", minRate)
	flags.BoolVar(&a.bounds.LimitLocal, "limit-local", false, "apply --per-user, --per-address and --rate also to clients on this machine")
	flags.Func("proxies", "`ADDRESS,NETWORK/BITS`: reverse proxies with a trusted X-Forwarded-For header, besides those on this machine", a.setProxies)
	printAs(flags, "proxies", func() (texts []string) {
		for _, network := range a.bounds.Proxies {
			texts = append(texts, network.String())
		}
		return []string{strings.Join(texts, ",")}
	})
}

// setProxies parses the value of --proxies.
func (a *accessOptions) setProxies(text string) error {
	a.bounds.Proxies = nil
	for _, entry := range splitList(text) {
		network, err := netip.ParsePrefix(entry)
		if addr, invalid := netip.ParseAddr(entry); invalid == nil {
			network, err = netip.PrefixFrom(addr, addr.BitLen()), nil
		}
		if err != nil {
			return errors.New("use addresses or networks, separated by commas, such as 10.0.0.0/8")
		}
		a.bounds.Proxies = append(a.bounds.Proxies, network)
	}
	return nil
}

// connectionsFor returns the limit of connections for a process that may open this number of
// descriptors. It reserves descriptors for the store's files, and up to 256 for the pipes of bots,
// the log and the listener.
func connectionsFor(descriptors int) int {
	return descriptors - store.Files(descriptors) - min(256, descriptors/4)
}

// connectionLimit returns the limit of connections: --connections, or else the limit that the open
// files allow.
func (a *accessOptions) connectionLimit() int {
	return cmp.Or(a.bounds.Connections, connectionsFor(store.Descriptors()))
}

// read returns the limits that the flags set, or an error if this process may not open so many
// connections.
func (a *accessOptions) read() (admission.Access, agent.Limits, error) {
	limits := agent.DefaultLimits
	a.bounds.Connections = a.connectionLimit()
	a.bounds.PeopleRate, limits.Rate = rate.Limit(a.people), rate.Limit(a.bots)
	if most := store.Descriptors(); a.bounds.Connections > most {
		return a.bounds, limits, usagef("--connections %d: this process may open %d files and connections; use less, or raise ulimit -n", a.bounds.Connections, most)
	}
	return a.bounds, limits, nil
}
