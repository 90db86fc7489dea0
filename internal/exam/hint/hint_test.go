package hint_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/exam/answer"
	"kadry/internal/exam/check"
	"kadry/internal/exam/hint"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/sample"
	"kadry/internal/exam/subject"
)

func practice(t *testing.T) []problem.Stored {
	t.Helper()
	all, err := sample.Problems()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// genuine reads recorded problems of the exam site, which stay outside the project.
func recorded(t *testing.T, name string) []problem.Problem {
	t.Helper()
	root := os.Getenv("KADRY_DATA_DIR")
	if root == "" {
		root = filepath.Join("..", "..", "..", "..", "shared", "data")
	}
	f, err := os.Open(filepath.Join(root, "sdamgia", "datasets", name))
	if err != nil {
		t.Skipf("SKIP: needs genuine problems under KADRY_DATA_DIR: %v", err)
	}
	defer f.Close()
	var list []problem.Problem
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r struct {
			ID       any    `json:"task_id"` // a number in one set, a string in the other
			Type     any    `json:"topic_id"`
			Text     string `json:"task_text"`
			Solution string `json:"solution_text"`
			Answer   any    `json:"answer"`
		}
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		list = append(list, problem.Problem{
			Ref: problem.Ref{Course: subject.Course{Exam: subject.EGE, Subject: "soc"}, ID: fmt.Sprint(r.ID)}, Type: fmt.Sprint(r.Type),
			Question: written(r.Text), Solution: written(r.Solution), Answer: fmt.Sprint(r.Answer),
			Codes: []problem.Code{{Code: "5.3", Name: "Система права"}},
		})
	}
	return list
}

func written(text string) problem.Body {
	var b problem.Body
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\u00ad", ""), "\n") {
		b.Blocks = append(b.Blocks, problem.Block{Kind: problem.Paragraph, Spans: []problem.Span{{Text: line}}})
	}
	return b
}

var guess = regexp.MustCompile(`[\p{L}\d]+(?:[.,/]\d+)?`)

// silent fails when a hint holds something that would be marked as the right answer.
func silent(t *testing.T, p problem.Problem) {
	t.Helper()
	task := check.Task(p)
	for _, h := range hint.Texts(p) {
		if h.EN == "" || h.RU == "" {
			t.Errorf("%s: a hint in one language: %+v", p.Ref, h)
		}
		if regexp.MustCompile(`(?i)ответ\s*:`).MatchString(strings.ReplaceAll(h.RU, "Решение без ответа:", "")) {
			t.Errorf("%s: the tail is there: %q", p.Ref, h.RU)
		}
		if task.Key == "" {
			continue
		}
		words := guess.FindAllString(h.RU, -1)
		for i := range words {
			for n := 1; n <= 5 && i+n <= len(words); n++ {
				for _, glue := range []string{" ", ", "} {
					given := strings.Join(words[i:i+n], glue)
					if v := answer.Check(task, given); v.Outcome == answer.Correct || v.Outcome == answer.Form {
						t.Errorf("%s: %q shows the answer %q in %q", p.Ref, given, task.Key, h.RU)
					}
				}
			}
		}
	}
}

func TestHints_neverShowTheAnswer(t *testing.T) {
	t.Parallel()
	for _, p := range practice(t) {
		silent(t, p.Problem)
		if steps := len(hint.Texts(p.Problem)); steps < 2 {
			t.Errorf("%s: %d hints", p.Ref, steps)
		}
	}
}

// Every problem is helped with something to do, whatever its page says beside the question.
func TestHints_sayWhatToDo(t *testing.T) {
	t.Parallel()
	common := map[string]int{}
	for _, p := range practice(t) {
		bare := problem.Problem{Ref: p.Ref, Question: p.Question, Answer: p.Answer}
		silent(t, bare)
		list := hint.Texts(bare)
		if len(list) != 1 || len(strings.Fields(list[0].RU)) < 8 || len(strings.Fields(list[0].EN)) < 8 {
			t.Errorf("%s: a problem without solution and theory is helped by %q", p.Ref, list)
			continue
		}
		common[list[0].RU]++
		if first := hint.Texts(p.Problem)[0]; !strings.HasSuffix(first.RU, list[0].RU) || first.RU == list[0].RU {
			t.Errorf("%s: the first hint of the whole problem is %q", p.Ref, first.RU)
		}
	}
	if len(common) < 30 {
		t.Errorf("sixty problems are helped by %d different steps", len(common))
	}
	if list := hint.Texts(problem.Problem{}); len(list) != 1 {
		t.Errorf("a problem of which nothing is known: %q", list)
	}
}

func TestHints_maskNumbersInWords(t *testing.T) {
	t.Parallel()
	for key, c := range map[string]struct{ text, want string }{
		"6":   {"У куба шесть граней, а вершин восемь.", "У куба □ граней, а вершин восемь."},
		"25":  {"Всего двадцать пять, из них пять синих.", "Всего □, из них пять синих."},
		"125": {"Выходит сто двадцать пять.", "Выходит □."},
		"5":   {"Осталось пяти не хватить; двадцать пять — много.", "Осталось □ не хватить; двадцать пять — много."},
		"-3":  {"Сдвинем влево на три.", "Сдвинем влево на □."},
		"21":  {"There are twenty-one of them, one is red.", "There are □ of them, one is red."},
	} {
		p := problem.Problem{Answer: key, Solution: written(c.text)}
		if got := hint.WithoutAnswer(p).Solution.Text(); got != c.want {
			t.Errorf("%s: got %q, want %q", key, got, c.want)
		}
	}
}

func TestHints_neverShowTheAnswerOfGenuineProblems(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"goat_soc-ege_25.jsonl", "goat_soc-oge_4.jsonl"} {
		all := recorded(t, name)
		if len(all) == 0 {
			t.Errorf("%s is empty", name)
		}
		for _, p := range all {
			silent(t, p)
		}
	}
}

func TestLadder_goesFromTheTopicToTheSolution(t *testing.T) {
	t.Parallel()
	for _, p := range practice(t) {
		if p.ID != "9000001" {
			continue
		}
		steps := hint.Ladder(p.Problem)
		var got []string
		for _, h := range steps {
			got = append(got, h.Title.EN, h.Body.Text())
		}
		want := []string{
			"A problem of type 1. It is about: Фигуры на плоскости. Make a drawing, mark on it what is given, and look for right, equal and similar triangles.", "",
			"The theory:", "Высота прямоугольного треугольника, проведённая к гипотенузе, — среднее пропорциональное между отрезками, на которые она делит гипотенузу. Катет — среднее пропорциональное между гипотенузой и своей проекцией на неё.",
			"The solution begins so:", "Треугольники KMH и MLH подобны: у них равны углы, потому что оба подобны треугольнику KLM.\n" +
				`Из подобия $\frac{KH}{MH} = \frac{MH}{HL}$, то есть $MH^{2} = KH \cdot HL = 4 \cdot 9 = 36$.`,
			"The solution without the answer:", "Треугольники KMH и MLH подобны: у них равны углы, потому что оба подобны треугольнику KLM.\n" +
				`Из подобия $\frac{KH}{MH} = \frac{MH}{HL}$, то есть $MH^{2} = KH \cdot HL = 4 \cdot 9 = 36$. Значит, □.`,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

// A long answer has no key to mask: its solution is the answer itself.
func TestLadder_ofAnEssayOnlyBegins(t *testing.T) {
	t.Parallel()
	for _, p := range practice(t) {
		if p.Answer != "" {
			continue
		}
		for _, h := range hint.Ladder(p.Problem) {
			if h.Body.Text() == p.Solution.Text() {
				t.Errorf("%s: the whole model answer is a hint", p.Ref)
			}
		}
	}
}

func TestHints_maskAcrossStylesFormulasAndTables(t *testing.T) {
	t.Parallel()
	p := problem.Problem{Type: "12", Answer: "0,5", Solution: problem.Body{Blocks: []problem.Block{
		{Kind: problem.Paragraph, Spans: []problem.Span{
			{Text: "Получим 0"},
			{Text: ",5", Style: problem.Bold},
			{Text: " м, то есть "},
			{Formula: &problem.Formula{Alt: "дробь: числитель: 1, знаменатель: 2 конец дроби", LaTeX: `\frac{1}{2}`, OK: true}},
			{Text: " или "},
			{Formula: &problem.Formula{Alt: "x=3", LaTeX: "x = 3", OK: true}},
			{Text: "."},
		}},
		{Kind: problem.TableRows, Rows: [][]problem.Cell{{{Spans: []problem.Span{{Text: "0,50"}}}, {Spans: []problem.Span{{Text: "7"}}}}}},
		{Kind: problem.Program, Text: "x = 0.5\n"},
		{Kind: problem.Paragraph, Spans: []problem.Span{{Text: "Ответ", Style: problem.Bold}, {Text: ": 0,5."}}},
	}}}
	steps := hint.Ladder(p)
	got := steps[len(steps)-1].Body.Text()
	if want := "Получим □ м, то есть □ или $x = 3$.\n□ | 7\nx = □"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if p.Solution.Blocks[0].Spans[1].Text != ",5" || len(p.Solution.Blocks) != 4 {
		t.Error("the problem itself was changed")
	}
}

// The solution that stands beside a hidden answer does not say it in its middle either.
func TestWithoutAnswer_masksFormulasAndTables(t *testing.T) {
	t.Parallel()
	p := problem.Problem{Answer: "6", Solution: problem.Body{Blocks: []problem.Block{
		{Kind: problem.Paragraph, Spans: []problem.Span{
			{Text: "Значит, "}, {Formula: &problem.Formula{Alt: "MH=6", LaTeX: "MH = 6", OK: true}}, {Text: ", потому что MH² = 36."},
		}},
		{Kind: problem.TableRows, Rows: [][]problem.Cell{{{Spans: []problem.Span{{Text: "MH"}}}, {Spans: []problem.Span{{Text: "6,0"}}}}}},
		{Kind: problem.Paragraph, Spans: []problem.Span{{Text: "Ответ: 6."}}},
	}}}
	p.Criteria, p.Rule = written("Верно найдено 6 см."), written("В шестиугольнике 6 сторон.")
	hidden := hint.WithoutAnswer(p)
	if got, want := hidden.Solution.Text(), "Значит, □, потому что MH² = 36.\nMH | □"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(hidden.Solution.Formulas()) != 0 || hidden.Criteria.Text() != "Верно найдено □ см." || strings.Contains(hidden.Rule.Text(), "6") {
		t.Errorf("formulas %v, criteria %q, rule %q", hidden.Solution.Formulas(), hidden.Criteria.Text(), hidden.Rule.Text())
	}
	essay := problem.Problem{Criteria: written("Ответ: развёрнутый, 2 балла.")}
	if got := hint.WithoutAnswer(essay).Criteria.Text(); got != "Ответ: развёрнутый, 2 балла." {
		t.Errorf("the criteria of an essay became %q", got)
	}
}

func TestWithoutAnswer_hidesItInTheSolutionToo(t *testing.T) {
	t.Parallel()
	p := problem.Problem{
		Answer: "45", Analogs: []string{"45"}, Linked: []string{"2"}, Rule: written("Правило."), Criteria: written("Критерии."),
		Solution: written("Ответственность у Петра.\nПравильный ответ указан под номером 1."),
	}
	hidden := hint.WithoutAnswer(p)
	if hidden.Answer != "" || hidden.Solution.Text() != "Ответственность у Петра." || len(hidden.Analogs) != 1 || hidden.Rule.Empty() {
		t.Errorf("got %+v", hidden)
	}
	for tail, want := range map[string]string{
		"Итого пять. Ответ: 5.":        "Итого пять.",
		"Итого пять.\nОтвет:\n5":       "Итого пять.",
		"Ответ: 5":                     "",
		"Answer: ACE.":                 "",
		"Верный ответ — 5.":            "",
		"В ответе запишите число пять": "В ответе запишите число пять",
		"Ответ: 5.\nПриведём другое решение. Сложим.": "Приведём другое решение. Сложим.",
	} {
		p.Solution = written(tail)
		if got := hint.WithoutAnswer(p).Solution.Text(); got != want {
			t.Errorf("%q: got %q, want %q", tail, got, want)
		}
	}
}
