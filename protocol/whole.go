package protocol

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Whole returns a JSON value in which whole numbers have no fraction and no exponent: 1.0 and 1e4
// become 1 and 10000. Many programs write 1.0 for 1, and JSON Schema accepts 1.0 as an integer.
// Whole reports whether the value has changed. It does not change a value that is not valid JSON,
// or numbers with more than 20 digits.
func Whole(data []byte) (whole []byte, changed bool) {
	if !bytes.ContainsAny(data, ".eE-") {
		return data, false
	}
	var out bytes.Buffer
	in, encoder := jsontext.NewDecoder(bytes.NewReader(data)), jsontext.NewEncoder(&out, jsontext.PreserveRawStrings(true))
	for in.InputOffset() == 0 || in.StackDepth() > 0 {
		token, err := in.ReadToken()
		if err != nil {
			break
		}
		if token.Kind() != '0' {
			err = encoder.WriteToken(token)
		} else {
			text := token.String()
			if plain, ok := withoutExponent(text); ok && plain != text {
				text, changed = plain, true
			}
			err = encoder.WriteValue(jsontext.Value(text))
		}
		if err != nil {
			return data, false
		}
	}
	if in.StackDepth() > 0 || !changed {
		return data, false
	}
	if rest := bytes.TrimSpace(data[in.InputOffset():]); len(rest) > 0 {
		return data, false
	}
	return bytes.TrimSuffix(out.Bytes(), []byte{'\n'}), true
}

// maxDigits is the length of the largest 64-bit integer. No field accepts a larger number.
const maxDigits = 20

// withoutExponent returns a valid JSON number in the form of an integer. It returns false if the number
// is not whole or has too many digits.
func withoutExponent(number string) (string, bool) {
	number, negative := strings.CutPrefix(number, "-")
	mantissa, exponent := number, ""
	if i := strings.IndexAny(number, "eE"); i >= 0 {
		mantissa, exponent = number[:i], number[i+1:]
	}
	before, after, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimRight(before+after, "0")
	if strings.Trim(digits, "0") == "" {
		return "0", true
	}
	point := len(before)
	if exponent != "" {
		n, err := strconv.Atoi(exponent)
		if err != nil {
			return "", false
		}
		point += n
	}
	leading := len(digits) - len(strings.TrimLeft(digits, "0"))
	if point < len(digits) || point-leading > maxDigits {
		return "", false
	}
	text := digits[leading:] + strings.Repeat("0", point-len(digits))
	if negative {
		text = "-" + text
	}
	return text, true
}
