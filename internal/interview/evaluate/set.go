package evaluate

import (
	"fmt"
	"path"
	"strings"
	"unicode"

	"kadry/internal/evaldata"
	"kadry/internal/interview/grade"
)

// Item is one answer with the human judgement: 0-5 in a scored set, 0 or 1 in a judged one.
type Item struct {
	Answer     string
	Score      float64
	id         string // of the question, within the file
	asked      string
	references []string
}

// Question is what was asked.
func (it Item) Question() grade.Question { return grade.Question{Text: it.asked, Lang: "en"} }

// Reference is what the answer is marked against.
func (it Item) Reference() grade.Reference {
	return grade.Reference{Text: it.references[0], Alternatives: it.references[1:]}
}

// Group is the question text by which data are split: letters and digits alone.
func (it Item) Group() string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(it.asked), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}

// Sets are the two kinds of labelled answers.
type Sets struct {
	Scored []Item // mohler_*.jsonl
	Judged []Item // semeval2013_3way_*_{questions,answers}.jsonl
}

// Load reads every file of the known names under the directory.
func Load(o Options) (Sets, error) {
	files, err := evaldata.Files(o.Dir)
	if err != nil {
		return Sets{}, err
	}
	var data Sets
	for _, file := range files {
		name := path.Base(file)
		switch {
		case strings.HasPrefix(name, "mohler_") && strings.HasSuffix(name, ".jsonl"):
			items, err := loadScored(o.Dir, file)
			if err != nil {
				return Sets{}, err
			}
			data.Scored = append(data.Scored, items...)
		case strings.HasPrefix(name, "semeval2013_3way_") && strings.HasSuffix(name, "_answers.jsonl"):
			items, err := loadJudged(strings.TrimSuffix(file, "_answers.jsonl")+"_questions.jsonl", file, o)
			if err != nil {
				return Sets{}, err
			}
			data.Judged = append(data.Judged, items...)
		}
	}
	if len(data.Scored) == 0 {
		fmt.Fprintln(o.Notes, "no mohler_*.jsonl: mohler and gaming are left out")
	}
	if len(data.Judged) == 0 {
		fmt.Fprintln(o.Notes, "no semeval2013_3way_*_answers.jsonl: semeval2 is left out")
	}
	return data, nil
}

func loadScored(dir, file string) ([]Item, error) {
	rows, err := evaldata.Lines[struct {
		QuestionID string  `json:"question_id"`
		Question   string  `json:"question"`
		Reference  string  `json:"reference"`
		Answer     string  `json:"answer"`
		Score      float64 `json:"score"`
	}](dir, file)
	items := make([]Item, len(rows))
	for i, r := range rows {
		items[i] = Item{id: file + " " + r.QuestionID, asked: r.Question, references: []string{r.Reference}, Answer: r.Answer, Score: r.Score}
	}
	return items, err
}

func loadJudged(questionFile, answerFile string, o Options) ([]Item, error) {
	questions, err := evaldata.Lines[struct {
		QuestionID string   `json:"question_id"`
		Set        string   `json:"set"`
		Question   string   `json:"question"`
		References []string `json:"references"`
	}](o.Dir, questionFile)
	if err != nil {
		return nil, err
	}
	asked := map[string]Item{}
	for _, q := range questions {
		if len(q.References) > 0 {
			asked[q.Set+" "+q.QuestionID] = Item{id: answerFile + " " + q.Set + " " + q.QuestionID, asked: q.Question, references: q.References}
		}
	}
	rows, err := evaldata.Lines[struct {
		QuestionID string `json:"question_id"`
		Set        string `json:"set"`
		Answer     string `json:"answer"`
		Label      string `json:"label"`
	}](o.Dir, answerFile)
	items := make([]Item, 0, len(rows))
	for _, r := range rows {
		it, ok := asked[r.Set+" "+r.QuestionID]
		if !ok {
			fmt.Fprintf(o.Notes, "%s: question %s has no reference; its answers are left out\n", path.Base(answerFile), r.QuestionID)
			continue
		}
		it.Answer = r.Answer
		if r.Label == "correct" {
			it.Score = 1
		}
		items = append(items, it)
	}
	return items, err
}
