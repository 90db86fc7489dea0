package document_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/talent/document"
)

// looks writes the lines of a document with what is known of each beside its place.
func looks(ctx context.Context, t *testing.T, name string, data []byte) []string {
	t.Helper()
	doc, err := document.Read(ctx, name, data, document.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	checkPromise(t, doc)
	var out []string
	for _, l := range doc.Lines {
		shown, _, _ := strings.Cut(doc.Text[l.Start:], "\n")
		for _, c := range slices.Backward(l.Cells) {
			shown = shown[:c] + ">" + shown[c:]
		}
		out = append(out, fmt.Sprintf("%s [%.2g%s%s%s%s]", shown, l.Size, mark(l.Bold, " bold"), mark(l.Italic, " italic"),
			mark(l.Heading > 0, fmt.Sprintf(" h%d", l.Heading)), mark(l.Margin != "", " "+string(l.Margin))))
	}
	return out
}

func mark(applies bool, text string) string {
	if applies {
		return text
	}
	return ""
}

func TestLooks(t *testing.T) {
	t.Parallel()
	run := func(properties, text string) string {
		return "<w:r><w:rPr>" + properties + "</w:rPr><w:t>" + text + "</w:t></w:r>"
	}
	styles := `<w:styles><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="20"/></w:rPr></w:rPrDefault></w:docDefaults>` +
		`<w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 2"/><w:basedOn w:val="B"/><w:rPr><w:sz w:val="30"/></w:rPr></w:style>` +
		`<w:style w:type="paragraph" w:styleId="B"><w:basedOn w:val="H"/><w:rPr><w:b/></w:rPr></w:style></w:styles>`
	word := docxFile(t, `<w:p><w:pPr><w:pStyle w:val="H"/></w:pPr><w:r><w:t>Experience</w:t></w:r></w:p>`+
		"<w:p>"+run("<w:b/>", "Engineer, of the whole bank")+"<w:r><w:tab/></w:r>"+run("", "2019")+"</w:p>"+p("A text that is longer than all the rest of it"),
		"word/styles.xml", styles, "word/header1.xml", "<w:hdr>"+p("Ann Example")+"</w:hdr>")
	open := odtFile(t, `<text:p text:style-name="P1">Ann<text:span text:style-name="T1"> Example of the place</text:span></text:p><text:h text:outline-level="1">Work</text:h>`,
		"styles.xml", `<d><office:styles><style:default-style style:family="paragraph"><style:text-properties fo:font-size="10pt"/></style:default-style>`+
			`<style:style style:name="T1"><style:text-properties fo:font-weight="bold"/></style:style><style:style style:name="P1"><style:text-properties fo:font-size="200%"/></style:style></office:styles></d>`)
	for name, c := range map[string]struct {
		file string
		data []byte
		want []string
	}{
		"DOCX": {"cv.docx", word, []string{"Ann Example [1 header]", "Experience [1.5 bold h2]", "Engineer, of the whole bank >2019 [1 bold]", "A text that is longer than all the rest of it [1]"}},
		"ODT":  {"cv.odt", open, []string{"Ann Example of the place [1 bold]", "Work [0.5 h1]"}},
		"RTF": {
			"cv.rtf", []byte(`{\rtf1{\footer foot\par}{\b\fs40 Ann}\par\fs20 plain text of it\par{\trowd 2019\par 2020\cell{\b bank}\par town\cell\row}\trowd a\cell b\cell\row}`),
			[]string{"Ann [2 bold]", "plain text of it [1]", "2019 [1]", "2020 [1]", "bank [1 bold]", "town [1]", "a | >b [1]", "foot [1.2 footer]"},
		},
		"HTML": {
			"cv.html", []byte("<html><nav>Home</nav><h1>Ann</h1><p style='font-size: 8px'><i>small</i><p><b>Bank</b>\n  of <time>2019</time><table><tr><td>a<td>b</table><div class=text-strong>long text of it</div>"),
			[]string{"Home [1 header]", "Ann [2 bold h1]", "small [0.5 italic]", "Bank of >2019 [1]", "a | >b [1]", "long text of it [1 bold]"},
		},
		"text": {"cv.txt", []byte("2019\tBank\nplain\nE X P E R I E N C E  N O W\nname     value"), []string{"2019 >Bank [0]", "name >value [0]"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, looks(t.Context(), t, c.file, c.data)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPDFLooks(t *testing.T) {
	t.Parallel()
	page := func(number string) string {
		return shown(50, 810, 8, "Ann Example, page "+number) + shown(50, 700, 20, "Large "+number) + shown(50, 600, 10, "Text of page "+number+" that is the most of it")
	}
	want := []string{
		"Ann Example, page 1 [0.8 header]", "Large 1 [2]", "Text of page 1 that is the most of it [1]", "Large 2 [2]", "Text of page 2 that is the most of it [1]",
	}
	if diff := cmp.Diff(want, looks(t.Context(), t, "cv.pdf", textPDF(page("1"), page("2")))); diff != "" {
		t.Error(diff)
	}
}

func TestReadSidewaysPDF(t *testing.T) {
	t.Parallel()
	for name, lines := range map[string]string{
		"to the left":  "0 1 -1 0 100 50 Tm (Ann Example of Oslo) Tj 0 1 -1 0 130 50 Tm (writes services in Go) Tj",
		"to the right": "0 -1 1 0 400 800 Tm (Ann Example of Oslo) Tj 0 -1 1 0 370 800 Tm (writes services in Go) Tj",
		"upside down":  "-1 0 0 -1 500 100 Tm (Ann Example of Oslo) Tj -1 0 0 -1 500 130 Tm (writes services in Go) Tj",
	} {
		got := readingOf(t, "cv.pdf", textPDF("BT /F1 12 Tf "+lines+" ET"))
		if want := "Ann Example of Oslo\nwrites services in Go"; got.Text != want || len(got.Warnings) > 0 {
			t.Errorf("%s: got %q %v", name, got.Text, got.Warnings)
		}
	}
}

func TestJSONResumeFields(t *testing.T) {
	t.Parallel()
	file := `{"basics": {"name": "Ann  Example", "label": "Engineer", "email": "a@example.com", "summary": "One\nTwo"},
		"work": [{"name": "Bank", "position": "**Engineer**", "startDate": "2019", "summary": "Wrote Go"}],
		"education": [{"institution": "University", "studyType": "BSc", "area": "Physics", "startDate": "2010", "endDate": "2014"}],
		"languages": [{"language": "English", "fluency": "C1"}], "skills": [{"name": "Web", "keywords": ["CSS"]}, "Go"],
		"certificates": [{"name": "CKA", "issuer": "CNCF"}]}`
	doc, err := document.Read(t.Context(), "cv.json", []byte(file), document.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	checkPromise(t, doc)
	var got []string
	for _, f := range doc.Fields {
		got = append(got, fmt.Sprintf("%s %d %s", f.Role, f.Entry, doc.Text[f.Start:f.End]))
	}
	want := []string{
		"name 0 Ann Example", "headline 0 Engineer", "email 0 a@example.com", "summary 0 One", "summary 0 Two",
		"skill.name 1 CSS", "skill.name 2 Go",
		"job.start 3 2019", "job.end 3 present", "job.title 3 Engineer", "job.employer 3 Bank", "job.text 3 Wrote Go",
		"school.start 4 2010", "school.end 4 2014", "school.degree 4 BSc", "school.field 4 Physics", "school.institution 4 University",
		"certificate.name 5 CKA", "certificate.issuer 5 CNCF", "language.name 6 English", "language.level 6 C1",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(doc.Lines) == 0 || doc.Lines[0].Heading != 1 {
		t.Error("headings of sections are not told")
	}
}
