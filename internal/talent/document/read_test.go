package document_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/talent/document"
)

// reading is what a case expects of a file: its text and the codes of the warnings.
type reading struct {
	Format   document.Format
	Charset  string
	Text     string
	Warnings []string
}

func readingOf(t *testing.T, name string, data []byte) reading {
	t.Helper()
	doc, err := document.Read(t.Context(), name, data, document.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	got := reading{Format: doc.Format, Charset: doc.Charset, Text: doc.Text}
	for _, w := range doc.Warnings {
		if w.Text.EN == "" || w.Text.RU == "" {
			t.Errorf("warning %s lacks a language: %+v", w.Code, w.Text)
		}
		got.Warnings = append(got.Warnings, w.Code)
	}
	return got
}

// refusal expects a fault with both languages and returns it.
func refusal(t *testing.T, err error) *fault.Error {
	t.Helper()
	var f *fault.Error
	if !errors.As(err, &f) {
		t.Fatalf("got %v, want a fault", err)
	}
	if f.Text.EN == "" || f.Text.RU == "" || f.Text.EN == f.Text.RU {
		t.Errorf("fault lacks a language: %+v", f.Text)
	}
	return f
}

// A long list of publications is a document like others: all of it is read, its numbers beside its rows.
func TestRead_twoHundredPages(t *testing.T) {
	t.Parallel()
	const pages, rows = 200, 30
	title := func(n int) string { // no two pages alike, or their first rows would be a running head
		return strings.Trim(strings.NewReplacer("1", "q", "3", "z").Replace(strconv.FormatInt(int64(n)*7919*7919, 36)), "0123456789")
	}
	var all []string
	for p := range pages {
		var page strings.Builder
		for r := range rows {
			y := float64(760 - 20*r)
			page.WriteString(shown(40, y, 10, fmt.Sprintf("%d.", p*rows+r+1)) + "\n")
			page.WriteString(shown(70, y, 10, fmt.Sprintf("Sample A., Mock B. On %s and how services are kept running, Journal of Samples", title(p*rows+r+1))) + "\n")
		}
		all = append(all, page.String())
	}
	limits := document.DefaultLimits
	limits.Time = time.Hour // what it costs is held by TestRead_growsWithTheFile, however slow the machine is
	doc, err := document.Read(t.Context(), "cv.pdf", textPDF(all...), limits)
	if err != nil || doc.Pages != pages {
		t.Fatalf("%d pages, %v", doc.Pages, err)
	}
	for n := 1; n <= pages*rows; n++ {
		if !strings.Contains(doc.Text, fmt.Sprintf("On %s and how", title(n))) {
			t.Fatalf("row %d of %d is missing", n, pages*rows)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	t.Parallel()
	page := shown(50, 700, 12, story)
	var many []string
	for range document.DefaultLimits.Pages + 1 {
		many = append(many, page)
	}
	var cycle pdfFile
	cycle.add("<</Type/Catalog/Pages 2 0 R>>")
	cycle.add("<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>")
	picture := newPDF("/XObject<</I1 3 0 R>>", "q 500 0 0 700 50 50 cm /I1 Do Q")
	bomb := newPDF(plainFont, page)
	zeros := deflate(t, make([]byte, 70<<20))
	bomb.stream("/Type/ObjStm/N 1/First 10/Filter/FlateDecode", zeros)
	packed := newPDF(plainFont, page)
	packed.objects[2] = fmt.Sprintf("<</Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream", len(zeros), zeros)
	for name, c := range map[string]struct {
		file string
		data []byte
		kind fault.Kind
		says string
	}{
		"empty file":         {"cv.pdf", []byte(" \n"), fault.Invalid, "empty"},
		"picture file":       {"cv.png", []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x01\x02\x03"), fault.Invalid, "PDF, DOCX, ODT, RTF, HTML, TXT, Markdown, JSON Resume"},
		"old Word":           {"cv.doc", []byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1" + strings.Repeat("\x00", 600)), fault.Invalid, "DOC"},
		"foreign zip":        {"cv.docx", zipFile(t, "notes.txt", "hello"), fault.Invalid, "ZIP"},
		"damaged zip":        {"cv.docx", []byte("PK\x03\x04 and nothing else"), fault.Invalid, "damaged"},
		"encrypted PDF":      {"cv.pdf", newPDF(plainFont, page).bytes("/Encrypt<</Filter/Standard/V 2/R 3/O(x)/U(y)/P -4>>"), fault.Invalid, "encrypted"},
		"picture in PDF":     {"cv.pdf", picture.bytes(""), fault.Invalid, "scan"},
		"PDF without pages":  {"cv.pdf", newPDF(plainFont).bytes(""), fault.Invalid, "no pages"},
		"too many pages":     {"cv.pdf", textPDF(many...), fault.TooLarge, "pages in the PDF: 251; the limit is 250"},
		"page tree cycle":    {"cv.pdf", cycle.bytes(""), fault.Invalid, "no pages"},
		"object stream bomb": {"cv.pdf", bomb.bytes(""), fault.TooLarge, "unpacked bytes"},
		"content bomb":       {"cv.pdf", packed.bytes(""), fault.TooLarge, "unpacked bytes"},
		"PDF head only":      {"cv.pdf", []byte("%PDF-1.7\n%%EOF\n"), fault.Invalid, "damaged"},
		"encrypted ODT": {
			"cv.odt", odtFile(t, "", "META-INF/manifest.xml", "<manifest:encryption-data/>"),
			fault.Invalid, "encrypted",
		},
		"DOCX bomb": {"cv.docx", docxFile(t, "", "word/header1.xml", strings.Repeat(" ", 20<<20)), fault.TooLarge, "unpacks"},
		"DOCX nesting": {
			"cv.docx", docxFile(t, strings.Repeat("<w:sdt>", 5000)+strings.Repeat("</w:sdt>", 5000)),
			fault.TooLarge, "nested",
		},
		"DOCX entities": {
			"cv.docx", zipFile(t, "word/document.xml",
				`<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><w:document `+wordSpace+`><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:document>`),
			fault.Invalid, "damaged",
		},
		"DOCX cut off": {"cv.docx", zipFile(t, "word/document.xml", "<w:document "+wordSpace+"><w:p"), fault.Invalid, "damaged"},
		"empty DOCX":   {"cv.docx", docxFile(t, "<w:p/>"), fault.Invalid, "no text"},
		"endless text": {"cv.txt", []byte(strings.Repeat("word ", 400_000)), fault.TooLarge, "longer"},
		"broken JSON":  {"cv.json", []byte("{\"basics\": {\"name\": \"A\"}\n \"work\": []}"), fault.Invalid, "byte 27 (line 2)"},
		"wrong JSON":   {"cv.json", []byte(`{"basics": [1]}`), fault.Invalid, `"basics"`},
		"foreign JSON": {"cv.json", []byte(`{"dependencies": {}}`), fault.Invalid, "JSON Resume"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc, err := document.Read(t.Context(), c.file, c.data, document.Limits{})
			if err == nil {
				t.Fatalf("read as %+v", doc)
			}
			f := refusal(t, err)
			if f.Kind != c.kind || !strings.Contains(f.Text.EN, c.says) {
				t.Errorf("got %s %q (%v), want %s with %q", f.Kind, f.Text.EN, f.Err, c.kind, c.says)
			}
		})
	}
}

func TestReadLimits(t *testing.T) {
	t.Parallel()
	data := []byte(story)
	for name, c := range map[string]struct {
		limits document.Limits
		kind   fault.Kind
	}{
		"size": {document.Limits{Bytes: 10}, fault.TooLarge},
		"text": {document.Limits{TextBytes: 10}, fault.TooLarge},
		"time": {document.Limits{Time: time.Nanosecond}, fault.Timeout},
	} {
		_, err := document.Read(t.Context(), "cv.txt", data, c.limits)
		if f := refusal(t, err); f.Kind != c.kind {
			t.Errorf("%s: got %v, want %s", name, err, c.kind)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := document.Read(ended, "cv.pdf", textPDF(shown(50, 700, 12, story)), document.Limits{})
	if f := refusal(t, err); f.Kind != fault.Canceled {
		t.Errorf("cancelled: got %v", err)
	}
}

func TestDetect(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file string
		data []byte
		want document.Format
	}{
		"PDF named text":       {"cv.txt", textPDF(shown(50, 700, 12, story)), document.PDF},
		"PDF after junk":       {"cv", append([]byte("junk\n"), textPDF(shown(50, 700, 12, story))...), document.PDF},
		"PDF with a tail":      {"cv.pdf", append(textPDF(shown(50, 700, 12, story)), strings.Repeat("<!-- -->\n", 40)...), document.PDF},
		"RTF named doc":        {"cv.doc", []byte(`{\rtf1 hello}`), document.RTF},
		"HTML named doc":       {"cv.doc", []byte("<html><body>hello</body></html>"), document.HTML},
		"HTML without a name":  {"", []byte("\n<!DOCTYPE html><p>hello"), document.HTML},
		"JSON without a name":  {"resume", []byte(`{"basics": {"name": "A"}}`), document.JSONResume},
		"FRESH without a name": {"", []byte(`{"name": "A", "meta": {"format": "FRESH@0.6.0"}}`), document.JSONResume},
		"Markdown":             {"CV.MD", []byte("# A"), document.Markdown},
		"other extension":      {"cv.log", []byte("hello"), document.Text},
		"extension that lies":  {"cv.pdf", []byte("plain words"), document.Text},
	} {
		doc, err := document.Read(t.Context(), c.file, c.data, document.Limits{})
		if err != nil || doc.Format != c.want {
			t.Errorf("%s: got %q %v, want %q", name, doc.Format, err, c.want)
		}
	}
}

func TestWordOverlap(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		got, want         string
		recall, precision float64
	}{
		{"Go and SQL", "go, SQL and Go", 0.75, 1},
		{"a b c d", "a b", 1, 0.5},
		{"", "", 1, 1},
		{"", "a", 0, 0},
		{"a", "", 0, 0},
		{"Питон", "питон", 1, 1},
	} {
		recall, precision := document.WordOverlap(c.got, c.want)
		if diff := cmp.Diff([]float64{c.recall, c.precision}, []float64{recall, precision}); diff != "" {
			t.Errorf("%q against %q: %s", c.got, c.want, diff)
		}
	}
}
