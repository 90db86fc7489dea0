package app

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	cssNotes  = regexp.MustCompile(`(?s)/\*.*?\*/`)
	cssRule   = regexp.MustCompile(`([^{}]+)\{`)
	cssClass  = regexp.MustCompile(`\.([a-z][\w-]*)`)
	cssOpener = regexp.MustCompile(`^\.([a-z][\w-]*)`)
)

// All sheets come to every page, so that a class which two rooms style looks in one as the other
// means it. What they share is the kit's.
func TestSheets_roomsStyleClassesOfTheirOwn(t *testing.T) {
	t.Parallel()
	shared := map[string]bool{}
	for _, file := range sheets(t, "../webui/*/static/*.css") {
		for _, m := range cssClass.FindAllStringSubmatch(sheet(t, file), -1) {
			shared[m[1]] = true
		}
	}
	owners := map[string]string{}
	for _, file := range sheets(t, "../*/*web/static/*.css") {
		room := filepath.Base(filepath.Dir(filepath.Dir(file)))
		for _, rule := range cssRule.FindAllStringSubmatch(sheet(t, file), -1) {
			for selector := range strings.SplitSeq(rule[1], ",") {
				m := cssOpener.FindStringSubmatch(strings.TrimSpace(selector))
				if m == nil || shared[m[1]] {
					continue
				}
				if other := owners[m[1]]; other != "" && other != room {
					t.Errorf(".%s is styled by %s and %s", m[1], other, room)
				}
				owners[m[1]] = room
			}
		}
	}
	if len(shared) == 0 || len(owners) == 0 {
		t.Error("no classes were found")
	}
}

func sheets(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	return files
}

func sheet(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return cssNotes.ReplaceAllString(string(text), "")
}
