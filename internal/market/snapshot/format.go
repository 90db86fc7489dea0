package snapshot

import (
	"bytes"
	"encoding/json"
)

// formatOf tells what a file is by its beginning; "" is none of the formats.
func formatOf(body []byte) Format {
	start := bytes.TrimSpace(body)
	if len(start) == 0 {
		return ""
	}
	switch start[0] {
	case '<':
		return State
	case '[':
		return Items
	case '{':
		return ofObject(start)
	}
	if isTable(start) {
		return Table
	}
	return ""
}

// ofObject goes by the names at the top of the first object, which may be followed by others.
func ofObject(start []byte) Format {
	names := map[string]json.RawMessage{}
	if json.NewDecoder(bytes.NewReader(start)).Decode(&names) != nil {
		return Details // the lines say which are wrong
	}
	for _, mark := range []struct {
		name   string
		format Format
	}{{ownMark, Own}, {"vacancyView", State}, {"vacancySearchResult", State}, {"items", Page}} {
		if _, ok := names[mark.name]; ok {
			return mark.format
		}
	}
	return Details
}
