// Package sample holds the bundled fictional CVs that a fresh installation can be tried
// on. It hands out the files as they are; reading them is the work of the document and
// resume packages.
package sample

import (
	"embed"
	"fmt"
)

//go:embed files
var files embed.FS

// File is one CV as a person would upload it.
type File struct {
	Name string // with the extension that tells the format
	Data []byte
}

// Files returns the CVs sorted by name.
func Files() ([]File, error) {
	entries, err := files.ReadDir("files")
	if err != nil {
		return nil, fmt.Errorf("sample: list: %w", err)
	}
	all := make([]File, 0, len(entries))
	for _, entry := range entries {
		data, err := files.ReadFile("files/" + entry.Name())
		if err != nil {
			return nil, fmt.Errorf("sample: file %q: %w", entry.Name(), err)
		}
		all = append(all, File{Name: entry.Name(), Data: data})
	}
	return all, nil
}
