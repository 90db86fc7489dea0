package sdamgia_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/sdamgia"
	"kadry/internal/exam/subject"
)

// Two other readings of the same pages agree: that of a scraper of 2023 and the texts the
// search is measured on.
func TestProblems_agreesWithOtherReadings(t *testing.T) {
	t.Parallel()
	read := map[string]problem.Problem{}
	for _, p := range genuinePages(t) {
		listing, err := sdamgia.Problems(p.course, p.at, p.raw)
		if err != nil {
			t.Fatal(err)
		}
		for _, problem := range listing.Problems {
			read[problem.Ref.String()] = problem
		}
	}
	compared := 0
	for _, family := range []subject.Exam{subject.EGE, subject.OGE} {
		for _, row := range lines[scraped](t, filepath.Join("datasets", map[subject.Exam]string{subject.EGE: "goat_soc-ege_25.jsonl", subject.OGE: "goat_soc-oge_4.jsonl"}[family])) {
			problem := read[problem.Ref{Course: subject.Course{Exam: family, Subject: "soc"}, ID: word(row.ID)}.String()]
			row.compare(t, problem)
			compared++
		}
	}
	for _, row := range lines[collected](t, filepath.Join("corpus", "problems.jsonl")) {
		problem, ok := read[problem.Ref{Course: subject.Course{Exam: subject.Exam(row.Exam), Subject: subject.Subject(row.Subject)}, ID: row.ID}.String()]
		if !ok {
			continue
		}
		compared++
		if problem.Type != row.Type || problem.Answer != row.Answer {
			t.Errorf("%s: type %q and %q, answer %q and %q", problem.Ref, problem.Type, row.Type, problem.Answer, row.Answer)
		}
		if row.Subject == "rus" && squeeze(problem.Question.Text()) != squeeze(row.Text) {
			t.Errorf("%s: another question", problem.Ref)
		}
	}
	if compared < 140 {
		t.Errorf("only %d compared", compared)
	}
}

// scraped is a problem as deepvk/goat read it.
type scraped struct {
	ID       json.RawMessage `json:"task_id"`
	Type     json.RawMessage `json:"topic_id"`
	Answer   json.RawMessage `json:"answer"`
	Solution string          `json:"solution_text"`
	URL      string          `json:"url"`
	Images   []string        `json:"task_images"`
	Codes    []string        `json:"fipi_links"`
	Sources  []string        `json:"sources_links"`
}

func (s scraped) compare(t *testing.T, p problem.Problem) {
	codes := map[string]bool{}
	for _, c := range s.Codes {
		_, code, _ := strings.Cut(c, "&search=")
		codes[squeeze(code)] = true
	}
	mine := map[string]bool{}
	for _, c := range p.Codes {
		mine[squeeze(c.Code+c.Name)] = true
	}
	var at, pictures []string
	if p.SourceAt != "" {
		at = []string{p.SourceAt}
	}
	for _, image := range p.Question.Images() {
		pictures = append(pictures, image.URL)
	}
	_, solution, _ := strings.Cut(squeeze(s.Solution), ".")
	for what, pair := range map[string][2]any{
		"type":     {word(s.Type), p.Type},
		"answer":   {word(s.Answer), p.Answer},
		"url":      {s.URL, p.URL},
		"codes":    {codes, mine},
		"sources":  {slices.Compact(slices.Clone(s.Sources)), at},
		"images":   {append([]string(nil), s.Images...), pictures},
		"solution": {solution, squeeze(p.Solution.Text())},
	} {
		if diff := cmp.Diff(pair[0], pair[1], equateEmpty); diff != "" {
			t.Errorf("%s %s: %s", p.Ref, what, diff)
		}
	}
}

var equateEmpty = cmp.FilterValues(func(a, b []string) bool { return len(a)+len(b) == 0 }, cmp.Ignore())

// collected is a problem of the texts the search is measured on.
type collected struct {
	ID, Exam, Subject, Type, Text, Answer string
}

func lines[T any](t *testing.T, name string) []T {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(genuine(t), name))
	if err != nil {
		t.Fatal(err)
	}
	var rows []T
	scan := bufio.NewScanner(bytes.NewReader(raw))
	scan.Buffer(nil, 1<<20)
	for scan.Scan() {
		var row T
		if err := json.Unmarshal(scan.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

// word is a JSON string or number as text.
func word(raw json.RawMessage) string { return strings.Trim(string(raw), `"`) }

// squeeze leaves what has ink.
func squeeze(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '\u00ad' {
			return -1
		}
		return r
	}, text)
}
