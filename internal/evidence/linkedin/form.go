package linkedin

import "bytes"

// headWindow is where the mark of a PDF may start: viewers allow bytes before it.
const headWindow = 1024

// form tells the form of a file by its first bytes, empty for none.
func form(body []byte) Source {
	head := body[:min(len(body), headWindow)]
	switch plain := bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF"))); {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")):
		return Export
	case bytes.HasPrefix(plain, []byte("{")), bytes.HasPrefix(plain, []byte("[")):
		return Snapshot
	case bytes.Contains(head, []byte("%PDF-")):
		return PDF
	}
	return ""
}
