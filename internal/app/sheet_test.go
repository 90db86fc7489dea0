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

	templClass = regexp.MustCompile(`class=(?:"([^"]*)"|\{([^}]*)\})`)
	templName  = regexp.MustCompile(`"([^"]*)"`)
)

// A page has the sheets of the kit and of its own room, and beside them those of rooms of which it shows
// a part. So a class is styled by one room, which alone uses it; what rooms share is the kit's.
func TestSheets_roomsStyleClassesOfTheirOwn(t *testing.T) {
	t.Parallel()
	shared := map[string]bool{}
	for _, file := range files(t, "../webui/kit/static/*.css") {
		for _, m := range cssClass.FindAllStringSubmatch(sheet(t, file), -1) {
			shared[m[1]] = true
		}
	}
	owners, styled := map[string]string{}, map[string][]string{}
	for _, file := range files(t, "../*/*web/static/*.css", "../webui/developer/static/*.css") {
		room := filepath.Dir(filepath.Dir(file))
		for _, rule := range cssRule.FindAllStringSubmatch(sheet(t, file), -1) {
			for _, m := range cssClass.FindAllStringSubmatch(rule[1], -1) {
				styled[m[1]] = append(styled[m[1]], room)
			}
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
	for _, file := range files(t, "../*/*web/*.templ", "../webui/*.templ", "../webui/*/*.templ") {
		for class := range classesOf(t, file) {
			if of := styled[class]; len(of) > 0 && !shared[class] && !slices.Contains(of, filepath.Dir(file)) {
				t.Errorf("%s uses .%s, which is styled by %s", file, class, of[0])
			}
		}
	}
}

// classesOf are the classes that a template names in full.
func classesOf(t *testing.T, file string) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	classes := map[string]bool{}
	for _, m := range templClass.FindAllStringSubmatch(string(text), -1) {
		for _, quoted := range append(templName.FindAllStringSubmatch(m[2], -1), []string{"", m[1]}) {
			for class := range strings.FieldsSeq(quoted[1]) {
				classes[class] = true
			}
		}
	}
	return classes
}

func files(t *testing.T, patterns ...string) []string {
	t.Helper()
	var list []string
	for _, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, found...)
	}
	return list
}

func sheet(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return cssNotes.ReplaceAllString(string(text), "")
}
