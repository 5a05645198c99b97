package api

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
	"time"

	"gamed/arena"
	"gamed/arena/report"
	"gamed/server/hub"
	"gamed/server/rest"
)

// matchNames returns the names that a bot of the server has in matches: its own name and its
// command.
func (s *Service) matchNames(bot string) []string {
	names := []string{bot}
	for _, p := range s.c.Programs {
		if p.Name == bot {
			names = append(names, "cmd:"+p.Command.String())
		}
	}
	return names
}

// listMatches lists the matches and tournaments. If the query names a bot, it lists only the
// matches of that bot.
func (s *Service) listMatches(w http.ResponseWriter, r *http.Request) error {
	list, err := s.matches.list()
	if err != nil {
		return matchFileError(err)
	}
	if bot := r.URL.Query().Get("bot"); bot != "" {
		names := s.matchNames(bot)
		list = slices.DeleteFunc(list, func(v *resultsFile) bool {
			return v.Summary == nil || !slices.ContainsFunc(v.Summary.Bots, func(b arena.BotRow) bool { return slices.Contains(names, b.Name) })
		})
	}
	short := make([]resultsFile, len(list))
	for i, v := range list {
		short[i] = *v
		if v.Summary != nil {
			short[i].Summary = v.Summary.Short()
		}
	}
	return rest.Answer(w, http.StatusOK, map[string]any{"matches": short})
}

// getMatch sends the report of a match.
func (s *Service) getMatch(w http.ResponseWriter, r *http.Request) error {
	v, err := s.matches.get(r.PathValue("name"))
	return rest.Reply(w, v, matchFileError(err))
}

// getMatchFile sends the results file of a match, or the log of one of its games.
func (s *Service) getMatchFile(w http.ResponseWriter, r *http.Request) error {
	name, kept := r.PathValue("name"), r.PathValue("file")
	file := name + resultsExt
	if kept != "" {
		file = path.Join(name, kept)
	}
	if !matchName.MatchString(name) || kept != "" && (!strings.HasSuffix(kept, resultsExt) || !fs.ValidPath(kept)) {
		return matchFileError(fs.ErrNotExist)
	}
	f, err := s.matches.open(file)
	if err != nil {
		return matchFileError(err)
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	setDownloadHeaders(w, "application/jsonl; charset=utf-8", path.Base(file))
	sendFile(w, f, info.Size())
	return nil
}

// sendFile sends the first size bytes of a file. The client has the time partWait for each filePart
// bytes, since a large file may take longer than the server's limit for a response. If sendFile
// cannot read all bytes, the client notices that the response is shorter than its Content-Length.
func sendFile(w http.ResponseWriter, f io.Reader, size int64) {
	w.Header().Set("Content-Length", strconv.FormatInt(size, 10))
	control := http.NewResponseController(w)
	for sent := int64(0); sent < size; {
		_ = control.SetWriteDeadline(time.Now().Add(partWait)) // fails where deadlines are not supported
		n, err := io.CopyN(w, f, min(filePart, size-sent))
		if err != nil {
			return
		}
		sent += n
	}
}

// getMatchTable sends the games of a match as CSV.
func (s *Service) getMatchTable(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	v, err := s.matches.get(name)
	if err == nil && v.Problem != "" {
		err = badMatch(v.Problem)
	}
	if err != nil {
		return matchFileError(err)
	}
	f, err := s.matches.open(name + resultsExt)
	if err != nil {
		return matchFileError(err)
	}
	defer func() { _ = f.Close() }()
	page, _, err := report.Read(f)
	if err != nil {
		return err
	}
	setDownloadHeaders(w, "text/csv; charset=utf-8", name+".csv")
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
	table.Flush() // fails if the client has gone
	return nil
}

// setDownloadHeaders sets the headers of an answer that the browser saves as a file.
func setDownloadHeaders(w http.ResponseWriter, kind, name string) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
}

// matchFileError converts a file error into the response. It treats a file that cannot be opened,
// such as a file outside the folder, as missing.
func matchFileError(err error) error {
	var wrong *fs.PathError
	if errors.Is(err, fs.ErrNotExist) || errors.As(err, &wrong) {
		return rest.Refusal(http.StatusNotFound, "not_found", "there is no such match; GET /api/matches lists them")
	}
	return err
}

// badMatch returns the failure for a match file that the server does not read.
func badMatch(text string) error {
	return rest.Refusal(http.StatusUnprocessableEntity, "bad_match", text)
}

// idSeparator separates the parts in the id of a match game, as in match~17 or
// cup~pairing-0~game-3. The first part is the match's name. The rest is the number of the game in
// the file of --games, or the log's path in the folder of --faults with idSeparator for each slash.
// Ids of the server's own games contain no idSeparator.
const idSeparator = "~"

// finishedLog returns the records of a finished game of the server, as [hub.Hub.Log] does, or of a
// match. The error is [hub.ErrNotFound] if the match has not kept the log.
func (s *Service) finishedLog(ctx context.Context, id string) ([][]byte, error) {
	if !strings.Contains(id, idSeparator) {
		return s.c.Hub.Log(ctx, id)
	}
	file := strings.ReplaceAll(id, idSeparator, "/") + resultsExt
	name, game, _ := strings.Cut(id, idSeparator)
	number, err := strconv.Atoi(game)
	numbered := err == nil
	if numbered {
		file = name + gamesExt
	}
	if !matchName.MatchString(name) || !fs.ValidPath(file) {
		return nil, hub.ErrNotFound
	}
	f, err := s.matches.open(file)
	if err != nil {
		return nil, hub.ErrNotFound
	}
	defer func() { _ = f.Close() }()
	if numbered {
		records, err := arena.ReadLog(f, number)
		if errors.Is(err, arena.ErrNoLog) {
			return nil, hub.ErrNotFound
		}
		return records, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	if info.Size() > maxMatchFile {
		kept := strings.TrimPrefix(file, name+"/")
		return nil, badMatch(fmt.Sprintf("the log has %d MB, but the server reads up to %d MB: download it from /api/matches/%s/kept/%s", info.Size()>>20, maxMatchFile>>20, name, kept))
	}
	text, err := io.ReadAll(f)
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	return bytes.Split(bytes.TrimSpace(text), []byte("\n")), nil
}
