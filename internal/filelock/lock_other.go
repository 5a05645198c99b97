//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package filelock

import (
	"errors"
	"os"
)

func lock(*os.File) error { return errors.ErrUnsupported }

func unlock(*os.File) {}
