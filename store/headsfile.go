package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"github.com/cockroachdb/pebble/v2/vfs"
)

const (
	// HeadsSuffix is the end of the default name of the file of heads: the name of the data folder
	// plus HeadsSuffix.
	HeadsSuffix = ".heads"
	// headsInside is the name of the file of heads inside the data folder, for a process that
	// cannot write beside the folder.
	headsInside = "heads"
	// headsGrowth is the factor by which the file of heads grows before it is rewritten. headsLeast
	// is the size in bytes below which an undamaged file is not rewritten.
	headsGrowth, headsLeast = 4, 4 << 20
)

// A headsFile is a sequence of blocks. A block has a magic number, the length and the checksum of
// its content, and the content. There are two kinds: a block of heads contains heads, and a block
// of state contains the use of the folder and the numbers of its commits. A block of state applies
// to all heads since the previous block of state. A torn or damaged block does not affect other
// blocks.
type headsFile struct {
	fs     vfs.FS
	name   string
	inside bool // the file is in the data folder
	f      vfs.File
	end    int64 // offset of the end of the last block
	limit  int64 // size in bytes above which the file is rewritten
}

const (
	headsMagic  = "\xffgh1"
	headsHeader = len(headsMagic) + 4 + crc32.Size
	maxBlock    = 64 << 10 // bytes of content after which a block of heads ends

	blockOfHeads = 'h'
	blockOfState = 's'
)

// open opens the first of the named files that exists. If none exists and create is set, open
// creates the first file that the system allows. If none exists and create is not set, open leaves
// f nil.
func (h *headsFile) open(fs vfs.FS, names []string, create bool) (err error) {
	h.fs = fs
	for i, name := range names {
		h.name, h.inside = name, i > 0
		if h.f, err = fs.OpenReadWrite(name, vfs.WriteCategoryUnspecified); err == nil {
			return h.measure()
		}
		if !errors.Is(err, os.ErrNotExist) && i == len(names)-1 {
			return fmt.Errorf("the file of heads cannot be opened: name another one with --heads: %w", err)
		}
	}
	h.f = nil
	if !create {
		return nil
	}
	for i, name := range names {
		h.name, h.inside = name, i > 0
		if h.f, err = fs.Create(name, vfs.WriteCategoryUnspecified); err == nil {
			return h.measure()
		}
	}
	return fmt.Errorf("the file of heads cannot be created: name another one with --heads: %w", err)
}

func (h *headsFile) measure() error {
	info, err := h.f.Stat()
	if err != nil {
		return errors.Join(err, h.f.Close())
	}
	h.end = info.Size()
	h.limit = max(headsGrowth*h.end, headsLeast)
	return nil
}

func (h *headsFile) full() bool { return h.end > h.limit }

// append writes a block at the end of the file.
func (h *headsFile) append(kind byte, content []byte) error {
	block := append(make([]byte, 0, headsHeader+1+len(content)), headsMagic...)
	block = binary.BigEndian.AppendUint32(block, uint32(1+len(content)))
	block = append(block, 0, 0, 0, 0, kind)
	block = append(block, content...)
	binary.BigEndian.PutUint32(block[headsHeader-crc32.Size:], crc32.Checksum(block[headsHeader:], castagnoli))
	if _, err := h.f.WriteAt(block, h.end); err != nil {
		return err
	}
	h.end += int64(len(block))
	return nil
}

// createSibling creates an empty file that may later replace this file: see replaceBy.
func (h *headsFile) createSibling() (*headsFile, error) {
	f, err := h.fs.Create(h.name+PartialSuffix, vfs.WriteCategoryUnspecified)
	if err != nil {
		return nil, err
	}
	return &headsFile{fs: h.fs, name: h.name + PartialSuffix, f: f}, nil
}

// replaceBy replaces the file by the given sibling. err is the error of creating or writing the
// sibling, and sibling is nil if the sibling was not created. After any failure, replaceBy removes the
// sibling and keeps the file, which may grow further.
func (h *headsFile) replaceBy(sibling *headsFile, err error) error {
	if err == nil {
		err = h.fs.Rename(sibling.name, h.name)
	}
	if err != nil {
		h.limit = max(2*h.end, headsLeast)
		if sibling != nil {
			err = errors.Join(err, sibling.f.Close(), h.fs.Remove(sibling.name))
		}
		return err
	}
	err = h.f.Close()
	h.f, h.end, h.limit = sibling.f, sibling.end, max(headsGrowth*sibling.end, headsLeast)
	return err
}

// A headsWriter collects heads and writes them in blocks. Its method flush returns the first error
// of a write.
type headsWriter struct {
	to    *headsFile
	block []byte
	err   error
}

func (w *headsWriter) add(of item, now head) {
	w.block = append(append(w.block, byte(len(of.bucket))), of.bucket...)
	w.block = append(append(w.block, byte(len(of.key))), of.key...)
	w.block = binary.AppendUvarint(w.block, now.number)
	if now.number > 0 {
		w.block = append(w.block, now.sum[:]...)
	}
	if len(w.block) >= maxBlock {
		_ = w.flush()
	}
}

// state writes a block of state, which ends a group of heads.
func (w *headsWriter) state(id useID, at *counts) {
	_ = w.flush()
	w.write(blockOfState, appendCounts(append([]byte(nil), id[:]...), at))
}

func (w *headsWriter) flush() error {
	if len(w.block) > 0 {
		w.write(blockOfHeads, w.block)
		w.block = w.block[:0]
	}
	return w.err
}

func (w *headsWriter) write(kind byte, content []byte) {
	if w.err == nil {
		w.err = w.to.append(kind, content)
	}
}

// A headsReader reads the blocks that a file had when the reader was opened.
type headsReader struct {
	f   vfs.File
	end int64
}

// reader opens the file again for reading, because a rewrite closes h.f.
func (h *headsFile) reader() (*headsReader, error) {
	f, err := h.fs.Open(h.name)
	if err != nil {
		return nil, err
	}
	return &headsReader{f, h.end}, nil
}

var errHeads = errors.New("the block is damaged")

// walk reads the file from start to end. It calls the function state for each block of state, and
// the function entry, which may be nil, for each head. broken reports whether walk skipped an
// unreadable part of the file.
func (r *headsReader) walk(state func(useID, *counts), entry func(item, head) error) (broken bool, err error) {
	for at := int64(0); at < r.end; {
		kind, content, err := r.block(at)
		if err == nil {
			at += int64(headsHeader + 1 + len(content))
			err = readBlock(kind, content, state, entry)
		} else if errors.Is(err, errHeads) {
			broken = true
			at, err = r.nextMagic(at + 1)
		}
		if err != nil {
			return broken, err
		}
	}
	return broken, nil
}

// block reads the block at an offset. The error is errHeads if the block is damaged.
func (r *headsReader) block(at int64) (kind byte, content []byte, err error) {
	var start [headsHeader]byte
	if err := r.read(start[:], at); err != nil {
		return 0, nil, err
	}
	size := int64(binary.BigEndian.Uint32(start[len(headsMagic):]))
	if string(start[:len(headsMagic)]) != headsMagic || size < 1 || size > 2*maxBlock {
		return 0, nil, errHeads
	}
	content = make([]byte, size)
	if err := r.read(content, at+int64(headsHeader)); err != nil {
		return 0, nil, err
	}
	if crc32.Checksum(content, castagnoli) != binary.BigEndian.Uint32(start[headsHeader-crc32.Size:]) {
		return 0, nil, errHeads
	}
	return content[0], content[1:], nil
}

func (r *headsReader) read(p []byte, at int64) error {
	if at+int64(len(p)) > r.end {
		return errHeads
	}
	_, err := r.f.ReadAt(p, at)
	if errors.Is(err, io.EOF) { // the file has become shorter
		return errHeads
	}
	return err
}

// nextMagic returns the offset of the next magic number, or the end of the file.
func (r *headsReader) nextMagic(at int64) (int64, error) {
	window := make([]byte, maxBlock)
	for at < r.end {
		part := window[:min(int64(len(window)), r.end-at)]
		n, err := r.f.ReadAt(part, at)
		if err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
		if i := bytes.Index(part[:n], []byte(headsMagic)); i >= 0 {
			return at + int64(i), nil
		}
		if n < len(headsMagic) {
			break
		}
		at += int64(n - len(headsMagic) + 1) // a magic number may begin at the end of this window
	}
	return r.end, nil
}

// readBlock decodes a block whose checksum is right.
func readBlock(kind byte, content []byte, state func(useID, *counts), entry func(item, head) error) error {
	if kind == blockOfState && len(content) >= len(useID{}) {
		state(useID(content[:len(useID{})]), readCounts(content[len(useID{}):]))
		return nil
	}
	if kind != blockOfHeads || entry == nil {
		return nil
	}
	for len(content) > 0 {
		var of item
		var now head
		of.bucket, content = splitText(content)
		of.key, content = splitText(content)
		n, size := binary.Uvarint(content)
		if size <= 0 || n > 0 && len(content) < size+len(now.sum) {
			return nil
		}
		now.number, content = n, content[size:]
		if n > 0 {
			content = content[copy(now.sum[:], content):]
		}
		if err := entry(of, now); err != nil {
			return err
		}
	}
	return nil
}

// splitText decodes a text that follows its length, which is one byte. It also returns the content
// after the text.
func splitText(content []byte) (text string, rest []byte) {
	if len(content) == 0 || len(content) < 1+int(content[0]) {
		return "", nil
	}
	end := 1 + int(content[0])
	return string(content[1:end]), content[end:]
}
