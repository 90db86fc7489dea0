package evaluate

import (
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
)

// scraped is a line of datasets/goat_*.jsonl, the record of a scraper beside the HTML it
// was taken from.
type scraped struct {
	ID       json.RawMessage `json:"task_id"` // a number or a string, as are Answer and Type
	Type     json.RawMessage `json:"topic_id"`
	Answer   json.RawMessage `json:"answer"`
	Text     string          `json:"task_text"`
	Solution string          `json:"solution_text"`
	URL      string          `json:"url"`
	Codes    []string        `json:"fipi_links"`
	Sources  []string        `json:"sources_links"`
	HTML     string          `json:"html_task"`
}

// compare counts the fields of the problems that a data set knows.
func (r *run) compare(known []record, small []page, read map[problem.Ref]problem.Problem, result *Pages) error {
	records, err := lines[scraped](r, "datasets/goat_*.jsonl")
	if err != nil {
		return err
	}
	c := comparison{run: r, result: result}
	here := func(ref problem.Ref) (got problem.Problem, ok bool) { // or at least a page of its own is
		got, ok = read[ref]
		return got, ok || slices.ContainsFunc(small, func(p page) bool { return p.about(ref) })
	}
	for _, p := range known {
		ref := problem.Ref{Course: subject.Course{Exam: subject.Exam(p.Exam), Subject: subject.Subject(p.Subject)}, ID: p.ID}
		if got, ok := here(ref); ok {
			c.of(ref, got, p.fields())
		}
	}
	for _, s := range records {
		ref, ok := s.ref()
		if !ok {
			r.note("datasets: record %s has no address of a problem, left out", plain(s.ID))
			continue
		}
		if got, ok := here(ref); ok {
			c.of(ref, got, s.fields())
		}
	}
	return nil
}

// about reports whether the page is that of the problem.
func (p page) about(ref problem.Ref) bool {
	return p.course == ref.Course && strings.HasSuffix(p.at, "/problem?id="+ref.ID)
}

// field is what one data set says of one field.
type field struct {
	name string
	ok   func(problem.Problem) bool
}

// comparison counts fields into the result.
type comparison struct {
	run    *run
	result *Pages
}

func (c comparison) of(ref problem.Ref, got problem.Problem, fields []field) {
	for _, f := range fields {
		c.result.FieldsTotal++
		if f.ok(got) {
			c.result.FieldsOK++
			continue
		}
		c.run.note("problem %s: %s is not what the data says", ref, f.name)
	}
}

func (p record) fields() []field {
	return []field{
		{"type", func(got problem.Problem) bool { return got.Type == p.Type }},
		{"answer", func(got problem.Problem) bool { return folded(got.Answer) == folded(p.Answer) }},
		{"text", func(got problem.Problem) bool { return reads(got, p.Text) }},
	}
}

func (s scraped) fields() []field {
	return []field{
		{"type", func(got problem.Problem) bool { return got.Type == plain(s.Type) }},
		{"answer", func(got problem.Problem) bool { return folded(got.Answer) == folded(plain(s.Answer)) }},
		{"question", func(got problem.Problem) bool { return reads(got, stripped(s.Text)) }},
		{"solution", func(got problem.Problem) bool { return solves(got, stripped(s.Solution)) }},
		{"codes", func(got problem.Problem) bool { return slices.Equal(codesOf(got), s.codes()) }},
		{"source", func(got problem.Problem) bool { return sourceOf(got, s.Sources) }},
		{"criteria", func(got problem.Problem) bool { return got.Criteria.Empty() != strings.Contains(s.HTML, "prob_crits") }},
	}
}

// ref is the problem of the record, by its address.
func (s scraped) ref() (problem.Ref, bool) {
	at, err := url.Parse(s.URL)
	if err != nil {
		return problem.Ref{}, false
	}
	label, _, _ := strings.Cut(at.Hostname(), ".")
	p, ok := named(label + "_" + plain(s.ID) + ".html")
	return problem.Ref{Course: p.course, ID: plain(s.ID)}, ok && plain(s.ID) != ""
}

// codes are the entries of the codifier as the links search for them, each once.
func (s scraped) codes() []string {
	var list []string
	for _, link := range s.Codes {
		_, words, _ := strings.Cut(link, "search=")
		list = append(list, letters(words))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func codesOf(p problem.Problem) []string {
	var list []string
	for _, c := range p.Codes {
		list = append(list, letters(c.Code+c.Name))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// sourceOf reports whether the source of the problem is one of the addresses, by path and
// query.
func sourceOf(p problem.Problem, addresses []string) bool {
	if len(addresses) == 0 {
		return p.SourceAt == ""
	}
	got, err := url.Parse(p.SourceAt)
	return err == nil && p.SourceAt != "" && slices.ContainsFunc(addresses, func(address string) bool {
		want, err := url.Parse(address)
		return err == nil && want.RequestURI() == got.RequestURI()
	})
}

// reads reports whether question and passage, in either order, are the text. Scrapers
// leave a passage or its heading out, and read tables by columns where we read by rows: a
// problem with a table is compared by what letters it has.
func reads(p problem.Problem, text string) bool {
	want, question, passage := letters(text), letters(p.Question.SearchText()), letters(p.Passage.SearchText())
	if want == "" {
		return false
	}
	if want == question+passage || want == passage+question {
		return true
	}
	if len(p.Question.Tables())+len(p.Passage.Tables()) > 0 && sorted(want) == sorted(question+passage) {
		return true
	}
	rest, ok := strings.CutPrefix(want, question)
	return ok && strings.HasSuffix(passage, rest)
}

func sorted(letters string) string {
	all := []rune(letters)
	slices.Sort(all)
	return string(all)
}

// opening is what the site puts before a solution.
var opening = regexp.MustCompile(`^(пояснение|решение|спрятатьпояснение)`)

func solves(p problem.Problem, text string) bool {
	return opening.ReplaceAllString(letters(p.Solution.SearchText()), "") == opening.ReplaceAllString(letters(text), "")
}

// tag is one HTML tag in a text of a scraper that kept some.
var tag = regexp.MustCompile(`<[^<>]*>`)

func stripped(text string) string { return tag.ReplaceAllString(text, " ") }

// letters is a text without anything but letters and digits, lower case, compatible forms
// and formula signs as the reading gives them.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFKC.String(text))
}

// folded is an answer with its white space folded and its soft hyphens taken out.
func folded(answer string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(answer, "\u00ad", "")), " ")
}

// plain is a JSON string or number as text.
func plain(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return strings.TrimSpace(string(value))
}
