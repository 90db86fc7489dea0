package webui

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"net/http"
	"path"
	"strings"
	"time"
)

//go:embed static
var static embed.FS

// sheets are the style sheets in cascade order; they are served as one file.
var sheets = []string{"tokens.css", "base.css", "layout.css", "control.css", "evidence.css", "page.css", "exam.css", "vacancy.css", "interview.css"}

// bundle is the name under which the sheets are served.
const bundle = "kadry.css"

// assets are the files of the pages. Their common digest is part of every address, so a
// browser may keep them for good and still never mixes two versions.
type assets struct {
	prefix string
	files  map[string][]byte
}

func loadAssets() (*assets, error) {
	a := &assets{files: map[string][]byte{}}
	entries, err := static.ReadDir("static")
	if err != nil {
		return nil, fmt.Errorf("webui: static files: %w", err)
	}
	sum := sha256.New()
	for _, e := range entries {
		data, err := static.ReadFile("static/" + e.Name())
		if err != nil {
			return nil, fmt.Errorf("webui: static file %q: %w", e.Name(), err)
		}
		fmt.Fprintf(sum, "%s %d\n", e.Name(), len(data))
		sum.Write(data)
		a.files[e.Name()] = data
	}
	var css [][]byte
	for _, name := range sheets {
		if a.files[name] == nil {
			return nil, fmt.Errorf("webui: style sheet %q is missing", name)
		}
		css = append(css, a.files[name])
		delete(a.files, name)
	}
	a.files[bundle] = bytes.Join(css, []byte("\n"))
	a.prefix = StaticPath + hex.EncodeToString(sum.Sum(nil))[:12] + "/"
	return a, nil
}

func (a *assets) address(name string) string { return a.prefix + name }

// ServeHTTP answers the current files for good. An address with another digest belongs to
// another version: it gets the current file, to be asked for again next time.
func (a *assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := path.Base(r.URL.Path)
	data, ok := a.files[name]
	if !ok {
		http.NotFound(w, r)
		return
	}
	guard(w.Header())
	w.Header().Set("Vary", "Accept-Encoding")
	w.Header().Set("Cache-Control", "no-cache")
	if strings.HasPrefix(r.URL.Path, a.prefix) {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
}
