package codematchweb

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"kadry/internal/fault"
	"kadry/internal/webui/kit"
)

// Names of the fields of the forms.
const (
	fieldKind        = "kind"
	fieldCode        = "code"
	fieldLanguage    = "language"
	fieldFile        = "file"
	fieldRepository  = "repository"
	fieldAllow       = "allow"
	fieldMore        = "more" // repositories beyond the list, typed
	fieldGranularity = "granularity"
	fieldMode        = "mode"
	fieldLanguages   = "in"
	fieldPolicy      = "policy"
	fieldPaths       = "paths"
	fieldVerify      = "verify"
	fieldDepth       = "depth"
	fieldTop         = "top"
	fieldBranch      = "branch"
	fieldArchive     = "archive"
	fieldPath        = "path"
	fieldLine        = "line"
	fieldTo          = "to"
	fieldSaid        = "said"
	fieldNote        = "note"
	fieldFirst       = "a"
	fieldSecond      = "b"
	fieldFirstLang   = "a_language"
	fieldSecondLang  = "b_language"
	fieldExample     = "example"
	fieldAll         = "all"
	fieldFormat      = "format"
	fieldCandidate   = "candidate" // of the CV base, whose code it is
)

// What can be given.
const (
	kindCode       = "code"
	kindFile       = "file"
	kindRepository = "repository"
)

// The choices of the options, the first of each being what is meant without one.
var (
	kinds         = []string{kindCode, kindFile, kindRepository}
	granularities = []string{"function", "class", "file", "any"}
	modes         = []string{"any", "exact", "near", "functional"}
	policies      = []string{"any", "permissive", "no_copyleft", "licensed"}
	levels        = []string{"auto", "none", "static", "behaviour", "llm"}
	depths        = []string{"0", "1", "2"}
	tops          = []string{"10", "20", "50"}
)

// languages are those that the room cuts into functions, with their own names.
var languages = [][2]string{
	{"c", "C"},
	{"cpp", "C++"},
	{"csharp", "C#"},
	{"go", "Go"},
	{"java", "Java"},
	{"javascript", "JavaScript"},
	{"php", "PHP"},
	{"python", "Python"},
	{"ruby", "Ruby"},
	{"rust", "Rust"},
	{"typescript", "TypeScript"},
}

// languageName is a language as people write it.
func languageName(id string) string {
	if at := slices.IndexFunc(languages, func(l [2]string) bool { return l[0] == id }); at >= 0 {
		return languages[at][1]
	}
	return visible(id)
}

// form is a search as it was typed.
type form struct {
	kind, code, language, file, repository string
	allow                                  []string
	more                                   string
	granularity, mode, policy, verify      string
	languages                              []string
	paths                                  string
	depth, top                             string
	candidate                              string
	fault                                  *fault.Error
}

func newForm(v url.Values) form {
	f := form{
		kind: among(v.Get(fieldKind), kinds), code: v.Get(fieldCode), language: v.Get(fieldLanguage), file: strings.TrimSpace(v.Get(fieldFile)),
		repository: strings.TrimSpace(v.Get(fieldRepository)), allow: filled(v[fieldAllow]), more: v.Get(fieldMore),
		granularity: among(v.Get(fieldGranularity), granularities), mode: among(v.Get(fieldMode), modes), policy: among(v.Get(fieldPolicy), policies), verify: among(v.Get(fieldVerify), levels),
		languages: filled(v[fieldLanguages]), paths: v.Get(fieldPaths), depth: among(v.Get(fieldDepth), depths), top: among(v.Get(fieldTop), tops),
		candidate: v.Get(fieldCandidate),
	}
	if v.Has(fieldExample) && f.code == "" {
		f.code = example
	}
	return f
}

// example is a piece of code that many repositories hold in some form.
const example = `def chunks(items, size):
    """Cut a list into pieces of at most size items."""
    if size < 1:
        raise ValueError("size")
    return [items[i:i + size] for i in range(0, len(items), size)]
`

// page is an empty form for the code of the same candidate, or one with the example in it.
func (f form) page(example bool) templ.SafeURL {
	q := url.Values{}
	if example {
		q.Set(fieldExample, "1")
	}
	if f.candidate != "" {
		q.Set(fieldCandidate, f.candidate)
	}
	return kit.Href(codePath, q)
}

// among is a choice that the form offers, else the first.
func among(chosen string, offered []string) string {
	if slices.Contains(offered, chosen) {
		return chosen
	}
	return offered[0]
}

func filled(list []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(text string) bool { return strings.TrimSpace(text) == "" })
}

// changed reports whether an option is not as it stands at first.
func (f form) changed() bool {
	return f.granularity != granularities[0] || f.mode != modes[0] || f.policy != policies[0] || f.verify != levels[0] || f.depth != depths[0] || f.top != tops[0] ||
		len(f.languages) > 0 || f.paths != ""
}

// question is what the search operations take.
type question struct {
	Code        string   `json:"code,omitempty"`
	Language    string   `json:"language,omitempty"`
	Granularity string   `json:"granularity,omitempty"`
	Mode        string   `json:"mode,omitempty"`
	File        string   `json:"file_url,omitempty"`
	Repository  string   `json:"repository_url,omitempty"`
	Allow       []string `json:"allow_repositories,omitempty"`
	Languages   []string `json:"languages,omitempty"`
	Paths       []string `json:"paths,omitempty"`
	Policy      string   `json:"license_policy"`
	Verify      string   `json:"verify"`
	Depth       int      `json:"depth"`
	Top         int      `json:"top_k"`
	Candidate   string   `json:"candidate_id,omitempty"`
}

// asked is the operation that the form is for, and what it is asked.
func (f form) asked() (operation string, q question, err error) {
	q = question{Allow: append(slices.Clone(f.allow), listed(f.more)...), Languages: f.languages, Paths: listed(f.paths), Policy: f.policy, Verify: f.verify, Candidate: f.candidate}
	q.Depth, _ = strconv.Atoi(f.depth) // among the offered: a number
	q.Top, _ = strconv.Atoi(f.top)
	switch f.kind {
	case kindFile:
		q.File = f.file
		if f.file == "" {
			err = fault.Wrong("file_url", fault.Say("paste the link to a file", "вставьте ссылку на файл"))
		}
		return opFile, q, err
	case kindRepository:
		q.Repository = f.repository
		if f.repository == "" {
			err = fault.Wrong("repository_url", fault.Say("paste the address of a repository", "вставьте адрес репозитория"))
		}
		return opRepository, q, err
	}
	q.Code, q.Language, q.Granularity, q.Mode = strings.ReplaceAll(f.code, "\r\n", "\n"), f.language, f.granularity, f.mode
	if strings.TrimSpace(f.code) == "" {
		err = fault.Wrong("code", fault.Say("paste a function or a piece of a program", "вставьте функцию или кусок программы"))
	}
	return opCode, q, err
}

// quick reports whether a search answers within the time of a page.
func (q question) quick() bool {
	return q.Code != "" && q.Depth == 0 && q.Verify != "llm" && q.Verify != "behaviour"
}

// listed cuts what was typed at commas, white space and ends of lines.
func listed(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(", \t\r\n;", r) })
}

// wrong are the findings about a field.
func (f form) wrong(path string) []fault.Text { return findings(f.fault, path) }

func findings(f *fault.Error, path string) []fault.Text {
	var texts []fault.Text
	if f == nil {
		return nil
	}
	for _, w := range f.Fields {
		name, _, _ := strings.Cut(w.Path, "[")
		if name == path {
			texts = append(texts, w.Text)
		}
	}
	return texts
}

// Addresses as they look.
const (
	sampleRepository = "github.com/owner/name"
	sampleFile       = "github.com/owner/name/blob/main/path/file.py"
)
