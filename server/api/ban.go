package api

import (
	"net/http"
	"net/netip"
	"strings"

	"gamed/server/admin"
	"gamed/server/identity"
	"gamed/server/rest"
)

// Banned returns the ban of a client, or nil. A ban of a guest also holds for the guest's bots.
func (s *Service) Banned(who identity.Identity, from netip.Addr) *admin.Ban {
	if who.Kind == identity.Operator {
		return nil
	}
	return s.c.Controls.Banned(from, who.ID, who.Owner)
}

// RefuseBanned refuses requests to the API that change data, if the client is banned. A banned
// client may still read. A client that is banned from chat only may also change data.
func (s *Service) RefuseBanned(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead && strings.HasPrefix(r.URL.Path, "/api/") {
			if b := s.Banned(s.client(r), s.c.Admission.Address(r)); b != nil && !b.Chat {
				rest.Refuse(w, http.StatusForbidden, "banned", b.Text())
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}
