package exam

import (
	"slices"
	"strings"

	"kadry/internal/exam/answer"
	"kadry/internal/exam/bank"
	"kadry/internal/exam/hint"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
)

// The wire types of a problem. They are apart from the room's own types so that neither
// side moves the other: names here are a contract with callers.

// problemWire begins with the seven fields every client of these operations knows.
type problemWire struct {
	ID        string      `json:"id"`
	Topic     string      `json:"topic"`
	Condition contentWire `json:"condition"`
	Solution  contentWire `json:"solution"`
	Answer    string      `json:"answer"`
	Analogs   []string    `json:"analogs"`
	URL       string      `json:"url"`

	Exam      string        `json:"exam"`
	Subject   string        `json:"subject"`
	Grade     int           `json:"grade,omitzero"`
	Course    string        `json:"course_title"`
	Type      string        `json:"type"`
	TypeName  string        `json:"type_name,omitempty"`
	Types     []string      `json:"types,omitempty"`
	Passage   *contentWire  `json:"passage,omitempty"`
	Formulas  []formulaWire `json:"formulas,omitempty"`
	Tables    []tableWire   `json:"tables,omitempty"`
	Accepted  []string      `json:"accepted_answers,omitempty"`
	Hidden    bool          `json:"answer_hidden"`
	Checkable bool          `json:"checkable"`
	Criteria  *contentWire  `json:"criteria,omitempty"`
	Hints     []string      `json:"hints,omitempty"`
	Rule      *contentWire  `json:"rule,omitempty"`
	Points    int           `json:"points,omitzero"`
	Codes     []codeWire    `json:"codes,omitempty"`
	Area      string        `json:"area,omitempty"`
	Level     string        `json:"level,omitempty"`
	Relevant  string        `json:"relevance,omitempty"`
	Source    string        `json:"source,omitempty"`
	SourceURL string        `json:"source_url,omitempty"`
	Linked    []string      `json:"linked,omitempty"`
	Files     []linkWire    `json:"files,omitempty"`
	Audio     []linkWire    `json:"audio,omitempty"`
	originWire
	Note string `json:"note,omitempty"`

	hints []string // as Markdown
}

// contentWire is a piece of a problem: text with formulas as LaTeX between dollar signs,
// pictures beside it.
type contentWire struct {
	Text   string   `json:"text"`
	Images []string `json:"images"`

	markdown string
}

// formulaWire is a formula of the part named; the part's text has its LaTeX in place.
type formulaWire struct {
	Part   string `json:"part"`
	LaTeX  string `json:"latex"`
	Alt    string `json:"alt"`
	SVG    string `json:"svg"`
	OK     bool   `json:"ok"`
	MathML string `json:"mathml,omitempty"`
}

// tableWire is a table of the part named; the part's text has its rows in place.
type tableWire struct {
	Part     string     `json:"part"`
	Rows     [][]string `json:"rows"`
	Markdown string     `json:"markdown"`
}

type codeWire struct {
	Code string `json:"code"`
	Name string `json:"name"`
}

type linkWire struct {
	Title string `json:"title"`
	URL   string `json:"url"`
}

// view is what a caller wants to see of problems.
type view struct {
	parts    []part
	lang     string
	typeName func(subject.Course, string) string // "" where no catalogue names it
}

func (v view) has(p part) bool { return slices.Contains(v.parts, p) }

// problem turns a problem into its wire form. Where the answer is not asked for, it is
// hidden wherever it stands, the solution's last lines included.
func (v view) problem(f bank.Found) problemWire {
	p := f.Problem
	keyed := p.Answer != ""
	if !v.has(withAnswer) {
		p = hint.WithoutAnswer(p)
	}
	w := problemWire{
		ID: p.ID, Topic: p.Type, Condition: v.content(p.Question), URL: p.URL, Answer: p.Answer,
		Exam: string(p.Exam), Subject: string(p.Subject), Grade: p.Grade, Type: p.Type, TypeName: v.typeName(p.Course, p.Type),
		Passage: v.optional(p.Passage), Points: p.Points, Area: p.Area, Level: p.Level, Relevant: p.Relevant,
		Source: p.Source, SourceURL: p.SourceAt, Linked: p.Linked, Files: wireLinks(p.Files), Audio: wireLinks(p.Audio),
		originWire: wireOrigin(f.Provenance),
		Checkable:  keyed, Hidden: keyed && !v.has(withAnswer), Course: p.Title().In(v.lang),
	}
	if len(p.Types) > 1 {
		w.Types = p.Types
	}
	for _, c := range p.Codes {
		w.Codes = append(w.Codes, codeWire(c))
	}
	if v.has(withAnalogs) {
		w.Analogs = p.Analogs
	}
	if v.has(withAnswer) {
		w.Accepted = accepted(p.Answer)
	}
	if v.has(withHints) {
		w.Hints, w.hints = inWords(v.lang, hint.Texts(f.Problem)), inWords(v.lang, hint.Markdown(f.Problem))
	}
	v.chosen(p, &w)
	return w
}

// chosen fills in the parts that the caller wants, and lists their formulas and tables.
func (v view) chosen(p problem.Problem, w *problemWire) {
	v.list(w, "condition", p.Question)
	v.list(w, "passage", p.Passage)
	if v.has(withSolution) {
		w.Solution = v.content(p.Solution)
		v.list(w, "solution", p.Solution)
	}
	if v.has(withCriteria) {
		w.Criteria = v.optional(p.Criteria)
		v.list(w, "criteria", p.Criteria)
	}
	if v.has(withRule) {
		w.Rule = v.optional(p.Rule)
	}
}

func (v view) list(w *problemWire, name string, b problem.Body) {
	for _, f := range b.Formulas() {
		made := formulaWire{Part: name, LaTeX: f.LaTeX, Alt: f.Alt, SVG: f.SVG, OK: f.OK}
		if v.has(withMathML) {
			made.MathML = f.MathML
		}
		w.Formulas = append(w.Formulas, made)
	}
	for _, t := range b.Tables() {
		w.Tables = append(w.Tables, tableWire{Part: name, Rows: t.Cells(), Markdown: t.Markdown()})
	}
}

// accepted lists the variants of a key, one a line of its own in the exam's form.
func accepted(key string) []string {
	if key == "" {
		return nil
	}
	var list []string
	for variant := range strings.SplitSeq(key, "|") {
		if variant = strings.TrimSpace(variant); variant != "" {
			list = append(list, variant)
		}
	}
	return list
}

func (v view) content(b problem.Body) contentWire {
	w := contentWire{Text: b.Text(), markdown: b.Markdown()}
	for _, image := range b.Images() {
		w.Images = append(w.Images, image.URL)
	}
	return w
}

func (v view) optional(b problem.Body) *contentWire {
	if b.Empty() {
		return nil
	}
	made := v.content(b)
	return &made
}

func wireLinks(links []problem.Link) []linkWire {
	var list []linkWire
	for _, l := range links {
		list = append(list, linkWire(l))
	}
	return list
}

// shortened is what an answer says of itself after it was made to fit.
const shortened = "Shortened to fit: without %s. sdamgia_get_problem answers one problem whole."

// condense drops the part that is needed least of all problems: the rule, the criteria,
// the list of formulas, the solution. It answers the name of the part, "" when none is left.
func condense(problems []problemWire) string {
	for _, cut := range []struct {
		name string
		drop func(*problemWire) bool
	}{
		{"rule", func(p *problemWire) bool { had := p.Rule != nil; p.Rule = nil; return had }},
		{"criteria", func(p *problemWire) bool { had := p.Criteria != nil; p.Criteria = nil; return had }},
		{"formulas", func(p *problemWire) bool { had := len(p.Formulas) > 0; p.Formulas = nil; return had }},
		{"solution", func(p *problemWire) bool { had := p.Solution.Text != ""; p.Solution = contentWire{}; return had }},
	} {
		dropped := false
		for i := range problems {
			dropped = cut.drop(&problems[i]) || dropped
		}
		if dropped {
			return cut.name
		}
	}
	return ""
}

// verdictWire is a marked answer; nothing in it shows the key.
type verdictWire struct {
	Outcome string      `json:"outcome"`
	Correct bool        `json:"correct"`
	Reason  string      `json:"reason"`
	Fields  []fieldWire `json:"fields"`
}

type fieldWire struct {
	Given    string `json:"given"`
	Outcome  string `json:"outcome"`
	Mistakes int    `json:"mistakes,omitzero"`
}

func wireVerdict(v answer.Verdict, lang string) verdictWire {
	w := verdictWire{Outcome: string(v.Outcome), Correct: v.Outcome == answer.Correct, Reason: v.Reason.In(lang)}
	for _, f := range v.Fields {
		w.Fields = append(w.Fields, fieldWire{Given: f.Given, Outcome: string(f.Outcome), Mistakes: f.Mistakes})
	}
	return w
}
