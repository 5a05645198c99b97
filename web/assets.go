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
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/evanw/esbuild/pkg/api"

	"gamed/internal/accept"
)

// assets maps URL paths to the files of the page. Embedded files have no modification time,
// so browsers validate their copies by entity tag.
type assets map[string]asset

type asset struct {
	kind, cache   string // Content-Type and Cache-Control
	plain, zipped representation
}

// A representation is a response body with its entity tag.
type representation struct {
	bytes []byte
	tag   string
}

// The script and the style sheet that index.html names.
const (
	script = "app.js"
	styles = "style/all.css"
)

// chunks is the folder of the scripts that app.js imports. The name of such a script contains a
// hash of its content.
const chunks = "chunks/"

// readAssets reads all files, bundles the scripts and style sheets, and compresses the result.
func readAssets(files fs.FS) (assets, error) {
	all := make(assets)
	bundled, err := bundle(files)
	if err != nil {
		return nil, err
	}
	for name, data := range bundled {
		if err := all.add(name, data); err != nil {
			return nil, fmt.Errorf("web: %s: %w", name, err)
		}
	}
	err = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		switch path.Ext(name) {
		case ".js", ".css", ".ts": // sources of the bundle, and types
			return nil
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		return all.add(name, data)
	})
	if err != nil {
		return nil, fmt.Errorf("web: embedded files: %w", err)
	}
	all["/"] = all["/index.html"]
	return all, nil
}

// betweenTags matches an indented line break between two tags, or between a tag and a value.
var betweenTags = regexp.MustCompile(`([>}])\n +(<)|(>)\n +(\$\{)`)

// bundle joins the scripts and the style sheets, and removes comments, needless space and unused
// code. A page that app.js imports only when a visitor opens it stays a separate file, and so does
// the code that several pages share. Functions get short names, which saves 7 KB. With [Folder] a
// developer sees the original names. bundle also removes the line breaks between the tags of
// templates, which htm ignores. This saves another 1.2 KB.
func bundle(files fs.FS) (map[string][]byte, error) {
	const space = "web/static"       // the prefix of the paths in error messages
	out, err := filepath.Abs("page") // a folder for the names of the results, which are never written
	if err != nil {
		return nil, fmt.Errorf("web: bundle the page: %w", err)
	}
	embedded := api.Plugin{Name: "embedded", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			if a.Kind == api.ResolveCSSURLToken {
				return api.OnResolveResult{Path: a.Path, External: true}, nil
			}
			return api.OnResolveResult{Path: path.Join(path.Dir(a.Importer), a.Path), Namespace: space}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: space}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			data, err := fs.ReadFile(files, a.Path)
			text := string(data)
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderDefault}, err
		})
	}}
	result := api.Build(api.BuildOptions{
		EntryPointsAdvanced: []api.EntryPoint{
			{InputPath: script, OutputPath: strings.TrimSuffix(script, ".js")},
			{InputPath: styles, OutputPath: strings.TrimSuffix(styles, ".css")},
		},
		Plugins: []api.Plugin{embedded}, Outdir: out,
		Bundle: true, Splitting: true, Format: api.FormatESModule, ChunkNames: chunks + "[name]-[hash]",
		MinifyWhitespace: true, MinifySyntax: true, MinifyIdentifiers: true, LegalComments: api.LegalCommentsEndOfFile,
	})
	if len(result.Errors) > 0 {
		first, where := result.Errors[0], "bundle the page"
		if at := first.Location; at != nil {
			where = fmt.Sprintf("%s:%d:%d", strings.Replace(at.File, space+":", space+"/", 1), at.Line, at.Column+1)
		}
		return nil, fmt.Errorf("web: %s: %s", where, first.Text)
	}
	all := make(map[string][]byte)
	for _, file := range result.OutputFiles {
		name, err := filepath.Rel(out, file.Path)
		if err != nil {
			return nil, fmt.Errorf("web: bundle the page: %w", err)
		}
		all[filepath.ToSlash(name)] = betweenTags.ReplaceAll(file.Contents, []byte("$1$2$3$4"))
	}
	return all, nil
}

// add adds a file in plain and in compressed form.
func (a assets) add(name string, data []byte) error {
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
	cache := "no-cache"
	if strings.HasPrefix(name, chunks) {
		cache = "max-age=31536000, immutable"
	}
	sum := sha256.Sum256(data)
	tag := base64.RawURLEncoding.EncodeToString(sum[:12])
	a["/"+name] = asset{
		kind: mime.TypeByExtension(path.Ext(name)), cache: cache,
		plain:  representation{data, `"` + tag + `"`},
		zipped: representation{zipped.Bytes(), `"` + tag + `-gzip"`},
	}
	return nil
}

func (a assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	file, ok := a[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	header := w.Header()
	header.Set("Vary", "Accept-Encoding")
	header.Set("Cache-Control", file.cache)
	if file.kind != "" {
		header.Set("Content-Type", file.kind)
	}
	body := file.plain
	if len(file.zipped.bytes) < len(file.plain.bytes) && accept.PreferredEncoding(r.Header.Values("Accept-Encoding")) == accept.Gzip {
		body = file.zipped
		header.Set("Content-Encoding", "gzip")
	}
	header.Set("ETag", body.tag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body.bytes))
}
