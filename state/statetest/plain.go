package statetest

import (
	"fmt"
	"reflect"
	"testing"

	"gamed/state"
)

// testPlain checks that a position contains no pointers and no padding, which the constraint
// comparable cannot express. With padding, equal positions could have different bytes. A position also
// has no blank fields: == skips them, so the compiler could not compare a position in one call.
func (k *Kit[S]) testPlain(t *testing.T) {
	whole := reflect.TypeFor[S]()
	for _, fault := range faults(whole) {
		t.Error(fault)
	}
	t.Logf("a position has %d bytes, %d of them in state.Core", whole.Size(), reflect.TypeFor[state.Core]().Size())
}

// faults lists the reasons why a type is not a plain value.
func faults(whole reflect.Type) (found []string) {
	// bytes returns the total size of the numbers and booleans in a type, in bytes.
	var bytes func(reflect.Type, string) uintptr
	bytes = func(ty reflect.Type, path string) (n uintptr) {
		fault := ""
		switch ty.Kind() {
		case reflect.Struct:
			for i := range ty.NumField() {
				if ty.Field(i).Name == "_" {
					found = append(found, path+" has a blank field: give it a name")
				}
				n += bytes(ty.Field(i).Type, path+"."+ty.Field(i).Name)
			}
			return n
		case reflect.Array:
			return uintptr(ty.Len()) * bytes(ty.Elem(), path+"[]")
		case reflect.Bool, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
			reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		case reflect.Int, reflect.Uint, reflect.Uintptr:
			fault = "whose size depends on the machine"
		case reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
			fault = "which may not be equal to itself"
		default:
			fault = "which points outside the position"
		}
		if fault != "" {
			found = append(found, fmt.Sprintf("%s is of type %v, %s", path, ty, fault))
		}
		return ty.Size()
	}
	if padding := whole.Size() - bytes(whole, whole.Name()); padding != 0 {
		found = append(found, fmt.Sprintf("%d bytes of %v are padding: order its fields by size", padding, whole))
	}
	return found
}

// difference names the first fields in which two positions differ.
func difference[S comparable](a, b *S) string {
	var found []string
	var walk func(a, b reflect.Value, path string)
	walk = func(a, b reflect.Value, path string) {
		switch {
		case len(found) == 4 || a.Equal(b):
		case a.Kind() == reflect.Struct:
			for i := range a.NumField() {
				walk(a.Field(i), b.Field(i), path+"."+a.Type().Field(i).Name)
			}
		case a.Kind() == reflect.Array:
			for i := range a.Len() {
				walk(a.Index(i), b.Index(i), fmt.Sprintf("%s[%d]", path, i))
			}
		default:
			found = append(found, fmt.Sprintf("%s: %v and %v", path, a, b))
		}
	}
	walk(reflect.ValueOf(*a), reflect.ValueOf(*b), "")
	return fmt.Sprintf("they differ in %q", found)
}
