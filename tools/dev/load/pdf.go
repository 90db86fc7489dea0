package main

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
)

// The page of a made-up PDF: A4, 10 points on 14, so that a CV of 4,000 characters takes two.
const (
	lineWidth    = 88 // characters
	linesPerPage = 52
)

// pdf sets an English text as a PDF with a compressed stream for each page.
func pdf(text string) ([]byte, int, error) {
	pages := paginate(text)
	var objects []string
	add := func(object string) int {
		objects = append(objects, object)
		return len(objects)
	}
	add("<</Type/Catalog/Pages 2 0 R>>")
	add("") // the page tree, once its pages are known
	font := add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>")
	var kids []string
	for _, lines := range pages {
		body, err := deflated(show(lines))
		if err != nil {
			return nil, 0, err
		}
		stream := add(fmt.Sprintf("<</Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream", len(body), body))
		kids = append(kids, fmt.Sprintf("%d 0 R", add(fmt.Sprintf("<</Type/Page/Parent 2 0 R/Contents %d 0 R>>", stream))))
	}
	objects[1] = fmt.Sprintf("<</Type/Pages/MediaBox[0 0 595 842]/Resources<</Font<</F1 %d 0 R>>>>/Kids[%s]/Count %d>>",
		font, strings.Join(kids, " "), len(kids))
	return assembled(objects), len(pages), nil
}

// paginate wraps lines and cuts them into pages.
func paginate(text string) [][]string {
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		for len(line) > lineWidth {
			cut := max(strings.LastIndex(line[:lineWidth], " "), 1)
			lines, line = append(lines, line[:cut]), line[cut+1:]
		}
		lines = append(lines, line)
	}
	var pages [][]string
	for len(lines) > linesPerPage {
		pages, lines = append(pages, lines[:linesPerPage]), lines[linesPerPage:]
	}
	return append(pages, lines)
}

func show(lines []string) string {
	var out strings.Builder
	out.WriteString("BT /F1 10 Tf 14 TL 50 790 Td\n")
	for _, line := range lines {
		fmt.Fprintf(&out, "(%s) Tj T*\n", strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`).Replace(line))
	}
	return out.String() + "ET\n"
}

func deflated(content string) (string, error) {
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	if _, err := w.Write([]byte(content)); err != nil {
		return "", fmt.Errorf("load: compress: %w", err)
	}
	if err := w.Close(); err != nil {
		return "", fmt.Errorf("load: compress: %w", err)
	}
	return out.String(), nil
}

// assembled writes numbered objects with a cross-reference table.
func assembled(objects []string) []byte {
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
