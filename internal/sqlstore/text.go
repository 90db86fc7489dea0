package sqlstore

import (
	"strings"
	"unicode/utf8"
)

// clean makes s storable on both engines: PostgreSQL takes neither NUL nor bytes that are
// no UTF-8. Every such byte becomes one other byte, so that offsets into s stay right.
func clean(s string) string {
	if isStorable(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && size == 1:
			b.WriteByte('?')
		case r == 0:
			b.WriteByte(' ')
		default:
			b.WriteString(s[:size])
		}
		s = s[size:]
	}
	return b.String()
}

func isStorable(s string) bool {
	return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0
}

// isKey says that s can name something stored. Keys are never cleaned: two different ones
// must not become equal.
func isKey(s string) bool { return s != "" && isStorable(s) }

// plain is a stored text: cleaned when it is written.
type plain string

// MarshalText cleans the text.
func (p plain) MarshalText() ([]byte, error) { return []byte(clean(string(p))), nil }
