package command

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"gamed/internal/columns"
	"gamed/internal/yamldoc"
)

// configFlag is the name of the flag for a configuration file.
const configFlag = "config"

// printFlag is the name of the flag that prints the settings.
const printFlag = "print-config"

// variablePrefix begins the names of the environment variables of this program.
const variablePrefix = "GAMED_"

// variableFor returns the environment variable of a flag: GAMED_PER_USER for --per-user.
func variableFor(flag string) string {
	return variablePrefix + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// tokenVariable names the environment variable with the token of gamed bot connect.
const tokenVariable = "GAMED_TOKEN"

// ownVariables are the environment variables GAMED_… that are not for flags of gamed serve.
var ownVariables = []string{tokenVariable}

// completeFlags sets the flags that the command line leaves out, from the environment or else from
// the configuration file. It returns where the value of each flag comes from; a flag with its default
// value is missing.
func completeFlags(env environ, flags *flag.FlagSet) (sources map[string]string, err error) {
	sources = make(map[string]string)
	flags.Visit(func(f *flag.Flag) { sources[f.Name] = "command line" })
	if err := checkVariables(flags, os.Environ()); err != nil {
		return nil, err
	}
	flags.VisitAll(func(f *flag.Flag) {
		if value := os.Getenv(variableFor(f.Name)); value != "" && sources[f.Name] == "" && err == nil {
			sources[f.Name] = variableFor(f.Name)
			err = setFlag(flags, f.Name, variableFor(f.Name), value)
		}
	})
	path := flags.Lookup(configFlag).Value.String()
	if err != nil || path == "" {
		return sources, err
	}
	entries, err := readConfig(env, path)
	if err != nil {
		return nil, usagef("--%s: %w", configFlag, err)
	}
	for _, e := range entries {
		if flags.Lookup(e.name) == nil || slices.Contains(lineFlags, e.name) {
			return nil, usagef("--%s: %s: %w", configFlag, e.at, unknownName("key", e.name, configKeys(flags)))
		}
		if sources[e.name] != "" {
			continue
		}
		for _, value := range e.texts() {
			if pathFlags[e.name] {
				value = besideConfig(path, value)
			}
			if isNumber(flags.Lookup(e.name)) {
				value = inDecimal(value)
			}
			if err := setFlag(flags, e.name, e.at+": "+e.name, value); err != nil {
				return nil, err
			}
		}
		sources[e.name] = e.at
	}
	return sources, nil
}

// linkVariables matches the variables that Kubernetes and Docker set in containers beside a service with
// the name gamed.
var linkVariables = regexp.MustCompile(`^GAMED_(SERVICE_(HOST|PORT(_\w+)?)|PORT(_\d+_(TCP|UDP)(_\w+)?)?)$`)

// checkVariables refuses variables that begin with GAMED_ and belong to no flag: a misspelt limit
// would not be in force. An empty variable counts as absent.
func checkVariables(flags *flag.FlagSet, environment []string) error {
	names := slices.Clone(ownVariables)
	flags.VisitAll(func(f *flag.Flag) { names = append(names, variableFor(f.Name)) })
	for _, entry := range environment {
		name, value, _ := strings.Cut(entry, "=")
		if value != "" && strings.HasPrefix(name, variablePrefix) && !slices.Contains(names, name) && !linkVariables.MatchString(name) {
			return unknownName("environment variable", name, names)
		}
	}
	return nil
}

// pathFlags are the flags whose values are paths of files or folders. In a configuration file their
// paths are relative to the folder of that file.
var pathFlags = map[string]bool{"archive": true, "data": true, "dev": true, "heads": true, "matches": true, "metrics-token": true, "operator-token": true, "creds": true, "game": true}

// besideConfig joins each relative path in a value to the folder of the configuration file.
// Commas separate the paths in the value.
func besideConfig(config, value string) string {
	paths := strings.Split(value, ",")
	for i, path := range paths {
		if path != "" && path != standardInput && config != standardInput && !filepath.IsAbs(path) {
			paths[i] = filepath.Join(filepath.Dir(config), path)
		}
	}
	return strings.Join(paths, ",")
}

// setFlag sets a flag. An error begins with the source of the value.
func setFlag(flags *flag.FlagSet, name, source, value string) error {
	if err := flags.Set(name, value); err != nil {
		return usagef("%s %q: %s", source, value, reason(flags.Lookup(name), value, err))
	}
	return nil
}

// A configEntry is a key of a configuration file with its value, or with the values of a list.
type configEntry struct {
	name, at string // at is file:line:column of the key
	values   []string
}

// readConfig reads a YAML file with a value, or a list of values, for each key.
func readConfig(env environ, path string) (entries []configEntry, err error) {
	text, err := env.readText(path)
	if err != nil {
		return nil, err
	}
	place := func(t *token.Token) string { return fmt.Sprintf("%s:%d:%d", path, t.Position.Line, t.Position.Column) }
	root, faults := yamldoc.Parse(text)
	var wrong []error
	for _, fault := range faults {
		wrong = append(wrong, fmt.Errorf("%s:%d:%d: %w", path, max(fault.Line, 1), max(fault.Column, 1), fault))
	}
	if len(wrong) > 0 {
		return nil, errors.Join(wrong...)
	}
	if root == nil {
		return nil, nil
	}
	all, is := root.(ast.MapNode)
	if !is {
		return nil, fmt.Errorf("%s: expected a key with a value in each line, such as addr: 0.0.0.0:8080", place(root.GetToken()))
	}
	for each := all.MapRange(); each.Next(); {
		key := each.Key().GetToken()
		if _, is := each.Key().(ast.ScalarNode); !is || each.Key().IsMergeKey() {
			return nil, fmt.Errorf("%s: expected the name of a flag, as in per-user: 4", place(key))
		}
		e := configEntry{name: key.Value, at: place(key)}
		if slices.ContainsFunc(entries, func(other configEntry) bool { return other.name == e.name }) {
			return nil, fmt.Errorf("%s: %s is set twice; remove one of the lines", e.at, e.name)
		}
		items := []ast.Node{each.Value()}
		if list, is := each.Value().(*ast.SequenceNode); is {
			items = list.Values
		}
		for _, item := range items {
			value, ok := scalarText(item)
			if !ok {
				return nil, fmt.Errorf("%s: %s: expected a value, or a list of values; remove the key to use the default", e.at, e.name)
			}
			e.values = append(e.values, value)
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// inDecimal converts a YAML integer, such as 0x1F, to decimal digits. It returns other texts
// unchanged.
func inDecimal(text string) string {
	if yamldoc.PlainKind(text) == yamldoc.Whole {
		if n, err := yamldoc.Int(text); err == nil {
			return strconv.Itoa(n)
		}
	}
	return text
}

// scalarText returns the text of a value as the file has it, without a line break at the end.
func scalarText(n ast.Node) (text string, ok bool) {
	switch kind, text := yamldoc.Scalar(n); kind {
	case yamldoc.Text:
		return strings.TrimSuffix(text, "\n"), true
	case yamldoc.Whole, yamldoc.Fraction, yamldoc.Bool:
		return text, true
	}
	return "", false
}

// texts returns the texts to set a flag to, one after another. Only --bot may be set several times.
// For other flags, the values of a list become one text with commas.
func (e configEntry) texts() []string {
	if e.name == botFlag {
		return e.values
	}
	return []string{strings.Join(e.values, ",")}
}

// lineFlags are the flags that only the command line and the environment can set.
var lineFlags = []string{configFlag, printFlag}

// printConfig writes the values in force as a configuration file, with the source of each.
func printConfig(w io.Writer, flags *flag.FlagSet, sources map[string]string) error {
	var table columns.Table
	flags.VisitAll(func(f *flag.Flag) {
		if slices.Contains(lineFlags, f.Name) {
			return
		}
		texts := []string{f.Value.String()}
		if s, is := f.Value.(printed); is {
			texts = s.texts()
		}
		for i, text := range texts {
			if len(texts) > 1 || strings.ContainsFunc(text, unicode.IsControl) { // YAML has the same escapes as Go
				texts[i] = strconv.Quote(text)
			} else if quoted, err := yaml.Marshal(text); err == nil && kindOf(f.Value) == aText {
				texts[i] = strings.TrimSuffix(string(quoted), "\n")
			}
		}
		value := strings.Join(texts, ", ")
		if len(texts) != 1 {
			value = "[" + value + "]"
		}
		table.Row(f.Name+":", value, "# "+cmp.Or(sources[f.Name], "default"))
	})
	return write(w, table, "")
}

// configKeys lists the keys of a configuration file.
func configKeys(flags *flag.FlagSet) (names []string) {
	flags.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	return slices.DeleteFunc(names, func(name string) bool { return slices.Contains(lineFlags, name) })
}
