package bank

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // for the compiled questions
	"encoding/gob"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// compiled is what Compile wrote of the files in the folder questions: to parse and to check
// them takes 30 times as long as to read it, at every start of the program. A test holds it
// against the files, and writes it anew when it is run with -update.
//
//go:embed questions.gob
var compiled []byte

// edition is the form of compiled.
type edition struct {
	Digest    string
	Questions []Question // by id
}

// file is one skill or behaviour theme as it is written down.
type file struct {
	Skill     string     `yaml:"skill"`
	Theme     string     `yaml:"theme"`
	Questions []Question `yaml:"questions"`
}

// Load returns the questions compiled into the binary. It costs some milliseconds; call it
// once.
func Load() (*Bank, error) {
	var e edition
	if err := gob.NewDecoder(bytes.NewReader(compiled)).Decode(&e); err != nil {
		return nil, fmt.Errorf("bank: compiled questions: %w", err)
	}
	b := arrange(e.Questions)
	b.digest = e.Digest
	return b, nil
}

// Compile writes the bank in the form that Load reads.
func (b *Bank) Compile(w io.Writer) error {
	if err := gob.NewEncoder(w).Encode(edition{b.digest, b.questions}); err != nil {
		return fmt.Errorf("bank: compile: %w", err)
	}
	return nil
}

// Read reads every .yaml file of the top folder of files. The error joins all findings, each
// with the file and the question it is about.
func Read(files fs.FS) (*Bank, error) {
	names, err := fs.Glob(files, "*.yaml")
	if err != nil {
		return nil, fmt.Errorf("bank: list: %w", err)
	}
	var all []Question
	var wrong []error
	home := map[string]string{} // id of a question -> file
	for _, name := range names {
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("bank: %w", err)
		}
		questions, err := parse(name, content)
		wrong = append(wrong, err, readContrasts(files, name, questions))
		for _, q := range questions {
			if other, taken := home[q.ID]; taken {
				wrong = append(wrong, fmt.Errorf("%s: question %s: the id is taken in %s", name, q.ID, other))
			}
			home[q.ID] = name
		}
		all = append(all, questions...)
	}
	if len(all) == 0 && len(wrong) == 0 {
		wrong = append(wrong, errors.New("there is no question"))
	}
	if err := errors.Join(wrong...); err != nil {
		return nil, fmt.Errorf("bank: %w", err)
	}
	return assemble(all), nil
}

func assemble(questions []Question) *Bank {
	b := arrange(questions)
	b.digest = digestOf(b.questions)
	return b
}

// arrange makes a bank without its digest.
func arrange(questions []Question) *Bank {
	slices.SortFunc(questions, func(a, b Question) int { return strings.Compare(a.ID, b.ID) })
	b := &Bank{questions: questions, place: make(map[string]int, len(questions))}
	for i, q := range questions {
		b.place[q.ID] = i
	}
	return b
}

// With returns a bank that has further questions too. The bank itself stays as it is. Where
// an id is in both, the further question is taken.
func (b *Bank) With(further []Question) *Bank {
	if len(further) == 0 {
		return b
	}
	added := slices.Clone(further)
	for i := range added {
		added[i].Revision = added[i].Digest()
	}
	all := slices.Clone(added)
	for _, q := range b.questions {
		if !slices.ContainsFunc(added, func(a Question) bool { return a.ID == q.ID }) {
			all = append(all, q)
		}
	}
	joined := arrange(all)
	slices.SortFunc(added, func(a, b Question) int { return strings.Compare(a.ID, b.ID) })
	h := sha256.New()
	fmt.Fprintln(h, b.digest)
	for _, q := range added {
		fmt.Fprintf(h, "%s %s\n", q.ID, q.Revision)
	}
	joined.digest = hex.EncodeToString(h.Sum(nil))
	return joined
}

// parse reads one file and checks it.
func parse(name string, content []byte) ([]Question, error) {
	var f file
	decoder := yaml.NewDecoder(bytes.NewReader(content))
	decoder.KnownFields(true)
	if err := decoder.Decode(&f); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if err := decoder.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: one document is expected in a file", name)
	}
	for i := range f.Questions {
		q := &f.Questions[i]
		q.Skill, q.Theme = f.Skill, f.Theme
		for grade := range q.Anchors {
			q.Anchors[grade].Grade = grade
		}
	}
	return f.Questions, check(name, strings.TrimSuffix(name, path.Ext(name)), f)
}
