package document_test

import (
	"strings"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/talent/document"
)

// fuzz reads arbitrary bytes as one format. Nothing may panic, run out of its time or break
// the promise about the text. What is not of the format any more after a mutation is
// skipped.
func fuzz(f *testing.F, name string, format document.Format, seeds ...string) {
	f.Helper()
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	limits := document.Limits{Bytes: 1 << 20, Unpacked: 8 << 20, Time: 5 * time.Second}
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, err := document.Read(t.Context(), name, data, limits)
		if err != nil {
			refused := fault.From(err)
			if refused.Kind != fault.Invalid && refused.Kind != fault.TooLarge {
				t.Fatal(err)
			}
			if strings.Contains(err.Error(), "panic") || strings.Contains(err.Error(), "runtime error") {
				t.Fatal(err)
			}
			return
		}
		if doc.Format != format {
			return
		}
		checkPromise(t, doc)
	})
}

func FuzzPDF(f *testing.F) {
	fuzz(f, "cv.pdf", document.PDF, string(textPDF(shown(50, 700, 12, story), "1 g "+shown(50, 700, 12, story)+"BI /W 1 ID x EI")),
		string(cyrillicPDF(func(hex func(string) string) string {
			return "BT /F1 10 Tf 50 700 Td [" + hex("Навыки") + "-500] TJ ET"
		})),
		"%PDF-1.4\n1 0 obj<</Type/ObjStm/N 1/First 4/Length 9>>stream\n2 0 <</>>\nendstream endobj trailer<</Root 1 0 R>>")
}

func FuzzDOCX(f *testing.F) {
	fuzz(f, "cv.docx", document.DOCX, string(docxFile(f, p("body")+"<w:tbl><w:tr><w:tc>"+p("cell")+"</w:tc></w:tr></w:tbl>")),
		string(odtFile(f, "<text:p>text</text:p>")))
}

// FuzzWordXML goes past the container, where mutations of a DOCX rarely get.
func FuzzWordXML(f *testing.F) {
	for _, seed := range []string{
		p("body") + "<w:tbl><w:tr><w:tc>" + p("cell") + "</w:tc></w:tr></w:tbl>",
		`<w:p><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr><w:hyperlink r:id="r1"><w:r><w:rPr><w:vanish/></w:rPr><w:t>x</w:t></w:r></w:hyperlink></w:p>`,
		`<w:p><w:txbxContent>` + p("box") + `</w:txbxContent><w:sym w:char="F0B7"/></w:p></w:body></w:document>`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		for name, file := range map[string][]byte{"cv.docx": docxFile(t, body), "cv.odt": odtFile(t, body)} {
			doc, err := document.Read(t.Context(), name, file, document.Limits{})
			if err == nil {
				checkPromise(t, doc)
			} else if strings.Contains(err.Error(), "panic") {
				t.Error(err)
			}
		}
	})
}

func FuzzRTF(f *testing.F) {
	fuzz(f, "cv.rtf", document.RTF, `{\rtf1\ansi\ansicpg1251{\fonttbl{\f1\fcharset204 Arial;}}\f1 \'cf\u1055?{\*\x y}\par\bin3 abc}`,
		`{\rtf1{\field{\*\fldinst HYPERLINK "https://example.com"}{\fldrslt x}}\trowd a\cell\row{\v h}\u-3913?}`)
}

func FuzzHTML(f *testing.F) {
	fuzz(f, "cv.html", document.HTML, `<html><head><meta charset="koi8-r"></head><body><p>a<ul><li hidden>b</ul><table><td>c<td>d</table><a href="https://e.f">g</a>`,
		"<!DOCTYPE html><pre> a\n b</pre><script>x</script></div><svg>")
}

func FuzzJSONResume(f *testing.F) {
	fuzz(f, "cv.json", document.JSONResume, `{"basics": {"name": "A", "location": {"city": 1}}, "work": [{"name": "B", "startDate": "2019", "highlights": "x"}], "skills": {"sets": [{"name": "c", "skills": ["d"]}]}}`,
		`{"name": [], "meta": {"format": "FRESH@0.6.0"}, "employment": {"history": [null, 1, "x", {"publisher": {"name": "y"}}]}}`)
}

func FuzzText(f *testing.F) {
	fuzz(f, "cv.md", document.Markdown, "# a\n**b** [c](d) | e |\n```\nf\n", "\xcf\xf0\xe8\xe2\xe5\xf2", "\xff\xfea\x00b\x00", "Ð¿Ñ€Ð¸ e\u0301 \ufb01")
}
