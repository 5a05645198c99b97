package train

import (
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"

	"gamed/state"
)

// A checkpoint is the saved state of a training run.
type checkpoint struct {
	Rules  string
	Layout state.Layout
	Games  int
	Seed   uint64
	Done   []Generation
	Nets   [][]float32
}

// save writes the checkpoint. It replaces the old file atomically.
func (t *training) save() error {
	path := t.options.Checkpoint
	if path == "" {
		return nil
	}
	c := t.newCheckpoint()
	c.Done = t.done
	for _, net := range t.nets {
		c.Nets = append(c.Nets, net.Weights)
	}
	file, err := os.Create(path + ".new")
	if err != nil {
		return err
	}
	if err := errors.Join(gob.NewEncoder(file).Encode(c), file.Close()); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// newCheckpoint returns the checkpoint of this training run before its first generation.
func (t *training) newCheckpoint() checkpoint {
	return checkpoint{
		Rules: t.plan.Rules.Info().Name, Layout: *t.plan.Layout,
		Games: t.options.Games, Seed: t.options.Seed,
	}
}

// resume continues from the checkpoint, if there is one.
func (t *training) resume() error {
	path := t.options.Checkpoint
	if path == "" {
		return nil
	}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	var c checkpoint
	if err := gob.NewDecoder(file).Decode(&c); err != nil {
		return fmt.Errorf("checkpoint %s: %w: delete it to start over", path, err)
	}
	want := t.newCheckpoint()
	if c.Rules != want.Rules || !reflect.DeepEqual(c.Layout, want.Layout) || c.Games != want.Games || c.Seed != want.Seed {
		return fmt.Errorf("checkpoint %s belongs to another training (%s, %d games, seed %d, features version %d): delete it to start over", path, c.Rules, c.Games, c.Seed, c.Layout.Version)
	}
	t.done = c.Done
	for _, weights := range c.Nets {
		net := newNet(c.Rules, t.plan.Layout, 0)
		copy(net.Weights, weights)
		t.nets = append(t.nets, net)
	}
	if len(t.done) > t.options.Generations { // the checkpoint is from a training run with more generations
		t.done, t.nets = t.done[:t.options.Generations], t.nets[:t.options.Generations]
	}
	return nil
}
