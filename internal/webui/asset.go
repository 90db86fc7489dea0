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

// sheets are the first style sheets of every page in cascade order.
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
	sum := sha256.New()
	owner, styles := map[string]string{}, map[string][]byte{}
	for _, room := range append([]kit.Pages{kit.Own()}, rooms...) {
		files, err := read(room)
		if err != nil {
			return nil, err
		}
		for _, name := range slices.Sorted(maps.Keys(files)) {
			if first, ok := owner[name]; ok {
				return nil, fmt.Errorf("webui: %s and %s both bring the static file %s", first, room.Room, name)
			}
			owner[name] = room.Room
			fmt.Fprintf(sum, "%s %d\n", name, len(files[name]))
			sum.Write(files[name])
			if path.Ext(name) != ".css" {
				a.files[name] = files[name]
			}
		}
		if styles[kit.SheetOf(room.Room)], err = bundle(files); err != nil {
			return nil, err
		}
	}
	a.prefix = kit.StaticPath + hex.EncodeToString(sum.Sum(nil))[:12] + "/"
	whole := a.wholeAddresses()
	for name, sheet := range styles {
		if len(sheet) > 0 {
			a.files[name] = []byte(whole.Replace(string(sheet)))
		}
	}
	return a, nil
}

// bundle makes one style sheet of those of a room: first the ones that stand first on every page, then
// the others by name.
func bundle(files map[string][]byte) ([]byte, error) {
	var css [][]byte
	for _, name := range append(slices.Clip(sheets), slices.Sorted(maps.Keys(files))...) {
		if path.Ext(name) == ".css" && files[name] != nil {
			css = append(css, files[name])
			delete(files, name)
		}
	}
	return minified(bytes.Join(css, []byte("\n")))
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

// read are the static files of a room, by name.
func read(room kit.Pages) (map[string][]byte, error) {
	files := map[string][]byte{}
	if room.Files == nil {
		return files, nil
	}
	names, err := fs.Glob(room.Files, "static/*")
	for _, name := range names {
		if files[path.Base(name)], err = fs.ReadFile(room.Files, name); err != nil {
			break
		}
	}
	if err != nil {
		return nil, fmt.Errorf("webui: static files of %s: %w", room.Room, err)
	}
	return files, nil
}

// wholeAddresses makes style sheets that work in a page as well: the files they name stand there
// under whole addresses.
func (a *assets) wholeAddresses() *strings.Replacer {
	var pairs []string
	for _, name := range slices.Sorted(maps.Keys(a.files)) {
		pairs = append(pairs, "url("+name+")", "url("+a.prefix+name+")")
	}
	return strings.NewReplacer(pairs...)
}

// style is the text of a style sheet.
func (a *assets) style(name string) string { return string(a.files[name]) }

// styles are the texts of all style sheets.
func (a *assets) styles() []string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(a.files)) {
		if path.Ext(name) == ".css" {
			list = append(list, a.style(name))
		}
	}
	return list
}

func (a *assets) address(name string) string {
	if a.files[name] == nil {
		return ""
	}
	return a.prefix + name
}

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
