package exam

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"kadry/internal/cursor"
	"kadry/internal/exam/bank"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
	"kadry/internal/op"
)

// handlers hold what the operations of the room work with.
type handlers struct{ bank *bank.Bank }

const (
	toolset = "sdamgia"
	// siteTimeout is how long a call may take. Many clients give up after a minute, so a call
	// ends well before that with what it has, however long the site is silent.
	siteTimeout = 44 * time.Second
)

// Operations declares the operations of the room. Over a nil bank they can be described
// and not called.
func Operations(bank *bank.Bank) []*op.Op {
	d := &handlers{bank: bank}
	return []*op.Op{
		d.getProblem(), d.searchProblems(), d.searchByText(), d.batchGet(),
		d.getCatalog(), d.getCategory(), d.getTest(), d.checkAnswer(), d.composeTest(), d.composeVariants(),
	}
}

// declared fills in what all operations of the room share.
func declared(spec op.Spec) op.Spec {
	spec.Toolset, spec.Effect, spec.World, spec.Timeout = toolset, op.Reads, true, siteTimeout
	return spec
}

// watched is the context of a call whose stages its caller sees.
func watched(ctx context.Context) context.Context {
	report := op.Progress(ctx)
	return bank.WithStages(ctx, func(s bank.Stage) { report(op.Stage(s)) })
}

// langOf is the language of the caller.
func langOf(ctx context.Context) string { return op.CallerFrom(ctx).Lang }

// The closed sets of values on the wire.
type (
	subjectName string
	examName    string
	reach       string
	textFormat  string
	part        string
)

// Enum implements the closed set of subjects: the ЕГЭ has them all.
func (subjectName) Enum() []string { return texts(subject.Offered(subject.EGE, 0)) }

// Spellings lets people name a subject as they say it.
func (subjectName) Spellings() map[string]string {
	spellings := map[string]string{}
	for subject, names := range subject.Spellings() {
		for _, name := range append(names, strings.ToLower(subject.Title().EN), strings.ToLower(subject.Title().RU)) {
			spellings[name] = string(subject)
		}
	}
	return spellings
}

// Enum implements the closed set of exams.
func (examName) Enum() []string { return texts(subject.Exams()) }

// Spellings lets people name an exam in Russian.
func (examName) Spellings() map[string]string {
	spellings := map[string]string{}
	for _, e := range subject.Exams() {
		spellings[strings.ToLower(e.Title().RU)] = string(e)
	}
	return spellings
}

// Enum implements the closed set of scopes.
func (reach) Enum() []string {
	return texts([]bank.Scope{bank.ThisSubject, bank.ThisExam, bank.Everywhere})
}

// Enum implements the closed set of forms of the text block.
func (textFormat) Enum() []string { return []string{"json", "markdown"} }

// The parts of a problem that a caller chooses.
const (
	withSolution part = "solution"
	withAnswer   part = "answer"
	withAnalogs  part = "analogs"
	withCriteria part = "criteria"
	withHints    part = "hints"
	withMathML   part = "mathml"
	withRule     part = "rule"
)

// Enum implements the closed set of parts.
func (part) Enum() []string {
	return texts([]part{withSolution, withAnswer, withAnalogs, withCriteria, withHints, withMathML, withRule})
}

func texts[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, item := range list {
		out[i] = string(item)
	}
	return out
}

// courseWire is what every operation takes.
type courseWire struct {
	Subject subjectName `json:"subject" doc:"Subject."`
	Exam    examName    `json:"exam,omitzero" default:"ege" doc:"Exam."`
	Grade   int         `json:"grade,omitzero" min:"0" max:"11" doc:"For vpr."`
}

func (w courseWire) course() subject.Course {
	return subject.Course{Exam: subject.Exam(w.Exam), Subject: subject.Subject(w.Subject), Grade: w.Grade}
}

// pageWire is what every list takes.
type pageWire struct {
	Limit int `json:"limit,omitzero" min:"1" max:"50" default:"20" doc:"On a page."`
	cursor.Page
	Format textFormat `json:"response_format,omitzero" default:"markdown" doc:"Form of the text block."`
}

// originWire says where an answer comes from.
type originWire struct {
	FetchedAt string `json:"fetched_at"`
	FromCache bool   `json:"from_cache"`
	Stale     bool   `json:"stale"`
}

func wireOrigin(p problem.Provenance) originWire {
	return originWire{FetchedAt: p.FetchedAt.UTC().Format(time.RFC3339), FromCache: p.FromCache, Stale: p.Stale}
}

// opened takes the cursor and the form of the answer out of an input that w is part of. What
// is left, with the name of the operation, is the question its cursors are bound to; offset
// is the place the cursor says.
func (w *pageWire) opened(name string, input any) (asked cursor.Question, offset int, err error) {
	given, err := w.Given()
	if err != nil {
		return "", 0, err
	}
	w.Page, w.Format = cursor.Page{}, ""
	text, err := json.Marshal(input)
	if err != nil {
		return "", 0, fmt.Errorf("exam: question of %s: %w", name, err)
	}
	asked = cursor.Ask(name, string(text))
	offset, err = asked.Offset(given)
	return asked, offset, err
}

// inWords writes texts in a language.
func inWords(lang string, list []fault.Text) []string {
	out := make([]string, len(list))
	for i, text := range list {
		out[i] = text.In(lang)
	}
	return out
}

// wireWarnings writes findings with the next step beside each.
func wireWarnings(lang string, list []problem.Warning) []string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = w.Text.In(lang)
		if next := w.Next.In(lang); next != "" {
			out[i] += " " + fault.Text{EN: "Next: ", RU: "Дальше: "}.In(lang) + next
		}
	}
	return out
}

// completeSubject proposes codes of subjects by any spelling of theirs.
func (d *handlers) completeSubject(_ context.Context, prefix string) ([]string, error) {
	return texts(subject.StartingWith(prefix)), nil
}

func (d *handlers) completeExam(_ context.Context, prefix string) ([]string, error) {
	var names []string
	for _, e := range subject.Exams() {
		if strings.HasPrefix(string(e), strings.ToLower(prefix)) || strings.HasPrefix(e.Title().RU, strings.ToUpper(prefix)) {
			names = append(names, string(e))
		}
	}
	return names, nil
}

// proposals is how many numbers a completion proposes.
const proposals = 100

// completeID proposes numbers of problems in the bank.
func (d *handlers) completeID(ctx context.Context, prefix string) ([]string, error) {
	return d.bank.Numbers(ctx, strings.TrimSpace(prefix), proposals)
}
