package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"time"
)

// What may be hurt, and how.
var (
	everyVictim = []string{"gamed", "nats"}
	everyHow    = []string{"kill", "freeze", "stop"}
)

// trials kills, freezes and stops one process after the other.
func (k *clustered) trials(ctx context.Context, log io.Writer) error {
	random := rand.New(rand.NewPCG(k.seed, 3))
	for n := range k.kills {
		if err := sleep(ctx, 3*time.Second+time.Duration(random.Int64N(int64(2*time.Second)))); err != nil {
			return err
		}
		i := n / len(k.victims) % machines
		t := trial{At: time.Since(k.began).Seconds(), How: k.hows[n/len(k.victims)/machines%len(k.hows)]}
		var err error
		if k.victims[n%len(k.victims)] == "gamed" {
			t.Victim = fmt.Sprintf("gamed%d", i+1)
			err = k.hurtGamed(ctx, k.gamed[i], t.How)
		} else {
			t.Victim = k.nats[i].name
			err = k.hurtNATS(ctx, k.nats[i], t.How)
		}
		for _, b := range k.nats { // one that has come back may leave the others without a leader
			err = errors.Join(err, b.led(ctx))
		}
		if err != nil {
			return fmt.Errorf("%s %s: %w", t.How, t.Victim, err)
		}
		k.r.Trials = append(k.r.Trials, t)
		fmt.Fprintf(log, "%4.0f s  %s %s  %d acknowledged  %d games over\n", time.Since(k.began).Seconds(), t.How, t.Victim, k.acknowledged.Load(), k.ended.Load())
	}
	return sleep(ctx, 10*time.Second)
}

// A process that is killed stays away for a while, one that is frozen as well.
const (
	away = 6 * time.Second
	ice  = 8 * time.Second
)

func (k *clustered) hurtGamed(ctx context.Context, p *process, how string) error {
	switch how {
	case "freeze":
		if err := p.cmd.Process.Signal(freeze); err != nil {
			return err
		}
		return errors.Join(sleep(ctx, ice), p.cmd.Process.Signal(thaw))
	case "stop":
		if err := p.stop(); err != nil {
			return err
		}
	default:
		p.kill()
	}
	if err := sleep(ctx, away); err != nil {
		return err
	}
	if err := p.start(); err != nil {
		return err
	}
	return p.serving(ctx)
}

func (k *clustered) hurtNATS(ctx context.Context, b *broker, how string) error {
	switch how {
	case "freeze":
		if err := b.cmd.Process.Signal(freeze); err != nil {
			return err
		}
		if err := errors.Join(sleep(ctx, ice), b.cmd.Process.Signal(thaw)); err != nil {
			return err
		}
		return b.serving(ctx)
	case "stop":
		if err := b.cmd.Process.Signal(terminate); err != nil {
			return err
		}
		<-b.exited
	default:
		b.kill()
	}
	if err := sleep(ctx, away); err != nil {
		return err
	}
	if err := b.start(); err != nil {
		return err
	}
	return b.serving(ctx)
}
