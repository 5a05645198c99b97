package train

// Samples holds the features of positions as one seat sees them. Each position has a target: the value
// that the net learns for it. Features that are 0 are not stored.
type Samples struct {
	starts  []int32 // offset of each sample in places and values
	places  []uint16
	values  []float32
	targets []float32
}

func (s *Samples) len() int { return len(s.starts) }

// add adds a sample with the target 0. The caller must set the right target later.
func (s *Samples) add(features []float32) {
	s.starts = append(s.starts, int32(len(s.places)))
	for i, x := range features {
		if x != 0 {
			s.places = append(s.places, uint16(i))
			s.values = append(s.values, x)
		}
	}
	s.targets = append(s.targets, 0)
}

// sample returns the indexes and values of the nonzero features of sample i.
func (s *Samples) sample(i int) (places []uint16, values []float32) {
	from, to := s.starts[i], int32(len(s.places))
	if i+1 < len(s.starts) {
		to = s.starts[i+1]
	}
	return s.places[from:to], s.values[from:to]
}

// joinSamples concatenates the samples of the games that the function take selects.
func joinSamples(games []Samples, take func(i int) bool) *Samples {
	samples, numbers := 0, 0
	for i := range games {
		if take(i) {
			samples += games[i].len()
			numbers += len(games[i].places)
		}
	}
	s := &Samples{
		starts: make([]int32, 0, samples), targets: make([]float32, 0, samples),
		places: make([]uint16, 0, numbers), values: make([]float32, 0, numbers),
	}
	for i := range games {
		if !take(i) {
			continue
		}
		g, base := &games[i], int32(len(s.places))
		for _, start := range g.starts {
			s.starts = append(s.starts, base+start)
		}
		s.places = append(s.places, g.places...)
		s.values = append(s.values, g.values...)
		s.targets = append(s.targets, g.targets...)
	}
	return s
}
