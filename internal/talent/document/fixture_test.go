package document_test

import (
	"archive/zip"
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
	"testing"
)

// pdfFile builds PDF files object by object. Objects are numbered from 1; the first one is
// the catalogue and the second the page tree.
type pdfFile struct{ objects []string }

func (f *pdfFile) add(object string) int {
	f.objects = append(f.objects, object)
	return len(f.objects)
}

func (f *pdfFile) stream(entries, body string) int {
	return f.add(fmt.Sprintf("<<%s/Length %d>>\nstream\n%s\nendstream", entries, len(body), body))
}

// newPDF returns a file with one page for each content stream. The resources may name
// objects that are added later, from number 3 on.
func newPDF(resources string, contents ...string) *pdfFile {
	f := &pdfFile{objects: make([]string, 2)}
	f.objects[0] = "<</Type/Catalog/Pages 2 0 R>>"
	return f.pages(resources, contents...)
}

func (f *pdfFile) pages(resources string, contents ...string) *pdfFile {
	var kids []string
	for _, content := range contents {
		body := f.stream("", content)
		kids = append(kids, fmt.Sprintf("%d 0 R", f.add(fmt.Sprintf("<</Type/Page/Parent 2 0 R/Contents %d 0 R>>", body))))
	}
	f.objects[1] = fmt.Sprintf("<</Type/Pages/MediaBox[0 0 595 842]/Resources<<%s>>/Kids[%s]/Count %d>>",
		resources, strings.Join(kids, " "), len(kids))
	return f
}

// bytes writes the file with a classic cross-reference table; trailer entries are added.
func (f *pdfFile) bytes(trailer string) []byte {
	var out bytes.Buffer
	out.WriteString("%PDF-1.4\n")
	offsets := make([]int, len(f.objects))
	for i, object := range f.objects {
		offsets[i] = out.Len()
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	start := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(f.objects)+1)
	for _, offset := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", offset)
	}
	trailer = strings.ReplaceAll(trailer, "START", fmt.Sprint(start))
	fmt.Fprintf(&out, "trailer\n<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF\n", len(f.objects)+1, trailer, start)
	return out.Bytes()
}

const plainFont = "/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>>>"

// lines shows lines of text from a place downwards.
func shown(x, y, size float64, lines ...string) string {
	var out strings.Builder
	fmt.Fprintf(&out, "BT /F1 %g Tf %g TL %g %g Td\n", size, 1.4*size, x, y)
	for _, line := range lines {
		fmt.Fprintf(&out, "(%s) Tj T*\n", strings.NewReplacer("(", `\(`, ")", `\)`).Replace(line))
	}
	out.WriteString("ET\n")
	return out.String()
}

func textPDF(contents ...string) []byte { return newPDF(plainFont, contents...).bytes("") }

const story = "Ann Example keeps backend services running and writes about it."

// cyrillicPDF sets text in a composite font whose codes only its ToUnicode map explains.
func cyrillicPDF(show func(hex func(string) string) string) []byte {
	const first = 0x0100
	hex := func(s string) string {
		var out strings.Builder
		for _, r := range s {
			fmt.Fprintf(&out, "%04X", first+r)
		}
		return "<" + out.String() + ">"
	}
	f := newPDF("/Font<</F1 5 0 R>>", show(hex))
	cmap := "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n" +
		"1 begincodespacerange <0000> <FFFF> endcodespacerange\n" +
		"2 beginbfrange <0120> <017E> <0020> <0510> <054F> [" + cyrillicRow() + "] endbfrange\n" +
		"2 beginbfchar <2113> <2013> <0551> <0451> endbfchar endcmap end end"
	f.add("<</Type/Font/Subtype/Type0/BaseFont/AAAAAA+Sample/Encoding/Identity-H/ToUnicode 6 0 R/DescendantFonts[7 0 R]>>")
	f.stream("", cmap)
	f.add("<</Type/Font/Subtype/CIDFontType2/BaseFont/AAAAAA+Sample/DW 550/W[288 [278] 1296 1359 600]>>")
	return f.bytes("")
}

func cyrillicRow() string {
	var out strings.Builder
	for r := 'А'; r <= 'я'; r++ {
		fmt.Fprintf(&out, "<%04X>", r)
	}
	return out.String()
}

func deflate(t testing.TB, data []byte) string {
	t.Helper()
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// zipFile packs entries given as name, content, name, content ...
func zipFile(t testing.TB, entries ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i := 0; i < len(entries); i += 2 {
		f, err := w.Create(entries[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(entries[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

const wordSpace = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" ` +
	`xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:mc="m" xmlns:wps="s"`

// docxFile wraps the body and adds further entries.
func docxFile(t testing.TB, body string, entries ...string) []byte {
	t.Helper()
	return zipFile(t, append([]string{
		"word/document.xml", "<w:document " + wordSpace + "><w:body>" + body + "</w:body></w:document>",
	}, entries...)...)
}

func odtFile(t testing.TB, body string, entries ...string) []byte {
	t.Helper()
	return zipFile(t, append([]string{
		"mimetype", "application/vnd.oasis.opendocument.text",
		"content.xml", `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="a" xmlns:xlink="x"><office:body><office:text>` +
			body + "</office:text></office:body></office:document-content>",
	}, entries...)...)
}
