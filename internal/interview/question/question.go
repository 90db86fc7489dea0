// Package question is what a company asks beside the questions that came with the program:
// how such a question is written down, what must be right before it can be asked, what is
// better put differently, and how lists of them come and go as files. Asking, marking and
// analysing know them as questions of package bank. They are kept by the room.
package question

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/code"
)

// Question is a question of a tenant's own.
type Question struct {
	Content
	Tenant               string    `json:"-"`
	Version              int       `json:"version"` // grows by one whenever the content changes
	CreatedAt, UpdatedAt time.Time `json:"-"`
}

// Prefix begins the id of every question of a tenant's own, and of none that came with the
// program.
const Prefix = "own-"

// Content is what people write. It is the form of files, of calls and of what is kept.
type Content struct {
	ID         string          `json:"id,omitzero" max:"80" doc:"Begins with own-; made when left out. Saving under a known one makes its next version."`
	Status     Status          `json:"status,omitzero" doc:"draft is never asked; ready when left out."`
	Skill      string          `json:"skill,omitzero" max:"100" doc:"In any spelling; or a theme."`
	Theme      string          `json:"theme,omitzero" max:"60" doc:"Of behaviour: teamwork, conflict, incident, learning, ownership, communication or one of yours."`
	Competency bank.Competency `json:"competency,omitzero" doc:"What the answer is evidence of."`
	Level      bank.Level      `json:"level,omitzero" doc:"At which it tells people apart; mid when left out."`
	Kind       bank.Kind       `json:"kind,omitzero" doc:"How something works, what would you do, or tell of a time."`
	Type       bank.AnswerType `json:"type,omitzero" doc:"Of the answer; text when left out."`
	Minutes    int             `json:"minutes,omitzero" min:"0" max:"120" doc:"An answer takes."`
	Tags       []string        `json:"tags,omitempty" max:"20" doc:"Yours."`
	Text       Text            `json:"text" doc:"Asked word for word. It is asked in the languages it is written in."`
	Key        string          `json:"key,omitzero" max:"200" doc:"number: the right ones, parted by |. choice: the id of the right one."`
	Choices    []Choice        `json:"choices,omitempty" max:"6" doc:"Of a choice, 2 to 6."`
	Points     []Point         `json:"points" min:"1" max:"10" doc:"What a good answer says."`
	Model      Text            `json:"model,omitzero" doc:"A whole good answer; made of the points when left out."`
	Anchors    []Text          `json:"anchors,omitempty" max:"5" doc:"What answers of the grades 0 to 4 show; general words when left out."`
	RedFlags   []RedFlag       `json:"red_flags,omitempty" max:"5" doc:"Dangerous misconceptions."`
	Probes     []Probe         `json:"probes,omitempty" max:"5" doc:"What may be asked further."`
	Code       Code            `json:"code,omitzero" doc:"Of a code answer."`
	Source     string          `json:"source,omitzero" max:"500" doc:"Where the facts of the points are stated."`
}

// Status says whether a question may be asked.
type Status string

// The statuses.
const (
	Ready Status = "ready"
	Draft Status = "draft" // proposed; asked when a person has saved it as ready
)

// Enum implements the closed set of statuses.
func (Status) Enum() []string { return []string{string(Ready), string(Draft)} }

// Text is a text in the languages it is written in.
type Text struct {
	EN string `json:"en,omitzero" max:"4000"`
	RU string `json:"ru,omitzero" max:"4000"`
}

// In returns the text in a language, empty where it is not written.
func (t Text) In(lang bank.Language) string {
	if lang == bank.Russian {
		return t.RU
	}
	return t.EN
}

// Any returns the text in the language where it is written in it, else in the other one.
func (t Text) Any(lang string) string {
	if lang == string(bank.Russian) {
		return cmp.Or(t.RU, t.EN)
	}
	return cmp.Or(t.EN, t.RU)
}

// Phrases are wordings by language.
type Phrases struct {
	RU []string `json:"ru,omitempty" max:"20"`
	EN []string `json:"en,omitempty" max:"20"`
}

// In returns the phrases of a language.
func (p Phrases) In(lang bank.Language) []string {
	if lang == bank.Russian {
		return p.RU
	}
	return p.EN
}

func (p Phrases) none() bool { return len(p.RU)+len(p.EN) == 0 }

// Choice is one of the options of a choice question.
type Choice struct {
	ID   string `json:"id" min:"1" max:"40"`
	Text Text   `json:"text"`
}

// Point is one thing a good answer says.
type Point struct {
	ID     string  `json:"id,omitzero" max:"60" doc:"Kebab-case; made when left out."`
	Weight int     `json:"weight,omitzero" min:"0" max:"3" doc:"1 to 3; 2 when left out."`
	Text   Text    `json:"text" doc:"As a good answer says it."`
	Also   Phrases `json:"also,omitzero" doc:"Other ways people put it."`
	Right  Phrases `json:"right,omitzero" doc:"Whole sentences that say it in other words."`
	Wrong  Phrases `json:"misconceptions,omitzero" doc:"Whole sentences that use its words and say something else."`
}

// RedFlag is a dangerous misconception an answer may reveal.
type RedFlag struct {
	ID   string  `json:"id,omitzero" max:"60"`
	Text Text    `json:"text"`
	Also Phrases `json:"also,omitzero"`
}

// Probe is a follow-up question.
type Probe struct {
	When  bank.When `json:"when" doc:"The answer is thin, or a point is missing."`
	Point string    `json:"point,omitzero" max:"60" doc:"Id of the missing point."`
	Text  Text      `json:"text"`
}

// Code says how the code of an answer is read and what it is tried on.
type Code struct {
	Language code.Language `json:"language,omitzero" doc:"Only go and javascript are run."`
	Entry    string        `json:"entry,omitzero" max:"60" doc:"The function asked for."`
	Given    string        `json:"given,omitzero" max:"2000" doc:"Go types that the task gives."`
	Examples []Example     `json:"examples,omitempty" max:"12"`
}

// Example is a piece of code that uses the code of an answer and compares what comes of it.
type Example struct {
	ID    string   `json:"id,omitzero" max:"60"`
	Text  Text     `json:"text" doc:"What the code does that it looks for."`
	Code  string   `json:"code" max:"4000" doc:"Calls the function and equal(got, want); JavaScript also has await wait(ms) and now()."`
	Shows []string `json:"shows,omitempty" max:"10" doc:"Ids of points; all when left out."`
}

// Languages are those in which the question can be asked.
func (c Content) Languages() []bank.Language {
	var list []bank.Language
	for _, l := range bank.Languages() {
		if c.Text.In(l) != "" {
			list = append(list, l)
		}
	}
	return list
}

// About is the skill or the theme.
func (c Content) About() string { return cmp.Or(c.Skill, c.Theme) }

// Bank returns the question as it is planned, asked and marked.
func (c Content) Bank() bank.Question {
	q := bank.Question{
		ID: c.ID, Skill: c.Skill, Theme: c.Theme, Competency: c.Competency, Level: c.Level, Kind: c.Kind, Answer: c.Type,
		Text: fault.Text(c.Text), Key: c.Key, Model: fault.Text(c.Model), Source: c.Source,
		Language: c.Code.Language, Entry: c.Code.Entry, Given: c.Code.Given,
	}
	for _, e := range c.Code.Examples {
		q.Examples = append(q.Examples, bank.Example{ID: e.ID, Text: fault.Text(e.Text), Code: e.Code, Shows: e.Shows})
	}
	for _, o := range c.Choices {
		q.Choices = append(q.Choices, bank.Choice{ID: o.ID, Text: fault.Text(o.Text)})
	}
	for _, p := range c.Points {
		point := bank.Point{ID: p.ID, Weight: p.Weight, Text: fault.Text(p.Text), Wordings: bank.Wordings(p.Also)}
		if !p.Right.none() || !p.Wrong.none() {
			point.Contrast = &bank.Contrast{
				RU: bank.Claims{Right: p.Right.RU, Wrong: p.Wrong.RU}, EN: bank.Claims{Right: p.Right.EN, Wrong: p.Wrong.EN},
			}
		}
		q.Points = append(q.Points, point)
	}
	for grade, a := range c.Anchors {
		q.Anchors = append(q.Anchors, bank.Anchor{Grade: grade, Text: fault.Text(a)})
	}
	for _, f := range c.RedFlags {
		q.RedFlags = append(q.RedFlags, bank.RedFlag{ID: f.ID, Text: fault.Text(f.Text), Wordings: bank.Wordings(f.Also)})
	}
	for _, p := range c.Probes {
		q.Probes = append(q.Probes, bank.Probe{When: p.When, Point: p.Point, Text: fault.Text(p.Text)})
	}
	q.Revision = q.Digest()
	return q
}

// Of writes a question of the bank down as people write theirs.
func Of(q bank.Question) Content {
	c := Content{
		ID: q.ID, Status: Ready, Skill: q.Skill, Theme: q.Theme, Competency: q.Competency, Level: q.Level, Kind: q.Kind, Type: q.Answer,
		Text: Text(q.Text), Key: q.Key, Model: Text(q.Model), Source: q.Source,
		Code: Code{Language: q.Language, Entry: q.Entry, Given: q.Given},
	}
	for _, e := range q.Examples {
		c.Code.Examples = append(c.Code.Examples, Example{ID: e.ID, Text: Text(e.Text), Code: e.Code, Shows: e.Shows})
	}
	for _, o := range q.Choices {
		c.Choices = append(c.Choices, Choice{ID: o.ID, Text: Text(o.Text)})
	}
	for _, p := range q.Points {
		point := Point{ID: p.ID, Weight: p.Weight, Text: Text(p.Text), Also: Phrases(p.Wordings)}
		if p.Contrast != nil {
			point.Right = Phrases{RU: p.Contrast.RU.Right, EN: p.Contrast.EN.Right}
			point.Wrong = Phrases{RU: p.Contrast.RU.Wrong, EN: p.Contrast.EN.Wrong}
		}
		c.Points = append(c.Points, point)
	}
	for _, a := range q.Anchors {
		c.Anchors = append(c.Anchors, Text(a.Text))
	}
	for _, f := range q.RedFlags {
		c.RedFlags = append(c.RedFlags, RedFlag{ID: f.ID, Text: Text(f.Text), Also: Phrases(f.Wordings)})
	}
	for _, p := range q.Probes {
		c.Probes = append(c.Probes, Probe{When: p.When, Point: p.Point, Text: Text(p.Text)})
	}
	return c
}

// Same tells two contents that ask and mark the same.
func (c Content) Same(d Content) bool {
	return c.Status == d.Status && c.Minutes == d.Minutes && slices.Equal(c.Tags, d.Tags) &&
		c.Bank().Digest() == d.Bank().Digest()
}

// Asked are the questions that may be asked in a language.
func Asked(list []Question, lang bank.Language) []bank.Question {
	var asked []bank.Question
	for _, q := range list {
		if q.Status == Ready && q.Text.In(lang) != "" {
			asked = append(asked, q.Bank())
		}
	}
	return asked
}

// NewID makes the id of a new question from what it is about and a digest or random id, whose
// end tells it from others.
func NewID(c Content, unique string) string {
	words := strings.FieldsFunc(strings.ToLower(c.About()), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	about := strings.Join(append(words, unique[max(0, len(unique)-idTail):]), "-")
	return Prefix + about[max(0, len(about)-maxID+len(Prefix)):]
}

// idTail is how much of that tells the questions of a tenant apart.
const idTail = 8
