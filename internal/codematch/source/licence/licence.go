// Package licence says under which licence code stands: by the texts of licences that lie beside
// it, by the headers of files, by what manifests declare. It is no legal advice and says so by
// naming its source; what nobody declared is told as such, and never guessed.
//
// A Reader is given the files of a tree in any order; Repository and For answer after that.
package licence

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"kadry/internal/fault"
)

// Licence is what is known of the licence of a repository or of a file in it.
type Licence struct {
	// SPDX is an expression of SPDX identifiers, "" where none is declared, "NOASSERTION" where
	// there is a text that is not known.
	SPDX   string
	Source string     // the file that says so, "header" for the file's own words
	Note   fault.Text // what to mind; empty where there is nothing
}

// Unknown is the expression of a text that is not known (SPDX specification, annex D).
const Unknown = "NOASSERTION"

// ownHeader is the Source of what a file itself says.
const ownHeader = "header"

// Reader gathers what files say. The zero Reader is empty.
type Reader struct {
	folders map[string]*declared
	headers map[string]int // files by the licence of their header
}

// declared is what lies in one folder.
type declared struct {
	texts    []said
	manifest said
}

type said struct{ spdx, file string }

const (
	longestText   = 256 << 10 // bytes of a licence that are looked at
	longestHeader = 8 << 10   // bytes of a file in which its header stands
	mostTexts     = 2000
	mostHeaders   = 200
)

// Wanted reports whether a file of that path says something about its folder.
func Wanted(name string) bool { return isText(path.Base(name)) || manifestOf(path.Base(name)) != nil }

// Add reads one file and returns the licence of its own header, "" where it has none.
func (r *Reader) Add(name string, body []byte) string {
	if r.folders == nil {
		r.folders, r.headers = map[string]*declared{}, map[string]int{}
	}
	dir, base := path.Dir(name), path.Base(name)
	switch read := manifestOf(base); {
	case isText(base):
		r.text(dir, said{textOf(body[:min(len(body), longestText)]), name})
		return ""
	case read != nil:
		if spdx := Expression(read(body)); spdx != "" && r.folder(dir) != nil && r.folder(dir).manifest.spdx == "" {
			r.folder(dir).manifest = said{spdx, name}
		}
	}
	header := Header(body)
	if header != "" && (len(r.headers) < mostHeaders || r.headers[header] > 0) {
		r.headers[header]++
	}
	return header
}

func (r *Reader) text(dir string, s said) {
	if d := r.folder(dir); d != nil {
		d.texts = append(d.texts, s)
		slices.SortFunc(d.texts, func(a, b said) int { return cmp.Compare(a.file, b.file) })
	}
}

// folder is nil over the limit: a tree with thousands of licences is one of other people's.
func (r *Reader) folder(dir string) *declared {
	if r.folders[dir] == nil && len(r.folders) < mostTexts {
		r.folders[dir] = &declared{}
	}
	return r.folders[dir]
}

// Repository is the licence of the whole: the texts at its top, then its manifest, then the
// header that most files have.
func (r *Reader) Repository() Licence {
	spdx, source := r.of(".")
	if spdx == "" {
		spdx, source = r.commonest()
	}
	l := Licence{SPDX: spdx, Source: source, Note: noteOf(spdx)}
	if others := r.others(spdx); len(others) > 0 && spdx != "" {
		l.Note = joined(l.Note, fault.Say("Some files declare another licence: %[1]s.", "Часть файлов объявляет другую лицензию: %[1]s.", strings.Join(others, ", ")))
	}
	return l
}

// For is the licence of one file: that of its header, then that of the nearest folder above it
// that declares one.
func (r *Reader) For(name, header string) Licence {
	if header != "" {
		return Licence{SPDX: header, Source: ownHeader, Note: noteOf(header)}
	}
	for dir := path.Dir(name); ; dir = path.Dir(dir) {
		if spdx, source := r.of(dir); spdx != "" {
			return Licence{SPDX: spdx, Source: source, Note: noteOf(spdx)}
		}
		if dir == "." || dir == "/" {
			return Licence{Note: noteOf("")}
		}
	}
}

// of is what a folder declares.
func (r *Reader) of(dir string) (spdx, source string) {
	d := r.folders[dir]
	if d == nil {
		return "", ""
	}
	known := slices.DeleteFunc(slices.Clone(d.texts), func(s said) bool { return s.spdx == Unknown })
	switch {
	case len(known) == 0 && d.manifest.spdx != "":
		return d.manifest.spdx, d.manifest.file
	case len(known) == 0 && len(d.texts) > 0:
		return Unknown, d.texts[0].file
	case len(known) == 0:
		return "", ""
	case len(known) > 1 && d.manifest.spdx != "" && covers(d.manifest.spdx, known):
		return d.manifest.spdx, d.manifest.file // it says how the texts go together
	}
	return together(known), known[0].file
}

// covers reports whether an expression names nothing but the licences of the texts.
func covers(spdx string, texts []said) bool {
	return !slices.ContainsFunc(terms(spdx), func(term string) bool {
		return !slices.ContainsFunc(texts, func(s said) bool { return bare(s.spdx) == bare(term) })
	})
}

// bare is an identifier without what says whether later versions are meant.
func bare(spdx string) string {
	return strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(spdx, "-only"), "-or-later"), "+")
}

// together joins the texts of one folder. Files that are named for their licences (LICENSE-MIT
// beside LICENSE-APACHE) are a choice, as Rust has it; LGPL is written as an addition to GPL;
// all others hold at once.
func together(texts []said) string {
	var list []string
	choice := true
	for _, s := range texts {
		if !slices.Contains(list, s.spdx) {
			list = append(list, s.spdx)
		}
		choice = choice && strings.ContainsAny(strings.TrimSuffix(path.Base(s.file), path.Ext(s.file)), "-_")
	}
	if slices.ContainsFunc(list, func(s string) bool { return strings.HasPrefix(s, "LGPL") }) {
		list = slices.DeleteFunc(list, func(s string) bool { return strings.HasPrefix(s, "GPL") })
	}
	if len(list) > 1 && choice {
		return strings.Join(list, " OR ")
	}
	return strings.Join(list, " AND ")
}

func (r *Reader) commonest() (spdx, source string) {
	for header, n := range r.headers {
		if m := r.headers[spdx]; n > m || n == m && header < spdx {
			spdx = header
		}
	}
	if spdx == "" {
		return "", ""
	}
	return spdx, ownHeader
}

// mostOthers is how many other licences a note names.
const mostOthers = 4

// others are the licences of headers that the whole does not name.
func (r *Reader) others(spdx string) []string {
	var list []string
	for header := range r.headers {
		for _, term := range terms(header) {
			if !slices.ContainsFunc(terms(spdx), func(t string) bool { return bare(t) == bare(term) }) && !slices.Contains(list, term) {
				list = append(list, term)
			}
		}
	}
	slices.Sort(list)
	return list[:min(len(list), mostOthers)]
}

// header is the line of a file that names its licence (SPDX specification, annex E).
var header = regexp.MustCompile(`SPDX-License-Identifier:[ \t]*([A-Za-z0-9.+\-() ]{2,200})`)

// Header is the licence that a file names itself, near its beginning.
func Header(body []byte) string {
	found := header.FindSubmatch(body[:min(len(body), longestHeader)])
	if found == nil {
		return ""
	}
	return Expression(string(found[1]))
}

func joined(a, b fault.Text) fault.Text {
	if a.EN == "" {
		return b
	}
	return fault.Text{EN: a.EN + " " + b.EN, RU: a.RU + " " + b.RU}
}
