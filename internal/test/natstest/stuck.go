package natstest

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// HangStream makes a stream hang on a server, as a disk that does not respond would: the server
// keeps the leadership of the stream, but answers no request about the stream and stores nothing in
// it. NATS has no option for that, so HangStream finds the mutex of the stream in the server's
// memory and locks it. The function release unlocks the mutex, and so does the end of the test.
func (c *Cluster) HangStream(i int, stream string) (release func()) {
	c.t.Helper()
	js := reflect.ValueOf(c.servers[i]).Elem().FieldByName("js")
	if js.Kind() == reflect.Struct { // an atomic.Pointer
		js = reflect.NewAt(js.Type(), unsafe.Pointer(js.UnsafeAddr())).MethodByName("Load").Call(nil)[0]
	}
	for _, account := range js.Elem().FieldByName("accounts").Seq2() {
		if found := account.Elem().FieldByName("streams").MapIndex(reflect.ValueOf(stream)); found.IsValid() {
			lock := (*sync.RWMutex)(unsafe.Pointer(found.Elem().FieldByName("mu").UnsafeAddr()))
			lock.Lock()
			release = sync.OnceFunc(lock.Unlock)
			c.t.Cleanup(release) // otherwise the server would not stop
			return release
		}
	}
	require.FailNow(c.t, "no such stream", stream)
	return nil
}
