package command

import (
	"errors"
	"flag"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"gamed/arena/farm"
)

// clusterOptions holds the flags that select a cluster of NATS servers.
type clusterOptions struct{ urls, creds, name string }

func (c *clusterOptions) flags(flags *flag.FlagSet, about string) {
	flags.StringVar(&c.urls, "nats", "", about)
	flags.StringVar(&c.creds, "creds", "", "`FILE`: credentials for --nats")
	flags.StringVar(&c.name, "cluster", "main", "`NAME`: name that the workers and their matches share")
}

// redactURLs returns URLs without their passwords.
func redactURLs(urls string) string {
	list := strings.Split(urls, ",")
	for i, text := range list {
		if u, err := url.Parse(strings.TrimSpace(text)); err == nil && u.User != nil {
			list[i] = u.Redacted()
		}
	}
	return strings.Join(list, ",")
}

// connect connects to the cluster. purpose describes this connection to operators of NATS. No
// message contains credentials.
func (c *clusterOptions) connect(purpose string, say func(line string), more ...nats.Option) (*nats.Conn, error) {
	if err := farm.CheckName(c.name); err != nil {
		return nil, usagef("--cluster: %w", err)
	}
	var hosts []string
	for text := range strings.SplitSeq(c.urls, ",") {
		u, err := url.Parse(strings.TrimSpace(text))
		if err != nil || u.Host == "" {
			return nil, usagef("--nats: use URL,URL…, such as nats://127.0.0.1:4222")
		}
		hosts = append(hosts, u.Host)
	}
	options := []nats.Option{
		nats.Name("gamed " + purpose), nats.MaxReconnects(-1), nats.ReconnectWait(time.Second),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				say(fmt.Sprintf("lost the connection to NATS: %v", err))
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { say("reconnected to NATS") }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if !errors.Is(err, nats.ErrSlowConsumer) { // the sender repeats dropped messages
				say(fmt.Sprintf("NATS: %v", err))
			}
		}),
	}
	if c.creds != "" {
		options = append(options, nats.UserCredentials(c.creds))
	}
	conn, err := nats.Connect(c.urls, append(options, more...)...)
	if err != nil {
		return nil, fmt.Errorf("cannot connect to NATS at %s: %w", strings.Join(hosts, ", "), err)
	}
	return conn, nil
}
