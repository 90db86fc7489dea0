package index

import (
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Pattern is a pattern of paths: * is anything but a slash, ** between slashes is any number
// of folders, everything else is itself: a file can be named [id].tsx.
type Pattern struct{ text, escaped string }

// literal escapes what has a meaning in doublestar and none here.
var literal = strings.NewReplacer(`\`, `\\`, `?`, `\?`, `[`, `\[`, `]`, `\]`, `{`, `\{`, `}`, `\}`)

// PatternOf is the pattern of a text.
func PatternOf(text string) Pattern { return Pattern{text, literal.Replace(text)} }

// Match says whether a whole path is as the pattern says.
func (p Pattern) Match(path string) bool { return doublestar.MatchUnvalidated(p.escaped, path) }
