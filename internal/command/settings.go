package command

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// configFlag is the name of the flag for a configuration file.
const configFlag = "config"

// variable returns the environment variable of a flag: GAMED_PER_USER for --per-user.
func variable(flag string) string {
	return "GAMED_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// complete sets the flags that the command line leaves out, from the environment or else from
// the configuration file.
func complete(flags *flag.FlagSet) (err error) {
	given := make(map[string]bool)
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	flags.VisitAll(func(f *flag.Flag) {
		if value := os.Getenv(variable(f.Name)); value != "" && !given[f.Name] && err == nil {
			given[f.Name] = true
			err = setting(flags, f.Name, variable(f.Name), value)
		}
	})
	path := flags.Lookup(configFlag).Value.String()
	if err != nil || path == "" {
		return err
	}
	entries, err := readConfig(path)
	if err != nil {
		return usagef("--%s: %w", configFlag, err)
	}
	for _, e := range entries {
		name := fmt.Sprint(e.Key)
		if flags.Lookup(name) == nil || name == configFlag {
			return usagef("--%s: %s: %w", configFlag, path, unknown("key", name, configKeys(flags)))
		}
		if given[name] {
			continue
		}
		for _, value := range valuesOf(name, e.Value) {
			if err := setting(flags, name, path+": "+name, value); err != nil {
				return err
			}
		}
	}
	return nil
}

// setting sets a flag. from is where its value comes from.
func setting(flags *flag.FlagSet, name, from, value string) error {
	if err := flags.Set(name, value); err != nil {
		return usagef("%s %q: %w", from, value, err)
	}
	return nil
}

// readConfig reads a YAML file with a value, or a list of values, for each flag.
func readConfig(path string) (entries yaml.MapSlice, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if err := yaml.NewDecoder(bytes.NewReader(text)).Decode(&entries); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %s", path, yaml.FormatError(err, false, false))
	}
	return entries, nil
}

// valuesOf returns the texts to set a flag to, one after another. Only --bot may be repeated. The
// lists of other flags have commas.
func valuesOf(name string, value any) (texts []string) {
	all, list := value.([]any)
	if !list {
		return []string{fmt.Sprint(value)}
	}
	for _, one := range all {
		texts = append(texts, fmt.Sprint(one))
	}
	if name == botFlag {
		return texts
	}
	return []string{strings.Join(texts, ",")}
}

// configKeys lists the keys of a configuration file.
func configKeys(flags *flag.FlagSet) (names []string) {
	flags.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	return slices.DeleteFunc(names, func(name string) bool { return name == configFlag })
}
