package external_test

import (
	"os"
	"testing"

	"gamed/internal/test/leaktest"
)

// asBot is the environment variable that makes the test binary run as the bot that its value names.
const asBot = "GAMED_TEST_BOT"

func TestMain(m *testing.M) {
	if name := os.Getenv(asBot); name != "" {
		bots[name]()
		return
	}
	leaktest.Main(m)
}
