package evaluate

import (
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kadry/internal/codematch/index"
	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/rank"
	"kadry/internal/evaldata"
)

// Document is a line of a set.
type Document struct {
	ID     ID             `json:"id"`
	Group  string         `json:"group"` // those of one group do the same
	Lang   lexer.Language `json:"lang"`
	Code   string         `json:"code"`
	Masked string         `json:"masked"` // without comments and names of entries
}

// ID is a text or a number, as sets have them.
type ID string

// UnmarshalJSON takes both.
func (id *ID) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '"' {
		return json.Unmarshal(text, (*string)(id))
	}
	*id = ID(text)
	return nil
}

// text is what is compared; sets without masked texts have the code alone.
func (d Document) text(field string) []byte {
	if field == "code" || d.Masked == "" {
		return []byte(d.Code)
	}
	return []byte(d.Masked)
}

// Corpus is a set made ready to be searched; a document is a unit of a repository of its own.
type Corpus struct {
	Documents []Document // sorted by ID
	Reads     []*rank.Read
	Index     *Exact
	// Any lets a query find documents of its own language where there are several.
	Any       bool
	languages []lexer.Language
	field     string
}

// NewCorpus indexes documents.
func NewCorpus(documents []Document, field string) *Corpus {
	c := &Corpus{Documents: slices.Clone(documents), Reads: make([]*rank.Read, len(documents)), Index: &Exact{}, field: field}
	slices.SortFunc(c.Documents, func(a, b Document) int { return cmp.Compare(a.ID, b.ID) })
	for i, d := range c.Documents {
		c.Reads[i] = rank.Reading(d.Lang, d.text(field))
		c.Index.Add(index.Document{Place: place(i), Language: d.Lang, Vector: c.Reads[i].Vector()})
		if !slices.Contains(c.languages, d.Lang) {
			c.languages = append(c.languages, d.Lang)
		}
	}
	slices.Sort(c.languages)
	c.Index.Done()
	return c
}

func place(i int) index.Place { return index.Place{Repository: int64(i + 1)} }

// At is the document at a place.
func (c *Corpus) At(p index.Place) int { return int(p.Repository - 1) }

// Query asks for what does the same as a document: all others of the set, or those of other
// languages where there are several.
func (c *Corpus) Query(i int) rank.Query {
	q := rank.Query{Language: c.Documents[i].Lang, Read: c.Reads[i], Limit: rank.Candidates}
	q.Filter.Without = []int64{place(i).Repository}
	if c.crosses() {
		q.Filter.Languages = slices.DeleteFunc(slices.Clone(c.languages), func(l lexer.Language) bool { return l == c.Documents[i].Lang })
	}
	return q
}

func (c *Corpus) crosses() bool { return len(c.languages) > 1 && !c.Any }

// Relevant is how many of the documents that a query may find do the same.
func (c *Corpus) Relevant(i int) int { return c.relevantIn(i, "") }

// relevantIn counts those of one language; "" is any.
func (c *Corpus) relevantIn(i int, to lexer.Language) int {
	n := 0
	for j, d := range c.Documents {
		if j != i && d.Group == c.Documents[i].Group && (!c.crosses() || d.Lang != c.Documents[i].Lang) && (to == "" || d.Lang == to) {
			n++
		}
	}
	return n
}

// Texts are those of the documents.
func (c *Corpus) Texts(_ context.Context, places []index.Place) ([]rank.Text, error) {
	texts := make([]rank.Text, len(places))
	for i, p := range places {
		at := c.At(p)
		texts[i] = rank.Text{Language: c.Documents[at].Lang, Code: c.Documents[at].text(c.field), Read: c.Reads[at]}
	}
	return texts, nil
}

// Load reads the documents of a set: the files of its name, compressed or not.
func Load(dir, set string) ([]Document, error) { return loadLines[Document](dir, set) }

func loadLines[T any](dir, set string) ([]T, error) {
	files, err := evaldata.Files(dir)
	if err != nil {
		return nil, fmt.Errorf("evaluate: %w", err)
	}
	var all []T
	for _, name := range files {
		if found, ok := setOf(name); !ok || found != set {
			continue
		}
		read, err := lines[T](filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return nil, fmt.Errorf("evaluate: file %q: %w", name, err)
		}
		all = append(all, read...)
	}
	return all, nil
}

// lines reads one JSON value a line of a file that may be compressed.
func lines[T any](name string) (all []T, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var text io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		if text, err = gzip.NewReader(f); err != nil {
			return nil, err
		}
	}
	decoder := json.NewDecoder(text)
	for n := 1; ; n++ {
		var v T
		switch err := decoder.Decode(&v); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, fmt.Errorf("value %d: %w", n, err)
		}
		all = append(all, v)
	}
}
