package command

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"gamed/game"
	"gamed/server/audit"
	"gamed/server/hub"
	"gamed/store"
	"gamed/table"
)

var doctorCommand = command{
	name: "doctor", about: "check the games and all other data of a folder or a cluster",
	details: `The command replays the log of each game. For each game that a server would set aside
it prints the error and the record. It also compares logs, results, ratings, lists and
identities with their checksums and with each other, and names every damaged or
missing item. The exit code is 1 if it finds anything. Stop the server of a data folder
first.

A folder may lack writes that were acknowledged, because it is an older copy of itself. Put
the newest copy back if you have it. Otherwise --accept-loss lists the missing items and
forgets them. A server then continues the games where the folder has them.

With --archive it also compares the folder or the cluster with the archive of a stopped
server, and --repair restores what the archive has and the folder or cluster has lost. On
a cluster it also compares the replicas of each stream on all NATS servers, and --repair
replaces a damaged one with a copy of an intact one. Without --repair and --accept-loss the
command changes nothing. Running servers compare and repair by themselves.

If the archive has another version of a game, --repair keeps one of the versions only if the
other one adds nothing but takeovers by servers. Otherwise choose one with gamed branch.

The command also lists the unfinished games whose rules have changed, which does not
change the exit code. A server ends them as a draw at its start. Run a new program's
doctor before an upgrade to see them.

  gamed doctor --data gamed-data`,
	setup: func(flags *flag.FlagSet) action {
		s := new(storageOptions)
		s.flags(flags)
		accept := flags.Bool("accept-loss", false, "on a data folder, go on without the missing moves: list and forget them")
		repair := flags.Bool("repair", false, "restore from --archive what the folder or the cluster has lost, and on a cluster replace damaged replicas with copies of intact ones")
		dir := flags.String("archive", "", "`DIR`: archive of a stopped server, to compare the folder or the cluster with")
		return withGameFiles(flags, "`FILE.yaml,FILE.yaml`: game files of the server; - is standard input", func(ctx context.Context, env environ, _ []string) (err error) {
			if *repair && *dir == "" && s.cluster.name == "" {
				return usagef("--repair: a folder has no replicas; name its archive with --archive DIR, restore it from a backup, or use --cluster NAME")
			}
			if *dir != "" {
				if _, err := os.Stat(*dir); err != nil {
					return usagef("--archive: %w", err)
				}
			}
			if *accept && s.cluster.name != "" {
				return usagef("--accept-loss: only a data folder lists the games that it must have; on a cluster use --repair")
			}
			var log store.Store
			var damaged error
			if *dir != "" && s.cluster.name == "" {
				var kept *store.FolderArchive
				if kept, err = (&archiveOptions{dir: *dir}).openExisting(s); err != nil {
					return err
				}
				defer func() { err = errors.Join(err, kept.Close()) }()
				log, damaged = kept.Log(), compareFolder(ctx, env, kept, *repair)
			} else if log, err = s.openExisting(ctx, env); err != nil {
				return err
			}
			defer func() { err = errors.Join(err, log.Close()) }()
			if *accept {
				if err := acceptLoss(env, log); err != nil {
					return err
				}
			}
			if shared, ok := log.(clusterStore); ok {
				damaged = compareReplicas(ctx, env, shared, *repair)
				if *dir != "" {
					kept, err := (&archiveOptions{dir: *dir, size: math.MaxInt64 >> 20}).open(shared, lineWriter(env.err))
					if err != nil {
						return err
					}
					log = kept
					damaged = errors.Join(damaged, compareArchive(ctx, env, kept.Archive, *repair))
				}
			}
			return errors.Join(damaged, examine(ctx, env, log), auditStore(ctx, env, log, s.damageAdvice()))
		})
	},
}

// examine replays every game of a store on all processors and prints the result.
func examine(ctx context.Context, env environ, log store.Store) error {
	ids, err := log.Games(ctx)
	if err != nil && !errors.Is(err, store.ErrDamaged) { // auditStore reports the damage
		return err
	}
	find := env.games.rulesFinder(ctx, hub.NewVersions(log))
	bar := newProgress(env.err, len(ids))
	var mu sync.Mutex
	done, over, broken, changed := 0, 0, 0, 0
	notes := make(map[string]error)
	var workers errgroup.Group
	workers.SetLimit(runtime.GOMAXPROCS(0))
	err = store.ReadGames(ctx, log, ids, func(id string, records [][]byte, failed error) error {
		workers.Go(func() error {
			ended, wrong := diagnose(id, records, failed, find)
			other := (*table.OtherRules)(nil)
			older := errors.As(wrong, &other)
			if older && !ended {
				var err error
				if older, err = hub.Older(ctx, log, other); err != nil {
					return err
				}
			}
			mu.Lock()
			defer mu.Unlock()
			done++
			bar.set(done)
			if notes[id] = wrong; older {
				if changed++; ended {
					notes[id] = nil
				} else {
					notes[id] = fmt.Errorf("a server ends it as a draw: %w", other)
				}
				wrong = nil
			}
			switch {
			case wrong != nil:
				broken++
			case ended:
				over++
			}
			return nil
		})
		return ctx.Err()
	})
	err = errors.Join(err, workers.Wait())
	bar.finish()
	if err != nil {
		return err
	}
	text := new(bytes.Buffer)
	for _, id := range ids {
		if note := notes[id]; note != nil {
			fmt.Fprintf(text, "%s  %v\n", id, note)
		}
	}
	fmt.Fprintf(text, "%s: %d over, %d not over, %d that do not replay\n", plural(len(ids), "game"), over, len(ids)-over-broken, broken)
	if changed > 0 {
		fmt.Fprintf(text, "%s of older rules\n", plural(changed, "game"))
	}
	if _, err = text.WriteTo(env.out); broken > 0 {
		err = errors.Join(fmt.Errorf("%s cannot be replayed", plural(broken, "game")), err)
	}
	return err
}

// diagnose reports whether a game is over, and returns an error if its log cannot be replayed. If the
// log could not be read, failed is that error, and diagnose returns it.
func diagnose(id string, records [][]byte, failed error, find table.RulesFinder) (over bool, err error) {
	if failed != nil {
		return false, failed
	}
	r, err := game.Load(records, find)
	switch {
	case err != nil:
		return table.Closed(records), err
	case r.Table.Fault != "":
		return false, fmt.Errorf("record %d: the game was set aside after a fault in its rules: %s", len(records), r.Table.Fault)
	case r.Header.Game != id:
		return false, fmt.Errorf("record 1: the log belongs to game %s", r.Header.Game)
	}
	over, _ = r.Table.Machine.Result()
	return over, nil
}

// auditStore prints the damaged and contradictory items of a store. The error ends with the given
// advice.
func auditStore(ctx context.Context, env environ, log store.Store, advice string) error {
	text, broken := new(bytes.Buffer), 0
	err := audit.Run(ctx, log, noPace, func(why error) {
		broken++
		fmt.Fprintln(text, why)
	})
	if err != nil {
		return err
	}
	if broken > 0 {
		err = fmt.Errorf("%s damaged or missing: %s, or go on without these items", plural(broken, "item"), advice)
	}
	_, wrong := text.WriteTo(env.out)
	return errors.Join(err, wrong)
}

// compareArchive compares a cluster with an archive, prints what the cluster has lost, and restores it if
// repair is set.
func compareArchive(ctx context.Context, env environ, log *store.Archive, repair bool) error {
	lost, err := log.Lost(ctx, true, noPace)
	if err != nil {
		return err
	}
	return restoreFrom(env, "the cluster", lost, repair, func(done func(d *store.Damage, err error)) error {
		restoreItems(ctx, log, lost, done)
		return nil
	})
}

// compareFolder compares a data folder with its archive, prints what the folder has lost, and restores it
// if repair is set.
func compareFolder(ctx context.Context, env environ, log *store.FolderArchive, repair bool) error {
	lost, err := log.Lost(ctx, true, noPace)
	if err != nil {
		return err
	}
	return restoreFrom(env, "the data folder", lost, repair, func(done func(d *store.Damage, err error)) error {
		restoreItems(ctx, log, lost, done)
		return log.Trouble()
	})
}

// restoreItems restores the lost items of a store from its archive, and calls done for each item. For
// a game that could not be restored, it tries [keepProven] before it calls done. It does so after the
// restore has released the leases, because keepProven takes the lease of the game's stream.
func restoreItems(ctx context.Context, log branchedStore, lost []*store.Damage, done func(d *store.Damage, err error)) {
	failed := make(map[*store.Damage]error)
	log.Restore(ctx, lost, func(d *store.Damage, err error) {
		if d.Game != "" && errors.Is(err, store.ErrDamaged) {
			failed[d] = err
		} else {
			done(d, err)
		}
	})
	for _, d := range lost {
		if err := failed[d]; err != nil {
			if err = keepProven(ctx, log, d.Game, err); err != nil {
				err = adviseBranch(ctx, log, d.Game, err)
			}
			done(d, err)
		}
	}
}

// restoreFrom prints what a store has lost. If repair is set, it calls restore, which calls done for each
// item.
func restoreFrom(env environ, by string, lost []*store.Damage, repair bool, restore func(done func(d *store.Damage, err error)) error) (err error) {
	text, left := new(bytes.Buffer), len(lost)
	fmt.Fprintf(text, "archive: %s lost by %s\n", plural(left, "item"), by)
	for _, d := range lost {
		fmt.Fprintln(text, "  ", d)
	}
	if repair && left > 0 {
		var failures []error
		err = restore(func(d *store.Damage, failed error) {
			if failed == nil {
				left--
				return
			}
			failures = append(failures, fmt.Errorf("%w: it cannot be restored: %w", d, failed))
		})
		err = errors.Join(append(failures, err)...)
		fmt.Fprintf(text, "%s restored\n", plural(len(lost)-left, "item"))
	}
	if _, wrong := text.WriteTo(env.out); wrong != nil {
		return errors.Join(err, wrong)
	}
	if left > 0 && err == nil {
		err = fmt.Errorf("%s lost: run gamed doctor --repair with this archive, or start the server of this archive", plural(left, "item"))
	}
	return err
}

// acceptLoss lists the acknowledged games and values that a data folder lacks. It then makes the
// store no longer report them as missing.
func acceptLoss(env environ, log store.Store) error {
	folder := log.(*store.Embedded)
	lost := folder.Lost()
	text := new(bytes.Buffer)
	for _, why := range lost {
		fmt.Fprintln(text, why)
	}
	if len(lost) > 0 {
		fmt.Fprintf(text, "%s accepted as lost\n", plural(len(lost), "item"))
	}
	if _, err := text.WriteTo(env.out); err != nil {
		return err
	}
	return folder.AcceptLoss()
}

// noPace is a pace that never waits.
func noPace(ctx context.Context) error { return ctx.Err() }

// compareReplicas compares the replicas of a cluster's streams and prints the damaged ones. If
// repair is set, it first repairs the damaged replicas that have an intact copy.
func compareReplicas(ctx context.Context, env environ, log clusterStore, repair bool) error {
	if repair {
		interrupted := log.ResumeRepairs(ctx)
		var all store.Comparison
		err := log.WithLease(ctx, 0, true, func(ctx context.Context) (err error) {
			all, err = log.CompareReplicas(ctx, noPace)
			return err
		})
		err = errors.Join(interrupted, err)
		repairable := slices.DeleteFunc(all.Damaged, func(d *store.Difference) bool { return len(d.Intact) == 0 })
		if servers := store.AwaitedServers(repairable); len(servers) > 0 { // it may wait for minutes
			if _, wrong := fmt.Fprintln(env.err, "the repair waits for NATS server", strings.Join(servers, ", ")); wrong != nil {
				return errors.Join(err, wrong)
			}
		}
		fixed := 0
		log.Repair(ctx, repairable, func(_ *store.Difference, failed error) {
			if err = errors.Join(err, failed); failed == nil {
				fixed++
			}
		})
		if err != nil {
			err = fmt.Errorf("repair: %w", err)
		}
		if _, wrong := fmt.Fprintln(env.out, plural(fixed, "replica")+" repaired"); err != nil || wrong != nil {
			return errors.Join(err, wrong)
		}
	}
	all, err := log.CompareReplicas(ctx, noPace)
	text := new(bytes.Buffer)
	fmt.Fprintf(text, "%s on all replicas of %s: %d damaged\n", plural(all.Messages, "message"), plural(all.Streams, "stream"), len(all.Damaged))
	for _, d := range all.Damaged {
		fmt.Fprintln(text, d)
		for _, item := range d.Items {
			fmt.Fprintln(text, "  ", item)
		}
	}
	for i, absent := range all.NotCompared {
		if i == 0 || absent.String() != all.NotCompared[i-1].String() {
			fmt.Fprintf(text, "%v: not compared; if this lasts, start or restart that NATS server\n", absent)
		}
	}
	for _, stream := range all.UnderRepair {
		fmt.Fprintf(text, "stream %s: not compared, because another program repairs or restores it; run gamed doctor again later\n", stream)
	}
	_, wrong := text.WriteTo(env.out)
	return errors.Join(err, damageError(all.Damaged), wrong)
}

// damageError returns an error that says what to do about damaged replicas, or nil if there are none.
func damageError(damaged []*store.Difference) error {
	if len(damaged) == 0 {
		return nil
	}
	advice := "run gamed doctor --repair, or restore the cluster from a backup"
	if servers := store.AwaitedServers(damaged); len(servers) > 0 {
		advice = fmt.Sprintf("the repair waits for NATS server %s: start it, or restart it if it stays behind, and then run gamed doctor --repair", strings.Join(servers, ", "))
	}
	return fmt.Errorf("%s damaged: %s", plural(len(damaged), "replica"), advice)
}
