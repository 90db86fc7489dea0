package pipeline

import (
	"context"
	"crypto/rand"
	"fmt"
	"strconv"
	"strings"
	"time"

	"kadry/internal/cursor"
	"kadry/internal/fault"
	"kadry/internal/op"
)

// textFormat is a form of an answer's text block.
type textFormat string

// Enum implements the closed set of forms.
func (textFormat) Enum() []string { return []string{"json", "markdown"} }

type historyInput struct {
	Candidate string     `json:"candidate_id" min:"1" max:"100" doc:"Of the CV base."`
	Limit     int        `json:"limit,omitzero" min:"1" max:"200" default:"50" doc:"Entries on a page."`
	Redact    bool       `json:"redact,omitzero" doc:"Blind review: no name, no words of people."`
	Format    textFormat `json:"response_format,omitzero" default:"json" doc:"Form of the text block."`
	cursor.Page
}

// Entry is a move, or a note, of a person's history.
type Entry struct {
	Kind    string    `json:"kind" doc:"moved or noted."`
	At      time.Time `json:"at"`
	Author  string    `json:"author"`
	Vacancy string    `json:"vacancy_id,omitzero"`
	Title   string    `json:"vacancy,omitzero" doc:"Its title; left out when it was deleted."`
	From    Stage     `json:"from,omitzero"`
	To      Stage     `json:"to,omitzero"`
	Reason  Reason    `json:"reason,omitzero"`
	Comment string    `json:"comment,omitzero"`
	Until   string    `json:"until,omitzero"`
	Reopens bool      `json:"reopened,omitzero" doc:"Out of a rejection."`
	NoteID  string    `json:"note_id,omitzero"`
	Text    string    `json:"text,omitzero" doc:"Of a note."`
}

// Kinds of entries.
const (
	MovedEntry = "moved"
	NotedEntry = "noted"
)

// Biography is what people decided and noted on one person.
type Biography struct {
	Candidate    string   `json:"candidate_id"`
	Name         string   `json:"name"`
	Title        string   `json:"title,omitzero"`
	Applications []Shown  `json:"applications" doc:"One for each vacancy they are in."`
	Tags         []string `json:"tags"`
	Items        []Entry  `json:"items" doc:"The newest first."`
}

type historyOutput struct {
	Biography
	Total   int    `json:"total"`
	HasMore bool   `json:"has_more"`
	Next    string `json:"next_cursor,omitzero"`
	Note    string `json:"note,omitzero"`

	asked cursor.Question
	skip  int // entries before the page
}

// Condense halves the history; the next page begins behind it.
func (o historyOutput) Condense() (historyOutput, bool) {
	o.Note = "Shortened to fit: ask with a smaller limit."
	if len(o.Items) < 2 {
		return o, false
	}
	o.Items, o.HasMore = o.Items[:len(o.Items)/2], true
	o.Next = o.asked.After(strconv.Itoa(o.skip + len(o.Items)))
	return o, true
}

// Markdown writes it for a reader.
func (o Biography) Markdown(lang string) string {
	var b strings.Builder
	name := o.Name
	if name == "" {
		name = o.Candidate
	}
	fmt.Fprintf(&b, "# %s\n", fault.EscapeMarkdown(name))
	if o.Title != "" {
		fmt.Fprintf(&b, "\n%s\n", fault.EscapeMarkdown(o.Title))
	}
	return b.String() + o.Decisions(lang)
}

// Decisions writes what people decided and noted, without whom it is about.
func (o Biography) Decisions(lang string) string {
	say := func(en, ru string, operands ...any) string { return fault.Say(en, ru, operands...).In(lang) }
	var b strings.Builder
	if len(o.Tags) > 0 {
		fmt.Fprintf(&b, "\n%s: %s\n", say("Tags", "Метки"), fault.EscapeMarkdown(strings.Join(o.Tags, ", ")))
	}
	fmt.Fprintf(&b, "\n## %s\n\n", say("Vacancies", "Вакансии"))
	for _, a := range o.Applications {
		fmt.Fprintf(&b, "- %s: %s\n", fault.EscapeMarkdown(titled(a.VacancyTitle, lang)), fault.EscapeMarkdown(a.Standing.In(lang)))
	}
	fmt.Fprintf(&b, "\n## %s\n\n", say("History", "История"))
	for _, e := range o.Items {
		fmt.Fprintf(&b, "- %s, %s: %s\n", e.At.UTC().Format("2006-01-02 15:04 UTC"), fault.EscapeMarkdown(e.Author), fault.EscapeMarkdown(e.in(lang)))
	}
	return b.String()
}

func titled(title, lang string) string {
	if title == "" {
		return fault.Say("a deleted vacancy", "удалённая вакансия").In(lang)
	}
	return title
}

// In is the standing in words.
func (s Standing) In(lang string) string {
	text := s.Stage.Text().In(lang)
	if s.Until != "" {
		text += " " + fault.Say("until %s", "до %s", s.Until).In(lang)
	}
	if s.Reason != "" {
		text += ": " + s.Reason.Text().In(lang)
	}
	if s.Comment != "" {
		text += ". " + s.Comment
	}
	return text
}

func (e Entry) in(lang string) string {
	if e.Kind == NotedEntry {
		return e.Text
	}
	text := titled(e.Title, lang) + ": "
	if e.From != "" {
		text += e.From.Text().In(lang) + " → "
	}
	text += Standing{Stage: e.To, Reason: e.Reason, Comment: e.Comment, Until: e.Until}.In(lang)
	if e.Reopens {
		text += " (" + fault.Say("reopened", "возвращение после отказа").In(lang) + ")"
	}
	return text
}

func (h *handlers) history() *op.Op {
	return op.New(op.Spec{
		Name: "get_application_history", Toolset: toolset, Title: "A person's way through vacancies", Effect: op.Reads,
		Doc: "Everything that people decided and noted about one person, the newest first: every vacancy with the stage, every move with author and reason, notes and tags.",
		Examples: []op.Example{
			{Title: "A sample candidate", Input: `{"candidate_id":"cv_66q7bo3rtckazg2i"}`},
		},
	}, func(ctx context.Context, in historyInput) (historyOutput, error) {
		who, err := h.person(ctx, in.Candidate, in.Redact)
		if err != nil {
			return historyOutput{}, err
		}
		if who.Deleted {
			return historyOutput{}, unknownPerson(in.Candidate)
		}
		out := historyOutput{Biography: Biography{Candidate: in.Candidate, Name: who.Name, Title: who.Title}}
		if err := h.entries(ctx, in, &out); err != nil {
			return out, err
		}
		list, err := h.Keeper.List(ctx, tenantOf(ctx), Filter{Candidates: []string{in.Candidate}}, nil, 0, mostVacancies)
		if err != nil {
			return out, err
		}
		if out.Applications, err = h.shown(ctx, list, in.Redact); err != nil {
			return out, err
		}
		return out, h.tagged(ctx, in, &out)
	})
}

// mostVacancies bounds how many vacancies of one person are shown.
const mostVacancies = 100

func (h *handlers) tagged(ctx context.Context, in historyInput, out *historyOutput) error {
	if in.Redact {
		return nil
	}
	tags, err := h.Keeper.Tags(ctx, tenantOf(ctx), []string{in.Candidate})
	out.Tags = tags[in.Candidate]
	return err
}

// entries reads a page of the history.
func (h *handlers) entries(ctx context.Context, in historyInput, out *historyOutput) error {
	out.asked = cursor.Ask("history", in.Candidate)
	given, err := in.Given()
	if err != nil {
		return err
	}
	if out.skip, err = out.asked.Offset(given); err != nil {
		return err
	}
	events, total, err := h.Keeper.History(ctx, tenantOf(ctx), in.Candidate, out.skip, in.Limit)
	if err != nil {
		return err
	}
	if read := out.skip + len(events); read < total {
		out.HasMore, out.Next = true, out.asked.After(strconv.Itoa(read))
	}
	out.Total = total
	var vacancies []string
	for _, e := range events {
		if e.Step != nil {
			vacancies = append(vacancies, e.Step.Vacancy)
		}
	}
	titles, err := h.titles(ctx, vacancies)
	for _, e := range events {
		out.Items = append(out.Items, entryOf(e, titles, in.Redact))
	}
	return err
}

func entryOf(e Event, titles map[string]string, blind bool) Entry {
	var out Entry
	if n := e.Note; n != nil {
		out = Entry{Kind: NotedEntry, At: n.At, Author: n.Author, NoteID: n.ID, Text: n.Text}
	} else {
		s := e.Step
		out = Entry{
			Kind: MovedEntry, At: s.At, Author: s.Author, Vacancy: s.Vacancy, Title: titles[s.Vacancy],
			From: s.From, To: s.Stage, Reason: s.Reason, Comment: s.Comment, Until: s.Until, Reopens: s.Reopened(),
		}
	}
	if blind {
		out.Text, out.Comment = "", ""
	}
	return out
}

type noteInput struct {
	Candidate string `json:"candidate_id" min:"1" max:"100" doc:"Of the CV base."`
	Text      string `json:"text" min:"1" max:"4000" doc:"What colleagues should know."`
}

func (h *handlers) note() *op.Op {
	return op.New(op.Spec{
		Name: "note_candidate", Toolset: toolset, Title: "Note something on a person", Effect: op.Creates,
		Doc: "Keeps a note on a person over all vacancies, with your name and the time.",
	}, func(ctx context.Context, in noteInput) (Note, error) {
		n := Note{
			ID: "note_" + strings.ToLower(rand.Text()), Candidate: in.Candidate, Author: authorOf(ctx), Text: Clean(in.Text), At: h.Now().UTC(),
		}
		if n.Text == "" {
			return Note{}, fault.Wrong("text", fault.Say("is empty", "нет текста"))
		}
		if err := h.here(ctx, in.Candidate); err != nil {
			return Note{}, err
		}
		return n, h.Keeper.AddNote(ctx, tenantOf(ctx), n)
	})
}

type deleteNoteInput struct {
	ID      string `json:"note_id" min:"1" max:"60" doc:"Of your note."`
	Confirm bool   `json:"confirm,omitzero" doc:"true deletes; there is no undo."`
}

type deletedOutput struct {
	Deleted bool `json:"deleted"`
}

func (h *handlers) deleteNote() *op.Op {
	return op.New(op.Spec{
		Name: "delete_note", Toolset: toolset, Title: "Delete a note of yours", Effect: op.Destroys,
		Fronts: []op.Front{op.REST, op.CLI, op.Web},
		Doc:    "Deletes a note that you wrote.",
	}, func(ctx context.Context, in deleteNoteInput) (deletedOutput, error) {
		if err := confirmed(in.Confirm); err != nil {
			return deletedOutput{}, err
		}
		err := h.Keeper.DeleteNote(ctx, tenantOf(ctx), in.ID, authorOf(ctx))
		return deletedOutput{Deleted: err == nil}, err
	})
}

type tagInput struct {
	Candidate string   `json:"candidate_id" min:"1" max:"100" doc:"Of the CV base."`
	Add       []string `json:"add,omitempty" max:"20" doc:"Tags to give; case does not matter."`
	Remove    []string `json:"remove,omitempty" max:"20" doc:"Tags to take away."`
}

type tagOutput struct {
	Tags []string `json:"tags" doc:"All of the person now."`
}

func (h *handlers) tag() *op.Op {
	return op.New(op.Spec{
		Name: "tag_candidate", Toolset: toolset, Title: "Tag a person", Effect: op.Updates, Idempotent: true,
		Doc: "Gives a person tags and takes tags away, over all vacancies: at most 20 of 40 characters.",
	}, func(ctx context.Context, in tagInput) (tagOutput, error) {
		t := Tagging{Candidate: in.Candidate, Author: authorOf(ctx)}
		var err error
		if t.Add, err = Tags("add", in.Add); err != nil {
			return tagOutput{}, err
		}
		if t.Remove, err = Tags("remove", in.Remove); err != nil {
			return tagOutput{}, err
		}
		if err := h.here(ctx, in.Candidate); err != nil {
			return tagOutput{}, err
		}
		tags, err := h.Keeper.Tag(ctx, tenantOf(ctx), t)
		return tagOutput{Tags: tags}, err
	})
}

type forgetInput struct {
	Candidate string `json:"candidate_id" min:"1" max:"100" doc:"Whom."`
	Confirm   bool   `json:"confirm,omitzero" doc:"true deletes; there is no undo."`
}

func (h *handlers) forget() *op.Op {
	return op.New(op.Spec{
		Name: "forget_candidate", Toolset: toolset, Title: "Take a person out of every vacancy", Effect: op.Destroys, Idempotent: true,
		Fronts: []op.Front{op.REST, op.CLI, op.Web},
		Doc:    "Deletes a person's stages, history, notes and tags for good. The CV stays; deleting that does this too.",
	}, func(ctx context.Context, in forgetInput) (Forgotten, error) {
		if err := confirmed(in.Confirm); err != nil {
			return Forgotten{}, err
		}
		return h.Keeper.Forget(ctx, tenantOf(ctx), in.Candidate, authorOf(ctx))
	})
}
