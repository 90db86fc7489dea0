package document_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/talent/document"
)

// filler makes a page count as text and not as a scan.
var filler = shown(50, 100, 10, "The rest of the page is here.")

func TestReadPDF(t *testing.T) {
	t.Parallel()
	const rest = "\n\nThe rest of the page is here."
	form := newPDF(plainFont+"/XObject<</X1 5 0 R>>", "/X1 Do "+filler)
	form.stream("/Type/XObject/Subtype/Form/Matrix[1 0 0 1 0 300]/Resources<<"+plainFont+">>", shown(50, 400, 12, "Inside a form"))
	loop := newPDF(plainFont+"/XObject<</X1 5 0 R>>", "/X1 Do "+filler)
	loop.stream("/Type/XObject/Subtype/Form/Resources<<"+plainFont+"/XObject<</X1 5 0 R>>>>", "/X1 Do /X1 Do")
	glyphs := newPDF("/Font<</F1<</Subtype/Type1/BaseFont/AAAAAA+Sample/FirstChar 1/LastChar 5/Widths[500 500 500 500 500]"+
		"/Encoding<</Differences[1/fi/afii10017/eacute/uni0416/H18543]>>>>>>", "BT /F1 20 Tf 50 700 Td (\\005) Tj 40 0 Td (\\001\\002\\003\\004) Tj ET "+
		"BT /F1 20 Tf 50 600 Td (\\001\\001\\001\\001\\001\\001\\001\\001\\001\\001\\001\\001\\001\\001\\001\\001\\001\\001) Tj ET")
	turned := newPDF(plainFont, "BT /F1 12 Tf 0 1 -1 0 100 50 Tm (Turned with its page) Tj ET")
	turned.objects[1] = strings.Replace(turned.objects[1], "/MediaBox", "/Rotate 90/MediaBox", 1)
	wide := newPDF(plainFont, shown(50, 700, 12, "lost"), filler)
	wide.objects[2] = strings.Replace(wide.objects[2], "<<", "<</Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 99999999999>>", 1)
	for name, c := range map[string]struct {
		data     []byte
		want     string
		warnings []string
	}{
		"turned page":    {data: turned.bytes(""), want: "Turned with its page"},
		"wild predictor": {data: wide.bytes(""), want: strings.TrimSpace(rest), warnings: []string{"needs_ocr"}},
		"gaps are spaces": {
			data: textPDF("BT /F1 12 Tf 50 700 Td [(Go)-300(and)-30( )-30(SQL)10(ite)] TJ ET " + filler),
			want: "Go and SQLite" + rest,
		},
		"kerned letters": {data: textPDF("BT /F1 12 Tf 1 Tc 50 700 Td (Python) Tj ET " + filler), want: "Python" + rest},
		"paragraphs": {
			data: textPDF(shown(50, 700, 12, "One", "Two", "Three") + shown(50, 600, 12, "Four") + filler),
			want: "One\nTwo\nThree\n\nFour" + rest,
		},
		"line of two pieces": {
			data: textPDF("BT /F1 12 Tf 1 0 0 1 200 700 Tm (2019 - 2021) Tj 1 0 0 1 50 700 Tm (Engineer) Tj ET " + filler),
			want: "Engineer 2019 - 2021" + rest,
		},
		"flipped page": {
			data: textPDF("q 1 0 0 -1 0 842 cm BT /F1 12 Tf 1 0 0 -1 50 100 Tm (Upside) Tj 1 0 0 -1 50 120 Tm (down) Tj ET Q " + filler),
			want: "Upside\ndown" + rest,
		},
		"bold by overprint": {data: textPDF(shown(50, 700, 12, "Skills") + shown(50.3, 700, 12, "Skills") + filler), want: "Skills" + rest},
		"hyphenation": {
			data: textPDF(shown(50, 700, 12, "Led the develop-", "ment of full-", "stack tools in C+", "+, and Go") + filler),
			want: "Led the development\nof full-stack\ntools in C++,\nand Go" + rest,
		},
		"white on paper": {
			data: textPDF("1 1 1 rg " + shown(50, 700, 12, "Kubernetes") + "0 g " + filler),
			want: strings.TrimSpace(rest), warnings: []string{"hidden_text"},
		},
		"white on a bar": {
			data: textPDF("0.1 0.2 0.3 rg 40 690 300 30 re f 1 g " + shown(50, 700, 12, "Ann Example") + "0 g " + filler),
			want: "Ann Example" + rest,
		},
		"tiny":     {data: textPDF(shown(50, 700, 1, "Kubernetes") + filler), want: strings.TrimSpace(rest), warnings: []string{"hidden_text"}},
		"off page": {data: textPDF(shown(-400, 700, 12, "Kubernetes") + filler), want: strings.TrimSpace(rest), warnings: []string{"hidden_text"}},
		"recognised scan": {
			data: textPDF("3 Tr " + shown(50, 700, 12, "All of this page is recognised text.")),
			want: "All of this page is recognised text.",
		},
		"rotated": {
			data: textPDF("BT /F1 12 Tf 0 1 -1 0 30 300 Tm (CONFIDENTIAL CONFIDENTIAL) Tj ET " + filler),
			want: strings.TrimSpace(rest), warnings: []string{"rotated_text"},
		},
		"replacement text": {data: textPDF("/Span <</ActualText (GitHub)>> BDC BT /F1 12 Tf 50 700 Td (x) Tj ET EMC " + filler), want: "GitHub" + rest},
		"form":             {data: form.bytes(""), want: "Inside a form" + rest},
		"form in itself":   {data: loop.bytes(""), want: strings.TrimSpace(rest)},
		"glyph names":      {data: glyphs.bytes(""), want: "• fiАéЖ\n\n" + strings.Repeat("fi", 18)},
		"inline image":     {data: textPDF("BI /W 1 /H 1 ID \x00(\xff) EI " + shown(50, 700, 12, "After") + filler), want: "After" + rest},
		"stray brackets":   {data: textPDF(") ] >> } " + shown(50, 700, 12, "After") + filler + " <41 (open"), want: "After" + rest},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := reading{Format: document.PDF, Charset: "utf-8", Text: c.want, Warnings: c.warnings}
			if diff := cmp.Diff(want, readingOf(t, "cv.pdf", c.data)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadPDFColumns(t *testing.T) {
	t.Parallel()
	data := cyrillicPDF(func(hex func(string) string) string {
		column := func(x, y, step float64, lines ...string) string {
			out := fmt.Sprintf("BT /F1 10 Tf %g TL %g %g Td ", step, x, y)
			for _, line := range lines {
				out += hex(line) + " Tj T* "
			}
			return out + "ET "
		}
		return column(50, 780, 14, "Анна Примерова, разработчик баз данных и поиска по документам на Go") +
			column(50, 740, 13, "Навыки", "Go, Python", "Линукс", "Докер", "Языки", "русский") +
			column(230, 740, 15, "Опыт работы", "ООО Пример, инженер", "март 2019 – май 2021", "Писала сервисы поиска",
				"АО Образец, стажёр", "2018 – 2019", "Тесты и отчёты") +
			column(50, 600, 14, "Образование: Университет, прикладная математика, бакалавр, 2018")
	})
	want := reading{Format: document.PDF, Charset: "utf-8", Text: strings.Join([]string{
		"Анна Примерова, разработчик баз данных и поиска по документам на Go", "",
		"Навыки", "Go, Python", "Линукс", "Докер", "Языки", "русский", "",
		"Опыт работы", "ООО Пример, инженер", "март 2019 – май 2021", "Писала сервисы поиска",
		"АО Образец, стажёр", "2018 – 2019", "Тесты и отчёты", "",
		"Образование: Университет, прикладная математика, бакалавр, 2018",
	}, "\n")}
	if diff := cmp.Diff(want, readingOf(t, "cv.pdf", data)); diff != "" {
		t.Error(diff)
	}
}

// TestReadPDFRows has dates at the right margin, which belong to their rows.
func TestReadPDFRows(t *testing.T) {
	t.Parallel()
	data := textPDF(shown(50, 700, 12, "Engineer, Example Bank", "Wrote services in Go", "Tester, Sample Telecom", "Wrote tests", "Intern, Mock Retail") +
		shown(450, 700, 12, "2020 - 2024") + shown(450, 700-2*16.8, 12, "2018 - 2020") + shown(450, 700-4*16.8, 12, "2017 - 2018"))
	want := "Engineer, Example Bank 2020 - 2024\nWrote services in Go\nTester, Sample Telecom 2018 - 2020\nWrote tests\nIntern, Mock Retail 2017 - 2018"
	if got := readingOf(t, "cv.pdf", data).Text; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestReadPDFDamage feeds files other readers open too, and expects their text.
func TestReadPDFDamage(t *testing.T) {
	t.Parallel()
	whole := newPDF(plainFont, shown(50, 700, 12, story))
	good := whole.bytes("")
	packed := &pdfFile{}
	packed.add("<</Type/Catalog/Pages 2 0 R>>")
	body := "2 0 4 90 <</Type/Pages/Kids[4 0 R]/Count 1/MediaBox[0 0 595 842]>>"
	body += strings.Repeat(" ", 9+90-len(body)) + "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<<" + plainFont + ">>>>"
	packed.objects = append(packed.objects, "null", "null", "null")
	packed.stream("", shown(50, 700, 12, story))
	packed.stream("/Type/ObjStm/N 2/First 9/Filter/FlateDecode", deflate(t, []byte(body)))
	untabled, _, _ := bytes.Cut(good, []byte("xref\n"))
	for name, data := range map[string][]byte{
		"xref loop":        whole.bytes("/Prev START"),
		"wrong startxref":  bytes.Replace(good, []byte("startxref\n"), []byte("startxref\n9"), 1),
		"no xref":          slices.Concat(untabled, []byte("trailer<</Root 1 0 R>>")),
		"huge size":        bytes.Replace(good, []byte("/Size 5"), []byte("/Size 99999999999"), 1),
		"PDF 2.0":          bytes.Replace(good, []byte("%PDF-1.4"), []byte("%PDF-2.0"), 1),
		"wrong length":     bytes.Replace(good, []byte("/Length "), []byte("/Length 9"), 1),
		"object stream":    packed.bytes(""),
		"carriage returns": bytes.ReplaceAll(good, []byte("\n"), []byte("\r")),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := readingOf(t, "cv.pdf", data).Text; got != story {
				t.Errorf("got %q, want %q", got, story)
			}
		})
	}
}

func TestReadPDFPartlyScanned(t *testing.T) {
	t.Parallel()
	got := readingOf(t, "cv.pdf", textPDF(shown(50, 700, 12, story), "0 0 500 500 re f"))
	want := reading{Format: document.PDF, Charset: "utf-8", Text: story, Warnings: []string{"needs_ocr"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
