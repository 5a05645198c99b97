package server

import (
	"net/http"

	"gamed/replay"
)

// getProof runs a game that is over again and says whether its chance was what had been
// promised.
func (s *Server) getProof(w http.ResponseWriter, r *http.Request) {
	records, err := s.overLog(r.Context(), r.PathValue("id"))
	if err != nil {
		s.fail(w, err)
		return
	}
	proof, err := replay.Prove(records, s.rulesOf, replay.Known{})
	if err != nil {
		s.fail(w, s.shown(r.PathValue("id"), err))
		return
	}
	answer(w, http.StatusOK, proof)
}
