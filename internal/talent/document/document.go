// Package document reads the files people send CVs in and returns their plain text in
// reading order. It knows file formats and hostile input, and nothing of what a CV says.
package document

import (
	"time"

	"kadry/internal/fault"
	"kadry/internal/talent/layout"
)

// Format is a recognised file format.
type Format string

// The formats read.
const (
	PDF        Format = "pdf"
	DOCX       Format = "docx"
	ODT        Format = "odt"
	RTF        Format = "rtf"
	HTML       Format = "html"
	Text       Format = "txt"
	Markdown   Format = "md"
	JSONResume Format = "json"
)

// Document is the readable content of one file.
type Document struct {
	Format   Format
	Text     string         // UTF-8, NFC, "\n" line ends, reading order, no control characters
	Lines    []layout.Line  // how the lines of Text look, where the format tells
	Fields   []layout.Field // what the file itself says parts of Text are
	Pages    int            // zero where the format has none
	Charset  string         // the source charset of a text format, "utf-8" otherwise
	Warnings []Warning
}

// Page is the text with its look, as the rules of extraction take it.
func (d Document) Page() layout.Page {
	return layout.Page{Text: d.Text, Lines: d.Lines, Fields: d.Fields}
}

// Warning is something that was not understood or left out.
type Warning struct {
	Code string // "needs_ocr", "hidden_text", "truncated", ...
	Text fault.Text
}

// Limits bound what one file may cost.
type Limits struct {
	Bytes     int64         // size of the file
	Pages     int           // pages read; more is an error
	TextBytes int           // extracted text; more is an error
	Unpacked  int64         // sum of unpacked entries of a zip container or PDF streams
	Time      time.Duration // wall time
}

// DefaultLimits are generous for a CV and small for a server.
var DefaultLimits = Limits{Bytes: 16 << 20, Pages: 250, TextBytes: 1 << 20, Unpacked: 64 << 20, Time: 10 * time.Second}
