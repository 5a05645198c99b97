// Package leaktest finds goroutines that the tests of a package leave behind.
package leaktest

import (
	"fmt"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// patience is the time that goroutines have to end after the last test. The default of goleak, a
// second, is too short for a busy machine. A package without a leak does not wait that long.
const patience = 20 * time.Second

// Main runs the tests of a package and exits. The exit code is 1 if a test failed, or if a goroutine
// that a test started still runs.
func Main(m *testing.M) {
	code := m.Run()
	if code == 0 {
		err := goleak.Find()
		for began := time.Now(); err != nil && time.Since(began) < patience; {
			err = goleak.Find()
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "the tests leak goroutines: %v\n", err)
			code = 1
		}
	}
	os.Exit(code)
}
