package server

import (
	"runtime"
	"runtime/debug"
)

// A Build identifies the program, as recorded by go build.
type Build struct {
	Version string // of the main module
	// Commit is the short commit, with " (modified)" if files differed from the commit, or "" if
	// unknown. Only go build and go install in a Git checkout record the commit.
	Commit string
	Go     string // the version of Go
}

// ReadBuild returns the build of this program, as go build has embedded it.
func ReadBuild() Build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Build{Version: "(unknown version)", Go: runtime.Version()}
	}
	return buildOf(info)
}

func buildOf(info *debug.BuildInfo) Build {
	b, modified := Build{Version: info.Main.Version, Go: info.GoVersion}, ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			b.Commit = s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = " (modified)"
		}
	}
	if b.Commit != "" {
		b.Commit += modified
	}
	return b
}

// String returns the version, and the commit if it is known.
func (b Build) String() string {
	if b.Commit == "" {
		return b.Version
	}
	return b.Version + ", commit " + b.Commit
}
