package developer

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/webui/kit"
)

// respondAsync is the header by which a call becomes work in the background.
const respondAsync = "Prefer: respond-async"

// toolset is the operations of one, as the list shows them.
type toolset struct {
	name string
	ops  []operation
}

// operation is one with what it says of itself in the person's language; where it says nothing there,
// the English of its declaration stands.
type operation struct {
	*op.Op
	said op.Said
}

// langOf is the language in which a text stands: Russian where an operation says it so.
func langOf(russian string) string {
	if russian == "" {
		return "en"
	}
	return "ru"
}

func (w *web) in(lang string, o *op.Op) operation {
	if lang != "ru" {
		return operation{Op: o}
	}
	return operation{o, w.russian[o.Name]}
}

// index is everything the list of operations shows.
type index struct {
	words    string
	total    int
	toolsets []toolset
}

// reference lists the operations, those whose name, title or words hold what is typed.
func (w *web) reference(s *kit.Screen) error {
	words := strings.TrimSpace(s.Request.URL.Query().Get("q"))
	if words == "" && kit.HasEmpty(s.Request.URL.Query()) {
		s.Redirect(referencePath)
		return nil
	}
	return s.Show(http.StatusOK, referencePage(s, w.index(s.Lang, words)))
}

func (w *web) index(lang, words string) index {
	i := index{words: words}
	for _, declared := range w.served.All() {
		o := w.in(lang, declared)
		if !o.about(words) {
			continue
		}
		if n := len(i.toolsets); n == 0 || i.toolsets[n-1].name != o.Toolset {
			i.toolsets = append(i.toolsets, toolset{name: o.Toolset})
		}
		last := &i.toolsets[len(i.toolsets)-1]
		last.ops = append(last.ops, o)
		i.total++
	}
	return i
}

// about reports that an operation is about all of the words: each begins a word of what it is
// called, of its toolset or of what it does.
func (o operation) about(words string) bool {
	return begins(words, o.Name, o.Toolset, o.Title, o.Doc, o.said.Title, o.said.Doc)
}

// begins reports that each of the words begins a word of the texts; a name is its own words and
// one whole.
func begins(words string, texts ...string) bool {
	text := strings.ToLower(strings.Join(texts, " "))
	have := append(strings.Fields(text), strings.FieldsFunc(text, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })...)
	for word := range strings.FieldsSeq(strings.ToLower(words)) {
		if !slices.ContainsFunc(have, func(w string) bool { return strings.HasPrefix(w, word) }) {
			return false
		}
	}
	return true
}

// operationShown is one operation as its page shows it.
type operationShown struct {
	operation
	index    index
	in, out  []field
	examples []example
	routes   []string // in the place of the path of its name
	closed   bool     // the caller's access does not cover it
}

// example is a call in every language.
type example struct {
	title string
	calls []written
}

// operation is the page of one operation.
func (w *web) operation(s *kit.Screen) error {
	o, err := w.served.Lookup(s.Request.PathValue("operation"))
	if err != nil {
		return err
	}
	if o.Name != s.Request.PathValue("operation") { // an older name
		s.Redirect(operationPath(o.Name))
		return nil
	}
	p := operationShown{operation: w.in(s.Lang, o), index: w.index(s.Lang, ""), in: fieldsOf(o.Input, true), out: fieldsOf(o.Output, false), closed: s.Caller.May(o) != nil}
	for _, r := range o.Routes {
		p.routes = append(p.routes, r.Method+" "+r.Path)
	}
	if p.examples, err = examplesOf(s, o); err != nil {
		return err
	}
	return s.Show(http.StatusOK, operationPage(s, p))
}

// examplesOf are the examples of an operation against this server, or one made of the fields
// that it needs.
func examplesOf(s *kit.Screen, o *op.Op) ([]example, error) {
	given := o.Examples
	if len(given) == 0 {
		needed, err := skeleton(o.Input)
		if err != nil {
			return nil, err
		}
		given = []op.Example{{Title: s.T("dev.example.needed"), Input: string(needed)}}
	}
	var list []example
	for _, x := range given {
		c := call{Address: here(s).JoinPath("/api/v1/tools", o.Name).String(), Token: s.Guarded(), Input: []byte(x.Input)}
		calls, err := inAllLanguages(c)
		if err != nil {
			return nil, err
		}
		list = append(list, example{x.Title, calls})
	}
	return list, nil
}

// find finds operations for the search box, by what they are called: who seeks people is not
// shown every description that has the word.
func (w *web) find(s *kit.Screen, words string) (kit.Findings, error) {
	var found kit.Findings
	for _, declared := range w.served.All() {
		o := w.in(s.Lang, declared)
		if !begins(words, o.Name, o.Title, o.said.Title) {
			continue
		}
		if found.Total++; len(found.Lines) < kit.FoundAtOnce {
			found.Lines = append(found.Lines, kit.Line{Title: o.Name, Note: cmp.Or(o.said.Title, o.Title), Path: operationPath(o.Name)})
		}
	}
	return found, s.Request.Context().Err()
}

func searchAddress(words string) string { return referencePath + "?q=" + url.QueryEscape(words) }

func operationPath(name string) string { return referencePath + "/" + url.PathEscape(name) }

// effect is the key of the words for what a call does.
func (p operationShown) effect() string { return "dev.effect." + string(p.Effect) }

// scope is the key of the words for the access it needs.
func (p operationShown) scope() string { return "dev.scope." + string(p.Scope) }

// noDocument says that a document is not here.
func noDocument() error {
	return fault.E(fault.NotFound, fault.Say("There is no such document.", "Такого документа нет."), nil)
}

func currentPage(is bool) string {
	if is {
		return "page"
	}
	return "false"
}
