package vector

import (
	"encoding/binary"
	"unsafe"
)

// Version is the version of the protocol.
const Version = 1

// The kinds of frames.
const (
	kindReset, kindStep  = 1, 2 // frames from the client
	kindState, kindError = 0, 1 // frames to the client
)

// headSize is the number of bytes before the content of a frame.
const headSize = 8

var order = binary.LittleEndian

// A Header describes an environment to its client.
type Header struct {
	Protocol int    `json:"protocol"` // version of the protocol, 1
	Rules    string `json:"rules"`
	Version  int    `json:"version"` // version of the rules
	Games    int    `json:"games"`
	Seats    int    `json:"seats"`
	Actions  int    `json:"actions"` // the length of an action mask
	Limit    int    `json:"limit"`   // number of choices after which a game is cut off
	Illegal  string `json:"illegal"` // "mask" with Config.Mask, otherwise "raise"
	// Arrays lists the arrays of a state in order.
	Arrays []Array `json:"arrays"`
	// Features lists the names of the features. Features is empty if the rules have no features or
	// the client wants none.
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
	if c.ReplaceIllegal {
		h.Illegal = "mask"
	}
	if e.featureCount > 0 {
		layout := c.Rules.Abilities().Layout
		h.Features, h.FeaturesVersion = layout.Names(), layout.Version
	}
	bounds := func(low, high int) (*int, *int) { return &low, &high }
	add := func(name, kind string, low, high *int, shape ...int) {
		h.Arrays = append(h.Arrays, Array{name, kind, append([]int{c.Games}, shape...), low, high})
	}
	low, high := bounds(-1, 1)
	add("reward", "float32", low, high, c.Setup.Seats)
	add("features", "float32", nil, nil, e.featureCount)
	if c.FinalFeatures {
		add("final_features", "float32", nil, nil, c.Setup.Seats, e.featureCount)
	}
	low, high = bounds(2, c.Actions)
	add("options", "int32", low, high)
	low, high = bounds(0, c.Setup.Seats-1)
	add("seat", "int8", low, high)
	low, high = bounds(0, 1)
	for _, name := range []string{"terminated", "truncated", "masked"} {
		add(name, "bool", low, high)
	}
	return h
}

// newState returns a state of zeros and the frame that contains its memory. The frame has the
// arrays in the order of [Header.Arrays]. So a step writes its results directly into the answer.
// Copying the state into a frame would take as long as playing the games.
func newState(games, seats, features, final int) (State, []byte) {
	size := headSize + games*(4*seats+4*features+4*final+4+1+1+1+1)
	words := make([]uint64, (size+7)/8) // aligned for every array
	frame := unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), size)
	putHead(frame, kindState)
	rest := frame[headSize:]
	s := State{
		Reward: takeNumbers[float32](&rest, games*seats), Features: takeNumbers[float32](&rest, games*features), Final: takeNumbers[float32](&rest, games*final),
		LegalActions: takeNumbers[int32](&rest, games), Seat: takeNumbers[int8](&rest, games), Terminated: takeNumbers[bool](&rest, games), Truncated: takeNumbers[bool](&rest, games), Masked: takeNumbers[bool](&rest, games),
	}
	return s, frame
}

// takeNumbers returns the first n numbers of memory and removes them from memory. The processor
// must be little-endian, like the protocol.
func takeNumbers[T float32 | int32 | int8 | bool](memory *[]byte, n int) []T {
	var zero T
	size := n * int(unsafe.Sizeof(zero))
	numbers := unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(*memory))), n)
	*memory = (*memory)[size:]
	return numbers
}

func putHead(frame []byte, kind uint32) {
	order.PutUint32(frame, uint32(len(frame)-headSize))
	order.PutUint32(frame[4:], kind)
}
