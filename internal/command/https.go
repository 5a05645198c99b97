package command

import (
	"flag"
	"net"
	"path/filepath"
	"strings"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"gamed/server"
)

// certificatesName is the folder with certificates and their keys in a data folder.
const certificatesName = "certificates"

// httpsOptions holds the flags of gamed serve for TLS.
type httpsOptions struct {
	names     []string
	addr      string
	directory string // URL
}

func (o *httpsOptions) flags(flags *flag.FlagSet) {
	hostNamesFlag(flags, &o.names, "https", "`A,B`: serve HTTPS under these host names, with certificates from --acme")
	addressFlag(flags, &o.addr, "https-addr", ":443", "0.0.0.0:443", "`HOST:PORT`: where to listen for HTTPS; the certificate authority connects to port 443 of each name")
	flags.StringVar(&o.directory, "acme", autocert.DefaultACMEDirectory, "`URL`: directory of the certificate authority; --https accepts its terms of service")
}

// read returns the configuration of a server whose data folder is dir, or nil without --https.
func (o *httpsOptions) read(dir string) (*server.HTTPS, error) {
	if len(o.names) == 0 {
		return nil, nil
	}
	for _, name := range o.names {
		if !strings.Contains(strings.Trim(name, "."), ".") || net.ParseIP(name) != nil || strings.Contains(name, ":") {
			return nil, usagef("--https %q: use host names, such as cards.example.org", name)
		}
	}
	return &server.HTTPS{Addr: o.addr, Names: o.names, Manager: &autocert.Manager{
		Prompt:     autocert.AcceptTOS,
		Cache:      autocert.DirCache(filepath.Join(dir, certificatesName)),
		HostPolicy: autocert.HostWhitelist(o.names...),
		Client:     &acme.Client{DirectoryURL: o.directory, UserAgent: "gamed"},
	}}, nil
}
