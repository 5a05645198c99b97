package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"
)

// NATS does not compare the replicas of a stream. A replica whose files were truncated counts as
// healthy, and once it leads, the other replicas copy its loss. So gamed compares the replicas
// itself: see replicaReader. The streams of a busy cluster change during the comparison. So gamed
// counts only the differences that it finds twice, with a pause in between. In this pause, a
// replica that was only behind catches up.

// A Difference describes a damaged replica of a stream.
type Difference struct {
	Stream  string
	Server  string   // the NATS server with the damaged replica
	Missing int      // messages that other replicas have
	Extra   int      // messages that other replicas have removed
	Changed int      // messages with another content than on most other replicas
	Intact  []string // the NATS servers with intact replicas
	// NotCompared lists the replicas of the stream that were not compared. A repair waits for these
	// replicas, because one of them may be the only intact one.
	NotCompared []Absence
	// Items lists the games and values of the damaged messages, sorted by subject.
	Items []*Damage
}

func (d *Difference) Error() string {
	text := fmt.Sprintf("stream %s on NATS server %s: %v: missing %d, removed elsewhere %d, changed %d messages", d.Stream, d.Server, ErrDamaged, d.Missing, d.Extra, d.Changed)
	switch {
	case len(d.NotCompared) > 0:
		text += fmt.Sprintf("; the repair waits: %v", d.NotCompared[0])
	case len(d.Intact) == 0:
		text += "; no replica is intact"
	}
	return text
}

func (d *Difference) Is(target error) bool { return target == ErrDamaged }

// A Comparison is the result of comparing all replicas.
type Comparison struct {
	Streams     int
	Messages    int // on all replicas
	Damaged     []*Difference
	NotCompared []Absence // replicas that could not be compared, sorted by server and stream
	// UnderRepair lists the streams that were not compared, because a program repairs or restores
	// them, or has done so in the meantime. It is sorted by name.
	UnderRepair []string
}

// settlePause is the pause between the two passes of a comparison. A replica in contact with its
// leader catches up in less time.
const settlePause = 2 * time.Second

// comparedAtOnce is the number of streams to compare at the same time. At an unreadable message, a
// comparison waits for the time replicaSilence in each of its two passes. One damaged disk can have
// such a message in every stream.
const comparedAtOnce = 8

// CompareReplicas reads all replicas of all streams and returns the damaged replicas. It calls
// pace, which may wait, for each message of each replica, from several goroutines. Servers may
// write in the meantime. CompareReplicas skips a replica that is catching up, or whose NATS server
// does not run. It also skips a stream under repair, whose replicas would look damaged. If it returns
// an error, the result has only the streams that it could compare.
func (j *JetStream) CompareReplicas(ctx context.Context, pace func(context.Context) error) (all Comparison, err error) {
	ctx, done, err := j.beginCall(ctx, nil)
	if err != nil {
		return all, err
	}
	defer done()
	names, err := j.allStreams(ctx)
	if err != nil {
		return all, err
	}
	slices.Sort(names)
	before, unknown := j.streamLeases(ctx, names) // without leases nothing is repaired
	compared, failed := make([]*streamComparison, len(names)), make([]error, len(names))
	_ = forEach(len(names), func(i int) error {
		if !before[names[i]].held() {
			compared[i], failed[i] = j.compare(ctx, names[i], pace)
		}
		return nil
	})
	unequal := func(c *streamComparison) bool { return c != nil && len(c.first.unequal) > 0 }
	if slices.ContainsFunc(compared, unequal) {
		wait(ctx, settlePause)
	}
	damaged := make([][]*Difference, len(names))
	_ = forEach(len(names), func(i int) error {
		if unequal(compared[i]) {
			damaged[i], failed[i] = j.confirm(ctx, compared[i], pace)
		}
		return nil
	})
	after := before
	if unknown == nil {
		if after, unknown = j.streamLeases(ctx, names); unknown != nil {
			after = before
		}
	}
	for i, name := range names {
		if before[name].held() || after[name] != before[name] {
			all.UnderRepair = append(all.UnderRepair, name)
			failed[i] = nil
			continue
		}
		if c := compared[i]; c != nil {
			all.Streams++
			all.Messages += c.first.messages
			all.NotCompared = append(all.NotCompared, c.notCompared...)
			all.Damaged = append(all.Damaged, damaged[i]...)
		}
	}
	slices.SortFunc(all.NotCompared, func(x, y Absence) int {
		return cmp.Or(cmp.Compare(x.Server, y.Server), cmp.Compare(x.Stream, y.Stream))
	})
	return all, errors.Join(append(failed, unknown)...)
}

// forEach calls do for each number from 0 to n-1, up to comparedAtOnce calls at a time. It returns
// the joined errors of all calls, in the order of the numbers.
func forEach(n int, do func(i int) error) error {
	var group errgroup.Group
	group.SetLimit(comparedAtOnce)
	failed := make([]error, n)
	for i := range n {
		group.Go(func() error {
			failed[i] = do(i)
			return nil
		})
	}
	_ = group.Wait() // failed has the errors
	return errors.Join(failed...)
}

// allStreams returns the names of the streams of the cluster.
func (j *JetStream) allStreams(ctx context.Context) ([]string, error) {
	names := []string{j.liveStream()}
	for i := range j.streams {
		names = append(names, j.logStream(i))
	}
	buckets, err := j.Buckets(ctx)
	for _, b := range buckets {
		names = append(names, j.bucketStream(b))
	}
	return names, err
}

// A streamComparison holds the result of the first pass over a stream.
type streamComparison struct {
	stream      jetstream.Stream
	first       pass
	notCompared []Absence // replicas that are not compared
}

// compare makes the first pass over a stream.
func (j *JetStream) compare(ctx context.Context, name string, pace func(context.Context) error) (*streamComparison, error) {
	stream, err := j.findOnce(ctx, name)
	var info *jetstream.StreamInfo
	if err == nil {
		info, err = stream.Info(ctx)
	}
	c := &streamComparison{stream: stream}
	if err == nil && info.Cluster != nil {
		c.first.servers = []string{info.Cluster.Leader}
		c.notCompared = absences(name, info.Cluster)
		for _, r := range info.Cluster.Replicas {
			if !r.Offline && r.Current {
				c.first.servers = append(c.first.servers, r.Name)
			}
		}
		slices.Sort(c.first.servers)
		if len(c.first.servers) > 1 {
			err = j.readPass(ctx, stream, &c.first, pace)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("store: stream %s: %w: %w", name, ErrUnavailable, err)
	}
	return c, nil
}

// confirm makes the second pass over a stream, from the first difference on, and returns the
// damaged replicas.
func (j *JetStream) confirm(ctx context.Context, c *streamComparison, pace func(context.Context) error) ([]*Difference, error) {
	second := &pass{servers: c.first.servers, from: slices.Min(slices.Collect(maps.Keys(c.first.unequal))), newest: make(map[string]uint64)}
	for _, m := range c.first.unequal {
		second.newest[m.subject] = 0
	}
	config := c.stream.CachedInfo().Config
	if err := j.readPass(ctx, c.stream, second, pace); err != nil {
		return nil, fmt.Errorf("store: stream %s: %w: %w", config.Name, ErrUnavailable, err)
	}
	deleted, err := j.deletedGames(ctx, second)
	if err != nil {
		return nil, err
	}
	bad := j.judge(config, &c.first, second, deleted)
	for _, d := range bad {
		d.NotCompared = c.notCompared
	}
	return bad, nil
}

// A pass is one reading of all replicas of a stream.
type pass struct {
	servers  []string
	from     uint64 // sequence of the first message to read, or 0 for all
	messages int
	unequal  map[uint64]unequalMessage // by sequence
	newest   map[string]uint64         // by subject, the newest sequence on any replica; its keys are set beforehand
}

// An unequalMessage is a message that some replicas lack, or that differs between replicas. In the
// bit masks of its fields, bit i stands for pass.servers[i].
type unequalMessage struct {
	subject string
	has     uint64            // servers with any form
	forms   map[uint64]uint64 // servers by form
}

// readPass reads all replicas of a stream at the same time, in the order of the sequences, and
// compares the messages.
func (j *JetStream) readPass(ctx context.Context, stream jetstream.Stream, p *pass, pace func(context.Context) error) (err error) {
	var group sync.WaitGroup
	defer group.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	readers, err := j.readReplicas(ctx, &group, stream, p)
	if err != nil {
		return err
	}
	p.unequal = make(map[uint64]unequalMessage)
	for {
		seq, any := uint64(0), (*replicaMessage)(nil)
		for _, r := range readers {
			if m := r.peek(); m != nil && (any == nil || m.seq < seq) {
				seq, any = m.seq, m
			}
		}
		if any == nil {
			break
		}
		at, equal := unequalMessage{subject: any.subject, forms: make(map[uint64]uint64, 1)}, true
		for i, r := range readers {
			m := r.peek()
			if m == nil || m.seq != seq {
				equal = false
				continue
			}
			if err := pace(ctx); err != nil {
				return err
			}
			p.messages++
			at.has |= 1 << i
			at.forms[m.sum] |= 1 << i
			r.advance()
		}
		if !equal || len(at.forms) > 1 {
			p.unequal[seq] = at
		}
		if _, asked := p.newest[at.subject]; asked {
			p.newest[at.subject] = seq
		}
	}
	for _, r := range readers {
		if r.err != nil {
			return fmt.Errorf("replica on %s: %w", r.server, r.err)
		}
	}
	return ctx.Err()
}

// deletedGames returns, for each subject of p.newest whose game was deleted, the last deleted sequence.
func (j *JetStream) deletedGames(ctx context.Context, p *pass) (map[string]uint64, error) {
	games, err := j.Keys(ctx, DeletedBucket, "")
	if err != nil {
		return nil, err
	}
	last := make(map[string]uint64)
	for _, game := range games {
		if _, unequal := p.newest[j.subject(game)]; !unequal {
			continue
		}
		var d deletedGame
		if _, err := ReadValue(ctx, j, DeletedBucket, game, &d); err != nil {
			return nil, err
		}
		last[j.subject(game)] = d.Last
	}
	return last, nil
}

// judge returns the damaged replicas according to two passes.
//
// If one replica has a message that another replica lacks, the message was lost, or it reappeared
// after its removal. A record was removed if deleted has its sequence or a later one. A value was
// removed if its subject has a newer message. If neither is true and at most half of the replicas
// have the value, judge finds no replica intact, because the value may be the last copy. In the
// list of live games the majority decides, because a wrong entry does no harm.
func (j *JetStream) judge(config jetstream.StreamConfig, first, second *pass, deleted map[string]uint64) (bad []*Difference) {
	found := make([]Difference, len(second.servers))
	subjects := make([]map[string]bool, len(second.servers))
	count := func(set uint64, subject string, to func(*Difference)) {
		for ; set != 0; set &= set - 1 {
			i := bits.TrailingZeros64(set)
			to(&found[i])
			if subjects[i] == nil {
				subjects[i] = make(map[string]bool)
			}
			subjects[i][subject] = true
		}
	}
	everywhere := uint64(1)<<len(second.servers) - 1
	for seq, now := range second.unequal {
		before, again := first.unequal[seq]
		if !again {
			continue
		}
		lack, has := everywhere&^now.has&^before.has, now.has&before.has
		if lack != 0 && has != 0 {
			most := cmp.Compare(bits.OnesCount64(has), bits.OnesCount64(lack))
			old := second.newest[now.subject] > seq
			isLog := config.MaxMsgsPerSubject < 1
			removed := old && !isLog || seq <= deleted[now.subject] || config.Name == j.liveStream() && most < 0
			if !removed {
				count(lack, now.subject, func(d *Difference) { d.Missing++ })
			}
			if removed || !isLog && most <= 0 { // in doubt, neither side is intact
				count(has, now.subject, func(d *Difference) { d.Extra++ })
			}
		}
		most := 0
		for _, set := range now.forms {
			most = max(most, bits.OnesCount64(set))
		}
		for _, set := range now.forms {
			if n := bits.OnesCount64(set); len(now.forms) > 1 && (n < most || 2*n == bits.OnesCount64(now.has)) {
				count(set&has, now.subject, func(d *Difference) { d.Changed++ })
			}
		}
	}
	var intact []string
	for i, server := range second.servers {
		if subjects[i] == nil {
			intact = append(intact, server)
		}
	}
	for i, server := range second.servers {
		if subjects[i] == nil {
			continue
		}
		d := &found[i]
		d.Stream, d.Server, d.Intact = config.Name, server, intact
		for _, subject := range slices.Sorted(maps.Keys(subjects[i])) {
			d.Items = append(d.Items, j.damageOf(subject, d))
		}
		bad = append(bad, d)
	}
	return bad
}

// damageOf returns the game or value of a subject as one of the Items of the difference d.
func (j *JetStream) damageOf(subject string, d *Difference) *Damage {
	reason := "a replica on NATS server " + d.Server + " differs"
	if key, is := strings.CutPrefix(subject, j.bucketSubject("", "")[:len("gamed.")+len(j.cluster)+len(".kv.")]); is {
		bucket, key, _ := strings.Cut(key, ".")
		return &Damage{Bucket: bucket, Key: keyOf(key), Reason: reason}
	}
	return &Damage{Game: gameOf(subject), Reason: reason}
}
