package transfer_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/store"
	"gamed/transfer"
)

// FuzzImport imports an export with some bytes replaced. If the first line is intact and nothing was
// added, Import must report an error. An import of the original afterwards must succeed, or report that
// it left out games.
func FuzzImport(f *testing.F) {
	from := store.NewMemory()
	load(f, from, duel, 12)
	_, err := from.Put(f.Context(), "result", "a/b", []byte("1"), 0)
	require.NoError(f, err)
	var file bytes.Buffer
	require.NoError(f, transfer.ExportAll(f.Context(), &file, from))
	whole := file.Bytes()
	f.Add(uint16(0), uint16(0), []byte{})
	f.Add(uint16(len(whole)/2), uint16(len(whole)), []byte{})
	f.Add(uint16(0), uint16(0), []byte(`{"t":"exported","lines":0}`+"\n"))
	f.Add(uint16(0), uint16(1), []byte(`{"t":"export","version":1}`+"\n{"))
	f.Add(uint16(len(whole)), uint16(0), []byte(`{"bucket":"result","key":"../x","value":"MQ=="}`+"\n"))
	f.Fuzz(func(t *testing.T, at, cut uint16, put []byte) {
		begin := min(int(at), len(whole))
		changed := slices.Replace(slices.Clone(whole), begin, min(begin+int(cut), len(whole)), put...)
		to := store.NewMemory()
		_, err := transfer.Import(t.Context(), to, bytes.NewReader(changed))
		if err == nil && bytes.HasPrefix(changed, whole[:1+bytes.IndexByte(whole, '\n')]) && len(changed) <= len(whole) {
			require.Equal(t, whole, changed, "a changed export is imported without an error")
		}
		if _, err := transfer.Import(t.Context(), to, bytes.NewReader(whole)); err != nil {
			require.ErrorIs(t, err, transfer.ErrSkipped)
		}
	})
}
