package llm

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"text/template"
)

// Templates are prompts kept as Markdown files, by name: "grade" is grade.md.
type Templates map[string]*Template

// Template is the wording of one prompt. A line of three dashes parts the system message
// above it from the user message below; a file without one is all user message. Places are
// those of text/template, and a place that is not filled is an error.
type Template struct {
	Name string
	// Version is 12 hex digits of a SHA-256 over the file and over this package's own words,
	// which a prompt is sent with: it changes whenever a model may read something else.
	Version string

	system, user *template.Template
}

var parting = regexp.MustCompile(`(?m)^---[ \t]*\r?$`)

// ReadTemplates reads every .md file at the root of files, as go:embed brings them.
func ReadTemplates(files fs.FS) (Templates, error) {
	names, err := fs.Glob(files, "*.md")
	if err != nil {
		return nil, fmt.Errorf("llm: templates: %w", err)
	}
	if len(names) == 0 {
		return nil, errors.New("llm: templates: no .md file")
	}
	own, err := ownWords()
	if err != nil {
		return nil, err
	}
	all := Templates{}
	for _, file := range names {
		text, err := fs.ReadFile(files, file)
		if err != nil {
			return nil, fmt.Errorf("llm: templates: %w", err)
		}
		name := strings.TrimSuffix(file, ".md")
		if all[name], err = newTemplate(name, string(text), own); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// ownWords returns all the package says to a model itself, in the order of the files' names.
func ownWords() (string, error) {
	var b strings.Builder
	err := fs.WalkDir(wordingFiles, "prompts", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(wordingFiles, path)
		b.Write(text)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("llm: own words: %w", err)
	}
	return b.String(), nil
}

func newTemplate(name, text, own string) (*Template, error) {
	digest := sha256.Sum256([]byte(own + "\x00" + text))
	t := &Template{Name: name, Version: hex.EncodeToString(digest[:6])}
	system, user := "", text
	if at := parting.FindStringIndex(text); at != nil {
		system, user = text[:at[0]], text[at[1]:]
	}
	if strings.TrimSpace(user) == "" {
		return nil, fmt.Errorf("llm: template %s asks nothing", name)
	}
	var err error
	if t.system, err = template.New(name).Option("missingkey=error").Parse(system); err != nil {
		return nil, fmt.Errorf("llm: template: %w", err)
	}
	if t.user, err = template.New(name).Option("missingkey=error").Parse(user); err != nil {
		return nil, fmt.Errorf("llm: template: %w", err)
	}
	return t, nil
}

// Fill makes a prompt of the template. Foreign text belongs in data as Fenced; braces in it
// mean nothing. Shape, budget and length are set on the result.
func (t *Template) Fill(data any) (Prompt, error) {
	system, err := filled(t.system, data)
	if err != nil {
		return Prompt{}, err
	}
	user, err := filled(t.user, data)
	if err != nil {
		return Prompt{}, err
	}
	return Prompt{Name: t.Name, Version: t.Version, System: system, User: user}, nil
}

func filled(t *template.Template, data any) (string, error) {
	var b strings.Builder
	if err := t.Execute(&b, data); err != nil {
		return "", fmt.Errorf("llm: template: %w", err)
	}
	return strings.TrimSpace(b.String()), nil
}
