package identity

import "context"

// A Caller is the client of a request.
type Caller struct {
	Identity        Identity
	Session         string // the secret in the cookie, or "" without a valid session
	RenewedRecently bool   // the session was renewed less than renewalAge ago
}

type callerKey struct{}

// WithCaller returns a context that holds the client of a request.
func WithCaller(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// CallerOf returns the client of a request, or the zero value if the context holds none.
func CallerOf(ctx context.Context) Caller {
	c, _ := ctx.Value(callerKey{}).(Caller)
	return c
}
