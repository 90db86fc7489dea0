// Package sample holds practice problems written for kadry, so that a fresh installation
// has an exam bank to try: sixty problems over twelve subjects of the ЕГЭ and three of the
// ОГЭ, with keys, solutions and criteria. They are nobody else's: no text of an exam site or
// a textbook is among them. The files in problems/ are made to be read and edited; markup.go
// says how a text becomes blocks.
package sample

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"kadry/internal/exam/bank"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
)

//go:embed problems
var files embed.FS

// Source is what the problems name as their source.
const Source = "kadry"

// Written is the time the problems are dated by: older than any copy of a site's page.
var Written = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// file is one course as it is written down. Keys of topics are types.
type file struct {
	Topics   map[string]topic  `yaml:"topics"`
	Passages map[string]string `yaml:"passages"`
	Problems []entry           `yaml:"problems"`
}

type topic struct {
	Name     string `yaml:"name"`
	Category string `yaml:"category"` // id
	Title    string `yaml:"title"`    // of the category
}

type entry struct {
	ID       string   `yaml:"id"`
	Type     string   `yaml:"type"`
	Points   int      `yaml:"points"`
	Codes    []string `yaml:"codes"` // "7.1 Фигуры на плоскости"
	Level    string   `yaml:"level"`
	Passage  string   `yaml:"passage"` // a key of passages; problems that share it are linked
	Rule     string   `yaml:"rule"`
	Question string   `yaml:"question"`
	Solution string   `yaml:"solution"`
	Criteria string   `yaml:"criteria"`
	Answer   string   `yaml:"answer"`
}

// Problems are the practice problems, by course and number. Their ids begin at 9000001, far
// above the numbers an exam site gives, and their addresses are paths of kadry's own pages.
func Problems() ([]problem.Stored, error) {
	var all []problem.Stored
	err := each(func(course subject.Course, f file) error {
		for _, p := range f.Problems {
			made, err := f.problem(course, p)
			if err != nil {
				return fmt.Errorf("sample: problem %s: %w", p.ID, err)
			}
			all = append(all, problem.Stored{Problem: made, FetchedAt: Written})
		}
		return nil
	})
	return all, err
}

// Catalogues are the tables of contents of the courses that have practice problems, with
// the number of problems of each topic.
func Catalogues() ([]problem.Catalogue, error) {
	var all []problem.Catalogue
	err := each(func(course subject.Course, f file) error {
		count := map[string]int{}
		for _, p := range f.Problems {
			count[p.Type]++
		}
		c := problem.Catalogue{Course: course}
		for _, kind := range slices.SortedFunc(maps.Keys(f.Topics), byNumber) {
			t := f.Topics[kind]
			c.Topics = append(c.Topics, problem.Topic{
				ID: kind, Name: t.Name, Count: count[kind],
				Categories: []problem.Category{{ID: t.Category, Name: t.Title, Count: count[kind]}},
			})
		}
		all = append(all, c)
		return nil
	})
	return all, err
}

// Page is a category with all its problems, in the shape a copied one is kept in.
type Page struct {
	Problems []problem.Stored
	Progress bank.Progress
}

// Pages are the practice problems by category, ready to be put on a shelf.
func Pages() ([]Page, error) {
	problems, err := Problems()
	if err != nil {
		return nil, err
	}
	catalogues, err := Catalogues()
	if err != nil {
		return nil, err
	}
	var all []Page
	for _, c := range catalogues {
		for _, t := range c.Topics {
			page := Page{Progress: bank.Progress{Course: c.Course, Category: t.Categories[0].ID, Page: 1, Done: true, At: Written}}
			for _, p := range problems {
				if p.Course == c.Course && p.Type == t.ID {
					page.Problems = append(page.Problems, p)
				}
			}
			all = append(all, page)
		}
	}
	return append(all, variant(problems)), nil
}

// variant is one whole test: every problem of advanced mathematics in the order of numbers.
func variant(problems []problem.Stored) Page {
	course := subject.Course{Exam: subject.EGE, Subject: "math"}
	page := Page{Progress: bank.Progress{Course: course, Category: bank.KeptTest("9000001"), Page: 1, Done: true, At: Written}}
	for _, p := range problems {
		if p.Course == course {
			page.Problems = append(page.Problems, p)
		}
	}
	return page
}

func byNumber(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b)) }

// each reads the files in the order of their names, which are course names.
func each(visit func(subject.Course, file) error) error {
	entries, err := fs.ReadDir(files, "problems")
	if err != nil {
		return fmt.Errorf("sample: list: %w", err)
	}
	for _, entry := range entries {
		data, err := fs.ReadFile(files, "problems/"+entry.Name())
		if err != nil {
			return fmt.Errorf("sample: %s: %w", entry.Name(), err)
		}
		var f file
		decoder := yaml.NewDecoder(bytes.NewReader(data))
		decoder.KnownFields(true)
		if err := decoder.Decode(&f); err != nil {
			return fmt.Errorf("sample: %s: %w", entry.Name(), err)
		}
		family, name, ok := strings.Cut(strings.TrimSuffix(entry.Name(), ".yaml"), "-")
		if !ok {
			return fmt.Errorf("sample: %s: the name must be exam-subject.yaml", entry.Name())
		}
		if err := visit(subject.Course{Exam: subject.Exam(family), Subject: subject.Subject(name)}, f); err != nil {
			return err
		}
	}
	return nil
}

// problem makes the room's problem of a written one.
func (f file) problem(course subject.Course, p entry) (problem.Problem, error) {
	if _, ok := f.Topics[p.Type]; !ok {
		return problem.Problem{}, fmt.Errorf("type %q has no topic", p.Type)
	}
	if _, ok := f.Passages[p.Passage]; p.Passage != "" && !ok {
		return problem.Problem{}, fmt.Errorf("there is no passage %q", p.Passage)
	}
	made := problem.Problem{
		Ref: problem.Ref{Course: course, ID: p.ID}, URL: "/exams/" + course.String() + "/" + p.ID,
		Type: p.Type, Answer: p.Answer, Points: p.Points, Level: p.Level, Source: Source,
		Linked: f.linked(p), Codes: codes(p.Codes),
	}
	for _, part := range []struct {
		into *problem.Body
		text string
	}{
		{&made.Question, p.Question},
		{&made.Passage, f.Passages[p.Passage]},
		{&made.Solution, p.Solution},
		{&made.Criteria, p.Criteria},
		{&made.Rule, p.Rule},
	} {
		body, err := read(part.text)
		if err != nil {
			return problem.Problem{}, err
		}
		*part.into = body
	}
	return made, nil
}

// linked are the ids of the other problems over the same passage.
func (f file) linked(p entry) []string {
	var ids []string
	for _, other := range f.Problems {
		if p.Passage != "" && other.Passage == p.Passage && other.ID != p.ID {
			ids = append(ids, other.ID)
		}
	}
	return ids
}

func codes(written []string) []problem.Code {
	var list []problem.Code
	for _, text := range written {
		code, name, _ := strings.Cut(text, " ")
		list = append(list, problem.Code{Code: code, Name: name})
	}
	return list
}
