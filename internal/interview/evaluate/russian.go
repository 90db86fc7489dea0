package evaluate

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"kadry/internal/interview/bank"
	"kadry/internal/interview/grade"
)

//go:embed russian/*.jsonl
var russianSet embed.FS

// Russian is how the grader agrees with two readers on the project's own Russian answers
// to questions of the bank, and how they agree with each other.
type Russian struct {
	Scores
	Readers float64 `json:"readers_pearson"`
}

// MeasureRussian grades every how many-th answer of the project's own Russian set by the points
// of the bank.
func MeasureRussian(ctx context.Context, questions *bank.Bank, every int) (*Russian, error) {
	var answers []struct {
		Question string `json:"question_id"`
		ID       string `json:"answer_id"`
		Answer   string `json:"answer"`
	}
	if err := readRussian("answers", &answers); err != nil {
		return nil, err
	}
	answers = Thin(answers, every)
	one, two, err := readers()
	if err != nil {
		return nil, err
	}
	others := bankReferences(questions)
	said, held := make([]float64, len(answers)), make([]float64, len(answers))
	first, second := make([]float64, len(answers)), make([]float64, len(answers))
	for i, a := range answers {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		q, ok := questions.Question(a.Question)
		if !ok {
			return nil, fmt.Errorf("evaluate: the bank has no question %q", a.Question)
		}
		mark := grade.Grade(grade.Question{Text: q.Text.RU, Lang: "ru"}, referenceOf(q), a.Answer, others...)
		first[i], second[i] = one[a.ID], two[a.ID]
		said[i], held[i] = mark.Score*Scale, (first[i]+second[i])/2
	}
	return &Russian{Scores: *Agreement(said, held), Readers: Agreement(first, second).Pearson}, nil
}

// referenceOf is a question's points as the interview grades by them.
func referenceOf(q bank.Question) grade.Reference {
	ref := grade.Reference{Text: q.Model.RU}
	for _, p := range q.Points {
		ref.Points = append(ref.Points, grade.Point{ID: p.ID, Text: p.Text.RU, Synonyms: p.Wordings.In("ru"), Weight: float64(p.Weight)})
	}
	return ref
}

func bankReferences(questions *bank.Bank) []grade.Other {
	var others []grade.Other
	for q := range questions.All() {
		others = append(others, grade.PrepareReference(referenceOf(q)))
	}
	return others
}

func readers() (one, two map[string]float64, err error) {
	one, errOne := reader("grader_1")
	two, errTwo := reader("grader_2")
	return one, two, errors.Join(errOne, errTwo)
}

func reader(name string) (map[string]float64, error) {
	var lines []struct {
		ID    string  `json:"answer_id"`
		Score float64 `json:"score"`
	}
	if err := readRussian(name, &lines); err != nil {
		return nil, err
	}
	given := make(map[string]float64, len(lines))
	for _, l := range lines {
		given[l.ID] = l.Score
	}
	return given, nil
}

func readRussian[T any](name string, into *[]T) error {
	data, err := russianSet.ReadFile("russian/" + name + ".jsonl")
	if err != nil {
		return fmt.Errorf("evaluate: own Russian set: %w", err)
	}
	for lines := json.NewDecoder(bytes.NewReader(data)); ; {
		var line T
		if err := lines.Decode(&line); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("evaluate: own Russian set, %s: %w", name, err)
		}
		*into = append(*into, line)
	}
}
