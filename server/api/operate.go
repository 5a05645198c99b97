package api

import (
	"errors"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"gamed/agent"
	"gamed/server/admin"
	"gamed/server/admission"
	"gamed/server/identity"
	"gamed/server/rest"
	"gamed/store"
)

// OperatorHeader is the header in which an operator's program names its user, for the log of the
// operators.
const OperatorHeader = "Gamed-Operator"

// operatorRoutes returns the routes of the operator's programs. They also work without games, on
// the store of a stopped server: see [Operate].
func (s *Service) operatorRoutes() map[string]rest.Handler {
	return map[string]rest.Handler{
		"GET /api/admin":                  s.getStatus,
		"PUT /api/admin/maintenance":      s.setMaintenance,
		"POST /api/admin/backups":         s.backup,
		"GET /api/admin/bans":             s.listBans,
		"POST /api/admin/bans":            s.ban,
		"DELETE /api/admin/bans/{id}":     s.unban,
		"GET /api/admin/reports":          s.listReports,
		"POST /api/admin/reports/{id}":    s.closeReport,
		"GET /api/admin/actions":          s.listActions,
		"DELETE /api/admin/games/{id}":    s.deleteGame,
		"GET /api/admin/players/{who}":    s.exportPlayer,
		"DELETE /api/admin/players/{who}": s.erasePlayer,
	}
}

// Operate returns a handler of the operator's requests for the store of a stopped server, or for
// the shared store of a cluster. The handler checks no token: the caller already has the store.
func Operate(kept store.Store, logger zerolog.Logger) http.Handler {
	s := New(Config{
		Store: kept, Logger: logger, Faults: logger, Book: identity.NewBook(kept), Controls: admin.New(kept), Admission: admission.New(admission.Access{}, agent.Limits{}),
		Observe: func(string, int, time.Duration) {}, Panicked: func() {}, CloseBanned: func() {},
	})
	mux := http.NewServeMux()
	for pattern, handle := range s.operatorRoutes() {
		mux.Handle(pattern, s.Instrument(pattern, rest.WithParameters(parameters[pattern], handle)))
	}
	return mux
}

// onlyOperator admits only the operator's programs.
func (s *Service) onlyOperator(next rest.Handler) rest.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if s.client(r).Kind != identity.Operator {
			return rest.Refusal(http.StatusForbidden, "not_allowed", "this is for the operator: send the secret of operator.json or of --operator-token as Authorization: Bearer SECRET")
		}
		return next(w, r)
	}
}

// operatorOf returns the author of a request, for the log of the operators.
func (s *Service) operatorOf(r *http.Request) admin.Operator {
	name := strings.Map(func(c rune) rune {
		if c < ' ' || c > '~' {
			return -1
		}
		return c
	}, r.Header.Get(OperatorHeader))
	by := admin.Operator{Name: name[:min(len(name), 60)]}
	if by.Name == "" {
		by.Name = "operator"
	}
	if r.RemoteAddr != "" {
		by.From = s.c.Admission.Address(r).String()
	}
	return by
}

// A status describes a server or its store to the operator.
type status struct {
	Program     string            `json:"program,omitempty"`
	Maintenance admin.Maintenance `json:"maintenance"`
	// Live and Connections describe this server only, and are null while no server runs.
	Live        *int `json:"live"`        // unfinished games in memory
	Connections *int `json:"connections"` // WebSockets
	Reports     int  `json:"reports"`     // open ones
	Bans        int  `json:"bans"`
}

func (s *Service) getStatus(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.c.Controls.Refresh(r.Context()); err != nil {
		return err
	}
	reports, err := s.c.Controls.Reports(r.Context(), true)
	if err != nil {
		return err
	}
	bans, err := s.c.Controls.Bans(r.Context())
	now := status{Program: s.c.Program, Maintenance: s.c.Controls.Maintenance(), Reports: len(reports), Bans: len(bans)}
	if s.c.Games != nil {
		live := s.c.Games.Count().Live
		open := s.c.Sockets()
		now.Live, now.Connections = &live, &open
	}
	return rest.Reply(w, now, err)
}

// maxNote is the maximum length of an operator's or a reporter's text in bytes.
const maxNote = 1000

func checkNote(field, text string) error {
	if len(text) > maxNote {
		return rest.Refusal(http.StatusUnprocessableEntity, "bad_text", field+": use at most 1,000 bytes")
	}
	return nil
}

func (s *Service) setMaintenance(w http.ResponseWriter, r *http.Request) error {
	var m struct {
		On   bool   `json:"on"`
		Text string `json:"text,omitempty"`
	}
	err := rest.ReadJSON(w, r, &m)
	if err == nil {
		err = checkNote("text", m.Text)
	}
	if err == nil {
		err = s.c.Controls.SetMaintenance(r.Context(), s.operatorOf(r), admin.Maintenance{On: m.On, Text: m.Text})
	}
	return rest.Reply(w, s.c.Controls.Maintenance(), err)
}

func (s *Service) listBans(w http.ResponseWriter, r *http.Request) error {
	bans, err := s.c.Controls.Bans(r.Context())
	return rest.Reply(w, map[string]any{"bans": bans}, err)
}

// ban bans a player by name or ID, the client at an address, or a network.
func (s *Service) ban(w http.ResponseWriter, r *http.Request) error {
	var wish struct {
		Target  string `json:"target"` // the name or ID of a player, an address or a network
		Seconds int64  `json:"seconds,omitempty" jsonschema:"minimum=0,maximum=3153600000"`
		Chat    bool   `json:"chat,omitempty"`
		Reason  string `json:"reason,omitempty"`
	}
	if err := rest.ReadJSON(w, r, &wish); err != nil {
		return err
	}
	invalid := func(text string) error { return rest.Refusal(http.StatusUnprocessableEntity, "bad_ban", text) }
	if err := checkNote("reason", wish.Reason); err != nil {
		return err
	}
	if wish.Seconds < 0 || wish.Seconds > 100*365*24*3600 {
		return invalid("seconds: use 0 for a ban without end, or up to 100 years")
	}
	b := admin.Ban{Chat: wish.Chat, Reason: wish.Reason}
	if wish.Seconds > 0 {
		b.Until = time.Now().Add(time.Duration(wish.Seconds) * time.Second).UnixMilli()
	}
	if addr, err := netip.ParseAddr(wish.Target); err == nil {
		addr = admission.Network(addr.Unmap())
		b.Network = netip.PrefixFrom(addr, addr.BitLen())
		if addr.Is6() {
			b.Network = netip.PrefixFrom(addr, 64) // the addresses of one client, as for the limits of Access
		}
	} else if prefix, err := netip.ParsePrefix(wish.Target); err == nil {
		b.Network = prefix
	} else {
		who, err := s.c.Book.Find(r.Context(), wish.Target)
		if errors.Is(err, identity.ErrUnknown) {
			return invalid("target: this is no name or id of a guest or bot, and no address or network: check it with gamed admin reports or the game's page")
		}
		if err != nil {
			return err
		}
		b.Player, b.Name = who.ID, who.Name
	}
	b, err := s.c.Controls.Ban(r.Context(), s.operatorOf(r), b)
	if errors.Is(err, admin.ErrTarget) {
		return invalid(admin.ErrTarget.Error())
	}
	if err != nil {
		return err
	}
	s.c.CloseBanned()
	return rest.Answer(w, http.StatusCreated, b)
}

func (s *Service) unban(w http.ResponseWriter, r *http.Request) error {
	err := s.c.Controls.Unban(r.Context(), s.operatorOf(r), r.PathValue("id"))
	return noContent(w, err, "no ban has this id: gamed admin bans lists them")
}

// noContent sends status 204, or err. The argument unknownText is the text for [admin.ErrUnknown].
func noContent(w http.ResponseWriter, err error, unknownText string) error {
	switch {
	case errors.Is(err, admin.ErrUnknown):
		return rest.Refusal(http.StatusNotFound, "not_found", unknownText)
	case err != nil:
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (s *Service) listReports(w http.ResponseWriter, r *http.Request) error {
	reports, err := s.c.Controls.Reports(r.Context(), r.URL.Query().Get("all") == "")
	return rest.Reply(w, map[string]any{"reports": reports}, err)
}

func (s *Service) closeReport(w http.ResponseWriter, r *http.Request) error {
	var wish struct {
		Note string `json:"note,omitempty"`
	}
	err := rest.ReadJSON(w, r, &wish)
	if err == nil {
		err = checkNote("note", wish.Note)
	}
	if err == nil {
		err = s.c.Controls.CloseReport(r.Context(), s.operatorOf(r), r.PathValue("id"), wish.Note)
	}
	return noContent(w, err, "no report has this id: gamed admin reports --all lists them")
}

func (s *Service) backup(w http.ResponseWriter, r *http.Request) error {
	if s.c.Backup == nil {
		return rest.Refusal(http.StatusConflict, "no_backups", "the servers of a cluster make no backups: use gamed export --cluster")
	}
	folder, err := s.c.Backup()
	if err == nil {
		err = s.c.Controls.LogAction(r.Context(), s.operatorOf(r).NewAction("backup", folder, ""))
	}
	return rest.Reply(w, map[string]string{"folder": folder}, err)
}

func (s *Service) listActions(w http.ResponseWriter, r *http.Request) error {
	q := rest.QueryOf(r)
	limit := q.Limit()
	if q.Err != nil {
		return q.Err
	}
	actions, err := s.c.Controls.Actions(r.Context(), limit)
	return rest.Reply(w, map[string]any{"actions": actions}, err)
}
