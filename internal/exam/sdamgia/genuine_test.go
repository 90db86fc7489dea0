package sdamgia_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/sdamgia"
	"kadry/internal/exam/subject"
)

// genuine finds the folder of pages of the site, which are licensed and never part of the
// project.
func genuine(t testing.TB) string {
	t.Helper()
	root := os.Getenv("KADRY_DATA_DIR")
	if root == "" {
		root = filepath.Join("..", "..", "..", "..", "shared", "data")
	}
	folder := filepath.Join(root, "sdamgia")
	if _, err := os.Stat(folder); err != nil {
		t.Skip("SKIP: needs sdamgia under KADRY_DATA_DIR")
	}
	return folder
}

// page is a genuine page with the course and the address it came from, which its name
// says: "problems/soc-ege_2249.html", "pages/rus-ege_test_theme259.html".
type page struct {
	course subject.Course
	at     string
	raw    []byte
}

func genuinePages(t testing.TB) map[string]page {
	t.Helper()
	folder := genuine(t)
	found := map[string]page{}
	for _, pattern := range []string{"problems/*.html", "pages/*.html"} {
		files, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			name := strings.TrimSuffix(filepath.Base(file), ".html")
			course, rest, _ := strings.Cut(name, "-")
			family, what, _ := strings.Cut(rest, "_")
			at := "/problem?id=" + what
			if theme, ok := strings.CutPrefix(what, "test_theme"); ok {
				at = "/test?theme=" + theme
			}
			found[name] = page{
				course: subject.Course{Exam: subject.Exam(family), Subject: subject.Subject(course)},
				at:     "https://" + course + "-" + family + ".sdamgia.ru" + at, raw: raw,
			}
		}
	}
	return found
}

// The facts were taken from the parser after each had been compared with a second reading
// of the same pages by other means: every text letter by letter, every table cell by cell.
// They hold digests instead of texts.
func TestProblems_genuineFacts(t *testing.T) {
	t.Parallel()
	got := map[string][]string{}
	problems := 0
	for name, p := range genuinePages(t) {
		listing, err := sdamgia.Problems(p.course, p.at, p.raw)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got[name] = append(got[name], fmt.Sprintf("page %d of %d, whole %t, hidden %d", listing.Page, listing.Pages, listing.Whole, len(listing.Hidden)))
		for _, one := range listing.Problems {
			got[name] = append(got[name], factsOf(one)...)
			problems++
		}
	}
	if problems < 120 {
		t.Fatalf("only %d problems", problems)
	}
	file := filepath.Join("testdata", "genuine", "facts.json")
	if *update {
		out, err := json.MarshalIndent(got, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, append(out, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var want map[string][]string
	if err := json.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// factsOf are lines about a problem without its texts.
func factsOf(p problem.Problem) []string {
	codes := make([]string, len(p.Codes))
	for i, c := range p.Codes {
		codes[i] = c.Code + "#" + digest(c.Name)
	}
	lines := []string{fmt.Sprintf("%s type %v, answer %q, points %d, codes %v, analogs %d #%s, linked %v, files %d, audio %d",
		p.ID, p.Types, p.Answer, p.Points, codes, len(p.Analogs), digest(p.Analogs...), p.Linked, len(p.Files), len(p.Audio))}
	if p.Area+p.Source+p.SourceAt+p.Relevant+p.Level != "" {
		lines = append(lines, fmt.Sprintf("  area #%s, source #%s at %s, relevant #%s, level #%s",
			digest(p.Area), digest(p.Source), p.SourceAt, digest(p.Relevant), digest(p.Level)))
	}
	for _, part := range []struct {
		name string
		body problem.Body
	}{{"question", p.Question}, {"passage", p.Passage}, {"solution", p.Solution}, {"criteria", p.Criteria}, {"rule", p.Rule}} {
		if !part.body.Empty() {
			lines = append(lines, "  "+part.name+" "+bodyFacts(part.body))
		}
	}
	return lines
}

func bodyFacts(b problem.Body) string {
	kinds := map[problem.BlockKind]int{}
	styles := map[problem.Style]int{}
	cells, covering := 0, 0
	count := func(spans []problem.Span) {
		for _, s := range spans {
			if s.Text != "" && s.Style != problem.Plain {
				styles[s.Style]++
			}
		}
	}
	for _, block := range b.Blocks {
		kinds[block.Kind]++
		count(block.Spans)
		for _, row := range block.Rows {
			cells += len(row)
			for _, cell := range row {
				count(cell.Spans)
				covering += cell.Cols + cell.Rows
			}
		}
	}
	text := b.SearchText()
	return fmt.Sprintf("%v %v, cells %d covering %d, formulas %d, images %v, letters %d #%s",
		kinds, styles, cells, covering, len(b.Formulas()), images(b), utf8.RuneCountInString(text), digest(text))
}

func images(b problem.Body) []string {
	var list []string
	for _, image := range b.Images() {
		u, err := url.Parse(image.URL)
		if err != nil {
			return []string{err.Error()}
		}
		list = append(list, u.RequestURI())
	}
	return list
}

func digest(texts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	return hex.EncodeToString(sum[:6])
}

// Whatever page it came from, a body has no block without content and no white space that
// a reader would see as a mistake.
func TestProblems_genuineBodiesAreClean(t *testing.T) {
	t.Parallel()
	for name, p := range genuinePages(t) {
		listing, err := sdamgia.Problems(p.course, p.at, p.raw)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range listing.Problems {
			for _, body := range []problem.Body{one.Question, one.Passage, one.Solution, one.Criteria, one.Rule} {
				if fault := uncleanBody(body); fault != "" {
					t.Errorf("%s %s: %s", name, one.ID, fault)
				}
			}
		}
	}
}

func uncleanBody(b problem.Body) string {
	for _, block := range b.Blocks {
		switch block.Kind {
		case problem.Program:
			if strings.TrimSpace(block.Text) == "" {
				return "an empty listing"
			}
		case problem.TableRows:
			content := 0
			for _, row := range block.Rows {
				for _, cell := range row {
					content += len(cell.Spans)
					if fault := uncleanSpans(cell.Spans); fault != "" {
						return fault
					}
				}
			}
			if content == 0 {
				return "an empty table"
			}
		default:
			if len(block.Spans) == 0 {
				return "an empty block"
			}
			if fault := uncleanSpans(block.Spans); fault != "" {
				return fault
			}
		}
	}
	return ""
}

func uncleanSpans(spans []problem.Span) string {
	var text strings.Builder
	for i, s := range spans {
		set := 0
		for _, is := range []bool{s.Text != "", s.Formula != nil, s.Image != nil} {
			if is {
				set++
			}
		}
		if set != 1 {
			return fmt.Sprintf("a span with %d contents", set)
		}
		if i > 0 && s.Text != "" && spans[i-1].Text != "" && spans[i-1].Style == s.Style {
			return fmt.Sprintf("one run in two spans: %q %q", spans[i-1].Text, s.Text)
		}
		if s.Style != problem.Plain && s.Text != strings.TrimSpace(s.Text) {
			return fmt.Sprintf("a styled run with white space at its edge: %q", s.Text)
		}
		if s.Text == "" {
			text.WriteByte('x')
		}
		text.WriteString(s.Text)
	}
	all := text.String()
	if all != strings.TrimSpace(all) || strings.Contains(all, "  ") || strings.ContainsFunc(all, unfit) {
		return fmt.Sprintf("white space out of place: %q", all)
	}
	return ""
}

func unfit(r rune) bool {
	return r == '\u00ad' || r == '\u200b' || r == '\ufffd' || r != ' ' && unicode.IsSpace(r) || unicode.IsControl(r)
}
