package api

import (
	"context"
	"errors"
	"net/http"

	"gamed/server/hub"
	"gamed/server/identity"
	"gamed/server/rest"
)

// An invitationInfo is an open invitation to the client.
type invitationInfo struct {
	Game  string `json:"game"`
	Rules string `json:"rules"`
	Name  string `json:"name"` // of the host
	Face  string `json:"face,omitempty"`
	Since int64  `json:"since_ms"` // in milliseconds since 1970
}

// invitedGame returns the game of an invitation, and whether the game still waits for players. If
// open is false, the invitation is over: the game has begun, does not exist, or was set aside.
func (s *Service) invitedGame(ctx context.Context, i *identity.Invitation) (info hub.Info, open bool, err error) {
	info, err = s.c.Games.Get(ctx, i.Game)
	switch {
	case errors.Is(err, hub.ErrNotFound), errors.Is(err, hub.ErrSetAside):
		return info, false, nil
	case err != nil:
		return info, false, err
	}
	return info, info.Status == hub.Open, nil
}

// invitationsTo returns the open invitations to a guest, newest first. It omits games in which the
// guest has a seat.
func (s *Service) invitationsTo(ctx context.Context, who identity.Identity) ([]invitationInfo, error) {
	all, err := s.c.Book.Invitations(ctx, who)
	if err != nil {
		return nil, err
	}
	list := []invitationInfo{}
	for _, i := range all {
		info, open, err := s.invitedGame(ctx, &i)
		if err != nil {
			return nil, err
		}
		host, _, err := s.c.Book.Person(ctx, i.From)
		if !open || errors.Is(err, identity.ErrUnknown) {
			continue
		}
		if err != nil {
			return nil, err
		}
		_, _, seated, err := s.c.Book.ClaimFor(ctx, who, i.Game, nil)
		if err != nil {
			return nil, err
		}
		if !seated {
			list = append(list, invitationInfo{i.Game, info.Rules, host.Name, host.Face, i.At})
		}
	}
	return list, nil
}

// invite creates a private game and invites a person of the client's list to it.
func (s *Service) invite(w http.ResponseWriter, r *http.Request) error {
	var wish struct {
		hub.Request
		To string `json:"to"`
	}
	who, err := s.requireGuest(r)
	if err == nil {
		err = rest.ReadJSON(w, r, &wish)
	}
	if err != nil {
		return err
	}
	ctx := r.Context()
	people, err := s.people(ctx, who)
	if err != nil {
		return err
	}
	to, err := personNamed(people, wish.To)
	if err != nil {
		return err
	}
	i := identity.Invitation{From: who.ID}
	if key := r.Header.Get("Idempotency-Key"); key != "" {
		i.Request = hub.Hash(key)
	}
	if to.Invited != "" {
		last, err := s.c.Book.InvitationTo(ctx, who.ID, to.id)
		if err != nil {
			return err
		}
		if last != nil && (i.Request == "" || last.Request != i.Request) {
			return rest.Refusal(http.StatusConflict, "already_invited", "your last invitation to this player is still open: withdraw it first")
		}
	}
	free := 0
	for _, seat := range wish.Seats {
		if seat.Bot == "" {
			free++
		}
	}
	if free < 2 {
		return &hub.SpecError{Field: "seats", Text: "an invitation needs an open seat for each of you"}
	}
	wish.Private = true
	info, created, err := s.makeGame(w, r, hub.Spec{Request: wish.Request}, "")
	if err != nil || !created {
		return err
	}
	i.Game = info.ID
	if err := s.c.Book.Invite(ctx, to.id, i); err != nil {
		return err
	}
	return answerCreated(w, info)
}

// endInvitation declines an invitation to the client, or withdraws an invitation that the client
// has sent.
func (s *Service) endInvitation(w http.ResponseWriter, r *http.Request) error {
	who, err := s.requireGuest(r)
	if err != nil {
		return err
	}
	ctx, game := r.Context(), r.PathValue("id")
	all, err := s.c.Book.Invitations(ctx, who)
	if err != nil {
		return err
	}
	from, to := "", ""
	for _, i := range all {
		if i.Game == game {
			from, to = i.From, who.ID
		}
	}
	if from == "" {
		people, err := s.people(ctx, who)
		if err != nil {
			return err
		}
		for _, p := range people {
			if p.Invited == game {
				from, to = who.ID, p.id
			}
		}
	}
	if from == "" {
		return rest.Refusal(http.StatusNotFound, "no_invitation", "you have no open invitation to or from a player for this game")
	}
	if err := s.c.Book.RemoveInvitation(ctx, from, to); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
