package evaluate_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kadry/internal/exam/evaluate"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
)

// parse reads the pages of testdata, lines of "field: value", as an adapter reads HTML.
func parse(course subject.Course, at string, html []byte) (problem.Listing, error) {
	p := problem.Problem{Ref: problem.Ref{Course: course}, URL: at}
	for line := range strings.Lines(string(html)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		body := problem.Body{Blocks: []problem.Block{{Kind: problem.Paragraph, Spans: []problem.Span{{Text: value}}}}}
		switch name {
		case "number":
			p.ID = value
		case "type":
			p.Type = value
		case "answer":
			p.Answer = value
		case "question":
			p.Question = body
		case "passage":
			p.Passage = body
		case "solution":
			p.Solution = body
		case "criteria":
			p.Criteria = body
		case "code":
			code, title, _ := strings.Cut(value, " ")
			p.Codes = append(p.Codes, problem.Code{Code: code, Name: title})
		case "source":
			p.SourceAt = value
		default:
			return problem.Listing{}, errors.New("not a page of problems")
		}
	}
	return problem.Listing{Problems: []problem.Problem{p}}, nil
}

func run(t *testing.T, dir string) (evaluate.Result, string) {
	t.Helper()
	var notes bytes.Buffer
	result, err := evaluate.Run(context.Background(), evaluate.Options{Dir: dir, Notes: &notes, Parse: parse})
	if err != nil {
		t.Fatal(err)
	}
	return result, notes.String()
}

func TestRun_everySet(t *testing.T) {
	t.Parallel()
	result, notes := run(t, filepath.Join("testdata", "tiny"))
	// First: the two plain queries and the robot. The mixed query has its problem second;
	// geography has no problems.
	if f := result.Fuzzy; f == nil || f.Queries != 5 || f.Top1 != 3.0/5 || f.MRR != 3.5/5 || f.MsPerQuery <= 0 {
		t.Errorf("fuzzy %+v", f)
	}
	// The corpus knows four pages: 3 fields each, wrong are the answer of ege 12 and all of
	// ege 99 behind its captcha. GOAT knows two: 7 fields each, wrong are the answer and the
	// solution of ege 12.
	if p := result.Pages; p == nil || p.Problems != 3 || p.FieldsTotal != 4*3+2*7 || p.FieldsOK != 4*3+2*7-1-3-2 || p.SmallPagesPerS <= 0 {
		t.Errorf("pages %+v", p)
	}
	var got []string
	for line := range strings.Lines(notes) {
		got = append(got, strings.TrimSpace(line))
	}
	for _, want := range []string{
		"pages/readme.html: the name says no course, left out",
		"page soc-ege_99.html: not read: not a page of problems",
		"problem ege/soc:12: answer is not what the data says",
		"problem ege/soc:12: solution is not what the data says",
		"problem ege/soc:99: text is not what the data says",
		"datasets: record 13 has no address of a problem, left out",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("no note %q in:\n%s", want, notes)
		}
	}
}

func TestRun_shapeOfTheObject(t *testing.T) {
	t.Parallel()
	result, _ := run(t, filepath.Join("testdata", "tiny"))
	out, err := json.Marshal(result)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]map[string]float64
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	for set, fields := range map[string][]string{
		"fuzzy": {"queries", "top1", "mrr", "ms_per_query"},
		"pages": {"problems", "fields_ok", "fields_total", "small_pages_per_s"},
	} {
		for _, field := range fields {
			if _, ok := got[set][field]; !ok || len(got[set]) != 4 {
				t.Errorf("%s.%s is missing or not alone in %s", set, field, out)
			}
		}
	}
}

func TestRun_readsTheNamesOfPages(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	want := map[string]string{
		"problems/soc-ege_2249.html":           "ege/soc https://soc-ege.sdamgia.ru/problem?id=2249",
		"pages/rus-ege_test_theme259.html":     "ege/rus https://rus-ege.sdamgia.ru/test?theme=259",
		"pages/math-oge_test_id5_page2.html":   "oge/math https://math-oge.sdamgia.ru/test?id=5&page=2",
		"problems/math8-vpr_12.html":           "vpr/math8 https://math8-vpr.sdamgia.ru/problem?id=12",
		"problems/phys-ct_3.html":              "ct/phys https://phys.reshuct.by/problem?id=3",
		"pages/inf-ege_search.html":            "ege/inf https://inf-ege.sdamgia.ru/search",
		"problems/odd[1].html":                 "",
		"problems/Something else entirely.txt": "",
	}
	for name := range want {
		write(t, dir, name, "number: 1\n")
	}
	seen := map[string]bool{}
	_, err := evaluate.Run(context.Background(), evaluate.Options{Dir: dir, Notes: &bytes.Buffer{}, Parse: func(course subject.Course, at string, html []byte) (problem.Listing, error) {
		seen[course.String()+" "+at] = true
		return parse(course, at, html)
	}})
	if err != nil {
		t.Fatal(err)
	}
	for name, address := range want {
		if address != "" && !seen[address] {
			t.Errorf("%s was not read as %s: %v", name, address, seen)
		}
	}
	if len(seen) != 6 {
		t.Errorf("read %v", seen)
	}
}

func TestRun_missingSetsAreNoted(t *testing.T) {
	t.Parallel()
	result, notes := run(t, t.TempDir())
	if result != (evaluate.Result{}) {
		t.Errorf("measured %+v of nothing", result)
	}
	for _, set := range []string{"queries_*.jsonl", "problems/*.html"} {
		if !strings.Contains(notes, set) {
			t.Errorf("no note on %s in %q", set, notes)
		}
	}
}

func TestRun_badDataNamesThePlace(t *testing.T) {
	t.Parallel()
	for name, lines := range map[string]string{
		"corpus/problems.jsonl":  "{}\nnot json\n",
		"corpus/queries_x.jsonl": "{}\n[1]\n",
		"datasets/goat_x.jsonl":  "{}\n{\"task_text\":5}\n",
	} {
		dir := t.TempDir()
		write(t, dir, "problems/soc-ege_1.html", "number: 1\n")
		write(t, dir, name, lines)
		_, err := evaluate.Run(context.Background(), evaluate.Options{Dir: dir, Notes: &bytes.Buffer{}, Parse: parse})
		if err == nil || !strings.Contains(err.Error(), filepath.Base(name)) || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestRun_noDirectory(t *testing.T) {
	t.Parallel()
	_, err := evaluate.Run(context.Background(), evaluate.Options{Dir: "no/such/folder", Notes: &bytes.Buffer{}, Parse: parse})
	if err == nil || !strings.Contains(err.Error(), "no/such/folder") {
		t.Errorf("error %v", err)
	}
}

func TestRun_stops(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := evaluate.Run(ctx, evaluate.Options{Dir: filepath.Join("testdata", "tiny"), Notes: &bytes.Buffer{}, Parse: parse})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func write(t *testing.T, dir, name, content string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}
