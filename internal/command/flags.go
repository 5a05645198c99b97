package command

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"regexp"
	"strings"
)

// parse sets flags from args and returns the other arguments. Flags may stand before,
// between and after them. Everything after "--" is an argument.
func parse(flags *flag.FlagSet, args []string) (rest []string, err error) {
	for {
		if err := flags.Parse(args); err != nil {
			return nil, flagError(flags, err)
		}
		left := flags.Args()
		if read := len(args) - len(left); len(left) == 0 || read > 0 && args[read-1] == "--" {
			return append(rest, left...), nil
		}
		rest, args = append(rest, left[0]), left[1:]
	}
}

// invalid matches the error of package flag for an invalid value.
var invalid = regexp.MustCompile(`^invalid (?:boolean )?value (".*") for (?:flag )?-([a-z-]+): (.*)$`)

// flagError rewrites an error of package flag.
func flagError(flags *flag.FlagSet, err error) error {
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		var names []string
		flags.VisitAll(func(f *flag.Flag) { names = append(names, dashes(f.Name)) })
		return unknown("flag", dashes(strings.TrimPrefix(name, "-")), names)
	}
	if name, ok := strings.CutPrefix(text, "flag needs an argument: -"); ok {
		return usagef("%s needs a value; see gamed help %s", dashes(name), flags.Name())
	}
	if parts := invalid.FindStringSubmatch(text); parts != nil {
		name, value, why := dashes(parts[2]), parts[1], parts[3]
		if why == "parse error" {
			why = "the value is invalid; see gamed help " + flags.Name()
		}
		return usagef("%s %s: %s", name, value, why)
	}
	return &usageError{err}
}

// dashes returns the flag as users type it: -n, --seed.
func dashes(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// A checked value refuses some of the values that a flag can have.
type checked struct {
	flag.Value
	check func() error
}

func (c checked) Set(text string) error {
	if err := c.Value.Set(text); err != nil {
		return err
	}
	return c.check()
}

// countFlag declares a flag for a number of at least least.
func countFlag(flags *flag.FlagSet, p *int, name string, value, least int, about string) {
	flags.IntVar(p, name, value, about)
	atLeast(flags, p, name, least)
}

// atLeast makes a declared flag, whose value is at p, refuse numbers below least.
func atLeast[T cmp.Ordered](flags *flag.FlagSet, p *T, name string, least T) {
	f := flags.Lookup(name)
	f.Value = checked{f.Value, func() error {
		if *p < least {
			return fmt.Errorf("use %v or more", least)
		}
		return nil
	}}
}

// between makes a declared flag, whose value is at p, refuse numbers outside a range.
func between[T cmp.Ordered](flags *flag.FlagSet, p *T, name string, least, most T) {
	f := flags.Lookup(name)
	f.Value = checked{f.Value, func() error {
		if *p < least || *p > most {
			return fmt.Errorf("use %v to %v", least, most)
		}
		return nil
	}}
}
