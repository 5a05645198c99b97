package command

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"math"
	"net"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// parse sets flags from args and returns the other arguments. Flags may stand before, between and
// after the other arguments. Everything after "--" is an argument.
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

// invalidValue matches the error of package flag for an invalid value.
var invalidValue = regexp.MustCompile(`^invalid (?:boolean )?value (".*") for (?:flag )?-([a-z-]+): (.*)$`)

// flagError rewrites an error of package flag.
func flagError(flags *flag.FlagSet, err error) error {
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		var names []string
		flags.VisitAll(func(f *flag.Flag) { names = append(names, flagText(f.Name)) })
		return unknownName("flag", flagText(strings.TrimPrefix(name, "-")), names)
	}
	if name, ok := strings.CutPrefix(text, "flag needs an argument: -"); ok {
		return usagef("%s needs a value; see gamed help %s", flagText(name), flags.Name())
	}
	if parts := invalidValue.FindStringSubmatch(text); parts != nil {
		name, value, why := flagText(parts[2]), parts[1], parts[3]
		text, _ := strconv.Unquote(value)
		return usagef("%s %s: %s", name, value, reason(flags.Lookup(parts[2]), text, errors.New(why)))
	}
	return &usageError{err}
}

// Kinds of values, as errors describe them.
const (
	aNumber   = "a number, such as 2.5"
	aWhole    = "a whole number, such as 10"
	aCount    = "a whole number of 0 or more, such as 10"
	aSwitch   = "true or false"
	aDuration = "a time with its unit, such as 300ms, 2s, 5m or 1h"
	aText     = "a text"
)

// kindOf returns the kind of a flag's value.
func kindOf(v flag.Value) string {
	switch v := v.(type) {
	case printed:
		return kindOf(v.Value)
	case decimal:
		return kindOf(v.Value)
	case checked:
		return kindOf(v.Value)
	}
	got, is := v.(flag.Getter)
	if !is {
		return aText
	}
	switch got.Get().(type) {
	case float64:
		return aNumber
	case int, int64:
		return aWhole
	case uint, uint64:
		return aCount
	case bool:
		return aSwitch
	case time.Duration:
		return aDuration
	}
	return aText
}

// isNumber reports whether a flag's value is a number.
func isNumber(f *flag.Flag) bool {
	kind := kindOf(f.Value)
	return kind == aNumber || kind == aWhole || kind == aCount
}

// durationSyntax matches durations of any length. time.ParseDuration refuses such a text only if the
// duration is too long.
var durationSyntax = regexp.MustCompile(`^[-+]?(([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|ms|s|m|h))+$`)

// reason describes why a flag has refused a value. It adds the kind of value that the flag takes,
// which package flag does not name.
func reason(f *flag.Flag, value string, err error) string {
	kind := kindOf(f.Value)
	switch err.Error() {
	case "parse error":
		if kind == aDuration && durationSyntax.MatchString(value) {
			return fmt.Sprintf("the time is too long; use at most %dh", math.MaxInt64/int64(time.Hour))
		}
		return "use " + kind
	case "value out of range":
		return "the number is too large or too small; use " + kind
	}
	return err.Error()
}

// flagText returns the flag as users type it: -n, --seed.
func flagText(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// A checked value sets the embedded value, and then refuses a result for which check returns an
// error.
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

// A printed value has the texts that --print-config writes, if these differ from the text that the flag was
// set to. --print-config writes several texts as a list.
type printed struct {
	flag.Value
	texts func() []string
}

// printAs makes --print-config write these texts for a declared flag.
func printAs(flags *flag.FlagSet, name string, texts func() []string) {
	f := flags.Lookup(name)
	f.Value = printed{f.Value, texts}
}

// A decimal value takes only decimal numbers. Package flag reads 010 as 8, 0x10 as 16 and 1_000 as
// 1000, and takes NaN.
type decimal struct{ flag.Value }

var (
	decimalNumber = regexp.MustCompile(`^([-+]?)0*([0-9]+(\.[0-9]*)?([eE][-+]?[0-9]+)?|\.[0-9]+([eE][-+]?[0-9]+)?)$`)
	errNumber     = errors.New("parse error") // as package flag says
)

func (d decimal) Set(text string) error {
	parts := decimalNumber.FindStringSubmatch(text)
	if parts == nil {
		return errNumber
	}
	return d.Value.Set(parts[1] + parts[2])
}

// parseDecimal parses a decimal number that is a part of a flag's value.
func parseDecimal(text string) (float64, error) {
	if !decimalNumber.MatchString(text) {
		return 0, errNumber
	}
	return strconv.ParseFloat(text, 64)
}

// onlyDecimals makes the declared flags for numbers take decimal ones only.
func onlyDecimals(flags *flag.FlagSet) {
	flags.VisitAll(func(f *flag.Flag) {
		if !isNumber(f) {
			return
		}
		if p, is := f.Value.(printed); is {
			f.Value = printed{decimal{p.Value}, p.texts}
			return
		}
		f.Value = decimal{f.Value}
	})
}

// countFlag declares a flag for a whole number that is at least minimum.
func countFlag(flags *flag.FlagSet, p *int, name string, value, minimum int, about string) {
	flags.IntVar(p, name, value, about)
	atLeast(flags, p, name, minimum)
}

// atLeast makes a declared flag, whose value is at p, refuse numbers below minimum.
func atLeast[T cmp.Ordered](flags *flag.FlagSet, p *T, name string, minimum T) {
	refuse(flags, name, func() error {
		if *p < minimum {
			return fmt.Errorf("use %v or more", minimum)
		}
		return nil
	})
}

// between makes a declared flag, whose value is at p, refuse numbers outside a range.
func between[T cmp.Ordered](flags *flag.FlagSet, p *T, name string, least, most T) {
	refuse(flags, name, func() error {
		if *p < least || *p > most {
			return fmt.Errorf("use %v to %v", least, most)
		}
		return nil
	})
}

// refuse makes a declared flag refuse the values for which check returns an error.
func refuse(flags *flag.FlagSet, name string, check func() error) {
	f := flags.Lookup(name)
	f.Value = checked{f.Value, check}
}

// addressFlag declares a flag for an address to listen on. example is a valid address for the error.
func addressFlag(flags *flag.FlagSet, p *string, name, value, example, about string) {
	flags.StringVar(p, name, value, about)
	refuse(flags, name, func() error {
		_, port, err := net.SplitHostPort(*p)
		if err == nil {
			_, err = net.LookupPort("tcp", port)
		}
		if err != nil {
			return fmt.Errorf("use HOST:PORT, such as %s", example)
		}
		return nil
	})
}

// hostNamesFlag declares a flag for host names, separated by commas.
func hostNamesFlag(flags *flag.FlagSet, p *[]string, name, about string) {
	flags.Func(name, about, func(text string) error {
		*p = nil
		for _, host := range splitList(strings.ToLower(text)) {
			if strings.ContainsAny(host, " \t/\\;\"'<>@?#*") {
				return errors.New("use host names, separated by commas, such as cards.example.org")
			}
			*p = append(*p, host)
		}
		return nil
	})
	printAs(flags, name, func() []string { return []string{strings.Join(*p, ",")} })
}

// splitList returns the entries of a list that commas separate, without the empty ones.
func splitList(text string) (entries []string) {
	for entry := range strings.SplitSeq(text, ",") {
		if entry = strings.TrimSpace(entry); entry != "" {
			entries = append(entries, entry)
		}
	}
	return entries
}
