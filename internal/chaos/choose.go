package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"gamed/protocol"
)

// update writes an update down and answers its decision.
func (c *client) update(ctx context.Context, data []byte) error {
	u := new(protocol.Update)
	if err := json.Unmarshal(data, u); err != nil {
		return err
	}
	c.j.see(time.Since(c.at.c.began), u)
	c.last = &u.N
	if c.answered != 0 && (u.Decision == nil || u.Decision.ID != c.answered) {
		c.at.c.acknowledged.Add(1)
		c.answered = 0
	}
	if u.Decision == nil || u.Decision.ID == c.answered || c.j.seat < 0 {
		return nil
	}
	return c.answer(ctx, u.Decision)
}

// answer answers a decision: as before, if it was asked before, since the answer may
// have been heard.
func (c *client) answer(ctx context.Context, d *protocol.Decision) error {
	if err := c.own.Wait(ctx); err != nil {
		return err
	}
	if err := c.at.c.pace.Wait(ctx); err != nil {
		return err
	}
	if !c.resigned && c.rand.IntN(1000) < c.at.c.habits.resigns {
		c.resigned = true
		c.add(entry{What: sent, Option: resign})
		return c.send(ctx, &protocol.Resign{})
	}
	made, ok := c.choices[d.ID]
	if !ok {
		option := c.rand.IntN(len(d.Options))
		made = choice{option, d.Options[option].Text}
		c.choices[d.ID] = made
	}
	c.answered = d.ID
	m := &protocol.Choose{Decision: d.ID, Option: made.option}
	c.add(entry{What: sent, Decision: d.ID, Option: made.option, Text: made.text})
	if err := c.send(ctx, m); err != nil {
		return err
	}
	switch luck := c.rand.IntN(1000); {
	case luck < c.at.c.habits.repeats:
		return c.send(ctx, m)
	case luck < c.at.c.habits.repeats+c.at.c.habits.drops:
		return errors.New("dropped by the client")
	}
	return nil
}

// refused does what an error asks for. Those that a server that has lost nothing
// does not send end the client.
func (c *client) refused(ctx context.Context, data []byte) error {
	var e protocol.Error
	if err := json.Unmarshal(data, &e); err != nil {
		return err
	}
	c.add(entry{What: refused, Text: string(e.Code), Decision: e.Decision})
	switch e.Code {
	case protocol.Stale, protocol.NotAsked, protocol.GameOver:
		return nil // the newest update has what is open now
	case protocol.Busy, protocol.TooFast, protocol.Unavailable:
		return c.again(ctx)
	case protocol.NoGame:
		return errGone
	case protocol.NoSeat:
		if c.seated {
			return nil // it is out of the game
		}
	}
	return fmt.Errorf("%w: %w", errWrong, &e)
}

// again sends once more what could not be taken.
func (c *client) again(ctx context.Context) error {
	if err := sleep(ctx, again); err != nil {
		return err
	}
	made, ok := c.choices[c.answered]
	if !ok {
		return c.join(ctx)
	}
	return c.send(ctx, &protocol.Choose{Decision: c.answered, Option: made.option})
}

// sleep waits.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
