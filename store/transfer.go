package store

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// A valueLine is a line in an export of values: see [ExportValues].
type valueLine struct {
	Bucket string `json:"bucket"`
	Key    string `json:"key"`
	Value  []byte `json:"value"` // in base64
}

// ExportValues writes every value in a KV as a line of JSON. A value that changes during the
// export is written in its old or new form.
func ExportValues(ctx context.Context, w io.Writer, kv KV) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("export: %w", err)
		}
	}()
	out := bufio.NewWriter(w)
	lines := json.NewEncoder(out)
	buckets, err := kv.Buckets(ctx)
	if err != nil {
		return err
	}
	for _, bucket := range buckets {
		keys, err := kv.Keys(ctx, bucket, "")
		if err != nil {
			return err
		}
		for _, key := range keys {
			value, _, err := kv.Get(ctx, bucket, key)
			if errors.Is(err, ErrNotFound) {
				continue // deleted during the export
			}
			if err == nil {
				err = lines.Encode(valueLine{bucket, key, value})
			}
			if err != nil {
				return err
			}
		}
	}
	return out.Flush()
}

// ImportValue stores the value from a line written by [ExportValues]. An existing key keeps
// its value.
func ImportValue(ctx context.Context, kv KV, line []byte) error {
	var v valueLine
	if err := json.Unmarshal(line, &v); err != nil {
		return fmt.Errorf("not a value: %w", err)
	}
	_, err := kv.Put(ctx, v.Bucket, v.Key, v.Value, 0)
	if errors.Is(err, ErrConflict) {
		return nil
	}
	return err
}

// Lines returns the records in a file with one record per line. It omits an unfinished last
// line, which an interrupted writer leaves behind.
func Lines(r io.Reader) ([][]byte, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	lines := bytes.Split(data, []byte{'\n'})
	return lines[:len(lines)-1], nil
}
