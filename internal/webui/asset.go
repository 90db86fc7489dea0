package webui

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/evanw/esbuild/pkg/api"

	"kadry/internal/webui/kit"
)

// sheets are the style sheets of every page in cascade order; those of the rooms follow.
// All are served as one file.
var sheets = []string{"tokens.css", "base.css", "layout.css", "control.css", "evidence.css", "page.css"}

// assets are the files of the pages. Their common digest is part of every address, so a
// browser may keep them for good and still never mixes two versions.
type assets struct {
	prefix string
	files  map[string][]byte
}

// loadAssets reads the static files of the kit and of the rooms. A name that two of them
// bring is an error: one file would hide the other.
func loadAssets(rooms []kit.Pages) (*assets, error) {
	a := &assets{files: map[string][]byte{}}
	owner := map[string]string{}
	order := sheets
	for _, room := range append([]kit.Pages{kit.Own()}, rooms...) {
		names, err := a.read(room)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if first, ok := owner[name]; ok {
				return nil, fmt.Errorf("webui: %s and %s both bring the static file %s", first, room.Room, name)
			}
			owner[name] = room.Room
			if path.Ext(name) == ".css" && !slices.Contains(order, name) {
				order = append(slices.Clip(order), name)
			}
		}
	}
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(a.files)) {
		fmt.Fprintf(sum, "%s %d\n", name, len(a.files[name]))
		sum.Write(a.files[name])
	}
	var css [][]byte
	for _, name := range order {
		if a.files[name] == nil {
			return nil, fmt.Errorf("webui: style sheet %q is missing", name)
		}
		css = append(css, a.files[name])
		delete(a.files, name)
	}
	bundle, err := minified(bytes.Join(css, []byte("\n")))
	if err != nil {
		return nil, err
	}
	a.files[kit.Bundle] = bundle
	a.prefix = kit.StaticPath + hex.EncodeToString(sum.Sum(nil))[:12] + "/"
	return a, nil
}

// minified is a style sheet without what only its authors read: nothing is painted before all of it
// has come.
func minified(css []byte) ([]byte, error) {
	r := api.Transform(string(css), api.TransformOptions{Loader: api.LoaderCSS, MinifyWhitespace: true, MinifySyntax: true, LogLevel: api.LogLevelSilent})
	if len(r.Errors) > 0 {
		return nil, fmt.Errorf("webui: style sheets: %s", r.Errors[0].Text)
	}
	return r.Code, nil
}

// read takes in the static files of a room and returns their names, sorted.
func (a *assets) read(room kit.Pages) ([]string, error) {
	if room.Files == nil {
		return nil, nil
	}
	names, err := fs.Glob(room.Files, "static/*")
	if err != nil {
		return nil, fmt.Errorf("webui: static files of %s: %w", room.Room, err)
	}
	for i, name := range names {
		data, err := fs.ReadFile(room.Files, name)
		if err != nil {
			return nil, fmt.Errorf("webui: static files of %s: %w", room.Room, err)
		}
		names[i] = path.Base(name)
		a.files[names[i]] = data
	}
	return names, nil
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
