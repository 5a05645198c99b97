package vector

import (
	"encoding/binary"
	"math"
)

// Version is the version of the protocol.
const Version = 1

// Kinds of frames.
const (
	kindReset, kindStep  = 1, 2 // requests
	kindState, kindError = 0, 1 // answers
)

// head is the number of bytes before the content of a frame.
const head = 8

var order = binary.LittleEndian

// A Header describes an environment to its client.
type Header struct {
	Protocol int    `json:"protocol"` // 1
	Rules    string `json:"rules"`
	Version  int    `json:"version"` // of the rules
	Games    int    `json:"games"`
	Seats    int    `json:"seats"`
	Actions  int    `json:"actions"` // the length of an action mask
	Limit    int    `json:"limit"`   // choices in a game, with those of seats with one option
	Illegal  string `json:"illegal"` // raise or mask
	// Arrays lists the arrays of a state in order.
	Arrays []Array `json:"arrays"`
	// Features names the features. It is empty if the rules have none or the client wants none.
	Features []string `json:"features"`
	// FeaturesVersion changes when the meaning of a feature changes.
	FeaturesVersion int `json:"features_version"`
}

// An Array describes an array of numbers in a state, in row-major order.
type Array struct {
	Name  string `json:"name"`
	Type  string `json:"type"` // float32, int32, int8 or bool (a byte, 0 or 1)
	Shape []int  `json:"shape"`
	// Low and High are the smallest and largest values, or null if there is no bound.
	Low  *int `json:"low"`
	High *int `json:"high"`
}

// Header returns the header of the environment.
func (e *Env) Header() Header {
	c, info := &e.config, e.config.Rules.Info()
	h := Header{
		Protocol: Version, Rules: info.Name, Version: info.Version, Games: c.Games, Seats: c.Setup.Seats, Actions: c.Actions, Limit: c.Limit,
		Illegal: "raise", Features: []string{},
	}
	if c.Mask {
		h.Illegal = "mask"
	}
	if e.features > 0 {
		layout := c.Rules.Abilities().Layout
		h.Features, h.FeaturesVersion = layout.Names(), layout.Version
	}
	in := func(low, high int) (*int, *int) { return &low, &high }
	add := func(name, kind string, low, high *int, shape ...int) {
		h.Arrays = append(h.Arrays, Array{name, kind, append([]int{c.Games}, shape...), low, high})
	}
	low, high := in(-1, 1)
	add("reward", "float32", low, high, c.Setup.Seats)
	add("features", "float32", nil, nil, e.features)
	low, high = in(2, c.Actions)
	add("options", "int32", low, high)
	low, high = in(0, c.Setup.Seats-1)
	add("seat", "int8", low, high)
	low, high = in(0, 1)
	for _, name := range []string{"terminated", "truncated", "masked"} {
		add(name, "bool", low, high)
	}
	return h
}

// newFrame returns a frame for the state of all games.
func (e *Env) newFrame() []byte {
	s := &e.state
	size := 4*(len(s.Reward)+len(s.Features)+len(s.Options)) + len(s.Seat) + len(s.Terminated) + len(s.Truncated) + len(s.Masked)
	frame := make([]byte, head+size)
	putHead(frame, kindState)
	return frame
}

func putHead(frame []byte, kind uint32) {
	order.PutUint32(frame, uint32(len(frame)-head))
	order.PutUint32(frame[4:], kind)
}

// encode writes the state of games first to end-1 to the frame. Games are independent, so each
// worker encodes its own.
func (e *Env) encode(first, end int) {
	s, to := &e.state, e.frame[head:]
	for _, list := range []struct {
		of    []float32
		width int
	}{{s.Reward, e.config.Setup.Seats}, {s.Features, e.features}} {
		out := to[4*first*list.width:]
		for k, x := range list.of[first*list.width : end*list.width] {
			order.PutUint32(out[4*k:], math.Float32bits(x))
		}
		to = to[4*len(list.of):]
	}
	for k, x := range s.Options[first:end] {
		order.PutUint32(to[4*(first+k):], uint32(x))
	}
	to = to[4*len(s.Options):]
	for k, x := range s.Seat[first:end] {
		to[first+k] = byte(x)
	}
	to = to[len(s.Seat):]
	for _, list := range [][]bool{s.Terminated, s.Truncated, s.Masked} {
		for k, x := range list[first:end] {
			to[first+k] = 0
			if x {
				to[first+k] = 1
			}
		}
		to = to[len(list):]
	}
}
