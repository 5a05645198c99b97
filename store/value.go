package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"time"
)

// ReadValue decodes the JSON under a key into v, and returns the key's revision. If there is no
// such key, v stays unchanged and the revision is 0.
func ReadValue(ctx context.Context, kv KV, bucket, key string, v any) (revision uint64, err error) {
	text, revision, err := kv.Get(ctx, bucket, key)
	if errors.Is(err, ErrNotFound) {
		return 0, nil
	}
	if err == nil {
		err = json.Unmarshal(text, v)
	}
	if err != nil {
		return revision, fmt.Errorf("store: key %s in %s: %w", key, bucket, err)
	}
	return revision, nil
}

// changeTries is the maximum number of attempts to change a value despite conflicts.
const changeTries = 20

// ChangeValue reads a JSON value, modifies it with do, and returns it. It writes the value back if do returns
// true. After a conflict or an ambiguous write it reads again and repeats do. After changeTries
// attempts it returns an error that wraps ErrUnavailable. A missing value reads as the zero value.
// If do changes the value to the zero value, ChangeValue deletes the key.
func ChangeValue[T any](ctx context.Context, kv KV, bucket, key string, do func(*T) (write bool)) (v T, err error) {
	for n := range changeTries {
		backOff(ctx, n)
		v = *new(T) // decoding leaves missing fields unchanged
		revision, err := ReadValue(ctx, kv, bucket, key, &v)
		if err != nil || !do(&v) {
			return v, err
		}
		text, err := json.Marshal(&v)
		if err != nil {
			return v, fmt.Errorf("store: key %s in %s: %w", key, bucket, err)
		}
		if reflect.ValueOf(v).IsZero() {
			err = kv.Delete(ctx, bucket, key, revision)
		} else {
			_, err = kv.Put(ctx, bucket, key, text, revision)
		}
		if !errors.Is(err, ErrConflict) && !errors.Is(err, ErrAmbiguous) {
			return v, err
		}
	}
	return v, &contendedError{bucket, key}
}

// A contendedError is returned after changeTries attempts to change a value. It wraps
// ErrUnavailable but has its own text, because the store does respond.
type contendedError struct{ bucket, key string }

func (e *contendedError) Error() string {
	return fmt.Sprintf("store: key %s in %s: %d attempts met other writes or had no clear result; try again later", e.key, e.bucket, changeTries)
}

func (*contendedError) Unwrap() error { return ErrUnavailable }

// backOff waits before another attempt after a conflict, with randomized exponential backoff. The
// randomness lets slow servers succeed too.
func backOff(ctx context.Context, conflicts int) {
	if conflicts == 0 {
		return
	}
	select {
	case <-time.After(rand.N(min(100*time.Microsecond<<conflicts, 50*time.Millisecond))):
	case <-ctx.Done():
	}
}
