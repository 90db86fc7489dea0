package tree

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// longestPath is in bytes; systems take 4,096, and nobody writes so many.
const longestPath = 1024

// Inside reports whether a name is plainly that of a file below some folder, on any system.
func Inside(name string) bool {
	drive := len(name) > 1 && name[1] == ':'
	return name != "" && len(name) <= longestPath && utf8.ValidString(name) && !strings.ContainsAny(name, "\x00\\\n\r") && !drive &&
		path.Clean(name) == name && name != "." && name != ".." && !strings.HasPrefix(name, "../") && !strings.HasPrefix(name, "/")
}

// Spelled writes the bytes of a name that are no text as %XX.
func Spelled(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	var b strings.Builder
	for len(name) > 0 {
		r, size := utf8.DecodeRuneInString(name)
		if r == utf8.RuneError && size == 1 {
			fmt.Fprintf(&b, "%%%02X", name[0])
		} else {
			b.WriteRune(r)
		}
		name = name[size:]
	}
	return b.String()
}

// controls are the folders in which systems of versions keep their own files.
var controls = []string{".git", ".hg", ".svn", ".bzr", "CVS"}

// IsControl reports whether a path lies in such a folder, or is the file that git has in place
// of one; such files are no part of a tree.
func IsControl(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if slices.Contains(controls, part) {
			return true
		}
	}
	return false
}
