package natstest

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// Stick makes a stream stick on a server, as a disk that does not respond would: the server keeps the
// leadership of the stream, but answers no request about it and stores nothing. NATS has no switch for that,
// so Stick takes the lock of the stream out of the server's memory. release or the end of the test ends it.
func (c *Cluster) Stick(i int, stream string) (release func()) {
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
