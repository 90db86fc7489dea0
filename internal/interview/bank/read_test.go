package bank_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"kadry/internal/interview/bank"
)

// whole is a file without a fault; the cases of the tests break it in one place each.
const whole = `skill: go
questions:
  - id: go-zero-value
    competency: knowledge
    level: junior
    kind: knowledge
    answer: choice
    ru: "Чему равно нулевое значение среза?"
    en: "What is the zero value of a slice?"
    key: "nil"
    choices:
      - {id: nil, ru: "nil", en: "nil"}
      - {id: empty, ru: "Пустой срез с массивом", en: "An empty slice with an array"}
    points:
      - {id: none, weight: 2, ru: "Это nil.", en: "It is nil.", ru_also: ["нил", "нет массива"], en_also: ["no array", "nothing"]}
      - {id: length, weight: 1, ru: "Длина равна нулю.", en: "Its length is zero.", ru_also: ["len ноль", "пустой"], en_also: ["len is 0", "empty"]}
      - {id: append, weight: 1, ru: "В него можно добавлять.", en: "One can append to it.", ru_also: ["append работает", "дописать"], en_also: ["append works", "add to it"]}
    model: {ru: "nil длины ноль, append работает.", en: "nil of length zero, append works."}
    anchors:
      - {ru: "ничего", en: "nothing"}
      - {ru: "слова", en: "words"}
      - {ru: "одно", en: "one"}
      - {ru: "два", en: "two"}
      - {ru: "всё", en: "all"}
    red_flags:
      - {id: panics, ru: "append паникует.", en: "append panics.", ru_also: ["упадёт"], en_also: ["it crashes"]}
    probes:
      - {when: thin, ru: "А если подробнее?", en: "Could you say more?"}
      - {when: missing, point: append, ru: "Что сделает append?", en: "What will append do?"}
`

func read(files map[string]string) (*bank.Bank, error) {
	folder := fstest.MapFS{}
	for name, content := range files {
		folder[name] = &fstest.MapFile{Data: []byte(content)}
	}
	return bank.Read(folder)
}

func TestRead_namesFileAndQuestionOfEveryFault(t *testing.T) {
	t.Parallel()
	const where = "go.yaml: question go-zero-value: "
	for name, c := range map[string]struct{ old, with, want string }{
		"unknown key":          {"    level: junior", "    levels: junior", "go.yaml: yaml: unmarshal errors"},
		"not YAML":             {"questions:", "questions: [", "go.yaml: yaml:"},
		"second document":      {"skill: go", "skill: go\n---\nskill: go", "go.yaml: one document"},
		"no skill":             {"skill: go\n", "", "go.yaml: want either a skill or a theme"},
		"skill and theme":      {"skill: go", "skill: go\ntheme: speed", "go.yaml: want either a skill or a theme"},
		"no id":                {"id: go-zero-value", `id: ""`, "go.yaml: question 1 of the file: the id must"},
		"id of another file":   {"id: go-zero-value", "id: sql-zero-value", "question sql-zero-value: the id must be kebab-case and begin with go-"},
		"id in capitals":       {"id: go-zero-value", "id: go-Zero", "question go-Zero: the id must"},
		"competency":           {"competency: knowledge", "competency: charm", where + `competency "charm"`},
		"level":                {"level: junior", "level: guru", where + `level "guru"`},
		"kind":                 {"kind: knowledge", "kind: riddle", where + `kind "riddle"`},
		"answer":               {"answer: choice", "answer: song", where + `answer "song"`},
		"past choice":          {"kind: knowledge", "kind: past", where + "a question about the past"},
		"Russian missing":      {`    ru: "Чему равно нулевое значение среза?"`, `    ru: " "`, where + "question: the Russian text is missing"},
		"English missing":      {`    en: "What is the zero value of a slice?"` + "\n", "", where + "question: the English text is missing"},
		"untranslated":         {"Чему равно нулевое значение среза?", "What is the zero value of a slice?", where + "question: both languages say the same"},
		"Russian in Latin":     {"Чему равно нулевое значение среза?", "What is a slice?", where + "question: the Russian text has no Cyrillic letter"},
		"English in Cyrillic":  {"What is the zero value of a slice?", "Что такое срез?", where + "question: the English text is in Cyrillic"},
		"model":                {`    model: {ru: "nil длины ноль, append работает.", en: "nil of length zero, append works."}` + "\n", "", where + "model: the Russian text is missing"},
		"two points":           {"      - {id: length, weight: 1", "      #- {", where + "points: want 3 to 6, have 2"},
		"same point twice":     {"{id: length,", "{id: none,", where + "point none: the id must be kebab-case and the only one"},
		"weight":               {"{id: none, weight: 2", "{id: none, weight: 4", where + "point none: weight: want 1 to 3, have 4"},
		"no weight":            {"{id: none, weight: 2, ", "{id: none, ", where + "point none: weight: want 1 to 3, have 0"},
		"one wording":          {`["нил", "нет массива"]`, `["нил"]`, where + "point none: ru_also: want 2 to 5, have 1"},
		"empty wording":        {`["нил", "нет массива"]`, `["нил", " "]`, where + "point none: a wording is empty"},
		"wording of two":       {`["len is 0", "empty"]`, `["len is 0", "No array"]`, where + `point length: the wording "No array" occurs twice`},
		"wording twice":        {`["len is 0", "empty"]`, `["empty", "empty"]`, where + `point length: the wording "empty" occurs twice`},
		"four anchors":         {`      - {ru: "одно", en: "one"}` + "\n", "", where + "anchors: want 5 to 5, have 4"},
		"anchor untranslated":  {`{ru: "одно", en: "one"}`, `{ru: "одно"}`, where + "anchor 2: the English text is missing"},
		"no red flag":          {"      - {id: panics", "      #- {id: panics", where + "red_flags: want 1 to 3, have 0"},
		"red flag unworded":    {`ru_also: ["упадёт"]`, `ru_also: []`, where + "red flag panics: ru_also: want 1 to 5, have 0"},
		"probe without point":  {"when: missing, point: append", "when: missing, point: prepend", where + `probe 2: there is no point "prepend"`},
		"probe unpointed":      {"when: missing, point: append", "when: missing", where + `probe 2: there is no point ""`},
		"thin probe pointed":   {"when: thin", "when: thin, point: append", where + "probe 1: a probe for a thin answer names no point"},
		"probe at no time":     {"when: thin", "when: always", where + `probe 1: when "always"`},
		"no key":               {`key: "nil"`, `key: ""`, where + "key: want 1 to 1, have 0"},
		"two keys":             {`key: "nil"`, `key: "nil|empty"`, where + "key: want 1 to 1, have 2"},
		"key without choice":   {`key: "nil"`, `key: "zero"`, where + `key: there is no choice "zero"`},
		"one choice":           {"      - {id: empty,", "      #- {id: empty,", where + "choices: want 2 to 6, have 1"},
		"same choice twice":    {"      - {id: empty,", "      - {id: nil,", where + `choice "nil": the id must be`},
		"choice untranslated":  {`, en: "An empty slice with an array"`, "", where + "choice empty: both languages are needed"},
		"number without digit": {"answer: choice", "answer: number", where + `key: "nil" is not a number`},
		"number with choices":  {"answer: choice", "answer: number", where + "choices: a number answer has none"},
		"text with key":        {"answer: choice", "answer: text", where + "key: a text answer has none"},
		"code with choices":    {"answer: choice", "answer: code", where + "choices: a code answer has none"},
		"language of no code":  {"answer: choice", "answer: choice\n    language: go", where + "language: a choice answer has none"},
		"unknown language":     {"answer: choice", "answer: code\n    language: cobol", where + `language "cobol"`},
		"code in no language":  {"{id: none,", `{id: none, code: ["f()"],`, where + "code is judged in a language"},
		"limit of nothing":     {"answer: choice", "answer: code\n    language: go\n    limits: [{grade: 1}]", where + "limit 1: it limits nothing"},
		"limit without point":  {"answer: choice", "answer: code\n    language: go\n    limits: [{without: [zero], grade: 1}]", where + `limit 1: there is no point "zero"`},
		"limit too high":       {"answer: choice", "answer: code\n    language: go\n    limits: [{without: [none], grade: 4}]", where + "limit 1: grade: want 0 to 3, have 4"},
		"broken pattern":       {"answer: choice", `answer: code` + "\n    language: go\n    limits: " + `[{code: ["f("], grade: 1}]`, where + `limit 1: code: pattern "f("`},
		"field of a rule":      {"answer: choice", `answer: code` + "\n    language: go\n    limits: " + `[{code: [{has: ["f()"]}], grade: 1}]`, `a rule has no field "has"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			broken := strings.Replace(whole, c.old, c.with, 1)
			if broken == whole {
				t.Fatalf("the file has no %q to break", c.old)
			}
			_, err := read(map[string]string{"go.yaml": broken})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q in it", err, c.want)
			}
		})
	}
}

func TestRead_saysEverythingAtOnce(t *testing.T) {
	t.Parallel()
	broken := strings.NewReplacer("level: junior", "level: guru", "when: thin", "when: always").Replace(whole)
	_, err := read(map[string]string{"go.yaml": broken, "go-more.yaml": whole})
	for _, want := range []string{`level "guru"`, `when "always"`, "begin with go-more-", "the id is taken in go-more.yaml"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q in it", err, want)
		}
	}
}

func TestRead_refusesAnEmptyFolderOrFile(t *testing.T) {
	t.Parallel()
	for name, files := range map[string]map[string]string{
		"no file":      {},
		"no YAML file": {"notes.txt": whole},
		"empty file":   {"go.yaml": ""},
		"no question":  {"go.yaml": "skill: go\nquestions: []\n"},
	} {
		if _, err := read(files); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}

func TestRead_keepsWhatIsWritten(t *testing.T) {
	t.Parallel()
	b, err := read(map[string]string{"go.yaml": whole})
	if err != nil {
		t.Fatal(err)
	}
	q, ok := b.Question("go-zero-value")
	if !ok || b.Len() != 1 {
		t.Fatalf("got %d questions, want go-zero-value alone", b.Len())
	}
	if q.Skill != "go" || q.Theme != "" || q.Level != bank.Junior || q.Kind != bank.Explain || q.Answer != bank.ChoiceAnswer {
		t.Errorf("got %+v", q)
	}
	if q.Text.In("ru") != "Чему равно нулевое значение среза?" || q.Weight() != 4 || q.Anchors[4].Grade != 4 {
		t.Errorf("got text %q, weight %d, last anchor %+v", q.Text.RU, q.Weight(), q.Anchors[4])
	}
	p, ok := q.Point("none")
	if !ok || p.Wordings.In("ru")[0] != "нил" || p.Wordings.In("en")[0] != "no array" {
		t.Errorf("got point %+v", p)
	}
	if _, ok := q.Point("nobody"); ok {
		t.Error("got a point that is not there")
	}
	if keys := q.Keys(); len(keys) != 1 || keys[0] != "nil" {
		t.Errorf("got keys %q", keys)
	}
}

func TestRead_takesCodeThatReadsTheSameInBothLanguages(t *testing.T) {
	t.Parallel()
	const pair, code = `{ru: "nil длины ноль, append работает.", en: "nil of length zero, append works."}`, `{ru: "var s []int", en: "var s []int"}`
	options := whole[strings.Index(whole, `    key: "nil"`):strings.Index(whole, "    points:")]
	for answer, fine := range map[string]bool{"code": true, "text": false} {
		content := strings.NewReplacer("answer: choice", "answer: "+answer, options, "", pair, code).Replace(whole)
		if _, err := read(map[string]string{"go.yaml": content}); (err == nil) != fine {
			t.Errorf("%s: got %v", answer, err)
		}
	}
}

func TestDigest_followsTheWordsAndNothingElse(t *testing.T) {
	t.Parallel()
	digests := func(content string) (question, whole string) {
		b, err := read(map[string]string{"go.yaml": content})
		if err != nil {
			t.Fatal(err)
		}
		q, _ := b.Question("go-zero-value")
		return q.Digest(), b.Digest()
	}
	question, all := digests(whole)
	// A plan keeps these digests for years: a change of the form of a question must be meant.
	if want := "d80210bdaec9166c1f89f91a1ed95c0f789dfbb03ce869dee363ad04d68238ab"; question != want {
		t.Errorf("got %s, recorded %s", question, want)
	}
	if q, b := digests("# a remark\n" + strings.Replace(whole, `key: "nil"`, `key: nil`, 1)); q != question || b != all {
		t.Error("a remark or another notation changes the digest")
	}
	for _, word := range []string{"weight: 2", "level: junior", "нил", "nothing", "упадёт", "Could you say more?", "Пустой срез"} {
		with := map[string]string{"weight: 2": "weight: 3", "level: junior": "level: middle"}[word]
		if with == "" {
			with = word + "!"
		}
		if q, b := digests(strings.Replace(whole, word, with, 1)); q == question || b == all {
			t.Errorf("a change of %q keeps the digest", word)
		}
	}
}

// Whatever a file holds, reading ends with an error or with questions that can be graded.
func FuzzRead(f *testing.F) {
	f.Add(whole)
	f.Add("skill: go\nquestions:\n  - {id: go-a, points: [{}, {}], anchors: [], probes: [{when: missing}]}\n")
	f.Add("skill: &a [*a]\nquestions: *a\n")
	f.Add("theme: x\nquestions:\n- ~\n- {}\n")
	f.Add("\x00\xff: \u202e")
	f.Fuzz(func(t *testing.T, content string) {
		b, err := read(map[string]string{"go.yaml": content})
		if err != nil {
			return
		}
		for q := range b.All() {
			if len(q.Anchors) != bank.Grades || len(q.Points) < 3 || len(q.RedFlags) == 0 || q.Weight() < 3 || q.Digest() == "" {
				t.Errorf("a question passed that cannot be graded: %+v", q)
			}
		}
	})
}
