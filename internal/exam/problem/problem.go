// Package problem holds what the site and the bank say: a problem with the body of its texts,
// its reference, the catalogue of a course, pages of lists, tests, and where an answer comes
// from. It reads no pages and stores nothing.
package problem

// Problem is one problem with everything its page says. Zero fields mean that the page
// does not say. The bank keeps problems under the names of their tags: whoever renames one
// loses what is kept under the old name.
type Problem struct {
	Ref      `json:"-"`
	URL      string   `json:"url,omitempty"`
	Type     string   `json:"type,omitempty"`  // number of the kind in the exam: "9", "Д1", "Д A7"
	Types    []string `json:"types,omitempty"` // all of them where the page names several
	Question Body     `json:"question,omitzero"`
	Passage  Body     `json:"passage,omitzero"` // text shared with the linked problems
	Solution Body     `json:"solution,omitzero"`
	Answer   string   `json:"answer,omitempty"`  // as written on the page, variants by "|" and fields by "&"
	Criteria Body     `json:"criteria,omitzero"` // how long answers are marked
	Points   int      `json:"points,omitempty"`  // most points, where the criteria or the page say
	Analogs  []string `json:"analogs,omitempty"` // ids of problems of the same kind
	Linked   []string `json:"linked,omitempty"`  // ids of the problems that share the passage or the page
	Files    []Link   `json:"files,omitempty"`   // data to download
	Audio    []Link   `json:"audio,omitempty"`
	Codes    []Code   `json:"codes,omitempty"`     // of the official codifier
	Area     string   `json:"area,omitempty"`      // "Предметная область"
	Source   string   `json:"source,omitempty"`    // where the problem comes from
	SourceAt string   `json:"source_at,omitempty"` // address of the source on the site
	Relevant string   `json:"relevant,omitempty"`  // "Актуальность"
	Level    string   `json:"level,omitempty"`     // "Сложность"
	Rule     Body     `json:"rule,omitzero"`       // theory shown beside the problem
}

// Code is one entry of the codifier.
type Code struct {
	Code string `json:"code,omitempty"`
	Name string `json:"name,omitempty"`
}

// Link is something to open or download.
type Link struct {
	Title string `json:"title,omitempty"`
	URL   string `json:"url"`
}

// AllTypes are the types of a problem, also where its page names one.
func (p Problem) AllTypes() []string {
	if len(p.Types) == 0 && p.Type != "" {
		return []string{p.Type}
	}
	return p.Types
}

// Searchable is the text a problem is found by: the question, and the shared passage after
// it, as people type or photograph them.
func (p Problem) Searchable() string {
	text := p.Question.SearchText()
	if !p.Passage.Empty() {
		text += "\n" + p.Passage.SearchText()
	}
	return text
}
