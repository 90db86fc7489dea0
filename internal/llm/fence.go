package llm

import (
	"crypto/rand"
	"embed"
	"regexp"
	"strings"
	"text/template"
)

// The two characters that only a fence is made of: Clean takes them out of foreign text, so
// that no text can close its fence, whatever it guesses of the boundary.
const (
	fenceOpen  = '⟦'
	fenceClose = '⟧'
)

// boundaryLength is in characters of base 32: 100 bits.
const boundaryLength = 20

//go:embed prompts/*.md
var wordingFiles embed.FS

// wordings are the package's own words to a model.
var wordings = template.Must(template.New("").Option("missingkey=error").ParseFS(wordingFiles, "prompts/*.md"))

// Fenced is foreign text between two marks that nobody could foresee, under a notice that it
// is data and no instruction. Its String goes into a prompt; text/template calls it.
type Fenced struct {
	Cleaned
	name     string
	boundary string
}

var fenceName = regexp.MustCompile(`[^a-z0-9_]+`)

// Fence puts foreign text (an answer, a CV, a vacancy) behind a fence of a fresh boundary.
// Name is our own word for it; of a name only a-z, 0-9 and _ are kept.
func Fence(name, text string) Fenced {
	name = strings.Trim(fenceName.ReplaceAllString(strings.ToLower(name), "_"), "_")
	return Fenced{Cleaned: Clean(text), name: or(name, "text"), boundary: rand.Text()[:boundaryLength]}
}

// String returns the fence with the notice and the cleaned text.
func (f Fenced) String() string {
	return worded("fence.md", map[string]string{"Name": f.name, "Boundary": f.boundary, "Text": f.Text})
}

// worded fills one of the package's own wordings. They are compiled in and their places are
// all filled, which a test sees to, so that nothing can fail on data.
func worded(name string, places map[string]string) string {
	var b strings.Builder
	if err := wordings.ExecuteTemplate(&b, name, places); err != nil {
		return ""
	}
	return strings.TrimSpace(b.String())
}
