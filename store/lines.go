package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
)

// Lines returns the records of a log file. A last line without its end, whose
// writer was stopped in the middle, is left out.
func Lines(r io.Reader) ([][]byte, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	lines := bytes.Split(data, []byte{'\n'})
	return lines[:len(lines)-1], nil
}

// mend counts the records of a file and cuts off a last line that was not
// written to its end: nobody was told of it.
func mend(path string) (records uint64, err error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	whole := bytes.LastIndexByte(data, '\n') + 1
	if whole < len(data) {
		if err := os.Truncate(path, int64(whole)); err != nil {
			return 0, fmt.Errorf("cut off the unfinished last line: %w", err)
		}
	}
	return uint64(bytes.Count(data[:whole], []byte{'\n'})), nil
}

// write adds a line to a file. When that fails it takes back what was written
// of it, so that the record is either kept or not.
func write(path string, record []byte) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("%w: %w", kind(err), err)
	}
	n, err := file.Write(append(append(make([]byte, 0, len(record)+1), record...), '\n'))
	if err = errors.Join(err, file.Close()); err == nil {
		return nil
	}
	if undo := shorten(path, n); undo != nil {
		return fmt.Errorf("%w: %w: %w", ErrAmbiguous, err, undo)
	}
	return fmt.Errorf("%w: %w", kind(err), err)
}

// shorten takes n bytes off the end of a file.
func shorten(path string, n int) error {
	if n == 0 {
		return nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	return os.Truncate(path, info.Size()-int64(n))
}

// kind is the typed error of one of the file system.
func kind(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return ErrFull
	}
	return ErrUnavailable
}
