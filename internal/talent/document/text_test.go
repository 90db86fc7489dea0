package document_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	xunicode "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"kadry/internal/talent/document"
)

func TestReadHTML(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		page, want string
		warnings   []string
	}{
		"blocks and lists": {
			page: "<html><head><title>x</title></head><body><h1>Ann</h1><p>One<br>two</p><ul><li>Go<li>SQL</ul>tail</body></html>",
			want: "Ann\n\nOne\ntwo\n• Go\n• SQL\ntail",
		},
		"inline stays inline": {page: "<p>Go <b>and</b>\n <i>SQL</i>&nbsp;&amp; C&#43;&#43;</p>", want: "Go and SQL & C++"},
		"code and hiding": {
			page: `<body>seen<script>var a = "<p>no"</script><style>p{}</style><div style="display: none">Kafka</div><p hidden>Spark<b>x</b></p> end`,
			want: "seen end", warnings: []string{"hidden_text"},
		},
		"tables": {page: "<table><tr><th>Skill<th>Years</tr><tr><td>Go</td><td>5</td></tr></table>", want: "Skill | Years\nGo | 5"},
		"links":  {page: `<p><a href="https://example.com/ann">My site</a> <a href="mailto:a@example.com">a@example.com</a></p>`, want: "My site (https://example.com/ann) a@example.com"},
		"wild":   {page: "</div></p><p>a</b></p><table><li>b", want: "a\n\n• b"},
	} {
		got := readingOf(t, "cv.html", []byte(c.page))
		want := reading{Format: document.HTML, Charset: "utf-8", Text: c.want, Warnings: c.warnings}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	cp1251 := "<html><head><meta charset=windows-1251></head><body>" + encoded(t, charmap.Windows1251, "Опыт работы") + "</body></html>"
	want := reading{Format: document.HTML, Charset: "windows-1251", Text: "Опыт работы"}
	if diff := cmp.Diff(want, readingOf(t, "cv.html", []byte(cp1251))); diff != "" {
		t.Error(diff)
	}
}

func TestReadHTMLNesting(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("<div><b>", 20_000) + "text" + strings.Repeat("</b></div>", 20_000)
	if got := readingOf(t, "cv.html", []byte("<html>"+deep)).Text; got != "text" {
		t.Errorf("got %q", got)
	}
}

func encoded(t *testing.T, codec encoding.Encoding, text string) string {
	t.Helper()
	out, err := codec.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestReadCharsets(t *testing.T) {
	t.Parallel()
	const (
		russian = "Анна Примерова\nОпыт работы: инженер-программист, Go и SQL.\nЁЛКА, ОБРАЗОВАНИЕ — «Университет»"
		koi     = "Анна Примерова\nОпыт работы: инженер-программист, Go и SQL.\nЁЛКА, ОБРАЗОВАНИЕ"
		short   = "Навыки: C++"
		western = "Résumé of André: café, naïve approach, Universität Zürich – 2019"
	)
	for name, c := range map[string]struct {
		codec encoding.Encoding
		text  string
	}{
		"utf-8":        {encoding.Nop, russian},
		"windows-1251": {charmap.Windows1251, russian},
		"koi8-r":       {charmap.KOI8R, koi},
		"ibm866":       {charmap.CodePage866, koi},
		"windows-1252": {charmap.Windows1252, western},
		"utf-16le":     {xunicode.UTF16(xunicode.LittleEndian, xunicode.UseBOM), russian},
		"utf-16be":     {xunicode.UTF16(xunicode.BigEndian, xunicode.IgnoreBOM), western},
	} {
		want := reading{Format: document.Text, Charset: name, Text: c.text}
		if diff := cmp.Diff(want, readingOf(t, "cv.txt", []byte(encoded(t, c.codec, c.text)))); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	for _, codec := range []*charmap.Charmap{charmap.Windows1251, charmap.KOI8R} {
		if got := readingOf(t, "cv.txt", []byte(encoded(t, codec, short))).Text; got != short {
			t.Errorf("%s: got %q", codec, got)
		}
	}
}

func TestReadScrambled(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"withÂ\u00a0management":              "with management",
		"itâ€™s â€œfineâ€\u009d":             "it’s “fine”",
		"zeroâ€‹width":                       "zerowidth",
		"CafÃ© and RÃ©sumÃ©":                 "Café and Résumé",
		"Ð¿Ñ€Ð¸Ð²ÐµÑ‚":                       "привет",
		"Company Nameï¼\u009a City":          "Company Name: City",
		"MANHÃ – SÃO PAULO, Ñandú, Âncora":   "MANHÃ – SÃO PAULO, Ñandú, Âncora",
		"naïve ¼ inch, crème brûlée, ÉCOLE–": "naïve ¼ inch, crème brûlée, ÉCOLE–",
	} {
		if got := readingOf(t, "cv.txt", []byte(in)).Text; got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestReadMarkdown(t *testing.T) {
	t.Parallel()
	page := "# Ann Example #\n\n**Go** and *SQL*, `C++`, snake_case, 2*3*4\n\n- [x] one\n1. two\n\n> quoted\n\n" +
		"[My site](https://example.com/ann \"title\") and <https://example.com/b> ![photo](a.png)\n\n---\n\n| Skill | Years |\n|---|---|\n| Go | 5 |\n\n```go\nx := *y\n```\n\\# not a heading<br>"
	want := reading{Format: document.Markdown, Charset: "utf-8", Text: "Ann Example\n\nGo and SQL, C++, snake_case, 2*3*4\n\n• one\n• two\n\nquoted\n\n" +
		"My site (https://example.com/ann) and https://example.com/b photo\n\nSkill | Years\n\nGo | 5\n\nx := *y\n# not a heading"}
	if diff := cmp.Diff(want, readingOf(t, "cv.md", []byte(page))); diff != "" {
		t.Error(diff)
	}
}

func TestReadJSONResume(t *testing.T) {
	t.Parallel()
	file := `{"basics": {"name": "Ann Example", "label": "Engineer", "email": "a@example.com", "phone": 123, "summary": "Builds **things**.",
		"location": {"city": "Oslo", "countryCode": "NO"}, "profiles": [{"network": "GitHub", "url": "https://example.com/ann"}]},
		"work": [{"name": "Example Bank", "position": "Engineer", "startDate": "2019-03", "highlights": ["Wrote Go"], "keywords": "SQL"},
			{"company": "Sample Telecom", "position": "Tester", "startDate": "2017", "endDate": "2019-02"}],
		"education": [{"institution": "Example University", "studyType": "BSc", "area": "Physics", "endDate": "2017", "score": 4.5}],
		"skills": [{"name": "Backend", "level": "Master", "keywords": ["Go", "SQL"]}, "Docker"],
		"certificates": [{"name": "CKA", "issuer": "CNCF", "date": "2021-01-01"}],
		"projects": [{"name": "kite", "description": "A tool"}],
		"languages": [{"language": "English", "fluency": "C1"}], "references": null}`
	want := reading{Format: document.JSONResume, Charset: "utf-8", Text: strings.Join([]string{
		"Ann Example", "Engineer", "Oslo, NO", "a@example.com | 123", "GitHub: https://example.com/ann", "",
		"Summary", "Builds things.", "",
		"Skills", "Backend (Master): Go, SQL", "Docker", "",
		"Experience", "2019-03 – present", "Engineer, Example Bank", "• Wrote Go", "SQL", "",
		"2017 – 2019-02", "Tester, Sample Telecom", "",
		"Education", "2017", "BSc, Physics, Example University", "GPA: 4.5", "",
		"Certificates", "CKA, CNCF, 2021-01-01", "",
		"Projects", "kite", "A tool", "",
		"Languages", "English: C1",
	}, "\n")}
	if diff := cmp.Diff(want, readingOf(t, "cv.json", []byte(file))); diff != "" {
		t.Error(diff)
	}
	fresh := `{"name": "Ann Example", "meta": {"format": "FRESH@0.6.0"}, "info": {"brief": "Builds."},
		"employment": {"summary": "7 years", "history": [{"employer": "Example Bank", "position": "Engineer", "start": "2019-03", "end": "2020-01"}]},
		"skills": {"sets": [{"name": "Web", "skills": ["CSS"]}], "list": [{"name": "C++", "years": 7}]}}`
	text := "Ann Example\n\nSummary\nBuilds.\n\nSkills\nWeb: CSS\nC++ (7 years)\n\nExperience\n7 years\n\n2019-03 – 2020-01\nEngineer, Example Bank"
	if got := readingOf(t, "cv.json", []byte(fresh)).Text; got != text {
		t.Errorf("got\n%s\nwant\n%s", got, text)
	}
}

// checkPromise tests what every Document promises of its text.
func checkPromise(t interface{ Errorf(string, ...any) }, doc document.Document) {
	checkLook(t, doc)
	text := doc.Text
	if !norm.NFC.IsNormalString(text) {
		t.Errorf("not NFC: %q", text)
	}
	if strings.Contains(text, "\n\n\n") || strings.Contains(text, " \n") || strings.TrimSpace(text) != text {
		t.Errorf("loose space: %q", text)
	}
	for _, r := range text {
		if r != '\n' && (unicode.Is(unicode.C, r) || r == '\u00a0' || r >= 'ﬀ' && r <= 'ﬆ') {
			t.Errorf("character %U in %q", r, text)
		}
	}
}

// checkLook tests what every Document promises of the look of its text.
func checkLook(t interface{ Errorf(string, ...any) }, doc document.Document) {
	before := -1
	for _, l := range doc.Lines {
		if l.Start <= before || l.Start >= len(doc.Text) || l.Start > 0 && doc.Text[l.Start-1] != '\n' || doc.Text[l.Start] == '\n' {
			t.Errorf("a look at %d after one at %d of %q", l.Start, before, doc.Text)
			return
		}
		before = l.Start
		shown, _, _ := strings.Cut(doc.Text[l.Start:], "\n")
		cell := 0
		for _, c := range l.Cells {
			if c <= cell || c >= len(shown) || shown[c-1] != ' ' || shown[c] == ' ' {
				t.Errorf("a cell at %d after one at %d of %q", c, cell, shown)
			}
			cell = c
		}
	}
	end := 0
	for _, f := range doc.Fields {
		if f.Start < end || f.End <= f.Start || f.End > len(doc.Text) || strings.Contains(doc.Text[f.Start:f.End], "\n") {
			t.Errorf("%s at %d-%d after %d of %q", f.Role, f.Start, f.End, end, doc.Text)
			return
		}
		end = f.End
	}
}

func TestTextKeepsItsPromise(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.String().Draw(t, "text")
		doc, err := document.Read(t.Context(), "cv.txt", []byte("start "+in+" end"), document.Limits{})
		if err != nil {
			return
		}
		checkPromise(t, doc)
		again, err := document.Read(t.Context(), "cv.txt", []byte(doc.Text), document.Limits{})
		if err != nil || again.Format == doc.Format && again.Text != doc.Text {
			t.Errorf("reading twice changes the text: %q then %q (%v)", doc.Text, again.Text, err)
		}
	})
}
