package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// errStale is returned for a response that is or may be out of date. The caller retries.
var errStale = errors.New("a NATS server is behind")

// A leader must have heard from a majority within the time maxSilence, or its responses do not
// count. The replicas elect no other leader within 4 s after a contact.
const maxSilence = 3 * time.Second

// A streamInfo is the stream leader's response about its subjects.
type streamInfo struct {
	Error *jetstream.APIError `json:"error"`
	Total int                 `json:"total"` // number of all matching subjects, of which a response may list only a part
	State struct {
		streamState
		Subjects map[string]uint64 `json:"subjects"` // number of messages by subject
	} `json:"state"`
	Cluster jetstream.ClusterInfo `json:"cluster"`
}

// A streamState describes the messages of a stream.
type streamState struct {
	Messages uint64 `json:"messages"`
	Bytes    uint64 `json:"bytes"`
	Last     uint64 `json:"last_seq"`
}

// leads reports whether the sender leads the stream. A server that wakes from a freeze
// answers as the former leader until it learns of its successor. So a leader without
// recent contact to a majority does not count.
func (i *streamInfo) leads() bool {
	all := len(i.Cluster.Replicas) + 1
	if all == 1 {
		return true
	}
	with := 1
	for _, r := range i.Cluster.Replicas {
		if r.Active > 0 && r.Active < maxSilence {
			with++
		}
	}
	return i.Cluster.Leader != "" && 2*with > all
}

// requestInfo requests the state of a stream, and the subjects that match a filter, from the
// stream's leader. One response may list only a part of the subjects. The parameter after is the
// number of subjects to skip, which earlier responses have listed.
func (j *JetStream) requestInfo(ctx context.Context, stream, filter string, after int) (said streamInfo, err error) {
	data := requestJSON(map[string]any{"subjects_filter": filter, "offset": after})
	_, err = j.request(ctx, &nats.Msg{Subject: "$JS.API.STREAM.INFO." + stream, Data: data}, func(answer *nats.Msg) error {
		said = streamInfo{}
		if err := json.Unmarshal(answer.Data, &said); err != nil {
			return fmt.Errorf("the stream's leader sent an invalid response: %w", err)
		}
		switch {
		case said.Error != nil:
			return said.Error
		case !said.leads():
			return errStale
		}
		return nil
	})
	return said, err
}

// countRecords requests the number of records of a game from the leader of its stream.
func (j *JetStream) countRecords(ctx context.Context, game string) (records uint64, err error) {
	said, err := j.requestInfo(ctx, j.logStream(j.streamOf(game)), j.subject(game), 0)
	return said.State.Subjects[j.subject(game)], err
}

func (j *JetStream) Games(ctx context.Context) ([]string, error) {
	all := make([]string, j.streams)
	for i := range all {
		all[i] = j.logStream(i)
	}
	return j.listGames(ctx, all...)
}

func (j *JetStream) Live(ctx context.Context) ([]string, error) {
	return j.listGames(ctx, j.liveStream())
}

// listGames returns the games with a subject in any of the streams.
func (j *JetStream) listGames(ctx context.Context, streams ...string) (games []string, err error) {
	ctx, done, err := j.beginCall(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer done()
	for _, stream := range streams {
		subjects, err := j.subjects(ctx, stream, ">")
		if err != nil {
			return nil, fmt.Errorf("store: %w: %w", ErrUnavailable, err)
		}
		for _, subject := range subjects {
			games = append(games, gameOf(subject))
		}
	}
	slices.Sort(games)
	return games, nil
}

// subjects requests all subjects that match a filter, without duplicates and unsorted.
func (j *JetStream) subjects(ctx context.Context, stream, filter string) ([]string, error) {
	all, _, err := j.tally(ctx, stream, filter)
	return slices.Collect(maps.Keys(all)), err
}

// tally requests the number of messages of each subject that matches a filter. It also returns the
// state of the stream at the first of its requests.
func (j *JetStream) tally(ctx context.Context, stream, filter string) (all map[string]uint64, before streamState, err error) {
	all = make(map[string]uint64)
	for after := 0; ; {
		said, err := j.requestInfo(ctx, stream, filter, after)
		if err != nil {
			return nil, before, err
		}
		if after == 0 {
			before = said.State.streamState
		}
		maps.Copy(all, said.State.Subjects)
		if after += len(said.State.Subjects); len(said.State.Subjects) == 0 || after >= said.Total {
			return all, before, nil
		}
	}
}

// errMiscount is returned for a leader that counts messages twice.
var errMiscount = errors.New("a NATS server counts some messages twice")

// checkedCounts requests the number of messages of each subject of a stream, and checks them: see checkCounts.
func (j *JetStream) checkedCounts(ctx context.Context, stream string) (map[string]uint64, error) {
	counts, _, err := j.tally(ctx, stream, ">")
	if err == nil {
		err = j.checkCounts(ctx, stream, counts)
	}
	switch {
	case errors.Is(err, errMiscount):
		return counts, fmt.Errorf("store: %w", err)
	case err != nil:
		return counts, fmt.Errorf("store: stream %s: %w: %w", stream, ErrUnavailable, err)
	}
	return counts, nil
}

// checkCounts compares the counts of a tally of all subjects with the number of messages that the
// leader of a stream has now. After NATS has recovered damaged files, a leader may count some
// messages twice. Such a leader would seem to have records that no request returns. If checkCounts
// finds such a leader, it makes another server the leader, if there is one, and returns an
// errMiscount that names the former leader.
func (j *JetStream) checkCounts(ctx context.Context, stream string, counts map[string]uint64) error {
	for again := true; ; again = false {
		sum := uint64(0)
		for _, n := range counts {
			sum += n
		}
		now, err := j.requestInfo(ctx, stream, "", 0)
		if err != nil || sum <= now.State.Messages {
			return err
		}
		if again { // a game may have been deleted since the tally
			if counts, _, err = j.tally(ctx, stream, ">"); err != nil {
				return err
			}
			continue
		}
		failed := fmt.Errorf("%w: the NATS server %s counts %d messages of stream %s, which has %d: restart that NATS server", errMiscount, now.Cluster.Leader, sum, stream, now.State.Messages)
		if len(now.Cluster.Replicas) > 0 {
			ctx, cancel := context.WithTimeout(ctx, attemptTimeout)
			defer cancel()
			_, err = j.conn.RequestWithContext(ctx, "$JS.API.STREAM.LEADER.STEPDOWN."+stream, nil)
		}
		return errors.Join(failed, err)
	}
}
