package codematchweb_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"kadry/internal/codematch/codematchweb"
	"kadry/internal/codematch/match"
	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/webui/webtest"
)

// asOf is the moment the pages are looked at.
var asOf = time.Date(2026, time.November, 23, 12, 0, 0, 0, time.UTC)

// evil is text that wants to be markup, and to be read in another order.
const evil = "\"><script>alert(1)</script><img src=x onerror=alert(2)>\u202egnp"

// house is the pages over operations that answer as the room's do.
type house struct {
	repositories []repository
	answers      map[string][]answer
	searches     []search
	calls        []string // arguments of searches, as they came
	fail         error    // of every search
	opinions     []opinion
	kept         []indexed
}

type answer struct {
	asked string
	match found
}

type found struct {
	match.Item
	Depth    int       `json:"depth,omitzero"`
	Via      string    `json:"via,omitempty"`
	Pairs    []pair    `json:"pairs,omitempty"`
	Kinship  *kinship  `json:"kinship,omitempty"`
	Verdicts []opinion `json:"verdicts,omitempty"`
}

type pair struct {
	Asked place   `json:"asked"`
	Found place   `json:"found"`
	Score float64 `json:"score"`
}

type place struct {
	Path  string `json:"path"`
	Name  string `json:"name"`
	Start int    `json:"start_line"`
	End   int    `json:"end_line"`
}

type kinship struct {
	Score      float64  `json:"score"`
	Coverage   float64  `json:"coverage"`
	Compared   int      `json:"compared"`
	Shared     []string `json:"shared"`
	AskedOnly  []string `json:"asked_only"`
	FoundOnly  []string `json:"found_only"`
	Dependency []string `json:"dependencies"`
}

type opinion struct {
	Said   string    `json:"verdict"`
	Note   string    `json:"note,omitempty"`
	Author string    `json:"author"`
	At     time.Time `json:"at"`
}

type search struct {
	ID       string    `json:"search_id"`
	Kind     string    `json:"kind"`
	At       time.Time `json:"at"`
	Asked    string    `json:"asked"`
	Language string    `json:"language,omitempty"`
	Matches  int       `json:"matches"`
	Best     float64   `json:"best_score"`
}

type repository struct {
	URL         string            `json:"repository_url"`
	State       string            `json:"state"`
	Branch      string            `json:"branch,omitempty"`
	Commit      string            `json:"commit,omitempty"`
	CommittedAt *time.Time        `json:"committed_at,omitempty"`
	IndexedAt   *time.Time        `json:"indexed_at,omitempty"`
	Files       int               `json:"files"`
	Units       int               `json:"units"`
	Bytes       int64             `json:"bytes"`
	Languages   map[string]int    `json:"languages"`
	Skipped     map[string]int    `json:"skipped_files"`
	Licence     match.SaidLicence `json:"license"`
	Failure     string            `json:"failure,omitempty"`
}

type entry struct {
	Name string `json:"name"`
	Path string `json:"path"`
	Type string `json:"type"`
	Size int64  `json:"size"`
}

type indexed struct {
	URL     string `json:"repository_url,omitzero"`
	Branch  string `json:"branch,omitzero"`
	Name    string `json:"name,omitzero"`
	Content string `json:"content,omitzero"`
}

type asked struct {
	Code        string   `json:"code,omitzero" max:"1048576"`
	Language    string   `json:"language,omitzero" max:"20"`
	Granularity string   `json:"granularity,omitzero"`
	Mode        string   `json:"mode,omitzero"`
	File        string   `json:"file_url,omitzero"`
	Repository  string   `json:"repository_url,omitzero"`
	Allow       []string `json:"allow_repositories,omitempty"`
	Languages   []string `json:"languages,omitempty"`
	Paths       []string `json:"paths,omitempty"`
	Policy      string   `json:"license_policy,omitzero"`
	Verify      string   `json:"verify,omitzero"`
	Depth       int      `json:"depth,omitzero" min:"0" max:"2"`
	Top         int      `json:"top_k,omitzero" min:"1" max:"50"`
}

type made struct {
	ID      string  `json:"search_id"`
	Matches []found `json:"matches"`
	Note    string  `json:"note,omitempty"`
}

// declared is an operation of the room by its name; what it is called and told is the room's own.
func declared[In, Out any](name string, effect op.Effect, long bool, run func(context.Context, In) (Out, error)) *op.Op {
	return op.New(op.Spec{Name: name, Toolset: "code", Title: name, Doc: "Stands for the operation of the room.", Effect: effect, Long: long, Idempotent: effect != op.Creates, BodyLimit: 90 << 20}, run)
}

func (h *house) registry(t *testing.T) *op.Registry {
	t.Helper()
	registry, err := op.NewRegistry(append(h.reading(), h.changing()...)...)
	if err != nil {
		t.Fatal(err)
	}
	return registry
}

func (h *house) search(id string) func(context.Context, asked) (made, error) {
	return func(_ context.Context, in asked) (made, error) {
		h.calls = append(h.calls, strings.Join([]string{
			in.Code, in.Language, in.Granularity, in.Mode, in.File, in.Repository, strings.Join(in.Allow, "+"), strings.Join(in.Languages, "+"),
			strings.Join(in.Paths, "+"), in.Policy, in.Verify, strconv.Itoa(in.Depth), strconv.Itoa(in.Top),
		}, "|"))
		out := made{ID: id, Matches: []found{}}
		for _, a := range h.answers[id] {
			out.Matches = append(out.Matches, a.match)
		}
		return out, h.fail
	}
}

func missing(what string) error {
	return fault.E(fault.NotFound, fault.Say("There is no %s.", "Нет: %s.", what), nil)
}

func (h *house) one(id string) (answer, error) {
	of, n, _ := strings.Cut(id, ".")
	i, err := strconv.Atoi(n)
	if list := h.answers[of]; err == nil && i >= 1 && i <= len(list) {
		a := list[i-1]
		a.match.Verdicts = append(a.match.Verdicts, h.opinions...)
		return a, nil
	}
	return answer{}, missing("match")
}

type byMatch struct {
	ID   string `json:"match_id"`
	Said string `json:"verdict,omitzero"`
	Note string `json:"note,omitzero" max:"2000"`
}

type explained struct {
	Asked string `json:"asked_code"`
	Match found  `json:"match"`
}

type side struct {
	Code     string `json:"code,omitzero"`
	Language string `json:"language,omitzero"`
}

type compared struct {
	LanguageA string `json:"language_a"`
	LanguageB string `json:"language_b"`
	Match     found  `json:"match"`
	Note      string `json:"note,omitempty"`
}

type listing struct {
	Query  string `json:"query,omitzero"`
	Limit  int    `json:"limit,omitzero" min:"1" max:"200" default:"50"`
	Cursor string `json:"cursor,omitzero"`
}

type listed struct {
	Items []repository `json:"items"`
	Total int          `json:"total"`
	Next  string       `json:"next_cursor,omitempty"`
}

type exporting struct {
	ID     string `json:"search_id"`
	Format string `json:"format,omitzero"`
}

type reading struct {
	Repository string `json:"repository"`
	Path       string `json:"path,omitzero"`
}

type contents struct {
	Repository string  `json:"repository"`
	Branch     string  `json:"branch"`
	Commit     string  `json:"commit"`
	Type       string  `json:"type"`
	Text       string  `json:"text,omitempty"`
	Size       int64   `json:"size,omitempty"`
	Entries    []entry `json:"entries,omitempty"`
}

func (h *house) reading() []*op.Op {
	return []*op.Op{
		declared("search_similar_code", op.Reads, true, h.search("cs_code")),
		declared("search_similar_file", op.Reads, true, h.search("cs_file")),
		declared("search_similar_repository", op.Reads, true, h.search("cs_repository")),
		declared("explain_code_match", op.Reads, false, func(_ context.Context, in byMatch) (explained, error) {
			a, err := h.one(in.ID)
			return explained{a.asked, a.match}, err
		}),
		declared("compare_code", op.Reads, false, func(_ context.Context, in struct {
			A      side   `json:"a"`
			B      side   `json:"b"`
			Verify string `json:"verify,omitzero"`
		},
		) (compared, error) {
			m := twin()
			m.Score = m.Confidence
			return compared{LanguageA: "python", LanguageB: "javascript", Match: m}, h.fail
		}),
		declared("list_repositories", op.Reads, false, h.list),
		declared("list_code_searches", op.Reads, false, func(_ context.Context, in struct {
			Limit int `json:"limit,omitzero"`
		}) (struct {
			Items []search `json:"items"`
		}, error,
		) {
			return struct {
				Items []search `json:"items"`
			}{append([]search{}, h.searches[:min(len(h.searches), in.Limit)]...)}, nil
		}),
		declared("export_code_search", op.Reads, false, func(_ context.Context, in exporting) (op.File, error) {
			list, ok := h.answers[in.ID]
			if !ok {
				return op.File{}, missing("search")
			}
			if in.Format == "json" {
				return document(in.ID, list)
			}
			return op.File{Type: "text/markdown; charset=utf-8", Text: "# " + in.Format}, nil
		}),
		declared("read_indexed_file", op.Reads, false, h.read),
	}
}

// document is an answer as the room exports it for programs.
func document(id string, list []answer) (op.File, error) {
	type question struct {
		Label    string `json:"label"`
		Language string `json:"language"`
		Code     string `json:"code"`
	}
	d := struct {
		Question question     `json:"question"`
		Made     time.Time    `json:"made"`
		Matches  []match.Item `json:"matches"`
	}{Made: asOf}
	if id == "cs_repository" || id == "cs_empty" {
		d.Question.Label = "github.com/example-org/list-tools"
	}
	for _, a := range list {
		d.Question.Code, d.Question.Language = a.asked, "python"
		d.Matches = append(d.Matches, a.match.Item)
	}
	text, err := json.Marshal(d)
	return op.File{Type: "application/json", Text: string(text)}, err
}

func (h *house) list(_ context.Context, in listing) (listed, error) {
	out := listed{Items: []repository{}}
	for _, r := range h.repositories {
		if strings.Contains(r.URL, in.Query) {
			out.Total++
			if len(out.Items) < in.Limit {
				out.Items = append(out.Items, r)
			}
		}
	}
	return out, nil
}

func (h *house) read(_ context.Context, in reading) (contents, error) {
	c := contents{Repository: in.Repository, Branch: "main", Commit: commit, Type: "file"}
	switch in.Path {
	case "":
		c.Type, c.Entries = "dir", []entry{{"README.md", "README.md", "file", 900}, {"src", "src", "dir", 0}, {evil, evil, "file", 1 << 20}}
	case "src":
		c.Type, c.Entries = "dir", []entry{{"list.js", "src/list.js", "file", 20_000}}
	case "src/list.js":
		c.Text = strings.Repeat("// "+evil+"\n\tlet a = 1\n", 1000)
		c.Size = int64(len(c.Text))
	default:
		return c, missing("file")
	}
	return c, nil
}

func (h *house) changing() []*op.Op {
	return []*op.Op{
		declared("record_verdict", op.Updates, false, func(ctx context.Context, in byMatch) (struct{}, error) {
			if in.Said != "same" && in.Said != "not_same" {
				return struct{}{}, fault.Wrong("verdict", fault.Say("is none of same, not_same", "не same и не not_same"))
			}
			h.opinions = append(h.opinions, opinion{Said: in.Said, Note: in.Note, Author: op.CallerFrom(ctx).Name, At: asOf})
			return struct{}{}, nil
		}),
		declared("index_repository", op.Updates, true, func(_ context.Context, in indexed) (repository, error) {
			h.kept = append(h.kept, in)
			return repository{URL: "github.com/made/now", State: "ready", Units: 12, Languages: map[string]int{}, Skipped: map[string]int{}}, h.fail
		}),
		declared("delete_repository", op.Destroys, false, func(_ context.Context, in struct {
			URL     string `json:"repository_url"`
			Confirm bool   `json:"confirm,omitzero"`
		},
		) (struct{}, error) {
			kept := h.repositories[:0]
			for _, r := range h.repositories {
				if r.URL != in.URL || !in.Confirm {
					kept = append(kept, r)
				}
			}
			h.repositories = kept
			return struct{}{}, nil
		}),
	}
}

func (h *house) pages(t *testing.T, caller op.Caller) http.Handler {
	t.Helper()
	return webtest.Pages(t, h.registry(t), caller, codematchweb.New(func() time.Time { return asOf }))
}

func TestSource(t *testing.T) {
	t.Parallel()
	webtest.CheckSource(t, codematchweb.New(time.Now).Files)
}
