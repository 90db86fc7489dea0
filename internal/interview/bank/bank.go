// Package bank is the interview's question bank: what may be asked, what a good answer
// says, and how the grades differ. The questions are YAML files beside the code, one for
// each skill or behaviour theme, written in Russian and in English. The package reads and
// checks them and finds questions; it plans no interview and grades no answer.
package bank

import (
	"iter"
	"slices"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/interview/code"
	"kadry/internal/skill"
)

// Competency is what an answer is evidence of.
type Competency string

// The six competencies.
const (
	Knowledge      Competency = "knowledge"       // knows how the tool works
	ProblemSolving Competency = "problem_solving" // finds causes and ways out
	Quality        Competency = "quality"         // builds what is correct, tested and safe
	Delivery       Competency = "delivery"        // brings work to the user, in time and in operation
	Collaboration  Competency = "collaboration"   // works with others, also when they disagree
	Communication  Competency = "communication"   // makes things clear to others
)

// Competencies are all competencies, in the order a report lists them.
func Competencies() []Competency {
	return []Competency{Knowledge, ProblemSolving, Quality, Delivery, Collaboration, Communication}
}

// Enum implements the closed set of competencies.
func (Competency) Enum() []string { return named(Competencies()) }

// Level is the seniority at which the question separates candidates.
type Level string

// The levels, in ascending order.
const (
	Junior Level = "junior"
	Middle Level = "mid"
	Senior Level = "senior"
)

// Levels are the levels in ascending order.
func Levels() []Level { return []Level{Junior, Middle, Senior} }

// Enum implements the closed set of levels.
func (Level) Enum() []string { return named(Levels()) }

// Spellings lets people name a level as they speak.
func (Level) Spellings() map[string]string { return skill.LevelSpellings() }

// Distance counts the steps between two levels.
func Distance(a, b Level) int {
	d := slices.Index(Levels(), a) - slices.Index(Levels(), b)
	return max(d, -d)
}

// formerMiddle is what Middle was called before candidates and vacancies had one vocabulary:
// in questions, and in plans and vacancies that were kept then.
const formerMiddle Level = "middle"

// UnmarshalText reads a level under either name.
func (l *Level) UnmarshalText(text []byte) error {
	if *l = Level(text); *l == formerMiddle {
		*l = Middle
	}
	return nil
}

// Kind is the form of the question.
type Kind string

// The kinds.
const (
	Explain     Kind = "knowledge"   // how something works
	Situational Kind = "situational" // what would you do if
	Past        Kind = "past"        // tell of a time when you
)

// Kinds are all kinds.
func Kinds() []Kind { return []Kind{Explain, Situational, Past} }

// Enum implements the closed set of kinds.
func (Kind) Enum() []string { return named(Kinds()) }

// AnswerType is what the candidate is asked to send.
type AnswerType string

// The answer types.
const (
	TextAnswer   AnswerType = "text"
	NumberAnswer AnswerType = "number" // the key holds the number
	ChoiceAnswer AnswerType = "choice" // the key holds the id of the right choice
	CodeAnswer   AnswerType = "code"
)

// AnswerTypes are all answer types.
func AnswerTypes() []AnswerType {
	return []AnswerType{TextAnswer, NumberAnswer, ChoiceAnswer, CodeAnswer}
}

// Enum implements the closed set of answer types.
func (AnswerType) Enum() []string { return named(AnswerTypes()) }

func named[T ~string](values []T) []string {
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = string(v)
	}
	return names
}

// Grades is the number of grades of an answer: 0 (nothing shown) to 4 (exemplary).
const Grades = 5

// Question is one question with all that is needed to ask it and to grade its answer.
// It is read-only: the slices are shared with the bank.
type Question struct {
	ID         string     `yaml:"id"` // unique, kebab-case, begins with the name of its file
	Skill      string     `yaml:"-"`  // canonical id of the skill taxonomy; empty in a behaviour theme
	Theme      string     `yaml:"-"`  // behaviour theme; empty in a skill
	Competency Competency `yaml:"competency"`
	Level      Level      `yaml:"level"`
	Kind       Kind       `yaml:"kind"`
	Answer     AnswerType `yaml:"answer"`
	Text       fault.Text `yaml:",inline"`
	Key        string     `yaml:"key"`                // number and choice: see Keys
	Choices    []Choice   `yaml:"choices"`            // choice only, 2 to 6
	Points     []Point    `yaml:"points"`             // 3 to 6
	Model      fault.Text `yaml:"model"`              // a whole good answer
	Anchors    []Anchor   `yaml:"anchors"`            // Grades of them, by grade
	RedFlags   []RedFlag  `yaml:"red_flags"`          // 1 to 3
	Probes     []Probe    `yaml:"probes"`             // 1 to 3, in the order they are tried
	Source     string     `yaml:"-" json:",omitzero"` // where the facts of the points are stated; empty where they are judgement
	Revision   string     `yaml:"-" json:",omitzero"` // digest of a question that With added; empty in one that came with the program

	// How the code of an answer is read, see code.Task. Without a language it is marked as text.
	Language code.Language `yaml:"language" json:",omitzero"`
	Entry    string        `yaml:"entry" json:",omitzero"`  // the function that is asked for
	Limits   []Limit       `yaml:"limits" json:",omitzero"` // of the grade, whatever points are made

	// What the code of an answer is tried on, see interpreter.Request.
	Given    string    `yaml:"given" json:",omitzero"` // declarations of types that the task gives
	Examples []Example `yaml:"examples" json:",omitzero"`
}

// Example is a piece of code that uses the code of an answer and compares what comes of it.
type Example struct {
	ID    string     `yaml:"id"`
	Text  fault.Text `yaml:",inline"` // what the code does that it looks for
	Code  string     `yaml:"code"`
	Shows []string   `yaml:"shows"` // points, each of which code makes that passes all examples of the point
}

// Limit bounds the grade of code that lacks what the task is about, or does what defeats it.
type Limit struct {
	Without []string    `yaml:"without" json:",omitzero"` // points, any of which is missing
	Lacking []string    `yaml:"lacking" json:",omitzero"` // points, all of which are missing
	Code    []code.Rule `yaml:"code" json:",omitzero"`    // any of which is found
	Grade   int         `yaml:"grade"`                    // 0 to 3, the highest that is left
}

// Choice is one of the options of a choice question. An option that is code or a number may
// read the same in both languages.
type Choice struct {
	ID   string     `yaml:"id"`
	Text fault.Text `yaml:",inline"`
}

// Point is one thing a good answer says.
type Point struct {
	ID       string     `yaml:"id"`
	Weight   int        `yaml:"weight"` // 1 to 3
	Text     fault.Text `yaml:",inline"`
	Wordings Wordings   `yaml:",inline"`
	Contrast *Contrast  `yaml:"-" json:",omitzero"` // nil where nobody has written one

	Code []code.Rule `yaml:"code" json:",omitzero"` // ways to prove it in code; a point without any is judged by words
	Said bool        `yaml:"said" json:",omitzero"` // words beside the code prove it as well
}

// Forms are all ways in which the point may be put, in both languages.
func (p Point) Forms() []string {
	return slices.Concat([]string{p.Text.RU, p.Text.EN}, p.Wordings.RU, p.Wordings.EN)
}

// RedFlag is a dangerous misconception an answer may reveal.
type RedFlag struct {
	ID       string      `yaml:"id"`
	Text     fault.Text  `yaml:",inline"`
	Wordings Wordings    `yaml:",inline"`
	Code     []code.Rule `yaml:"code" json:",omitzero"` // what shows it in code
}

// Wordings are other ways people put the same thing, by language.
type Wordings struct {
	RU []string `yaml:"ru_also"`
	EN []string `yaml:"en_also"`
}

// In returns the wordings of the language, the Russian ones for "ru", else the English.
func (w Wordings) In(lang string) []string {
	if lang == "ru" {
		return w.RU
	}
	return w.EN
}

// Anchor describes what an answer of one grade shows.
type Anchor struct {
	Grade int        `yaml:"-"` // 0 to 4, its place in the file
	Text  fault.Text `yaml:",inline"`
}

// When says what in an answer calls for a probe.
type When string

// The occasions.
const (
	Thin    When = "thin"    // the answer is short or gives no example
	Missing When = "missing" // the answer leaves out the probe's point
)

// Enum implements the closed set of occasions.
func (When) Enum() []string { return []string{string(Thin), string(Missing)} }

// Probe is a follow-up question; the interviewer asks no others.
type Probe struct {
	When  When       `yaml:"when"`
	Point string     `yaml:"point"` // id of the missing point; empty when thin
	Text  fault.Text `yaml:",inline"`
}

// Keys are the right answers of a number or choice question; any one of them is right.
func (q Question) Keys() []string {
	if q.Key == "" {
		return nil
	}
	keys := strings.Split(q.Key, "|")
	for i := range keys {
		keys[i] = strings.TrimSpace(keys[i])
	}
	return keys
}

// Point returns the reference point with the id.
func (q Question) Point(id string) (Point, bool) {
	i := slices.IndexFunc(q.Points, func(p Point) bool { return p.ID == id })
	if i < 0 {
		return Point{}, false
	}
	return q.Points[i], true
}

// Tries says whether the code of an example calls the function and compares.
func (e Example) Tries(entry string) bool {
	return strings.Contains(e.Code, "equal(") && strings.Contains(e.Code, entry)
}

// Example returns the example with the id.
func (q Question) Example(id string) (Example, bool) {
	i := slices.IndexFunc(q.Examples, func(e Example) bool { return e.ID == id })
	if i < 0 {
		return Example{}, false
	}
	return q.Examples[i], true
}

// Weight is the sum of the weights of the points.
func (q Question) Weight() int {
	sum := 0
	for _, p := range q.Points {
		sum += p.Weight
	}
	return sum
}

// Bank is a checked set of questions. It is safe for concurrent use.
type Bank struct {
	questions []Question // by id
	place     map[string]int
	digest    string
}

// Wanted selects questions; an empty field selects any.
type Wanted struct {
	Skill      string
	Theme      string
	Competency Competency
	Level      Level
	Kind       Kind
	Answer     AnswerType
}

func (w Wanted) takes(q *Question) bool {
	return (w.Skill == "" || w.Skill == q.Skill) &&
		(w.Theme == "" || w.Theme == q.Theme) &&
		(w.Competency == "" || w.Competency == q.Competency) &&
		(w.Level == "" || w.Level == q.Level) &&
		(w.Kind == "" || w.Kind == q.Kind) &&
		(w.Answer == "" || w.Answer == q.Answer)
}

// Len is the number of questions.
func (b *Bank) Len() int { return len(b.questions) }

// All goes over the questions in the order of their ids.
func (b *Bank) All() iter.Seq[Question] { return slices.Values(b.questions) }

// Question returns the question with the id.
func (b *Bank) Question(id string) (Question, bool) {
	i, ok := b.place[id]
	if !ok {
		return Question{}, false
	}
	return b.questions[i], true
}

// Lacks says that points which the limit names are missing.
func (l Limit) Lacks(made func(id string) bool) bool {
	return slices.ContainsFunc(l.Without, func(id string) bool { return !made(id) }) || len(l.Lacking) > 0 && !slices.ContainsFunc(l.Lacking, made)
}

// Find returns the questions that fit, in the order of their ids.
func (b *Bank) Find(w Wanted) []Question {
	var found []Question
	for i := range b.questions {
		if w.takes(&b.questions[i]) {
			found = append(found, b.questions[i])
		}
	}
	return found
}

// Skills are the canonical ids of the skills that have questions, sorted.
func (b *Bank) Skills() []string {
	return b.distinct(func(q *Question) string { return q.Skill })
}

// Themes are the behaviour themes that have questions, sorted.
func (b *Bank) Themes() []string {
	return b.distinct(func(q *Question) string { return q.Theme })
}

func (b *Bank) distinct(of func(*Question) string) []string {
	var names []string
	for i := range b.questions {
		if name := of(&b.questions[i]); name != "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
