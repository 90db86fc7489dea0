package e2etest

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"
)

// TextPDF writes a PDF with pages of text.
func TextPDF(pages int) []byte {
	return pdf(pages, "BT /F1 12 Tf 72 700 Td (Alma Ashdown keeps Go services running.) Tj ET")
}

// scannedPDF writes a PDF whose only page is a picture.
func scannedPDF() []byte {
	return pdf(1, "q 500 0 0 700 40 60 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q")
}

func pdf(pages int, content string) []byte {
	objects := []string{
		"<</Type/Catalog/Pages 2 0 R>>", "",
		fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(content), content),
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
	}
	var kids []string
	for range pages {
		objects = append(objects, "<</Type/Page/Parent 2 0 R/Contents 3 0 R>>")
		kids = append(kids, fmt.Sprintf("%d 0 R", len(objects)))
	}
	objects[1] = fmt.Sprintf("<</Type/Pages/MediaBox[0 0 595 842]/Resources<</Font<</F1 4 0 R>>>>/Kids[%s]/Count %d>>", strings.Join(kids, " "), pages)
	return Assemble(objects)
}

// Assemble writes objects, numbered from 1 and the catalogue first, as a PDF file.
func Assemble(objects []string) []byte {
	var out bytes.Buffer
	out.WriteString("%PDF-1.4\n")
	offsets := make([]int, len(objects))
	for i, object := range objects {
		offsets[i] = out.Len()
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	start := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, offset := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&out, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return out.Bytes()
}

// docx has a body of paragraphs.
func docx(paragraphs ...string) ([]byte, error) {
	var body strings.Builder
	body.WriteString(`<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>`)
	for _, p := range paragraphs {
		body.WriteString("<w:p><w:r><w:t>" + p + "</w:t></w:r></w:p>")
	}
	body.WriteString("</w:body></w:document>")
	return Zipped(map[string]io.Reader{"word/document.xml": strings.NewReader(body.String())})
}

// Zipped packs entries into a ZIP file.
func Zipped(entries map[string]io.Reader) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for name, content := range entries {
		entry, err := w.Create(name)
		if err != nil {
			return nil, err
		}
		if _, err := io.Copy(entry, content); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}
