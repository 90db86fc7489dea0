package github

import (
	"bytes"

	"kadry/internal/fault"
)

// File is a regular file of a repository. Body is nil where the file is too large or no text.
type File struct {
	Path string // below the root of the repository, with slashes
	Size int64
	Body []byte
}

// Contents is how far the reading of a repository came.
type Contents struct {
	Repository string
	Commit     string
	Files      int // seen
	Kept       int // with a body
	Bytes      int64
	Cached     bool
	// Cut says why the rest was not read; empty when everything was.
	Cut fault.Text
}

// Content is a file, or one entry of a folder, as GitHub has it.
type Content struct {
	Type string `json:"type"` // file, dir, symlink or submodule
	Path string `json:"path"`
	Name string `json:"name"`
	SHA  string `json:"sha"`
	Size int    `json:"size"`
	URL  string `json:"html_url"`
	Text string `json:"content,omitempty"` // of a file that was asked for
}

// sniffed is how much of a file tells whether it is text, as git does it.
const sniffed = 8000

// IsText reports whether a file is text: no zero byte near its beginning.
func IsText(body []byte) bool { return bytes.IndexByte(body[:min(len(body), sniffed)], 0) < 0 }
