package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"
)

// Lost compares the archive with the cluster. It returns the games and values that the cluster has
// lost, or that differ in cluster and archive. [Archive.Restore] takes the result. If some streams
// do not respond, Lost returns an error and the losses in the other streams.
//
// If thorough is set, Lost reads every value, and calls pace, which may wait, for each. Otherwise
// it reads only the values that may be lost: the stream lacks their key, or has not reached their
// sequence.
func (a *Archive) Lost(ctx context.Context, thorough bool, pace func(context.Context) error) (lost []*Damage, err error) {
	ctx, done, err := a.beginCall(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer done()
	if err := a.flush(ctx); err != nil {
		return nil, err
	}
	lost, err = a.lostGames(ctx)
	unfilled, failed := a.fillValues(ctx)
	values, silent := a.lostValues(ctx, thorough, pace)
	err = errors.Join(err, failed, silent)
	if lost = slices.Concat(lost, unfilled, values); len(lost) > 0 || err != nil {
		return lost, err
	}
	return nil, a.prune(ctx)
}

// lostGames returns the games that lack a record in the cluster, have a record twice there, or
// differ from the archive. It also copies to the archive the records that the archive lacks.
func (a *Archive) lostGames(ctx context.Context) (lost []*Damage, err error) {
	games, err := a.archived.Games(ctx)
	if err != nil && !errors.Is(err, ErrDamaged) {
		return nil, err
	}
	kept := make(map[string]uint64, len(games)) // counted before the cluster's records, because the logs grow
	for _, game := range games {
		if kept[game], err = a.archived.recordCount(game); err != nil && !errors.Is(err, ErrDamaged) {
			return nil, err
		}
	}
	there := make(map[string]uint64, len(games))
	silent := make([]error, a.streams)
	for i := range silent {
		var counts map[string]uint64
		counts, silent[i] = a.checkedCounts(ctx, a.logStream(i))
		for subject, n := range counts {
			there[gameOf(subject)] = n
		}
	}
	defer func() { err = errors.Join(append(silent, err)...) }()
	var missing, longer []string
	for _, game := range games {
		if silent[a.streamOf(game)] != nil {
			continue
		}
		switch n := there[game]; {
		case n < kept[game]:
			missing = append(missing, game)
		case n > kept[game]:
			longer = append(longer, game)
		}
	}
	if len(missing) > 0 { // a server notes a deletion before it removes the records
		deleted, err := a.Keys(ctx, DeletedBucket, "")
		if err != nil {
			return nil, err
		}
		for _, game := range missing {
			if _, noted := slices.BinarySearch(deleted, game); noted {
				if gone, err := a.forgetDeleted(ctx, game); err != nil {
					return lost, err
				} else if gone {
					continue
				}
			}
			lost = append(lost, &Damage{Game: game, Record: int(there[game]) + 1, Reason: fmt.Sprintf("the cluster has lost records: %d of %d are there", there[game], kept[game])})
		}
	}
	type number struct {
		last uint64
		err  error
	}
	err = readAhead(ctx, longer, func(ctx context.Context, game string) (n number) {
		n.last, n.err = a.lastNumber(ctx, game)
		return n
	}, func(game string, n number) error {
		if n.err != nil {
			return fmt.Errorf("store: game %s: %w: %w", game, ErrUnavailable, n.err)
		}
		if n.last < there[game] { // after a change of the leader, the cluster may have a restored record twice
			lost = append(lost, &Damage{Game: game, Reason: fmt.Sprintf("the cluster has %d records, but the last one has the number %d: a record is there twice", there[game], n.last)})
		}
		return nil
	})
	if err != nil {
		return lost, err
	}
	incomplete := a.incompleteGames()
	behind := slices.DeleteFunc(slices.Sorted(maps.Keys(incomplete)), func(game string) bool {
		found := silent[a.streamOf(game)] == nil && kept[game] > there[game] // lost already has the game
		if found {
			a.noteComplete(game, incomplete[game])
		}
		return found
	})
	err = readAhead(ctx, behind, func(ctx context.Context, game string) error {
		if silent[a.streamOf(game)] != nil {
			return ErrUnavailable
		}
		ctx, cancel := context.WithTimeout(ctx, restoreTimeout)
		defer cancel()
		_, err := a.reconcile(ctx, game, false)
		return err
	}, func(game string, failed error) error {
		d := (*Damage)(nil)
		if errors.As(failed, &d) {
			lost = append(lost, d)
		}
		if failed == nil || d != nil {
			a.noteComplete(game, incomplete[game])
		}
		return nil
	})
	return lost, err
}

// lastNumber requests the number of a game's last record, counted from 1. It asks the leader of the
// stream, because another replica may be behind. It returns [math.MaxUint64] for a game without
// records, and for a record from an earlier version, which has no number.
func (j *JetStream) lastNumber(ctx context.Context, game string) (n uint64, err error) {
	ctx, cancel := context.WithTimeout(ctx, judgeTimeout)
	defer cancel()
	err = retry(ctx, func(ctx context.Context) error {
		_, _, header, _, err := j.lastMessage(ctx, j.logStream(j.streamOf(game)), j.subject(game))
		n = math.MaxUint64
		if text := header.Get(numberHeader); err == nil && text != "" {
			n, err = strconv.ParseUint(text, 10, 64)
			n++
		}
		return err
	})
	return n, err
}

// lostValues returns the values that the cluster has lost: see [Archive.Lost].
func (a *Archive) lostValues(ctx context.Context, thorough bool, pace func(context.Context) error) (lost []*Damage, err error) {
	a.mu.Lock()
	losses := a.overwritten
	a.overwritten = nil
	a.mu.Unlock()
	for i, e := range losses {
		t, err := a.tombstone(ctx, e.bucket, e.key)
		if err != nil {
			a.mu.Lock()
			a.overwritten = append(a.overwritten, losses[i:]...)
			a.mu.Unlock()
			return lost, err
		}
		if t.Age < e.value.age {
			lost = append(lost, overwrittenDamage(e.bucket, e.key, e.value))
		}
	}
	views, silent, err := a.viewAll(ctx, thorough, pace)
	if err != nil {
		return lost, err
	}
	type entry struct {
		bucket, name string
		value        archivedValue
	}
	var doubtful []entry
	judge := func() {
		type result struct {
			lost *Damage
			err  error
		}
		_ = readAhead(ctx, doubtful, func(ctx context.Context, e entry) (r result) {
			r.lost, _, r.err = a.judgeValue(ctx, e.bucket, e.name, e.value)
			return r
		}, func(e entry, r result) error {
			if r.lost != nil {
				lost = append(lost, r.lost)
			}
			if r.err != nil {
				silent[e.bucket] = r.err
			}
			return nil
		})
		doubtful = doubtful[:0]
	}
	err = a.archived.eachValue(func(bucket, name string, v archivedValue) error {
		view := views[bucket]
		if silent[bucket] != nil || view == nil || view.has(a.bucketSubject(bucket, name), v) { // a new bucket has no view yet
			return nil
		}
		if doubtful = append(doubtful, entry{bucket, name, v}); len(doubtful) == maxDoubtful {
			judge()
		}
		return ctx.Err()
	})
	judge()
	for _, bucket := range slices.Sorted(maps.Keys(silent)) {
		err = errors.Join(err, silent[bucket])
	}
	return lost, err
}

// viewAll requests a view of each bucket of which the archive has values. silent has the errors of
// the buckets whose stream does not respond.
func (a *Archive) viewAll(ctx context.Context, thorough bool, pace func(context.Context) error) (views map[string]*bucketView, silent map[string]error, err error) {
	buckets, err := a.archived.archivedBuckets()
	if err != nil {
		return nil, nil, err
	}
	views, silent = make(map[string]*bucketView, len(buckets)), make(map[string]error)
	var adding sync.Mutex
	_ = forEach(len(buckets), func(i int) error {
		v, err := a.view(ctx, buckets[i], thorough, pace)
		adding.Lock()
		defer adding.Unlock()
		if views[buckets[i]] = v; err != nil {
			silent[buckets[i]] = err
		}
		return nil
	})
	return views, silent, ctx.Err()
}

// A bucketView lists the keys or values that the leader of a bucket's stream had at one time.
type bucketView struct {
	state    streamState
	messages map[string]uint64     // number of messages, by subject
	values   map[string]keySummary // by subject; if not nil, state and messages are empty
}

// A keySummary is a keyMessage with a hash in place of the text, to save memory.
type keySummary struct {
	age, hash uint64
	deleted   bool
}

// view asks the leader of a bucket's stream for its keys or, if thorough is set, reads all its values.
func (a *Archive) view(ctx context.Context, bucket string, thorough bool, pace func(context.Context) error) (v *bucketView, err error) {
	v = new(bucketView)
	if !thorough {
		if v.messages, v.state, err = a.tally(ctx, a.bucketStream(bucket), ">"); err != nil && !isStreamMissing(err) {
			return nil, fmt.Errorf("store: bucket %s: %w: %w", bucket, ErrUnavailable, err)
		}
		return v, nil
	}
	v.values = make(map[string]keySummary)
	err = a.scanBucket(ctx, bucket, func(key string, k keyMessage) error {
		v.values[a.bucketSubject(bucket, key)] = keySummary{k.age, xxhash.Sum64(k.text), k.deleted}
		return pace(ctx)
	})
	if err != nil {
		clear(v.values) // so judgeValue reads each value alone
	}
	return v, ctx.Err()
}

// has reports whether the bucket had the value v or a later value at the time of the view.
func (b *bucketView) has(subject string, v archivedValue) bool {
	if b.values == nil {
		return b.messages[subject] > 0 && v.seq <= b.state.Last
	}
	k, there := b.values[subject]
	return there && (k.age > v.age || !k.deleted && k.hash == xxhash.Sum64(v.text))
}

const (
	// maxDoubtful is the maximum number of values that judgeValue checks in one group. It bounds
	// the memory for their texts.
	maxDoubtful = 1024
	// judgeTimeout and restoreTimeout bound the time for one item. Without a limit, a stream that
	// does not respond could block its own repair: the repair needs the lease of the stream, which
	// the waiting program may hold.
	judgeTimeout   = 10 * time.Second
	restoreTimeout = time.Minute
)

// judgeValue reads a key from the cluster. It returns a *[Damage] if the cluster has neither the value v
// of the archive nor a later one. It also returns the message that the cluster has for the key.
// judgeValue removes v from the archive if a server deleted v, or if the cluster lost v and has
// stored another value since.
func (a *Archive) judgeValue(ctx context.Context, bucket, name string, v archivedValue) (lost *Damage, k keyMessage, err error) {
	ctx, cancel := context.WithTimeout(ctx, judgeTimeout)
	defer cancel()
	k, err = a.read(ctx, bucket, name)
	if err != nil || k.age > v.age || k.revision() != 0 && bytes.Equal(k.text, v.text) {
		return nil, k, err
	}
	t, err := a.tombstone(ctx, bucket, name)
	if err != nil {
		return nil, k, err
	}
	switch {
	case t.Age >= v.age && (k.revision() == 0 || k.storedAt > t.DeletedAt-clockError.Milliseconds()): // deleted, and perhaps created again
	case k.seq != 0 && k.storedAt > v.acknowledgedAt+clockError.Milliseconds():
		lost = overwrittenDamage(bucket, name, v)
	default:
		return &Damage{Bucket: bucket, Key: name, Reason: "the cluster has lost " + v.describe()}, k, nil
	}
	return lost, k, a.archived.archiveValue(bucket, name, archivedValue{})
}

// tombstone returns the tombstone of a key, or the zero value.
func (a *Archive) tombstone(ctx context.Context, bucket, key string) (t tombstone, err error) {
	_, err = ReadValue(ctx, a, tombstones, tombstoneKey(bucket, key), &t)
	return t, err
}

// overwrittenDamage describes a value that the cluster lost before it stored another value for the key.
func overwrittenDamage(bucket, name string, v archivedValue) *Damage {
	return &Damage{Bucket: bucket, Key: name, Reason: fmt.Sprintf("the cluster lost %s, and has stored another value since, which stays", v.describe()), unrestorable: true}
}

// describe names the revision of a value and the time of its acknowledgement. It does not name the
// age, which no other message and no tool of NATS prints.
func (v archivedValue) describe() string {
	return fmt.Sprintf("revision %d, acknowledged at %s", v.seq, time.UnixMilli(v.acknowledgedAt).UTC().Format(time.RFC3339))
}

// clockError bounds the difference between the clocks of gamed and of the NATS servers.
const clockError = 2 * time.Second

// Restore writes the games and values that [Archive.Lost] found back to the cluster. It calls done
// with the result for each item, one call at a time, from several goroutines. If the error is a
// *[Damage], the archive cannot restore the item. The error wraps [ErrBusy] while another program
// repairs or restores the item's stream.
func (a *Archive) Restore(ctx context.Context, lost []*Damage, done func(d *Damage, err error)) {
	withStreams(ctx, a.JetStream, lost, func(d *Damage) string {
		if d.Game != "" {
			return a.logStream(a.streamOf(d.Game))
		}
		return a.bucketStream(d.Bucket)
	}, func(ctx context.Context, some []*Damage, done func(*Damage, error)) {
		restoreEach(ctx, some, streamRestorers, func(d *Damage) error {
			ctx, cancel := context.WithTimeout(ctx, restoreTimeout)
			defer cancel()
			if d.Game != "" {
				_, err := a.reconcile(ctx, d.Game, true)
				return err
			}
			return a.restoreValue(ctx, d)
		}, done)
	}, done)
}

// restoreEach calls restore for each item of which an archive may have a copy, in up to n
// goroutines. It calls done with the result for every item, one call at a time.
func restoreEach(ctx context.Context, lost []*Damage, n int, restore func(d *Damage) error, done func(d *Damage, err error)) {
	var group errgroup.Group
	group.SetLimit(n)
	var calling sync.Mutex
	for _, d := range lost {
		group.Go(func() error {
			err := ctx.Err()
			switch {
			case err != nil:
			case d.unrestorable:
				err = d
			default:
				err = restore(d)
			}
			calling.Lock()
			defer calling.Unlock()
			done(d, err)
			return nil
		})
	}
	_ = group.Wait() // done has received the errors
}

const (
	// restorers is the maximum number of items that are restored to a data folder at the same time.
	// Their records share batches.
	restorers = 64
	// streamRestorers is the same maximum for each stream of a cluster.
	streamRestorers = 16
)

func (a *Archive) restoreValue(ctx context.Context, d *Damage) error {
	v, err := a.archived.archivedAt(d.Bucket, d.Key)
	if err != nil {
		return err
	}
	if v.age == 0 {
		return d
	}
	lost, k, err := a.judgeValue(ctx, d.Bucket, d.Key, v) // another server may have restored or changed it
	switch {
	case err != nil || lost == nil:
		return err
	case lost.unrestorable:
		return lost
	}
	if _, err := a.bucket(ctx, d.Bucket, true); err != nil {
		return fmt.Errorf("store: %w: %w", ErrUnavailable, err)
	}
	seq, err := a.JetStream.write(ctx, d.Bucket, d.Key, k.revision(), &nats.Msg{Data: v.text, Header: nats.Header{
		sumHeader: {sumText(d.Bucket, d.Key, v.text)}, lostHeader: {fmt.Sprint(v.age, v.acknowledgedAt)},
	}})
	if err == nil {
		v.seq = seq
		a.noteVersion(a.bucketSubject(d.Bucket, d.Key), version{v.seq, v.age})
		err = a.archived.archiveValue(d.Bucket, d.Key, v)
	}
	return err
}

// reconcile gives the cluster and the archive the same records of a game. It returns the number of
// records that it wrote to the cluster. The error is a *[Damage] if the cluster and the archive contradict
// each other or both lack a record.
//
// If whole is set, and the leader lacks a record or has one twice, reconcile writes the whole game again.
// A replica that still has the missing records would otherwise have them twice. Only a caller that holds
// the lease of the game's stream may set whole. If whole is not set, reconcile adds records at the end of
// the game, and returns a *[Damage] if a record is missing in the middle or is there twice.
func (a *Archive) reconcile(ctx context.Context, game string, whole bool) (restored int, err error) {
	skipped := a.skipOf(item{"", game})
	for range reconcileTries {
		if restored, err = a.reconcileOnce(ctx, game, whole); !errors.Is(err, ErrFenced) {
			break
		} // else another server restores the game too, or continues it
	}
	if err == nil {
		err = a.fillEnd(ctx, game, skipped)
	}
	return restored, err
}

// reconcileTries is the maximum number of attempts to reconcile a game while other servers write to
// it.
const reconcileTries = 5

func (a *Archive) reconcileOnce(ctx context.Context, game string, whole bool) (restored int, err error) {
	if err := a.flush(ctx); err != nil {
		return 0, err
	}
	if deleted, err := a.forgetDeleted(ctx, game); err != nil || deleted {
		return 0, err
	}
	kept, err := a.archived.Read(ctx, game)
	switch {
	case errors.Is(err, ErrDamaged): // the cluster may have an intact copy
		if err := a.forgetGame(ctx, game); err != nil {
			return 0, err
		}
	case err != nil && !errors.Is(err, ErrNotFound):
		return 0, err
	}
	there, leader, err := a.allMessages(ctx, game)
	if err != nil {
		return 0, fmt.Errorf("store: game %s: %w: %w", game, ErrUnavailable, err)
	}
	all, err := mergeRecords("the cluster", game, kept, there)
	if err != nil {
		return 0, err
	}
	for n := len(kept); n < len(all); n++ {
		if err := a.archived.Append(context.Background(), game, uint64(n), all[n]); err != nil && !errors.Is(err, ErrFenced) {
			return 0, fmt.Errorf("archive: %w", err)
		}
	}
	gap := 0
	for gap < len(there) && there[gap].number == uint64(gap) {
		gap++
	}
	switch {
	case gap == len(there) && gap == len(all) && (!whole || leader.records == uint64(gap)):
		return 0, nil
	case whole:
		if err := a.removeRecords(ctx, game, leader.seq); err != nil {
			return 0, fmt.Errorf("store: game %s: %w: %w", game, ErrUnavailable, err)
		}
		there = nil
	case gap < len(there):
		return 0, &Damage{Game: game, Record: gap + 1, Reason: "the cluster has lost records, which will be restored"}
	}
	a.forgetTip(game)
	for n := len(there); n < len(all); n++ {
		if err := a.JetStream.Append(ctx, game, uint64(n), all[n]); err != nil {
			return restored, err
		}
		restored++
	}
	if _, _, err := a.archived.Get(ctx, finishedBucket, game); err == nil {
		return restored, a.JetStream.Finish(ctx, game)
	}
	return restored, a.addLive(ctx, game) // the mark may be lost too; a marked game that has ended does no harm
}

// forgetDeleted removes a game from the archive if a server has deleted it.
func (a *Archive) forgetDeleted(ctx context.Context, game string) (deleted bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, judgeTimeout)
	defer cancel()
	var d deletedGame
	revision, err := ReadValue(ctx, a, DeletedBucket, game, &d)
	if err != nil || revision == 0 {
		return false, err
	}
	return true, a.forgetGame(ctx, game)
}

// allMessages reads all records of a game that a replica of its stream has, in the order of the stream. The
// replica may have more records than the stream's leader. So allMessages also returns the leader's number
// of records of the game, with the last sequence of the stream or of the records, whichever is higher.
func (j *JetStream) allMessages(ctx context.Context, game string) (all []recordMessage, leader tip, err error) {
	ctx, done, err := j.beginCall(ctx, checkGame(game, nil))
	if err != nil {
		return nil, leader, err
	}
	defer done()
	err = retry(ctx, func(ctx context.Context) error {
		said, err := j.requestInfo(ctx, j.logStream(j.streamOf(game)), j.subject(game), 0)
		if err != nil {
			return err
		}
		leader = tip{said.State.Subjects[j.subject(game)], said.State.Last}
		all = nil
		for last := (tip{}); uint64(len(all)) < leader.records; {
			more, err := j.messagesAfter(ctx, game, last)
			switch {
			case errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil: // another replica may respond
			case err != nil:
				return err
			case len(more) == 0:
				return errStale
			}
			if all = append(all, more...); len(all) > 0 {
				last = tip{uint64(len(all)), all[len(all)-1].seq}
			}
			leader.seq = max(leader.seq, last.seq)
		}
		return nil
	})
	return all, leader, err
}

// mergeRecords returns the complete log of a game. The archive has the records in kept, and the
// cluster or data folder has the records in stored. The parameter place is the name of the cluster
// or data folder in errors. The error is a *[Damage] if two versions of a record differ, a record
// is missing, or a seal is wrong.
func mergeRecords(place, game string, kept [][]byte, stored []recordMessage) ([][]byte, error) {
	all := slices.Clone(kept)
	byNumber := make(map[uint64][]byte, len(stored))
	for _, m := range stored {
		if before, twice := byNumber[m.number]; twice && !bytes.Equal(before, m.record) {
			return nil, &Damage{Game: game, Record: int(m.number) + 1, Reason: place + " has two versions of this record"}
		}
		if byNumber[m.number] = m.record; m.number < uint64(len(kept)) && !bytes.Equal(kept[m.number], m.record) {
			return nil, &Damage{Game: game, Record: int(m.number) + 1, Reason: place + " lost this record, which it had acknowledged, and then stored another one; the archive has the first"}
		}
	}
	for n := uint64(len(kept)); n < uint64(len(kept)+len(byNumber)); n++ {
		record, ok := byNumber[n]
		if !ok {
			break
		}
		all = append(all, record)
	}
	for n := range byNumber {
		if n >= uint64(len(all)) {
			return nil, &Damage{Game: game, Record: len(all) + 1, Reason: "this record is neither in " + place + " nor in the archive, although a later one is"}
		}
	}
	return all, checkLog(game, all)
}

// removeRecords removes the records of a game up to and including the given sequence.
func (j *JetStream) removeRecords(ctx context.Context, game string, last uint64) error {
	stream, err := j.findStream(ctx, j.logStream(j.streamOf(game)))
	if err == nil {
		err = retry(ctx, func(ctx context.Context) error {
			return stream.Purge(ctx, jetstream.WithPurgeSubject(j.subject(game)), jetstream.WithPurgeSequence(last+1))
		})
	}
	j.forgetTip(game)
	return err
}
