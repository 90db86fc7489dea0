package sdamgia_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/sdamgia"
	"kadry/internal/exam/subject"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var (
	math = subject.Course{Exam: subject.EGE, Subject: "math"}
	soc  = subject.Course{Exam: subject.EGE, Subject: "soc"}
)

const host = "https://soc-ege.sdamgia.ru"

// pages are the fixtures of problems with the address each came from.
var pages = []struct{ name, at string }{
	{"problem_old", "https://soc-ege.sdamgia.ru/problem?id=1001"},
	{"problem_matching", host + "/problem?id=2001"},
	{"problem_passage", host + "/problem?id=3001&print=true"},
	{"problem_rule", host + "/problem?id=4001"},
	{"problem_linked", host + "/problem?id=5002"},
	{"problem_program", host + "/problem?id=6001"},
	{"problem_audio", host + "/problem?id=7001"},
	{"problem_both", host + "/problem?id=8001"},
	{"list_category", host + "/test?theme=259"},
	{"list_print", host + "/test?filter=all&category_id=1&print=true"},
	{"list_open", host + "/test?theme=11"},
	{"list_nothing", host + "/test?theme=404"},
	{"search_nothing", host + "/search?search=xyz"},
}

func TestProblems_golden(t *testing.T) {
	t.Parallel()
	for _, page := range pages {
		t.Run(page.name, func(t *testing.T) {
			t.Parallel()
			listing, err := sdamgia.Problems(soc, page.at, fixture(t, page.name+".html"))
			if err != nil {
				t.Fatal(err)
			}
			golden(t, page.name, viewListing(listing))
		})
	}
}

func TestVariantPage_golden(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"test_open", "test_hidden"} {
		variant, err := sdamgia.VariantPage(soc, host+"/test?id=777", fixture(t, name+".html"))
		if err != nil {
			t.Fatal(err)
		}
		golden(t, name, viewVariant(variant))
	}
}

func TestCatalogue_golden(t *testing.T) {
	t.Parallel()
	fromPage, err := sdamgia.CataloguePage(math, host+"/prob_catalog", fixture(t, "catalogue.html"))
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "catalogue", viewCatalogue(fromPage))
	fromJSON, err := sdamgia.ConstructorJSON(math, host+"/newapi/general", fixture(t, "constructor.json"))
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "constructor", viewCatalogue(fromJSON))
}

func fixture(t testing.TB, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", "page", name))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func golden(t *testing.T, name string, got any) {
	t.Helper()
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(got); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", "page", name+".golden.json")
	if *update {
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), out.String()); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// The views show a body as lines a person can read: a mark for the kind of block, tags for
// styles, brackets for formulas and images.
type listingView struct {
	Title       string        `json:"title,omitempty"`
	Page, Pages int           `json:",omitempty"`
	Whole       bool          `json:"whole"`
	Problems    []problemView `json:"problems,omitempty"`
	Hidden      [][]string    `json:"hidden,omitempty"`
}

type variantView struct {
	ID, Title string
	Items     []itemView
}

type itemView struct {
	Position int
	Ref      string
	Hidden   bool
	Problem  problemView
}

type problemView struct {
	Ref      string         `json:"ref,omitempty"`
	URL      string         `json:"url,omitempty"`
	Type     string         `json:"type,omitempty"`
	Types    []string       `json:"types,omitempty"`
	Question []string       `json:"question,omitempty"`
	Passage  []string       `json:"passage,omitempty"`
	Solution []string       `json:"solution,omitempty"`
	Answer   string         `json:"answer,omitempty"`
	Criteria []string       `json:"criteria,omitempty"`
	Points   int            `json:"points,omitempty"`
	Analogs  []string       `json:"analogs,omitempty"`
	Linked   []string       `json:"linked,omitempty"`
	Files    []problem.Link `json:"files,omitempty"`
	Audio    []problem.Link `json:"audio,omitempty"`
	Codes    []problem.Code `json:"codes,omitempty"`
	Area     string         `json:"area,omitempty"`
	Source   string         `json:"source,omitempty"`
	SourceAt string         `json:"source_at,omitempty"`
	Relevant string         `json:"relevant,omitempty"`
	Level    string         `json:"level,omitempty"`
	Rule     []string       `json:"rule,omitempty"`
}

func viewListing(l problem.Listing) listingView {
	v := listingView{Title: l.Title, Page: l.Page, Pages: l.Pages, Whole: l.Whole}
	for _, p := range l.Problems {
		v.Problems = append(v.Problems, viewProblem(p))
	}
	for _, b := range l.Hidden {
		v.Hidden = append(v.Hidden, viewBody(b))
	}
	return v
}

func viewVariant(variant problem.Variant) variantView {
	v := variantView{ID: variant.ID, Title: variant.Title}
	for _, item := range variant.Items {
		v.Items = append(v.Items, itemView{item.Position, item.Ref.String(), item.Hidden, viewProblem(*item.Problem)})
	}
	return v
}

func viewCatalogue(c problem.Catalogue) []string {
	var lines []string
	for _, topic := range c.Topics {
		line := fmt.Sprintf("%s: %s (%d)", topic.ID, topic.Name, topic.Count)
		if topic.Supplementary {
			line += " supplementary"
		}
		lines = append(lines, line)
		for _, category := range topic.Categories {
			lines = append(lines, fmt.Sprintf("- %s: %s (%d)", category.ID, category.Name, category.Count))
		}
	}
	return lines
}

func viewProblem(p problem.Problem) problemView {
	v := problemView{
		URL: p.URL, Type: p.Type, Types: p.Types, Answer: p.Answer, Points: p.Points, Analogs: p.Analogs, Linked: p.Linked,
		Files: p.Files, Audio: p.Audio, Codes: p.Codes, Area: p.Area, Source: p.Source, SourceAt: p.SourceAt,
		Relevant: p.Relevant, Level: p.Level,
		Question: viewBody(p.Question), Passage: viewBody(p.Passage), Solution: viewBody(p.Solution),
		Criteria: viewBody(p.Criteria), Rule: viewBody(p.Rule),
	}
	if p.ID != "" {
		v.Ref = p.Ref.String()
	}
	return v
}

func viewBody(b problem.Body) []string {
	var lines []string
	for _, block := range b.Blocks {
		switch block.Kind {
		case problem.Program:
			lines = append(lines, "code "+block.Lang+":")
			lines = append(lines, strings.Split(block.Text, "\n")...)
		case problem.TableRows:
			for i, row := range block.Rows {
				mark := "td: "
				if i < block.Head {
					mark = "th: "
				}
				lines = append(lines, mark+viewRow(row))
			}
		default:
			lines = append(lines, string(block.Kind)+": "+viewSpans(block.Spans))
		}
	}
	return lines
}

func viewRow(row []problem.Cell) string {
	cells := make([]string, len(row))
	for i, cell := range row {
		cells[i] = viewSpans(cell.Spans)
		if cell.Cols > 0 || cell.Rows > 0 {
			cells[i] += " {" + strconv.Itoa(cell.Cols) + "x" + strconv.Itoa(cell.Rows) + "}"
		}
	}
	return strings.Join(cells, " | ")
}

func viewSpans(spans []problem.Span) string {
	var out strings.Builder
	for _, s := range spans {
		switch {
		case s.Formula != nil:
			out.WriteString("[formula " + s.Formula.Alt + " " + s.Formula.SVG + "]")
		case s.Image != nil:
			out.WriteString("[image " + s.Image.Alt + " " + s.Image.URL + "]")
		case s.Style != problem.Plain:
			out.WriteString("<" + string(s.Style) + ">" + s.Text + "</" + string(s.Style) + ">")
		default:
			out.WriteString(s.Text)
		}
	}
	return out.String()
}
