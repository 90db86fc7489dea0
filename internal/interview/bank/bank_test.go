package bank_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/skill"
)

var (
	update  = flag.Bool("update", false, "compile the questions anew")
	shipped = sync.OnceValues(bank.Load)
)

func TestMain(m *testing.M) {
	flag.Parse()
	if *update {
		if err := compile(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println("compiled; run the tests again without -update")
		return
	}
	os.Exit(m.Run())
}

// compile writes what the program carries of the files.
func compile() error {
	written, err := bank.Read(os.DirFS("questions"))
	if err != nil {
		return err
	}
	var content bytes.Buffer
	if err := written.Compile(&content); err != nil {
		return err
	}
	return os.WriteFile("questions.gob", content.Bytes(), 0o600)
}

func TestShipped_isWhatTheFilesSay(t *testing.T) {
	t.Parallel()
	written, err := bank.Read(os.DirFS("questions"))
	if err != nil {
		t.Fatal(err)
	}
	b := load(t)
	const again = "; go test ./internal/interview/bank -update"
	if b.Digest() != written.Digest() {
		t.Error("the compiled questions have another digest than the files" + again)
	}
	if diff := cmp.Diff(slices.Collect(written.All()), slices.Collect(b.All()), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("the compiled questions are not those of the files%s (-files +compiled):\n%s", again, diff)
	}
	for q := range b.All() {
		if same, _ := written.Question(q.ID); same.Digest() != q.Digest() {
			t.Errorf("%s: another digest than in the files%s", q.ID, again)
		}
	}
}

func load(t *testing.T) *bank.Bank {
	t.Helper()
	b, err := shipped()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestShipped_isLargeAndMixed(t *testing.T) {
	t.Parallel()
	b := load(t)
	if n := b.Len(); n < 150 {
		t.Errorf("got %d questions, want at least 150", n)
	}
	if n := len(b.Skills()); n < 25 {
		t.Errorf("got %d skills, want at least 25: %v", n, b.Skills())
	}
	if n := len(b.Themes()); n < 6 {
		t.Errorf("got %d themes, want at least 6: %v", n, b.Themes())
	}
	for _, c := range bank.Competencies() {
		if n := len(b.Find(bank.Wanted{Competency: c})); n < 8 {
			t.Errorf("competency %s: got %d questions, want at least 8", c, n)
		}
	}
	for answer, least := range map[bank.AnswerType]int{
		bank.TextAnswer: 100, bank.NumberAnswer: 6, bank.ChoiceAnswer: 8, bank.CodeAnswer: 4,
	} {
		if n := len(b.Find(bank.Wanted{Answer: answer})); n < least {
			t.Errorf("answer %s: got %d questions, want at least %d", answer, n, least)
		}
	}
	for _, level := range []bank.Level{bank.Junior, bank.Middle, bank.Senior} {
		if share := float64(len(b.Find(bank.Wanted{Level: level}))) / float64(b.Len()); share < .2 || share > .5 {
			t.Errorf("level %s: a share of %.2f, want .2 to .5", level, share)
		}
	}
	for _, kind := range []bank.Kind{bank.Explain, bank.Situational, bank.Past} {
		if share := float64(len(b.Find(bank.Wanted{Kind: kind}))) / float64(b.Len()); share < .1 || share > .75 {
			t.Errorf("kind %s: a share of %.2f, want .1 to .75", kind, share)
		}
	}
}

// A plan needs a core and a choice: questions of one level or one kind alone make neither.
func TestShipped_everySkillHasAChoice(t *testing.T) {
	t.Parallel()
	b := load(t)
	for _, name := range b.Skills() {
		questions := b.Find(bank.Wanted{Skill: name})
		levels := map[bank.Level]bool{}
		for _, q := range questions {
			levels[q.Level] = true
		}
		if len(questions) < 3 || len(levels) < 2 {
			t.Errorf("%s: got %d questions of %d levels, want at least 3 of 2", name, len(questions), len(levels))
		}
	}
	for _, name := range b.Themes() {
		if n := len(b.Find(bank.Wanted{Theme: name})); n < 3 {
			t.Errorf("%s: got %d questions, want at least 3", name, n)
		}
	}
}

// A skill the taxonomy does not know would never be asked about.
func TestShipped_skillsAreCanonical(t *testing.T) {
	t.Parallel()
	graph, err := skill.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range load(t).Skills() {
		if _, ok := graph.Skill(skill.ID(name)); !ok {
			t.Errorf("%q is no canonical id, nearest %v", name, graph.Resolve(name))
		}
	}
}

func TestShipped_lookups(t *testing.T) {
	t.Parallel()
	b := load(t)
	n, last := 0, ""
	for q := range b.All() {
		if q.ID <= last {
			t.Errorf("%s comes after %s", q.ID, last)
		}
		n, last = n+1, q.ID
		found := b.Find(bank.Wanted{Skill: q.Skill, Theme: q.Theme, Competency: q.Competency, Level: q.Level, Kind: q.Kind, Answer: q.Answer})
		if !slices.ContainsFunc(found, func(f bank.Question) bool { return f.ID == q.ID }) {
			t.Errorf("%s is not found by its own properties", q.ID)
		}
		for _, f := range found {
			if f.Competency != q.Competency || f.Level != q.Level || f.Kind != q.Kind || q.Skill != "" && f.Skill != q.Skill {
				t.Errorf("%s is found in place of %s", f.ID, q.ID)
			}
		}
	}
	if n != b.Len() || len(b.Find(bank.Wanted{})) != n {
		t.Errorf("got %d of %d questions", n, b.Len())
	}
	if found := b.Find(bank.Wanted{Skill: "alchemy"}); len(found) != 0 {
		t.Errorf("got %d questions about a skill nobody has", len(found))
	}
	if _, ok := b.Question("alchemy-gold"); ok {
		t.Error("got a question that is not there")
	}
	again, err := bank.Load()
	if err != nil {
		t.Fatal(err)
	}
	if again.Digest() != b.Digest() || len(b.Digest()) != 64 {
		t.Errorf("got digests %s and %s of one bank", b.Digest(), again.Digest())
	}
}

// texts are everything of a question that a candidate or a grader reads.
func texts(q bank.Question) []fault.Text {
	all := []fault.Text{q.Text, q.Model}
	for _, p := range q.Points {
		all = append(all, p.Text)
	}
	for _, a := range q.Anchors {
		all = append(all, a.Text)
	}
	for _, r := range q.RedFlags {
		all = append(all, r.Text)
	}
	for _, p := range q.Probes {
		all = append(all, p.Text)
	}
	return all
}

var (
	forbiddenRU = regexp.MustCompile(`(?i)(?:^|[^\p{L}])(?:ваш\p{L}* возраст\p{L}*|у вас возраст|возраст\p{L}* кандидат\p{L}*|сколько вам лет|год рождения|замуж\p{L}*|женат\p{L}*|супруг\p{L}*|беремен\p{L}*|декрет\p{L}*|ваш(?:и|их|им) дет(?:и|ей|ям)|религи\p{L}*|вероисповедан\p{L}*|национальност\p{L}*|гражданств\p{L}*|родной язык|место рождения|ваше(?:го|му|м)? здоровь\p{L}*|болезн\p{L}*|инвалидност\p{L}*|политическ\p{L}* взгляд\p{L}*|зарплат\p{L}*|оклад\p{L}*)(?:[^\p{L}]|$)`)
	forbiddenEN = regexp.MustCompile(`(?i)\b(?:your age|how old are you|date of birth|married|marital|spouse|pregnan\w*|maternity|your (?:children|kids|family|health)|religio\w*|nationality|citizenship|native language|birthplace|disabilit\w*|illness\w*|political views|salar(?:y|ies)|wages?)\b`)
)

func TestShipped_asksNothingForbidden(t *testing.T) {
	t.Parallel()
	for q := range load(t).All() {
		for _, text := range texts(q) {
			if word := forbiddenRU.FindString(text.RU) + forbiddenEN.FindString(text.EN); word != "" {
				t.Errorf("%s: %q has no place in an interview: %s / %s", q.ID, word, text.RU, text.EN)
			}
		}
	}
	for _, asked := range []string{"Сколько вам лет?", "Какой у вас возраст?", "Вы замужем?"} {
		if !forbiddenRU.MatchString(asked) {
			t.Errorf("%q goes through", asked)
		}
	}
	for _, asked := range []string{"Is your family well?", "Name your expected salary", "Are you married?"} {
		if !forbiddenEN.MatchString(asked) {
			t.Errorf("%q goes through", asked)
		}
	}
	for _, asked := range []string{"Отсортируйте по возрастанию", "возраст транзакции", "проверка здоровья сервиса", "предоставит доклад"} {
		if forbiddenRU.MatchString(asked) {
			t.Errorf("%q is refused", asked)
		}
	}
}

// Two questions that ask the same would give one answer twice the weight.
func TestShipped_noTwoQuestionsAlike(t *testing.T) {
	t.Parallel()
	const limit = .6
	if s := likeness(words("How does a goroutine leak come about?"), words("How does a goroutine leak come about and end?")); s < limit {
		t.Errorf("the measure sees only %.2f in a repeated question", s)
	}
	all := slices.Collect(load(t).All())
	for _, lang := range []string{"ru", "en"} {
		sets := make([]map[string]bool, len(all))
		for i, q := range all {
			sets[i] = words(q.Text.In(lang))
		}
		for i, a := range all {
			for j, b := range all[:i] {
				if s := likeness(sets[i], sets[j]); s > limit {
					t.Errorf("%s and %s are alike (%.2f): %q, %q", a.ID, b.ID, s, a.Text.In(lang), b.Text.In(lang))
				}
			}
		}
	}
}

// likeness is the share of the words of four letters and more that two texts have in common
// (Jaccard index).
func likeness(a, b map[string]bool) float64 {
	common := 0
	for w := range a {
		if b[w] {
			common++
		}
	}
	return float64(common) / float64(max(1, len(a)+len(b)-common))
}

func words(s string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len([]rune(w)) >= 4 {
			set[w] = true
		}
	}
	return set
}

// Points are graded from words: one of a word or two matches anything, one of a paragraph
// matches nothing.
func TestShipped_textsHaveASensibleLength(t *testing.T) {
	t.Parallel()
	within := func(id, what string, text fault.Text, least, most int) {
		for _, lang := range []string{"ru", "en"} {
			if n := len([]rune(text.In(lang))); n < least || n > most {
				t.Errorf("%s: %s has %d letters, want %d to %d: %s", id, what, n, least, most, text.In(lang))
			}
		}
	}
	for q := range load(t).All() {
		within(q.ID, "question", q.Text, 25, 900)
		within(q.ID, "model", q.Model, 60, 1200)
		for _, p := range q.Points {
			within(q.ID, "point "+p.ID, p.Text, 12, 260)
		}
		for _, p := range q.Probes {
			within(q.ID, "probe", p.Text, 12, 260)
			if !strings.Contains(p.Text.RU, "?") && !strings.HasSuffix(p.Text.RU, ".") {
				t.Errorf("%s: a probe asks or invites: %s", q.ID, p.Text.RU)
			}
		}
	}
}

// A situation or a story is graded by what the candidate did, so it must leave room to ask.
func TestShipped_behaviourQuestionsCanBeProbed(t *testing.T) {
	t.Parallel()
	for q := range load(t).All() {
		if q.Kind == bank.Past && !slices.ContainsFunc(q.Probes, func(p bank.Probe) bool { return p.When == bank.Thin }) {
			t.Errorf("%s: a story told in a line cannot be asked for in full", q.ID)
		}
	}
}

// A grader that finds a red flag's wording in the model answer would punish the best answer.
func TestShipped_modelAnswersRaiseNoRedFlag(t *testing.T) {
	t.Parallel()
	for q := range load(t).All() {
		for _, lang := range []string{"ru", "en"} {
			model := strings.ToLower(q.Model.In(lang))
			for _, r := range q.RedFlags {
				for _, said := range append(r.Wordings.In(lang), r.Text.In(lang)) {
					if strings.Contains(model, strings.ToLower(strings.TrimRight(said, "."))) {
						t.Errorf("%s: the model answer says %q, red flag %s", q.ID, said, r.ID)
					}
				}
				for _, p := range q.Points {
					for _, good := range p.Wordings.In(lang) {
						if slices.Contains(r.Wordings.In(lang), good) {
							t.Errorf("%s: %q is both point %s and red flag %s", q.ID, good, p.ID, r.ID)
						}
					}
				}
			}
		}
	}
}

// What a model answer does not mention, the point by point report would call missing. A told
// story may show a point without naming it.
func TestShipped_modelAnswersTouchTheWeightiestPoints(t *testing.T) {
	t.Parallel()
	for q := range load(t).All() {
		if q.Kind == bank.Past {
			continue
		}
		for _, lang := range []string{"ru", "en"} {
			model := stems(q.Model.In(lang))
			for _, p := range q.Points {
				if p.Weight < 3 {
					continue
				}
				best := 0.0
				for _, said := range append(p.Wordings.In(lang), p.Text.In(lang)) {
					best = max(best, contained(stems(said), model))
				}
				if best < .25 {
					t.Errorf("%s %s: the model answer leaves out point %s (%.2f)", q.ID, lang, p.ID, best)
				}
			}
		}
	}
}

// stems are the first five letters of the words of three letters and more.
func stems(s string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if letters := []rune(w); len(letters) >= 3 {
			set[string(letters[:min(5, len(letters))])] = true
		}
	}
	return set
}

// contained is the share of the words of part that whole has.
func contained(part, whole map[string]bool) float64 {
	n := 0
	for w := range part {
		if whole[w] {
			n++
		}
	}
	return float64(n) / float64(max(1, len(part)))
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := bank.Load(); err != nil {
			b.Fatal(err)
		}
	}
}
