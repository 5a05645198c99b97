package external

// A wire is the connection to a bot: the pipes of a child process, or a
// WebSocket.
type wire interface {
	// read returns the next message, valid until the next call. It fails with
	// errTooLong or errBinary for one that is skipped, and with another error at
	// the end.
	read() ([]byte, error)
	// write sends a message and takes as long as the bot likes, but not past the
	// end of the bot.
	write(data []byte) error
	// shut tells the bot that nothing more is sent.
	shut()
	// gone says what has become of the bot, after read or write has failed with err.
	gone(err error) *Fault
	// kill ends the bot at once. Any goroutine may call it, more than once.
	kill()
	// done is closed when the bot has ended and nothing of it is left.
	done() <-chan struct{}
	// close frees what the connection holds, after done.
	close()
	// unfinished is how many bytes have come of a message that is not whole.
	unfinished() int
	// stderr is the end of what the bot has written there.
	stderr() string
}
