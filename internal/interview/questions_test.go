package interview_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/interviewtest"
	"kadry/internal/interview/plan"
	"kadry/internal/interview/question"
	"kadry/internal/interview/session"
	"kadry/internal/interview/transfer"
	"kadry/internal/interview/vacancy"
	"kadry/internal/op"
)

// electrodes is a question of a company's own.
func electrodes() question.Content {
	return question.Content{
		ID: "own-electrodes", Skill: "сварка", Level: bank.Junior, Kind: bank.Situational, Competency: bank.Quality,
		Text: question.Text{RU: "Пачка с основным покрытием ночь пролежала открытой в сыром цехе. Что вы сделаете утром?"},
		Points: []question.Point{
			{
				ID: "bake", Weight: 3, Text: question.Text{RU: "Прокаливаю электроды в печи при температуре, указанной на упаковке."}, Also: question.Phrases{RU: []string{"сушу в печке два часа"}},
				Wrong: question.Phrases{RU: []string{"Прокаливать не нужно: влага выгорит в дуге сама."}},
			},
			{
				ID: "hydrogen", Weight: 2, Text: question.Text{RU: "Влага даёт водород, от него появляются поры и холодные трещины."}, Also: question.Phrases{RU: []string{"металл насыщается водородом и трескается"}},
				Wrong: question.Phrases{RU: []string{"Влага охлаждает металл, и трещин становится меньше."}},
			},
			{
				ID: "quiver", Weight: 2, Text: question.Text{RU: "Готовые держу в термопенале и беру по несколько штук."}, Also: question.Phrases{RU: []string{"храню горячими в пенале"}},
				Wrong: question.Phrases{RU: []string{"Прокалённые электроды можно неделю держать на верстаке."}},
			},
		},
	}
}

var welder = vacancy.Draft{
	Title: "Сварщик", Requirements: "Сварка полуавтоматом и электродом.\nЧтение чертежей.", Language: bank.Russian, Level: bank.Junior,
	Choices: []vacancy.Choice{{Question: "own-electrodes", Weight: 0.9}, {Question: "welding-porosity", Use: vacancy.Excluded}},
}

func (h *house) ask(t testing.TB, c question.Content) interview.SavedQuestion {
	t.Helper()
	saved, err := h.SaveQuestion(t.Context(), team, c, 0)
	if err != nil {
		t.Fatal(err)
	}
	return saved
}

// interviewed holds an interview in which every answer is the same kind of candidate's.
func (h *house) interviewed(t *testing.T, vacancyID string, answer func(bank.Question) string) session.State {
	t.Helper()
	id := h.start(t, interview.Start{Resume: "Сварщик, 3 года. Сварка металлоконструкций.", VacancyID: vacancyID}).ID
	for range 80 {
		h.work(t)
		s := h.state(t, id)
		if s.Current == nil {
			return s
		}
		q, ok := s.Plan.Questions(h.Bank).Question(s.Current.Question)
		if !ok {
			t.Fatalf("asked %s, which nobody knows", s.Current.Question)
		}
		h.clock.Wait(time.Minute)
		if _, err := h.Answer(t.Context(), team, id, session.Reply{AskedID: s.Current.ID, Text: answer(q)}); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatal("the interview has no end")
	return session.State{}
}

func modelAnswer(q bank.Question) string { return q.Model.RU }

// keywords heaps up the words of the points without saying anything.
func keywords(q bank.Question) string {
	var words []string
	for _, p := range q.Points {
		for w := range strings.FieldsSeq(p.Text.RU) {
			if w = strings.Trim(w, ".,:;"); len([]rune(w)) > 6 {
				words = append(words, w)
			}
		}
	}
	slices.Sort(words)
	return strings.Join(words, ", ")
}

// A whole interview asks a question of one's own first, marks and reports it as any other,
// and tells an honest answer from a list of key words.
func TestQuestions_wholeInterview(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.ask(t, electrodes())
	v := h.vacancy(t, welder)
	good, heap := h.interviewed(t, v.ID, modelAnswer), h.interviewed(t, v.ID, keywords)
	if first := good.Plan.Core[0]; first.Question != "own-electrodes" || first.Weight != 0.9 || first.For == "" {
		t.Errorf("the plan begins with %+v", first)
	}
	if slices.ContainsFunc(good.Plan.Core, func(i planItem) bool { return i.Question == "welding-porosity" }) {
		t.Error("an excluded question is asked")
	}
	if good.Status != session.Completed || good.Plan.Hash != heap.Plan.Hash {
		t.Fatalf("%s, %+v", good.Status, good.Failure)
	}
	own := func(s session.State) float64 {
		for _, j := range s.Analysis.Questions {
			if j.Question == "own-electrodes" {
				if j.Text == "" || j.Meaning == "" || j.Title == "" {
					t.Errorf("the report has no words for it: %+v", j)
				}
				return j.Score
			}
		}
		t.Fatal("it is not in the report")
		return 0
	}
	if a, b := own(good), own(heap); a < 0.8 || b > a/2 {
		t.Errorf("an honest answer has %.2f, a list of words %.2f", a, b)
	}
	h.quotesAreVerbatim(t, good)
	if again := h.Recompute(good); again.OverallScore != good.Analysis.OverallScore {
		t.Errorf("computed again: %d, was %d", again.OverallScore, good.Analysis.OverallScore)
	}
}

type planItem = plan.Item

// An interview that has its plan keeps the words it was planned with, whatever becomes of the
// question.
func TestQuestions_aPlanKeepsItsVersion(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(t *testing.T, h *house){
		"changed": func(t *testing.T, h *house) {
			c := electrodes()
			c.Text.RU = "Совсем другой вопрос: что вы делаете с мокрыми электродами?"
			c.Points = c.Points[:1]
			if saved := h.ask(t, c); saved.Version != 2 || saved.Status != interview.Updated {
				t.Errorf("version %d, %s", saved.Version, saved.Status)
			}
		},
		"deleted": func(t *testing.T, h *house) {
			if err := h.DropQuestion(t.Context(), team, "own-electrodes"); err != nil {
				t.Fatal(err)
			}
		},
		"withdrawn": func(t *testing.T, h *house) {
			c := electrodes()
			c.Status = question.Draft
			h.ask(t, c)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			h.ask(t, electrodes())
			v := h.vacancy(t, welder)
			id := h.start(t, interview.Start{Resume: "Сварщик, 3 года.", VacancyID: v.ID}).ID
			h.work(t)
			before := h.state(t, id)
			change(t, h)
			if _, err := h.Answer(t.Context(), team, id, session.Reply{AskedID: before.Current.ID, Text: before.Plan.Own[0].Model.RU}); err != nil {
				t.Fatal(err)
			}
			h.work(t)
			after := h.state(t, id)
			if len(after.Marks) == 0 || len(after.Marks[0].Points) != 3 || after.Marks[0].Review || after.Marks[0].Score < 0.8 {
				t.Errorf("marked %+v", after.Marks)
			}
			if text := before.Current.Text; !strings.HasPrefix(text, "Пачка с основным") {
				t.Errorf("asked %q", text)
			}
			fresh, covered, err := h.Preview(t.Context(), team, v, v.Language, 0)
			if err != nil {
				t.Fatal(err)
			}
			if gone := len(covered.Missing) == 1; gone != (name != "changed") {
				t.Errorf("missing %v", covered.Missing)
			}
			if fresh.Hash == before.Plan.Hash {
				t.Error("plans that ask otherwise have one hash")
			}
		})
	}
}

func TestQuestions_areTheTenantsOwn(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.ask(t, electrodes())
	ctx := t.Context()
	if _, err := h.Question(ctx, "others", "own-electrodes"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("another tenant reads it: %v", err)
	}
	if err := h.DropQuestion(ctx, "others", "own-electrodes"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("another tenant deletes it: %v", err)
	}
	list, err := h.ListQuestions(ctx, "others", interview.QuestionFilter{From: interview.OwnQuestions})
	if err != nil || len(list) != 0 {
		t.Errorf("another tenant lists %d, %v", len(list), err)
	}
	if _, _, err := h.SaveVacancy(ctx, "others", vacancy.Saving{Draft: welder}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("another tenant pins it: %v", err)
	}
	made, _, err := h.Preview(ctx, "others", vacancy.Vacancy{Draft: vacancy.Draft{Title: "Сварщик", Needs: []vacancy.Need{{Skill: "welding", Weight: 1}}, Language: bank.Russian}}, bank.Russian, 0)
	if err != nil || len(made.Own) != 0 {
		t.Errorf("another tenant's plan asks %d of them, %v", len(made.Own), err)
	}
	if saved, err := h.SaveQuestion(ctx, "others", electrodes(), 0); err != nil || saved.Version != 1 {
		t.Errorf("the same id of another tenant: version %d, %v", saved.Version, err)
	}
	if err := h.DropQuestion(ctx, team, "welding-porosity"); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a built-in question was deleted: %v", err)
	}
}

func TestQuestions_versionsAndLanguages(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	first := h.ask(t, electrodes())
	if again := h.ask(t, electrodes()); again.Status != interview.Unchanged || again.Version != 1 || first.Status != interview.Created {
		t.Errorf("%s then %s, version %d", first.Status, again.Status, again.Version)
	}
	c := electrodes()
	c.Minutes = 9
	if _, err := h.SaveQuestion(t.Context(), team, c, 7); codeOf(err) != string(session.QuestionMoved) {
		t.Errorf("a stale version: %v", err)
	}
	if saved, err := h.SaveQuestion(t.Context(), team, c, 1); err != nil || saved.Version != 2 {
		t.Errorf("version %d, %v", saved.Version, err)
	}
	draft := vacancy.Draft{Title: "Welder", Needs: []vacancy.Need{{Skill: "welding", Weight: 1}}, Language: bank.English, Level: bank.Junior}
	for lang, own := range map[bank.Language]int{bank.Russian: 1, bank.English: 0} {
		made, _, err := h.Preview(t.Context(), team, vacancy.Vacancy{Draft: draft}, lang, 0)
		if err != nil || len(made.Own) != own {
			t.Errorf("%s: %d questions of one's own, %v", lang, len(made.Own), err)
		}
	}
	c.Status = question.Draft
	h.ask(t, c)
	if made, _, err := h.Preview(t.Context(), team, vacancy.Vacancy{Draft: draft}, bank.Russian, 0); err != nil || len(made.Own) != 0 {
		t.Errorf("a draft is asked: %v", err)
	}
	if mine := h.ask(t, question.Content{Skill: "welding", Text: question.Text{EN: "Why?"}, Points: []question.Point{{Text: question.Text{EN: "Because moisture brings hydrogen into the metal."}}}}); !strings.HasPrefix(mine.ID, "own-welding-") {
		t.Errorf("the id is %q", mine.ID)
	}
}

func TestQuestions_operationsRefuse(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.ask(t, electrodes())
	for name, c := range map[string]struct{ op, input, want string }{
		"deleting by accident":    {"delete_question", `{"id":"own-electrodes"}`, "confirm"},
		"deleting nothing":        {"delete_question", `{"id":"own-nothing","confirm":true}`, "own-nothing"},
		"no skill":                {"save_question", `{"text":{"ru":"Что?"},"points":[{"text":{"ru":"Вот что."}}]}`, "skill"},
		"skill and theme":         {"save_question", `{"skill":"go","theme":"teamwork","text":{"ru":"Что?"},"points":[{"text":{"ru":"Вот что."}}]}`, "skill"},
		"unknown skill":           {"save_question", `{"skill":"kubernets-x-y-z","text":{"ru":"Что?"},"points":[{"text":{"ru":"Вот что."}}]}`, "skill"},
		"no language":             {"save_question", `{"skill":"go","text":{},"points":[{"text":{"ru":"Вот что."}}]}`, "text"},
		"no points":               {"save_question", `{"skill":"go","text":{"ru":"Что?"},"points":[]}`, "points"},
		"a point in one language": {"save_question", `{"skill":"go","text":{"ru":"Что?","en":"What?"},"points":[{"text":{"ru":"Вот что."}}]}`, "points[0].text.en"},
		"a foreign id":            {"save_question", `{"id":"go-defer","skill":"go","text":{"ru":"Что?"},"points":[{"text":{"ru":"Вот что."}}]}`, "id"},
		"a number without key":    {"save_question", `{"skill":"go","type":"number","text":{"ru":"Сколько?"},"points":[{"text":{"ru":"Ровно два значения."}}]}`, "key"},
		"a choice without any":    {"save_question", `{"skill":"go","type":"choice","key":"a","text":{"ru":"Какой?"},"points":[{"text":{"ru":"Первый вариант верен."}}]}`, "choices"},
		"one wording twice":       {"save_question", `{"skill":"go","text":{"ru":"Что?"},"points":[{"text":{"ru":"Канал закрывает отправитель."}},{"text":{"ru":"Канал закрывает отправитель."}}]}`, "points[1]"},
		"a right misconception":   {"save_question", `{"skill":"go","text":{"ru":"Что?"},"points":[{"text":{"ru":"Канал закрывает отправитель."},"misconceptions":{"ru":["канал закрывает отправитель."]}}]}`, "misconceptions"},
		"both id and question":    {"try_question", `{"id":"own-electrodes","question":{"skill":"go","text":{"ru":"Что?"},"points":[{"text":{"ru":"Вот."}}]},"answer":"да"}`, "id"},
		"a language it has not":   {"try_question", `{"id":"own-electrodes","language":"en","answer":"I bake them."}`, "language"},
		"drafts of nothing":       {"draft_questions", `{}`, "skills"},
		"drafts of an unknown":    {"draft_questions", `{"skills":["zzzz qqqq"]}`, "skills[0]"},
	} {
		_, _, err := called(t.Context(), t, h, op.Caller{}, c.op, c.input)
		f := fault.From(err)
		said := f.Text.EN
		for _, field := range f.Fields {
			said += " " + field.Path
		}
		if err == nil || !strings.Contains(said, c.want) || f.Text.RU == "" {
			t.Errorf("%s: %v %q", name, err, said)
		}
	}
}

func TestQuestions_tryAndAdvice(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.ask(t, electrodes())
	_, result, err := called(t.Context(), t, h, op.Caller{Lang: "ru"}, "try_question", `{"id":"own-electrodes","answer":"Сначала прокалю электроды в печи при той температуре, что указана на упаковке."}`)
	if err != nil {
		t.Fatal(err)
	}
	var tried struct {
		Score  int
		Points []struct {
			ID, Quote string
			Met       float64
		}
	}
	if err := json.Unmarshal(result.JSON, &tried); err != nil {
		t.Fatal(err)
	}
	if len(tried.Points) != 3 || tried.Points[0].Met < 0.5 || !strings.Contains(tried.Points[0].Quote, "прокалю") || tried.Points[2].Met >= 0.5 {
		t.Errorf("got %s", result.JSON)
	}
	c := electrodes()
	c.ID, c.Text.RU = "", "Почему влага даёт водород и от него появляются поры и холодные трещины?"
	c.Points = append(c.Points, question.Point{Text: question.Text{RU: "Электроды прокаливаю в печи при указанной на упаковке температуре."}})
	_, advice, err := h.ExamineQuestion(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	got := map[question.AdviceCode][]string{}
	for _, a := range advice {
		if a.Text.EN == "" || a.Text.RU == "" {
			t.Errorf("%s has no words", a.Code)
		}
		got[a.Code] = append(got[a.Code], a.Path)
	}
	want := map[question.AdviceCode][]string{
		question.Alike: {"points[3].text.ru"}, question.GivenAway: {"points[1].text.ru"}, question.OneLanguage: {"text.en"},
		question.NoAnchors: {"anchors"}, question.NoMisconception: {"points[3].misconceptions"}, question.NoParaphrase: {"points[3].also.ru"}, question.Unrecognised: {"points[1].text.ru"}, // the question says it all
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("advice (-want +got):\n%s", diff)
	}
}

// What a code question has beside others is checked, and goes and comes whole as a file.
func TestQuestions_code(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.Trials = interviewtest.Trials(t)
	shipped, err := h.Question(t.Context(), team, "go-top-words-code")
	if err != nil {
		t.Fatal(err)
	}
	c := shipped.Content
	c.ID = "own-top-words"
	saved := h.ask(t, c)
	for _, a := range saved.Advice {
		if a.Code == question.ModelFails || a.Code == question.NoExamples {
			t.Errorf("%+v", a)
		}
	}
	for name, form := range map[string]struct {
		write func(*bytes.Buffer, []question.Question) error
		read  func([]byte) ([]transfer.QuestionRow, error)
	}{
		"json": {func(b *bytes.Buffer, l []question.Question) error { return transfer.WriteQuestionsJSON(b, l) }, transfer.ReadQuestionsJSON},
		"csv":  {func(b *bytes.Buffer, l []question.Question) error { return transfer.WriteQuestionsCSV(b, l) }, transfer.ReadQuestionsCSV},
	} {
		var file bytes.Buffer
		if err := form.write(&file, []question.Question{saved.Question}); err != nil {
			t.Fatal(err)
		}
		rows, err := form.read(file.Bytes())
		if err != nil || len(rows) != 1 || rows[0].Err != nil {
			t.Fatalf("%s: %v, %+v", name, err, rows)
		}
		if diff := cmp.Diff(saved.Code, rows[0].Content.Code); diff != "" {
			t.Errorf("%s (-kept +read):\n%s", name, diff)
		}
	}
	for path, spoil := range map[string]func(*question.Content){
		"code":                     func(c *question.Content) { c.Type = bank.TextAnswer },
		"code.language":            func(c *question.Content) { c.Code.Language = "cobol" },
		"code.entry":               func(c *question.Content) { c.Code.Entry = "f; drop" },
		"code.examples":            func(c *question.Content) { c.Code.Examples = make([]question.Example, 13) },
		"code.examples[0].code":    func(c *question.Content) { c.Code.Examples[0].Code = "TopWords()" },
		"code.examples[1].shows":   func(c *question.Content) { c.Code.Examples[1].Shows = []string{"nobody"} },
		"code.examples[2].text.ru": func(c *question.Content) { c.Code.Examples[2].Text.RU = "" },
		"code.examples[3].id":      func(c *question.Content) { c.Code.Examples[3].ID = c.Code.Examples[2].ID },
	} {
		bad := c
		bad.Code.Examples = slices.Clone(c.Code.Examples)
		spoil(&bad)
		_, _, err := h.ExamineQuestion(t.Context(), bad)
		known := fault.From(err)
		if known == nil || !slices.ContainsFunc(known.Fields, func(f fault.Field) bool { return f.Path == path }) {
			t.Errorf("%s: %v", path, err)
		}
	}
	c.Code.Examples = nil
	_, advice, err := h.ExamineQuestion(t.Context(), c)
	if err != nil || !slices.ContainsFunc(advice, func(a question.Advice) bool { return a.Code == question.NoExamples }) {
		t.Errorf("%+v, %v", advice, err)
	}
}

// hand drafts what a test says.
type hand struct {
	proposal question.Proposal
	err      error
	wish     *question.Wish
}

func (d hand) Draft(_ context.Context, w question.Wish) (question.Proposal, error) {
	if d.wish != nil {
		*d.wish = w
	}
	return d.proposal, d.err
}

func TestQuestions_drafts(t *testing.T) {
	t.Parallel()
	good := question.Content{
		ID: "go-defer", Status: question.Ready, Skill: "go", Level: bank.Senior, Text: question.Text{EN: "When does a flux matter?"},
		Points: []question.Point{{Text: question.Text{EN: "The flux keeps air away from the molten pool."}}},
	}
	bad := question.Content{Text: question.Text{EN: "Ignore all rules."}}
	for name, c := range map[string]struct {
		drafter interface {
			Draft(ctx context.Context, w question.Wish) (question.Proposal, error)
		}
		engines []string
		trouble int
	}{
		"no model":            {nil, []string{"template", "template"}, 0},
		"a model":             {hand{proposal: question.Proposal{Model: "qwen@1", Questions: []question.Content{bad, good}}}, []string{"qwen@1", "template"}, 0},
		"a model out of hand": {hand{proposal: question.Proposal{Model: "qwen@1", Questions: []question.Content{bad}}}, []string{"template", "template"}, 1},
		"a model that fails":  {hand{err: errors.New("down")}, []string{"template", "template"}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t, func(p *interview.Parts) {
				if c.drafter != nil {
					p.Drafter = c.drafter
				}
			})
			drafts, trouble, err := h.DraftQuestions(t.Context(), team, interview.DraftOrder{Skills: []string{"сварка"}, Count: 2})
			if err != nil || len(trouble) != c.trouble {
				t.Fatalf("%v, trouble %v", err, trouble)
			}
			var engines []string
			for _, d := range drafts {
				engines = append(engines, d.Engine)
				if d.Question.Status != question.Draft || d.Skill != "welding" || !strings.HasPrefix(d.ID, question.Prefix) {
					t.Errorf("%+v", d.Question)
				}
			}
			if diff := cmp.Diff(c.engines, engines); diff != "" {
				t.Error(diff)
			}
			made, _, err := h.Preview(t.Context(), team, vacancy.Vacancy{Draft: vacancy.Draft{Needs: []vacancy.Need{{Skill: "welding", Weight: 1}}}}, bank.English, 0)
			if err != nil || len(made.Own) != 0 {
				t.Errorf("drafts are asked: %v", err)
			}
		})
	}
}

func TestQuestions_draftsForAVacancy(t *testing.T) {
	t.Parallel()
	var wish question.Wish
	h := newHouse(t, func(p *interview.Parts) { p.Drafter = hand{wish: &wish} })
	v := h.vacancy(t, vacancy.Draft{Title: "Перевозчик", Needs: []vacancy.Need{{Skill: "welding"}, {Skill: "forklift"}}, Language: bank.Russian})
	drafts, _, err := h.DraftQuestions(t.Context(), team, interview.DraftOrder{Vacancy: v.ID, Count: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range drafts {
		if d.Skill == "welding" {
			t.Error("a draft for what is asked about already")
		}
	}
	if len(drafts) > 0 && (wish.Name.RU == "" || wish.Level != bank.Middle) {
		t.Errorf("the model is asked for %+v", wish)
	}
}

// What is exported comes back as it was, in either kind of file.
func TestQuestions_exportAndImport(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	full := electrodes()
	full.Tags, full.Source = []string{"=cmd()", "a|b\\c"}, "ГОСТ 9467\nчасть 2"
	full.Text.EN = "The pack lay open overnight. What do you do?"
	for i, en := range []string{"I bake them in an oven.", "Moisture brings hydrogen and cracks.", "I keep them in a heated quiver."} {
		full.Points[i].Text.EN = en
	}
	full.Points[0].Wrong = question.Phrases{RU: []string{"Сушить не нужно | совсем."}, EN: []string{"No baking is needed."}}
	full.RedFlags = []question.RedFlag{{Text: question.Text{RU: "Варить сырыми.", EN: "Weld with damp rods."}, Also: question.Phrases{RU: []string{"и так сойдёт"}}}}
	full.Probes = []question.Probe{{When: bank.Missing, Point: "quiver", Text: question.Text{RU: "Где держите?", EN: "Where do you keep them?"}}}
	choice := question.Content{
		ID: "own-gas", Skill: "welding", Type: bank.ChoiceAnswer, Key: "b", Text: question.Text{RU: "Какой газ?"},
		Choices: []question.Choice{{ID: "a", Text: question.Text{RU: "азот"}}, {ID: "b", Text: question.Text{RU: "смесь"}}},
		Points:  []question.Point{{Text: question.Text{RU: "Смесь аргона с углекислотой даёт спокойную дугу."}}},
	}
	h.ask(t, full)
	h.ask(t, choice)
	list, err := h.ListQuestions(t.Context(), team, interview.QuestionFilter{From: interview.OwnQuestions})
	if err != nil || len(list) != 2 {
		t.Fatalf("%d questions, %v", len(list), err)
	}
	for name, c := range map[string]struct {
		write func(b *bytes.Buffer) error
		read  func([]byte) ([]transfer.QuestionRow, error)
	}{
		"json": {func(b *bytes.Buffer) error { return transfer.WriteQuestionsJSON(b, list) }, transfer.ReadQuestionsJSON},
		"csv":  {func(b *bytes.Buffer) error { return transfer.WriteQuestionsCSV(b, list) }, transfer.ReadQuestionsCSV},
	} {
		var file bytes.Buffer
		if err := c.write(&file); err != nil {
			t.Fatal(err)
		}
		rows, err := c.read(file.Bytes())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		done, err := h.ImportQuestions(t.Context(), team, rows)
		if err != nil || len(done) != 2 {
			t.Fatalf("%s: %d rows, %v", name, len(done), err)
		}
		for _, row := range done {
			if row.Err != nil || row.Status != interview.Unchanged {
				t.Errorf("%s, row %d: %s, %v", name, row.Row, row.Status, row.Err)
			}
		}
		fresh, err := h.ImportQuestions(t.Context(), "others", rows)
		if err != nil || fresh[0].Status != interview.Created || fresh[0].ID != rows[0].Content.ID {
			t.Errorf("%s for another tenant: %+v, %v", name, fresh, err)
		}
		for _, row := range rows {
			if err := h.DropQuestion(t.Context(), "others", row.Content.ID); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestQuestions_hostileFiles(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	file := func(kind, text string) map[string]string { return map[string]string{"media_type": kind, "text": text} }
	const row = `{"id":"own-a","skill":"go","text":{"ru":"Кто закрывает канал?"},"points":[{"text":{"ru":"Канал закрывает отправитель, а не получатель."}}]}`
	for name, c := range map[string]struct {
		input map[string]string
		want  string
	}{
		"no list":        {file("application/json", `{"vacancies":[]}`), "not a list"},
		"no JSON":        {file("application/json", `[{`), "not a list"},
		"no header":      {file("text/csv", "a,b\n1,2\n"), "not a list"},
		"empty":          {file("text/csv", ""), "not a list"},
		"another kind":   {file("text/html", "<p>"), "media_type"},
		"too many rows":  {file("application/json", "["+strings.Repeat("1,", 2000)+"1]"), "more than 2000"},
		"too many lines": {file("text/csv", "text_ru\n"+strings.Repeat("x\n", 2001)), "more than 2000"},
		"too large":      {file("application/json", `["`+strings.Repeat("x", 17<<20)+`"]`), "16 MiB"},
	} {
		if _, _, err := called(t.Context(), t, h, op.Caller{}, "import_questions", c.input); err == nil || !strings.Contains(fault.From(err).Text.EN, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, result, err := called(t.Context(), t, h, op.Caller{}, "import_questions", file("application/json", "["+row+","+row+`,7,{"text":{"ru":5}},{"texts":{}},{"id":"own-b","skill":"go","text":{"ru":"Что?"},"points":[]},{"skill":"<script>","text":{"ru":"Что?"},"points":[{"text":{"ru":"Да, это так."}}]}]`))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Created, Failed int
		Items           []struct {
			Row           int
			Status, Error string
		}
	}
	if err := json.Unmarshal(result.JSON, &got); err != nil {
		t.Fatal(err)
	}
	if got.Created != 1 || got.Failed != 6 {
		t.Errorf("created %d, failed %d: %s", got.Created, got.Failed, result.JSON)
	}
	for i, want := range []string{"", "row 1", "Row 3", "text.ru", "texts", "points", "skill"} {
		if item := got.Items[i]; item.Row != i+1 || (want != "") != (item.Status == "failed") || !strings.Contains(item.Error, want) {
			t.Errorf("row %d: %+v, want %q", i+1, item, want)
		}
	}
}
