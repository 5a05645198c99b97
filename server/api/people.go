package api

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"gamed/server/hub"
	"gamed/server/identity"
	"gamed/server/rest"
)

const (
	// maxPeople is the maximum length of a list of people.
	maxPeople = 10
	// peopleGames is the number of a player's newest games in which the server looks for people.
	// Without this limit, a player whose games are all against bots would cause too many reads.
	peopleGames = 50
)

// The states of a person.
const (
	personHere    = "here"
	personPlaying = "playing"
	personAway    = "away"
)

// A personInfo describes a guest to another guest of a common game.
type personInfo struct {
	id     string
	hidden bool   // the person hides their presence
	Name   string `json:"name"`
	Face   string `json:"face,omitempty"`
	// State is "here", "playing" or "away", or "" for a person who hides their presence or whose
	// visits are unknown.
	State   string `json:"state,omitempty"`
	Seen    string `json:"seen,omitempty"`    // the UTC date of the last visit, as in 2006-01-02
	Invited string `json:"invited,omitempty"` // the game of the client's open invitation to the person
}

// getPeople lists the guests with whom the client has played, and the names of the guests whom the
// client has muted.
func (s *Service) getPeople(w http.ResponseWriter, r *http.Request) error {
	who, err := s.requireGuest(r)
	if err != nil {
		return err
	}
	people, err := s.people(r.Context(), who)
	if err != nil {
		return err
	}
	muted, err := s.muted(r.Context(), who)
	names := make([]string, len(muted))
	for i, p := range muted {
		names[i] = p.Name
	}
	return rest.Reply(w, map[string]any{"people": people, "muted": names}, err)
}

// requireGuest returns the client, or an error if the client is no guest.
func (s *Service) requireGuest(r *http.Request) (identity.Identity, error) {
	who, err := s.requireKnown(r)
	if err == nil && who.Kind != identity.Guest {
		err = rest.Refusal(http.StatusForbidden, "not_allowed", "only guests have a list of people and invitations")
	}
	return who, err
}

// people returns the other guests in a player's newest games. It skips games that have not begun.
// The guests of the most recent game come first. people omits a guest if one of the two has muted
// the other.
func (s *Service) people(ctx context.Context, who identity.Identity) ([]personInfo, error) {
	parts, err := s.c.Book.Participations(ctx, who)
	if err != nil {
		return nil, err
	}
	people, met := []personInfo{}, map[string]bool{who.ID: true}
	for _, part := range parts[:min(peopleGames, len(parts))] {
		ids, err := s.guestsOf(ctx, part.Game)
		if err != nil {
			return nil, err
		}
		for _, id := range ids {
			if met[id] {
				continue
			}
			met[id] = true
			switch p, err := s.person(ctx, who, id); {
			case errors.Is(err, identity.ErrUnknown): // erased, or separated
			case err != nil:
				return nil, err
			default:
				people = append(people, p)
			}
			if len(people) == maxPeople {
				return people, s.addPresence(ctx, people)
			}
		}
	}
	return people, s.addPresence(ctx, people)
}

// addPresence sets the state of all connected persons who do not hide their presence.
func (s *Service) addPresence(ctx context.Context, people []personInfo) error {
	ids := make([]string, len(people))
	for i, p := range people {
		ids[i] = p.id
	}
	present, err := s.c.Games.Presences(ctx, ids)
	if err != nil {
		return err
	}
	for i := range people {
		p := &people[i]
		at, here := present[p.id]
		switch {
		case p.hidden || !here:
			continue
		case p.Seen == "": // the day of the visit is not stored yet
			p.Seen = time.Now().UTC().Format(time.DateOnly)
		}
		p.State = personHere
		if at.Game != "" {
			if info, err := s.c.Games.Get(ctx, at.Game); err == nil && info.Status == hub.Live {
				p.State = personPlaying
			}
		}
	}
	return nil
}

// guestsOf returns the ids of the guests in a running or finished game.
func (s *Service) guestsOf(ctx context.Context, game string) ([]string, error) {
	info, err := s.infoOf(ctx, game)
	switch {
	case errors.Is(err, hub.ErrNotFound), errors.Is(err, hub.ErrSetAside), err == nil && info.Status == hub.Open:
		return nil, nil
	case err != nil:
		return nil, err
	}
	return s.c.Book.Guests(ctx, game)
}

// person describes the guest with the given id to the guest viewer. The State in the result is
// personAway or ""; [Service.addPresence] sets the other states. The error wraps
// [identity.ErrUnknown] if there is no such guest, or if one of the two guests has muted the other.
func (s *Service) person(ctx context.Context, viewer identity.Identity, id string) (personInfo, error) {
	separated, err := s.c.Book.Separated(ctx, viewer.ID, id)
	if err != nil {
		return personInfo{}, err
	}
	if separated {
		return personInfo{}, identity.ErrUnknown
	}
	found, day, err := s.c.Book.Person(ctx, id)
	if err != nil {
		return personInfo{}, err
	}
	p := personInfo{id: id, hidden: found.Hidden, Name: found.Name, Face: found.Face, Seen: day}
	if day != "" {
		p.State = personAway
	}
	if invited, err := s.c.Book.InvitationTo(ctx, viewer.ID, id); err != nil {
		return personInfo{}, err
	} else if invited != nil {
		if _, open, err := s.invitedGame(ctx, invited); err != nil {
			return personInfo{}, err
		} else if open {
			p.Invited = invited.Game
		}
	}
	return p, nil
}

// muted returns the ids and names of the guests whom a guest has muted.
func (s *Service) muted(ctx context.Context, who identity.Identity) (muted []personInfo, err error) {
	ids, err := s.c.Book.MutedBy(ctx, who)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		found, _, err := s.c.Book.Person(ctx, id)
		if errors.Is(err, identity.ErrUnknown) {
			continue
		}
		if err != nil {
			return nil, err
		}
		muted = append(muted, personInfo{id: id, Name: found.Name})
	}
	return muted, nil
}

// mutePerson mutes a guest of the client's list, or ends the mute of a guest.
func (s *Service) mutePerson(w http.ResponseWriter, r *http.Request) error {
	var wish struct {
		Muted bool `json:"muted"`
	}
	who, err := s.requireGuest(r)
	if err == nil {
		err = rest.ReadJSON(w, r, &wish)
	}
	if err != nil {
		return err
	}
	list := s.people
	if !wish.Muted {
		list = s.muted
	}
	people, err := list(r.Context(), who)
	if err != nil {
		return err
	}
	p, err := personNamed(people, r.PathValue("name"))
	if err == nil {
		err = s.c.Book.Mute(r.Context(), who, p.id, wish.Muted)
	}
	if err == nil {
		w.WriteHeader(http.StatusNoContent)
	}
	return err
}

// personNamed finds a person in a list by name. Names of guests are unique.
func personNamed(people []personInfo, name string) (personInfo, error) {
	i := slices.IndexFunc(people, func(p personInfo) bool { return p.Name == name })
	if i < 0 {
		return personInfo{}, rest.Refusal(http.StatusNotFound, "no_person", "your list has no person of this name; GET /api/me/people lists them")
	}
	return people[i], nil
}
