package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"time"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/css"
	"github.com/tdewolff/minify/v2/js"

	"gamed/internal/accept"
)

// assets maps URL paths to the files of the page. Embedded files have no modification time,
// so browsers validate their copies by entity tag.
type assets map[string]asset

type asset struct {
	kind          string // the Content-Type
	plain, zipped representation
}

// A representation is a response body with its entity tag.
type representation struct {
	bytes []byte
	tag   string
}

// readAssets reads all files, removes comments and needless space from scripts and styles, and
// compresses them. Comments with types are a fifth of the page. Local names become short; names
// of modules' functions stay, for error reports.
func readAssets(files fs.FS) (assets, error) {
	all, m := make(assets), minify.New()
	m.Add(".css", &css.Minifier{})
	m.Add(".js", &js.Minifier{})
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if path.Dir(name) == path.Dir(styles) && name != styles {
			return nil
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		if name == styles {
			if data, err = inline(files, data); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		if kind := path.Ext(name); (kind == ".css" || kind == ".js") && path.Dir(name) != "vendor" {
			if data, err = m.Bytes(kind, data); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		var zipped bytes.Buffer
		w, err := gzip.NewWriterLevel(&zipped, gzip.BestCompression)
		if err != nil {
			return err
		}
		if _, err := w.Write(data); err != nil {
			return err
		}
		if err := w.Close(); err != nil {
			return err
		}
		sum := sha256.Sum256(data)
		tag := base64.RawURLEncoding.EncodeToString(sum[:12])
		all["/"+name] = asset{
			kind:   mime.TypeByExtension(path.Ext(name)),
			plain:  representation{data, `"` + tag + `"`},
			zipped: representation{zipped.Bytes(), `"` + tag + `-gzip"`},
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("web: embedded files: %w", err)
	}
	all["/"] = all["/index.html"]
	return all, nil
}

// styles imports the other style sheets of its folder, which are served only as parts of it.
const styles = "style/all.css"

var importRule = regexp.MustCompile(`@import "(\w+\.css)";`)

// inline replaces the imports of a style sheet by the imported files.
func inline(files fs.FS, sheet []byte) ([]byte, error) {
	var all []byte
	for _, rule := range importRule.FindAllSubmatch(sheet, -1) {
		part, err := fs.ReadFile(files, path.Join(path.Dir(styles), string(rule[1])))
		if err != nil {
			return nil, err
		}
		all = append(all, part...)
	}
	return all, nil
}

func (a assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	file, ok := a[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	header := w.Header()
	header.Set("Vary", "Accept-Encoding")
	header.Set("Cache-Control", "no-cache")
	if file.kind != "" {
		header.Set("Content-Type", file.kind)
	}
	body := file.plain
	if len(file.zipped.bytes) < len(file.plain.bytes) && accept.Encoding(r.Header.Values("Accept-Encoding")) == accept.Gzip {
		body = file.zipped
		header.Set("Content-Encoding", "gzip")
	}
	header.Set("ETag", body.tag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body.bytes))
}
