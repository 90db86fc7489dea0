package bank

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// Contrast is what tells a point from what sounds like it, in both languages.
type Contrast struct {
	RU Claims `yaml:"ru"`
	EN Claims `yaml:"en"`
}

// In returns the claims of the language, the Russian ones for "ru", else the English.
func (c Contrast) In(lang string) Claims {
	if lang == "ru" {
		return c.RU
	}
	return c.EN
}

// Claims are whole sentences beside a point. Right ones say what the point says in other
// words, some of them without its terms. Wrong ones use its terms and say something else:
// the opposite, cause and effect exchanged, a common misconception.
type Claims struct {
	Right []string `yaml:"right"` // at least 4
	Wrong []string `yaml:"wrong"` // at least 3
	// Terms only together make the claim. Each is a list "a|b|c" of beginnings of words, any
	// of which will do; the point's own text has one of each.
	Terms []string `yaml:"terms"` // at least 2
}

// contrasts is one file beside the questions, with the name of theirs.
type contrasts struct {
	Questions map[string]struct {
		Source string              `yaml:"source"` // where the facts of the points are stated
		Points map[string]Contrast `yaml:"points"` // every point of the question
	} `yaml:"questions"`
}

const (
	leastRight = 4
	leastWrong = 3
	leastTerms = 2
	// leastWords is what a sentence of a contrast has at least: fewer make no claim.
	leastWords = 3
)

// readContrasts gives the points of a file's questions what its namesake in contrasts says.
func readContrasts(files fs.FS, name string, questions []Question) error {
	content, err := fs.ReadFile(files, "contrasts/"+name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // not every question has contrasts
	}
	if err != nil {
		return fmt.Errorf("bank: %w", err)
	}
	in := &inspection{place: "contrasts/" + name}
	var c contrasts
	decoder := yaml.NewDecoder(bytes.NewReader(content))
	decoder.KnownFields(true)
	if err := decoder.Decode(&c); err != nil {
		return fmt.Errorf("contrasts/%s: %w", name, err)
	}
	for id, given := range c.Questions {
		i := slices.IndexFunc(questions, func(q Question) bool { return q.ID == id })
		if i < 0 {
			in.report("there is no question %q", id)
			continue
		}
		q := &questions[i]
		in.place = "contrasts/" + name + ": question " + id
		q.Source = given.Source
		for point, contrast := range given.Points {
			at := slices.IndexFunc(q.Points, func(p Point) bool { return p.ID == point })
			if at < 0 {
				in.report("there is no point %q", point)
				continue
			}
			q.Points[at].Contrast = &contrast
			in.contrast(q.Points[at])
		}
		for _, p := range q.Points {
			if p.Contrast == nil {
				in.report("point %s has no contrast", p.ID)
			}
		}
	}
	return joinSorted(in.wrong)
}

func (in *inspection) contrast(p Point) {
	for _, lang := range []string{"ru", "en"} {
		what := fmt.Sprintf("point %s: %s", p.ID, lang)
		claims := p.Contrast.In(lang)
		in.between(len(claims.Right), leastRight, 8, what+": right")
		in.between(len(claims.Wrong), leastWrong, 8, what+": wrong")
		in.between(len(claims.Terms), leastTerms, 6, what+": terms")
		known := map[string]bool{strings.ToLower(p.Text.In(lang)): true}
		for _, text := range slices.Concat(claims.Right, claims.Wrong) {
			folded := strings.ToLower(strings.TrimSpace(text))
			if known[folded] {
				in.report("%s: %q occurs twice", what, text)
			}
			known[folded] = true
			if len(strings.Fields(text)) < leastWords {
				in.report("%s: %q is too short to be a claim", what, text)
			}
		}
		for _, term := range claims.Terms {
			if !names(p.Text.In(lang), term) {
				in.report("%s: the point does not say %q", what, term)
			}
		}
	}
}

// names reports that a word of the text begins with one of the beginnings "a|b|c".
func names(text, term string) bool {
	text = strings.ToLower(text)
	for beginning := range strings.SplitSeq(strings.ToLower(term), "|") {
		if beginning = strings.TrimSpace(beginning); beginning == "" {
			continue
		}
		for from := 0; ; {
			i := strings.Index(text[from:], beginning)
			if i < 0 {
				break
			}
			if at := from + i; at == 0 || !isLetter(text, at) {
				return true
			}
			from += i + len(beginning)
		}
	}
	return false
}

// isLetter reports that the character before byte at is a letter.
func isLetter(text string, at int) bool {
	r, _ := utf8.DecodeLastRuneInString(text[:at])
	return unicode.IsLetter(r)
}

// joinSorted joins findings in an order that does not hang on that of a map.
func joinSorted(found []error) error {
	slices.SortFunc(found, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(found...)
}
