package question

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/code"
	"kadry/internal/interview/input"
	"kadry/internal/skill"
)

// Limits of a question: characters of texts, items of lists.
const (
	maxText    = 4000
	maxPhrase  = 1000
	maxPhrases = 20
	maxPoints  = 10
	maxFlags   = 5
	maxProbes  = 5
	maxTags    = 20
	maxTag     = 50
	maxTheme   = 60
	maxKeys    = 5
	maxID      = 80
	maxMinutes = 120
)

// Minutes an answer takes where nobody says.
var minutesOf = map[bank.AnswerType]int{bank.TextAnswer: 4, bank.NumberAnswer: 3, bank.ChoiceAnswer: 2, bank.CodeAnswer: 10}

var idForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// inspection goes over a question once: it cleans the texts and gathers what is wrong.
type inspection struct {
	fault.Check
	langs []bank.Language // the question is asked in
}

// Completed returns the content cleaned, with the defaults in the place of what was left out,
// or everything for which it could not be asked or marked.
func (c Content) Completed(g *skill.Graph) (Content, error) {
	c = c.copied()
	in := &inspection{}
	in.id(&c)
	in.subject(&c, g)
	in.terms(&c)
	in.text("text", &c.Text)
	if in.langs = c.Languages(); len(in.langs) == 0 {
		in.Wrong("text", fault.Say("is needed in Russian or in English", "нужен на русском или на английском"))
	}
	in.text("model", &c.Model)
	in.points(&c)
	in.flags(&c)
	in.probes(&c)
	in.anchors(&c)
	in.key(&c)
	in.code(&c)
	if err := in.Err(); err != nil {
		return Content{}, err
	}
	c.fill()
	return c, nil
}

// copied has lists of its own, so that cleaning does not reach into what the caller holds.
func (c Content) copied() Content {
	c.Tags, c.Choices, c.Points = slices.Clone(c.Tags), slices.Clone(c.Choices), slices.Clone(c.Points)
	c.Anchors, c.RedFlags, c.Probes = slices.Clone(c.Anchors), slices.Clone(c.RedFlags), slices.Clone(c.Probes)
	c.Code.Examples = slices.Clone(c.Code.Examples)
	return c
}

func (in *inspection) id(c *Content) {
	c.ID = strings.TrimSpace(c.ID)
	if c.ID != "" && (!idForm.MatchString(c.ID) || !strings.HasPrefix(c.ID, Prefix) || len(c.ID) > maxID) {
		in.Wrong("id", fault.Say("must begin with %s and have small Latin letters, digits and hyphens, at most %d",
			"должен начинаться с %s и состоять из строчных латинских букв, цифр и дефисов, не больше %d знаков", Prefix, maxID))
	}
}

// subject resolves what the question is about.
func (in *inspection) subject(c *Content, g *skill.Graph) {
	c.Skill, c.Theme = input.Clean(c.Skill), input.Clean(c.Theme)
	if (c.Skill == "") == (c.Theme == "") {
		in.Wrong("skill", fault.Say("name a skill or a theme, one of them", "укажите навык или тему, что-то одно"))
		return
	}
	in.short("theme", c.Theme, maxTheme)
	if c.Skill == "" {
		return
	}
	found := g.Resolve(c.Skill)
	switch {
	case found.Known:
		c.Skill = string(found.Skill)
	case len(found.Nearest) > 0:
		in.Wrong("skill", fault.Say("unknown skill %q; the nearest are %s", "неизвестный навык %q; ближайшие: %s", fault.Clip(c.Skill), strings.Join(found.Nearest, ", ")))
	default:
		in.Wrong("skill", fault.Say("unknown skill %q", "неизвестный навык %q", fault.Clip(c.Skill)))
	}
}

// terms are the words out of closed sets, and what is said about the question.
func (in *inspection) terms(c *Content) {
	c.Level = bank.Level(skill.LevelOf(string(c.Level)))
	input.OneOf(&in.Check, "status", c.Status, []Status{Ready, Draft})
	input.OneOf(&in.Check, "level", c.Level, bank.Levels())
	input.OneOf(&in.Check, "kind", c.Kind, bank.Kinds())
	input.OneOf(&in.Check, "type", c.Type, bank.AnswerTypes())
	input.OneOf(&in.Check, "competency", c.Competency, bank.Competencies())
	input.Between(&in.Check, "minutes", c.Minutes, maxMinutes)
	c.Status, c.Level, c.Type = cmp.Or(c.Status, Ready), cmp.Or(c.Level, bank.Middle), cmp.Or(c.Type, bank.TextAnswer)
	kind, competency := bank.Explain, bank.Knowledge
	if c.Theme != "" {
		kind, competency = bank.Situational, bank.Collaboration
	}
	c.Kind, c.Competency = cmp.Or(c.Kind, kind), cmp.Or(c.Competency, competency)
	if c.Kind == bank.Past && c.Type != bank.TextAnswer {
		in.Wrong("type", fault.Say("a question about the past is answered with text", "на вопрос о прошлом отвечают текстом"))
	}
	c.Minutes = cmp.Or(c.Minutes, minutesOf[c.Type])
	c.Source = input.Clean(c.Source)
	in.short("source", c.Source, maxPhrase)
	in.most("tags", len(c.Tags), maxTags)
	for i := range c.Tags {
		c.Tags[i] = input.Clean(c.Tags[i])
		in.short(at("tags", i), c.Tags[i], maxTag)
	}
	c.Tags = distinct(c.Tags)
}

func at(list string, i int) string { return list + "[" + strconv.Itoa(i) + "]" }

func (in *inspection) most(path string, n, most int) {
	if n > most {
		in.Wrong(path, fault.Say("must have at most %d items, got %d", "не больше %d элементов, передано %d", most, n))
	}
}

func (in *inspection) short(path, text string, most int) {
	if n := utf8.RuneCountInString(text); n > most {
		in.Wrong(path, fault.Say("must have at most %d characters, got %d", "не длиннее %d знаков, передано %d", most, n))
	}
}

// text cleans a text; one without a word is none.
func (in *inspection) text(path string, t *Text) {
	for _, one := range []struct {
		lang string
		text *string
	}{{"ru", &t.RU}, {"en", &t.EN}} {
		in.short(path+"."+one.lang, *one.text, maxText)
		if *one.text = input.Clean(*one.text); input.Blank(*one.text) {
			*one.text = ""
		}
	}
}

// asked wants a text in every language the question is asked in: without it there is nothing
// to put before the candidate, or to hold an answer against.
func (in *inspection) asked(path string, t Text) {
	for _, l := range in.langs {
		if t.In(l) == "" {
			in.Wrong(path+"."+string(l), fault.Say("is missing, and the question is asked in this language", "нет текста, а вопрос задают на этом языке"))
		}
	}
}

func (in *inspection) phrases(path string, p *Phrases) {
	for _, one := range []struct {
		lang string
		list *[]string
	}{{"ru", &p.RU}, {"en", &p.EN}} {
		in.most(path+"."+one.lang, len(*one.list), maxPhrases)
		cleaned := make([]string, len(*one.list))
		for i, text := range *one.list {
			in.short(at(path+"."+one.lang, i), text, maxPhrase)
			cleaned[i] = input.Clean(text)
		}
		*one.list = distinct(cleaned)
	}
}

// distinct drops what is empty and what was said before; nil where nothing is left.
func distinct(list []string) []string {
	var kept []string
	for _, text := range list {
		if !input.Blank(text) && !slices.ContainsFunc(kept, func(k string) bool { return strings.EqualFold(k, text) }) {
			kept = append(kept, text)
		}
	}
	return kept
}

func (in *inspection) points(c *Content) {
	if len(c.Points) == 0 {
		in.Wrong("points", fault.Say("an answer cannot be marked without a point", "без тезисов ответ нельзя оценить"))
	}
	in.most("points", len(c.Points), maxPoints)
	said := map[string]int{} // wording -> point
	var ids []string
	for i := range c.Points {
		p := &c.Points[i]
		path := at("points", i)
		p.ID = in.named(path+".id", p.ID, "p", i, &ids)
		if p.Weight = cmp.Or(p.Weight, 2); p.Weight < 1 || p.Weight > 3 {
			in.Wrong(path+".weight", fault.Say("must be 1-3, got %d", "должно быть от 1 до 3, передано %d", p.Weight))
		}
		in.text(path+".text", &p.Text)
		in.asked(path+".text", p.Text)
		in.phrases(path+".also", &p.Also)
		in.phrases(path+".right", &p.Right)
		in.phrases(path+".misconceptions", &p.Wrong)
		in.apart(path, i, *p, said)
		in.contradiction(path, *p)
	}
}

// PointID is the id that a point without one is given, by its place, see named.
func PointID(i int) string { return "p" + strconv.Itoa(i+1) }

// named checks the id of a part, or makes one.
func (in *inspection) named(path, id, letter string, i int, ids *[]string) string {
	if id = strings.TrimSpace(id); id == "" {
		id = letter + strconv.Itoa(i+1)
	}
	if !idForm.MatchString(id) || slices.Contains(*ids, id) || len(id) > maxID {
		in.Wrong(path, fault.Say("must have small Latin letters, digits and hyphens, and be the only one in the question",
			"должен состоять из строчных латинских букв, цифр и дефисов и не повторяться в вопросе"))
	}
	*ids = append(*ids, id)
	return id
}

// apart wants no wording to stand for two points: nobody could tell which was meant.
func (in *inspection) apart(path string, i int, p Point, said map[string]int) {
	for _, text := range slices.Concat([]string{p.Text.RU, p.Text.EN}, p.Also.RU, p.Also.EN, p.Right.RU, p.Right.EN) {
		folded := strings.ToLower(text)
		if other, taken := said[folded]; text != "" && taken && other != i {
			in.Wrong(path, fault.Say("%q stands in point %d too", "«%s» стоит и в тезисе %d", fault.Clip(text), other+1))
		}
		said[folded] = i
	}
}

// contradiction wants no sentence to be right and wrong at once.
func (in *inspection) contradiction(path string, p Point) {
	for _, l := range bank.Languages() {
		right := slices.Concat([]string{p.Text.In(l)}, p.Also.In(l), p.Right.In(l))
		for _, wrong := range p.Wrong.In(l) {
			if slices.ContainsFunc(right, func(r string) bool { return strings.EqualFold(r, wrong) }) {
				in.Wrong(path+".misconceptions", fault.Say("%q is among the right ways to say it too", "«%s» есть и среди верных формулировок", fault.Clip(wrong)))
			}
		}
	}
}

func (in *inspection) flags(c *Content) {
	in.most("red_flags", len(c.RedFlags), maxFlags)
	var ids []string
	for i := range c.RedFlags {
		f := &c.RedFlags[i]
		path := at("red_flags", i)
		f.ID = in.named(path+".id", f.ID, "f", i, &ids)
		in.text(path+".text", &f.Text)
		in.asked(path+".text", f.Text)
		in.phrases(path+".also", &f.Also)
	}
}

func (in *inspection) probes(c *Content) {
	in.most("probes", len(c.Probes), maxProbes)
	for i := range c.Probes {
		p := &c.Probes[i]
		path := at("probes", i)
		in.text(path+".text", &p.Text)
		in.asked(path+".text", p.Text)
		p.When = cmp.Or(p.When, bank.Thin)
		input.OneOf(&in.Check, path+".when", p.When, []bank.When{bank.Thin, bank.Missing})
		known := slices.ContainsFunc(c.Points, func(one Point) bool { return one.ID == p.Point })
		switch {
		case p.When == bank.Missing && !known:
			in.Wrong(path+".point", fault.Say("there is no point %q", "нет тезиса %q", fault.Clip(p.Point)))
		case p.When == bank.Thin:
			p.Point = ""
		}
	}
}

// anchors are five or none.
func (in *inspection) anchors(c *Content) {
	if !slices.ContainsFunc(c.Anchors, func(t Text) bool { return t != Text{} }) {
		c.Anchors = nil
		return
	}
	if len(c.Anchors) != bank.Grades {
		in.Wrong("anchors", fault.Say("must be %d, one for each grade from 0, got %d", "должно быть %d, по одному на каждый балл с 0, передано %d", bank.Grades, len(c.Anchors)))
		return
	}
	for i := range c.Anchors {
		in.text(at("anchors", i), &c.Anchors[i])
		in.asked(at("anchors", i), c.Anchors[i])
	}
}

// key checks that what decides a number or choice question is there, and is absent elsewhere.
func (in *inspection) key(c *Content) {
	c.Key = input.Clean(c.Key)
	keys := c.Bank().Keys()
	in.choices(c)
	switch c.Type {
	case bank.NumberAnswer:
		if len(keys) == 0 || len(keys) > maxKeys {
			in.Wrong("key", fault.Say("must have 1-%d numbers, parted by |", "нужно от 1 до %d чисел через |", maxKeys))
		}
		for _, k := range keys {
			if _, err := strconv.ParseFloat(k, 64); err != nil {
				in.Wrong("key", fault.Say("%q is not a number", "%q не число", fault.Clip(k)))
			}
		}
	case bank.ChoiceAnswer:
		if !slices.ContainsFunc(c.Choices, func(o Choice) bool { return o.ID == c.Key }) {
			in.Wrong("key", fault.Say("must be the id of the right choice", "нужен код верного варианта"))
		}
	case bank.TextAnswer, bank.CodeAnswer:
		if c.Key != "" {
			in.Wrong("key", fault.Say("only a number or a choice has one", "ключ есть только у числа и выбора"))
		}
	}
}

// code checks how the code of an answer is read and tried.
func (in *inspection) code(c *Content) {
	k := &c.Code
	k.Entry, k.Given = strings.TrimSpace(k.Entry), strings.TrimSpace(input.Clean(k.Given))
	if c.Type != bank.CodeAnswer || k.Language == "" {
		if k.Language != "" || k.Entry != "" || k.Given != "" || len(k.Examples) > 0 {
			in.Wrong("code", fault.Say("only a code answer in a named language has it", "есть только у ответа кодом на указанном языке"))
		}
		return
	}
	input.OneOf(&in.Check, "code.language", k.Language, code.Languages())
	if k.Entry != "" && !entryForm.MatchString(k.Entry) {
		in.Wrong("code.entry", fault.Say("must be the name of a function", "должно быть именем функции"))
	}
	in.most("code.examples", len(k.Examples), bank.MostExamples)
	if len(k.Examples) > 0 && (k.Entry == "" || !k.Language.Runs()) {
		in.Wrong("code.entry", fault.Say("examples need the name of the function, and Go or JavaScript", "для примеров нужны имя функции и Go или JavaScript"))
	}
	var ids []string
	for i := range k.Examples {
		in.example(c, i, &ids)
	}
}

var entryForm = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

func (in *inspection) example(c *Content, i int, ids *[]string) {
	e := &c.Code.Examples[i]
	path := at("code.examples", i)
	e.ID = in.named(path+".id", e.ID, "e", i, ids)
	in.text(path+".text", &e.Text)
	in.asked(path+".text", e.Text)
	e.Code = input.Clean(e.Code)
	in.short(path+".code", e.Code, maxText)
	if !(bank.Example{Code: e.Code}).Tries(c.Code.Entry) {
		in.Wrong(path+".code", fault.Say("must call the function and compare with equal(got, want)", "должен вызывать функцию и сравнивать через equal(получено, ожидается)"))
	}
	all := make([]string, len(c.Points))
	for i, p := range c.Points {
		all[i] = p.ID
	}
	if len(e.Shows) == 0 {
		e.Shows = all
	}
	for _, id := range e.Shows {
		if !slices.Contains(all, id) {
			in.Wrong(path+".shows", fault.Say("there is no point %q", "тезиса «%s» нет", fault.Clip(id)))
		}
	}
}

func (in *inspection) choices(c *Content) {
	if c.Type != bank.ChoiceAnswer {
		if len(c.Choices) > 0 {
			in.Wrong("choices", fault.Say("only a choice has them", "варианты есть только у выбора"))
		}
		return
	}
	if n := len(c.Choices); n < 2 || n > 6 {
		in.Wrong("choices", fault.Say("must be 2-6, got %d", "должно быть от 2 до 6, передано %d", n))
	}
	var ids []string
	for i := range c.Choices {
		o := &c.Choices[i]
		path := at("choices", i)
		o.ID = in.named(path+".id", o.ID, "c", i, &ids)
		in.text(path+".text", &o.Text)
		in.asked(path+".text", o.Text)
	}
}

// fill makes what was left out and every question has: a model answer and the anchors.
func (c *Content) fill() {
	for _, l := range c.Languages() {
		if c.Model.In(l) != "" {
			continue
		}
		var said []string
		for _, p := range c.Points {
			said = append(said, strings.TrimRight(p.Text.In(l), ".!? ")+".")
		}
		whole := strings.Join(said, " ")
		if l == bank.Russian {
			c.Model.RU = whole
		} else {
			c.Model.EN = whole
		}
	}
	if len(c.Anchors) == 0 {
		c.Anchors = generalAnchors()
	}
}

// generalAnchors describe the grades of a question whose author did not.
func generalAnchors() []Text {
	return []Text{
		{RU: "По существу вопроса ничего не сказано.", EN: "Says nothing to the question."},
		{RU: "Затронута малая часть того, что ждали услышать.", EN: "Touches a small part of what was looked for."},
		{RU: "Названа примерно половина главного.", EN: "Names about half of what matters."},
		{RU: "Названо почти всё главное.", EN: "Names nearly all that matters."},
		{RU: "Названо всё главное, ясно и по делу.", EN: "Names all that matters, clearly and to the point."},
	}
}

// General tells anchors that nobody wrote for this question.
func (c Content) General() bool { return slices.Equal(c.Anchors, generalAnchors()) }
