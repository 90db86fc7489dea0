package document_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"kadry/internal/confined"
	"kadry/internal/effort"
	"kadry/internal/growth"
	"kadry/internal/talent/document"
)

// hostile are files of n bytes or a little more that repeat what a reader has to keep, close or
// look up: by format, each with the families that are its own.
var hostile = map[string]map[string]func(n int) []byte{
	"cv.html": {
		"nested":             repeated("<html><body>", "<div>", "x"),
		"nested inline":      repeated("<html><body>", "<b><i>", "x"),
		"nested tables":      repeated("<html><body>", "<table><tr><td>", "x"),
		"nested lists":       repeated("<html><body>", "<ul><li>", "x"),
		"unclosed comments":  repeated("<html><body>", "<!-- ", "x"),
		"stray ends":         repeated("<html><body>", "</p></b>x", ""),
		"attributes":         repeated("<html><body><p ", "a=b ", ">x</p>"),
		"styles":             repeated("<html><body><p style='", "color:red;", "'>x</p>"),
		"rules":              repeated("<html><head><style>", ".a .b{color:red}", "</style></head><body><p class=b>x</p>"),
		"entities":           repeated("<html><body>", "&amp;&#1087;", ""),
		"unknown entities":   repeated("<html><body>", "&x", ""),
		"cells":              repeated("<html><body><table><tr>", "<td>a</td>", "</tr></table>"),
		"breaks":             repeated("<html><body>", "a<br>", ""),
		"misnested":          repeated("<html><body>", "<b><p></b>a</p>", ""),
		"links":              repeated("<html><body>", "<a href='https://example.org'>a</a> ", ""),
		"options":            repeated("<html><body><select>", "<option>a", ""),
		"formatting unended": repeated("<html><body>", "<p><font>a", ""),
	},
	"cv.rtf": {
		"nested groups":  repeated(`{\rtf1 `, "{", "x"),
		"groups":         repeated(`{\rtf1 `, "{a}", "}"),
		"closing braces": repeated(`{\rtf1 a`, "}", ""),
		"controls":       repeated(`{\rtf1 `, `\b `, "a}"),
		"characters":     repeated(`{\rtf1\ansicpg1251 `, `\'ef`, "}"),
		"unicode":        repeated(`{\rtf1\uc1 `, `\u1087?`, "}"),
		"skipped":        repeated(`{\rtf1 `, `{\*\x a}`, "a}"),
		"fonts":          repeated(`{\rtf1{\fonttbl`, `{\f1\fcharset204 A;}`, "}a}"),
		"paragraphs":     repeated(`{\rtf1 `, `a\par `, "}"),
		"cells":          repeated(`{\rtf1\trowd `, `a\cell `, `\row}`),
		"long control":   repeated(`{\rtf1 \`, "a", " x}"),
		"binary":         repeated(`{\rtf1 `, `\bin1 a`, "}"),
	},
	"cv.docx": {
		"paragraphs":   packed("word/document.xml", docxOpen, "<w:p><w:r><w:t>a</w:t></w:r></w:p>", docxClose),
		"runs":         packed("word/document.xml", docxOpen+"<w:p>", "<w:r><w:t>a</w:t></w:r>", "</w:p>"+docxClose),
		"cells":        packed("word/document.xml", docxOpen+"<w:tbl><w:tr>", "<w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc>", "</w:tr></w:tbl>"+docxClose),
		"rows":         packed("word/document.xml", docxOpen+"<w:tbl>", "<w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc></w:tr>", "</w:tbl>"+docxClose),
		"nested":       packed("word/document.xml", docxOpen, "<w:tbl><w:tr><w:tc>", ""),
		"tabs":         packed("word/document.xml", docxOpen+"<w:p><w:r>", "<w:tab/>", "</w:r></w:p>"+docxClose),
		"breaks":       packed("word/document.xml", docxOpen+"<w:p><w:r>", "<w:t>a</w:t><w:br/>", "</w:r></w:p>"+docxClose),
		"entities":     packed("word/document.xml", docxOpen+"<w:p><w:r><w:t>", "&amp;", "</w:t></w:r></w:p>"+docxClose),
		"unknown tags": packed("word/document.xml", docxOpen, "<w:x>", ""),
	},
	"cv.odt": {
		"paragraphs": packed("content.xml", odtOpen, "<text:p>a</text:p>", odtClose),
		"spans":      packed("content.xml", odtOpen+"<text:p>", "<text:span>a</text:span>", "</text:p>"+odtClose),
		"nested":     packed("content.xml", odtOpen+"<text:p>", "<text:span>", ""),
		"lists":      packed("content.xml", odtOpen, "<text:list><text:list-item>", ""),
		"cells":      packed("content.xml", odtOpen+"<table:table><table:table-row>", "<table:table-cell><text:p>a</text:p></table:table-cell>", "</table:table-row></table:table>"+odtClose),
		"spaces":     packed("content.xml", odtOpen+"<text:p>", "<text:s text:c='9'/>", "a</text:p>"+odtClose),
	},
	"cv.pdf": {
		"words":       page("(a) Tj 1 0 Td "),
		"one place":   page("(a) Tj 0 0 Td "),
		"lines":       page("(Go 2019) Tj 0 -1 Td "),
		"columns":     page("(Go) Tj 200 0 Td (Java) Tj -200 -1 Td "),
		"saved":       page("q "),
		"restored":    page("Q "),
		"matrices":    page("1 0 0 1 1 1 cm (a) Tj "),
		"strings":     page("[(a)1(b)2] TJ "),
		"long string": page("(" + strings.Repeat("a", 40) + ") Tj "),
		"brackets":    page("[ "),
		"names":       page("/F1 12 Tf "),
		"parentheses": page("( "),
		"dictionary":  page("<< /A "),
		"many objects": func(n int) []byte {
			objects := pdfObjects("BT /F1 12 Tf (a) Tj ET")
			for size := 0; size < n; size += 16 {
				objects = append(objects, "<< /A 1 >>")
			}
			return assemble(objects)
		},
	},
}

const (
	docxOpen = `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>`
	odtOpen  = `<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
		xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:text>`
	docxClose = `</w:body></w:document>`
	odtClose  = `</office:text></office:body></office:document-content>`
)

func repeated(head, unit, tail string) func(n int) []byte {
	return func(n int) []byte { return []byte(head + strings.Repeat(unit, n/len(unit)+1) + tail) }
}

// packed is an office file whose main part repeats something. Nothing in it is compressed, so
// that its size is the part's, and no limit of unpacking comes first.
func packed(part, head, unit, tail string) func(n int) []byte {
	return func(n int) []byte {
		var b bytes.Buffer
		archive := zip.NewWriter(&b)
		parts := [][2]string{{part, string(repeated(head, unit, tail)(n))}}
		if part == "content.xml" {
			parts = append([][2]string{{"mimetype", "application/vnd.oasis.opendocument.text"}}, parts...)
		} else {
			parts = append(parts, [2]string{"[Content_Types].xml", `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`})
		}
		for _, p := range parts {
			w, err := archive.CreateHeader(&zip.FileHeader{Name: p[0], Method: zip.Store})
			if err == nil {
				_, err = w.Write([]byte(p[1]))
			}
			if err != nil {
				panic(err)
			}
		}
		if err := archive.Close(); err != nil {
			panic(err)
		}
		return b.Bytes()
	}
}

// page is a PDF of one page whose content repeats something.
func page(unit string) func(n int) []byte {
	return func(n int) []byte {
		return assemble(pdfObjects("BT /F1 12 Tf 50 700 Td " + strings.Repeat(unit, n/len(unit)+1) + " ET"))
	}
}

func pdfObjects(content string) []string {
	return []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	}
}

// assemble makes a file of objects, which are numbered from 1.
func assemble(objects []string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	places := make([]int, len(objects))
	for i, o := range objects {
		places[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	table := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range places {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, table)
	return b.Bytes()
}

// Twice the file is at most some more than twice the work, whatever its format and whatever it
// repeats. A file may be refused at any size: how it is read is what other tests ask.
func TestRead_growsWithTheFile(t *testing.T) {
	size := 1 << 19
	if effort.Times(1) >= 10 {
		size <<= 1
	}
	for name, families := range hostile {
		for family, file := range families {
			t.Run(name+"/"+family, func(t *testing.T) {
				growth.Linear(t, size, func(n int) func() {
					data := file(n)
					return func() { _, _ = document.ReadWithin(context.Background(), name, data, confined.Limits{}) } // refusing is an answer
				})
			})
		}
	}
}

// What the hostile files are made of is read, so that they are not all refused at their door.
func TestRead_formatsOfTheHostileFiles(t *testing.T) {
	t.Parallel()
	for name, family := range map[string]string{
		"cv.html": "breaks", "cv.rtf": "paragraphs", "cv.docx": "paragraphs", "cv.odt": "paragraphs", "cv.pdf": "lines",
	} {
		found, err := document.ReadWithin(t.Context(), name, hostile[name][family](500), confined.Limits{})
		if err != nil || strings.TrimSpace(found.Text) == "" {
			t.Errorf("%s: text %q, %v", name, found.Text, err)
		}
	}
}
