package evaluate

import (
	"fmt"
	"path"
	"strings"
	"unicode"

	"kadry/internal/evaldata"
	"kadry/internal/interview/grade"
)

// item is one answer with the human judgement: 0-5 in a scored set, 0 or 1 in a judged one.
type item struct {
	id         string // of the question, within the file
	asked      string
	references []string
	answer     string
	score      float64
}

func (it item) question() grade.Question { return grade.Question{Text: it.asked, Lang: "en"} }

func (it item) reference() grade.Reference {
	return grade.Reference{Text: it.references[0], Alternatives: it.references[1:]}
}

// group is the question text by which data are split: letters and digits alone.
func (it item) group() string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(it.asked), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}

// sets are the two kinds of labelled answers.
type sets struct {
	scored []item // mohler_*.jsonl
	judged []item // semeval2013_3way_*_{questions,answers}.jsonl
}

// load reads every file of the known names under the directory.
func load(o Options) (sets, error) {
	files, err := evaldata.Files(o.Dir)
	if err != nil {
		return sets{}, err
	}
	var data sets
	for _, file := range files {
		name := path.Base(file)
		switch {
		case strings.HasPrefix(name, "mohler_") && strings.HasSuffix(name, ".jsonl"):
			items, err := loadScored(o.Dir, file)
			if err != nil {
				return sets{}, err
			}
			data.scored = append(data.scored, items...)
		case strings.HasPrefix(name, "semeval2013_3way_") && strings.HasSuffix(name, "_answers.jsonl"):
			items, err := loadJudged(strings.TrimSuffix(file, "_answers.jsonl")+"_questions.jsonl", file, o)
			if err != nil {
				return sets{}, err
			}
			data.judged = append(data.judged, items...)
		}
	}
	if len(data.scored) == 0 {
		fmt.Fprintln(o.Notes, "no mohler_*.jsonl: mohler and gaming are left out")
	}
	if len(data.judged) == 0 {
		fmt.Fprintln(o.Notes, "no semeval2013_3way_*_answers.jsonl: semeval2 is left out")
	}
	return data, nil
}

func loadScored(dir, file string) ([]item, error) {
	rows, err := evaldata.Lines[struct {
		QuestionID string  `json:"question_id"`
		Question   string  `json:"question"`
		Reference  string  `json:"reference"`
		Answer     string  `json:"answer"`
		Score      float64 `json:"score"`
	}](dir, file)
	items := make([]item, len(rows))
	for i, r := range rows {
		items[i] = item{id: file + " " + r.QuestionID, asked: r.Question, references: []string{r.Reference}, answer: r.Answer, score: r.Score}
	}
	return items, err
}

func loadJudged(questionFile, answerFile string, o Options) ([]item, error) {
	questions, err := evaldata.Lines[struct {
		QuestionID string   `json:"question_id"`
		Set        string   `json:"set"`
		Question   string   `json:"question"`
		References []string `json:"references"`
	}](o.Dir, questionFile)
	if err != nil {
		return nil, err
	}
	asked := map[string]item{}
	for _, q := range questions {
		if len(q.References) > 0 {
			asked[q.Set+" "+q.QuestionID] = item{id: answerFile + " " + q.Set + " " + q.QuestionID, asked: q.Question, references: q.References}
		}
	}
	rows, err := evaldata.Lines[struct {
		QuestionID string `json:"question_id"`
		Set        string `json:"set"`
		Answer     string `json:"answer"`
		Label      string `json:"label"`
	}](o.Dir, answerFile)
	items := make([]item, 0, len(rows))
	for _, r := range rows {
		it, ok := asked[r.Set+" "+r.QuestionID]
		if !ok {
			fmt.Fprintf(o.Notes, "%s: question %s has no reference; its answers are left out\n", path.Base(answerFile), r.QuestionID)
			continue
		}
		it.answer = r.Answer
		if r.Label == "correct" {
			it.score = 1
		}
		items = append(items, it)
	}
	return items, err
}
