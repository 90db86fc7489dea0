package identity

import "strings"

// Key is the form in which an id is looked up.
func Key(id string) string { return fold(strings.TrimPrefix(strings.TrimSpace(id), "@")) }

// Keys are the keys of all ids of the person.
func (i Identity) Keys() []string {
	var keys []string
	for _, part := range i.parts() {
		if part != "" {
			keys = append(keys, Key(part))
		}
	}
	return keys
}
