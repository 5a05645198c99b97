package server

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"gamed/arena/report"
	"gamed/server/hub"
)

// names are by what a bot of the server is called in matches: its name, and the command
// that it is.
func (s *Server) names(bot string) []string {
	names := []string{bot}
	for _, p := range s.c.Programs {
		if p.Name == bot {
			names = append(names, "cmd:"+p.Command.String())
		}
	}
	return names
}

// listMatches lists the matches and tournaments, all or those of a bot.
func (s *Server) listMatches(w http.ResponseWriter, r *http.Request) {
	list, err := s.matches.list()
	if err != nil {
		s.failMatch(w, err)
		return
	}
	if bot := r.URL.Query().Get("bot"); bot != "" {
		names := s.names(bot)
		list = slices.DeleteFunc(list, func(v *match) bool {
			return v.Summary == nil || !slices.ContainsFunc(v.Summary.Bots, func(b report.Bot) bool { return slices.Contains(names, b.Name) })
		})
	}
	short := make([]match, len(list))
	for i, v := range list {
		short[i] = *v
		if v.Summary != nil {
			short[i].Summary = &report.Summary{Title: v.Summary.Title, Rules: v.Summary.Rules, Bots: v.Summary.Bots, Games: v.Summary.Games, SPRT: v.Summary.SPRT, Facts: []report.Fact{}, Lists: []report.TextTable{}}
		}
	}
	answer(w, http.StatusOK, map[string]any{"matches": short})
}

// getMatch sends the report of one.
func (s *Server) getMatch(w http.ResponseWriter, r *http.Request) {
	v, err := s.matches.one(r.PathValue("name"))
	if err != nil {
		s.failMatch(w, err)
		return
	}
	answer(w, http.StatusOK, v)
}

// getMatchFile sends the results as they were written, or a log that was kept.
func (s *Server) getMatchFile(w http.ResponseWriter, r *http.Request) {
	name, kept := r.PathValue("name"), r.PathValue("file")
	file := name + matchFile
	if kept != "" {
		file = path.Join(name, kept)
	}
	if !matchName.MatchString(name) || kept != "" && (!strings.HasSuffix(kept, matchFile) || !fs.ValidPath(kept)) {
		s.failMatch(w, fs.ErrNotExist)
		return
	}
	f, err := s.matches.open(file)
	if err != nil {
		s.failMatch(w, err)
		return
	}
	defer func() { _ = f.Close() }()
	download(w, "application/jsonl; charset=utf-8", path.Base(file))
	_, _ = io.Copy(w, io.LimitReader(f, maxMatchFile))
}

// getMatchTable sends the games as a table, a line each.
func (s *Server) getMatchTable(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	v, err := s.matches.one(name)
	if err == nil && v.Problem != "" {
		err = fs.ErrNotExist
	}
	if err != nil {
		s.failMatch(w, err)
		return
	}
	f, err := s.matches.open(name + matchFile)
	if err != nil {
		s.failMatch(w, err)
		return
	}
	defer func() { _ = f.Close() }()
	page, _, err := report.Read(io.LimitReader(f, maxMatchFile))
	if err != nil { // it could be read a moment ago
		s.fail(w, err)
		return
	}
	download(w, "text/csv; charset=utf-8", name+".csv")
	table := csv.NewWriter(w)
	_ = table.Write([]string{"pairing", "game", "pair", "seats", "first", "won", "end", "turns", "requests", "faults", "digest"})
	for i, m := range page.Matches {
		for j := range m.Games {
			g := &m.Games[j]
			var won, faults []string
			for _, seat := range g.Won {
				won = append(won, g.Seats[seat])
			}
			for _, f := range g.Faults {
				faults = append(faults, fmt.Sprintf("%s: %s", g.Seats[f.Seat], f.Kind))
			}
			_ = table.Write([]string{
				strconv.Itoa(i), strconv.Itoa(g.Number), strconv.Itoa(g.Pair), strings.Join(g.Seats, "; "), strconv.Itoa(g.First), strings.Join(won, "; "),
				string(g.End), strconv.Itoa(g.Turns), strconv.Itoa(g.Requests), strings.Join(faults, "; "), g.Digest,
			})
		}
	}
	table.Flush() // it fails if the client has gone
}

// download sets the head of an answer that is a file to be kept.
func download(w http.ResponseWriter, kind, name string) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
}

// failMatch says why a match cannot be had. What is outside the folder is not there.
func (s *Server) failMatch(w http.ResponseWriter, err error) {
	var wrong *fs.PathError
	if errors.Is(err, fs.ErrNotExist) || errors.As(err, &wrong) {
		refuse(w, http.StatusNotFound, "not_found", "there is no such match: GET /api/matches lists those that there are")
		return
	}
	s.fail(w, err)
}

// keptMark stands between the parts of the id of a game of a match whose log was kept: the
// name of the match, and where the log is in its folder, as in cup~pairing-0~game-3. No
// game of the server has it in its id.
const keptMark = "~"

// overLog returns the records of a game that is over: one of the server, as [hub.Hub.Log]
// does, or one of a match. The error is [hub.ErrNotFound] if its log was not kept.
func (s *Server) overLog(ctx context.Context, id string) ([][]byte, error) {
	if !strings.Contains(id, keptMark) {
		return s.hub.Log(ctx, id)
	}
	file := strings.ReplaceAll(id, keptMark, "/") + matchFile
	if name, _, _ := strings.Cut(id, keptMark); !matchName.MatchString(name) || !fs.ValidPath(file) {
		return nil, hub.ErrNotFound
	}
	f, err := s.matches.open(file)
	if err != nil {
		return nil, hub.ErrNotFound
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.LimitReader(f, maxMatchFile))
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	return bytes.Split(bytes.TrimSpace(text), []byte("\n")), nil
}
