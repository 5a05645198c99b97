package arena

import "encoding/binary"

// appendDense appends b without its zeros, of which a position has many: of each
// eight words a byte that says which of them are not zero, and those. Two texts of
// one length that differ give two that differ. What is no whole word at the end is
// appended as it is.
func appendDense(dst, b []byte) []byte {
	const size = 8
	for ; len(b) >= size; b = b[min(8*size, len(b)/size*size):] {
		at := len(dst)
		dst = append(dst, 0)
		for i := range min(8, len(b)/size) {
			if w := binary.LittleEndian.Uint64(b[i*size:]); w != 0 {
				dst[at] |= 1 << i
				dst = binary.LittleEndian.AppendUint64(dst, w)
			}
		}
	}
	return append(dst, b...)
}
