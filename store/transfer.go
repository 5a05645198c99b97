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

// A valueLine is a line of an export by [ExportValues].
type valueLine struct {
	Bucket string `json:"bucket"`
	Key    string `json:"key"`
	Value  []byte `json:"value"` // in base64
}

// ExportValues writes every value in a KV as a line of JSON. A value that changes during the
// export is written in its old or new form. ExportValues skips damaged values. The error then
// wraps ErrDamaged, and names the first maxNamed of these values.
func ExportValues(ctx context.Context, w io.Writer, kv KV) error {
	out := bufio.NewWriter(w)
	lines := json.NewEncoder(out)
	var left []error
	buckets, err := kv.Buckets(ctx)
	if err = collectDamage(&left, err); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	for _, bucket := range buckets {
		keys, err := kv.Keys(ctx, bucket, "")
		if err = collectDamage(&left, err); err != nil {
			return fmt.Errorf("export: %w", err)
		}
		err = ReadValues(ctx, kv, bucket, keys, func(key string, value []byte, err error) error {
			if errors.Is(err, ErrNotFound) { // deleted during the export
				return nil
			}
			if err == nil {
				err = lines.Encode(valueLine{bucket, key, value})
			}
			return collectDamage(&left, err)
		})
		if err != nil {
			return fmt.Errorf("export: %w", err)
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if n := len(left); n > maxNamed {
		left = append(left[:maxNamed], fmt.Errorf("export: and %d more damaged values or lists of keys: %w", n-maxNamed, ErrDamaged))
	}
	return errors.Join(left...)
}

// maxNamed is the maximum number of damaged values that the error of an export names.
const maxNamed = 20

// collectDamage adds an error that wraps ErrDamaged to the given list, and returns every other error.
func collectDamage(left *[]error, err error) error {
	if errors.Is(err, ErrDamaged) {
		*left = append(*left, fmt.Errorf("export: left out: %w", err))
		return nil
	}
	return err
}

// ImportValue stores the value from a line written by [ExportValues]. An existing key keeps
// its value.
func ImportValue(ctx context.Context, kv KV, line []byte) error {
	var v valueLine
	if err := json.Unmarshal(line, &v); err != nil {
		return fmt.Errorf("the line is not an exported value: %w", err)
	}
	_, err := kv.Put(ctx, v.Bucket, v.Key, v.Value, 0)
	if errors.Is(err, ErrConflict) {
		return nil
	}
	return err
}

// Lines returns the records in a file with one record per line. It omits an incomplete last line,
// which an interrupted writer may leave, and blank lines at the end. Lines may also end with CR LF.
func Lines(r io.Reader) ([][]byte, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	lines := bytes.Split(data, []byte{'\n'})
	if last := len(lines) - 1; !json.Valid(lines[last]) {
		lines = lines[:last]
	}
	for i, line := range lines {
		lines[i] = bytes.TrimSuffix(line, []byte{'\r'})
	}
	for len(lines) > 0 && len(bytes.TrimSpace(lines[len(lines)-1])) == 0 {
		lines = lines[:len(lines)-1]
	}
	return lines, nil
}
