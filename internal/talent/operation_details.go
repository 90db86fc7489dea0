package talent

import (
	"context"
	"time"

	"kadry/internal/op"
)

type part string

// Enum implements the closed set of parts of a candidate.
func (part) Enum() []string { return detailParts }

type detailsInput struct {
	ID       string   `json:"candidate_id" min:"1" max:"100" doc:"From a search."`
	Sections []part   `json:"sections,omitempty" max:"8" doc:"Only these parts; empty is all."`
	Required []string `json:"required_skills,omitempty" max:"60" doc:"Skills to check the CV for."`
	MaxChars int      `json:"max_chars,omitzero" min:"100" max:"100000" default:"6000" doc:"Characters of the CV's text on one page."`
	Cursor   string   `json:"cursor,omitzero" max:"2000" doc:"next_cursor, for the next page of the text."`
	Redact   bool     `json:"redact,omitzero" doc:"Hide name, contacts and protected facts, for a blind review."`
}

type detailsOutput struct {
	ID         string         `json:"candidate_id"`
	Name       string         `json:"name"`
	Redacted   bool           `json:"redacted"`
	Contacts   contactsWire   `json:"contacts"`
	Record     recordWire     `json:"record"`
	Coverage   []coverageWire `json:"required_coverage,omitempty"`
	Text       string         `json:"text,omitempty"`
	TextStart  int            `json:"text_start"`
	TextChars  int            `json:"text_chars"`
	HasMore    bool           `json:"has_more"`
	NextCursor string         `json:"next_cursor,omitempty"`
	Confidence confidenceWire `json:"confidence"`
	Source     sourceWire     `json:"source"`
	Tags       []string       `json:"tags"`
	Duplicates []string       `json:"possible_duplicates,omitempty"`
	Suggested  []relativeWire `json:"suggestions,omitempty"`
	AlsoIn     []relativeWire `json:"also_in,omitempty"`
	Changed    []changedWire  `json:"corrected,omitempty"`
	Rules      string         `json:"rules,omitempty"`
	AsOf       string         `json:"as_of"`
	Note       string         `json:"note,omitempty"`
}

type sourceWire struct {
	File       string   `json:"file,omitempty"`
	Format     string   `json:"format"`
	Pages      int      `json:"pages,omitempty"`
	Bytes      int64    `json:"bytes"`
	IngestedAt string   `json:"ingested_at"`
	Warnings   []string `json:"warnings,omitempty"`
}

// changedWire is a field that is not what the rules read.
type changedWire struct {
	Field  string `json:"field"`
	Engine string `json:"engine"`
	By     string `json:"by"`
	At     string `json:"at"`
}

// Condense drops what weighs most in the record; the text is paged by its own cursor.
func (o detailsOutput) Condense() (detailsOutput, bool) {
	o.Note = "Shortened to fit: ask for single sections, or a smaller max_chars."
	return o, o.Record.condense()
}

func (d *handlers) candidateDetails() *op.Op {
	return op.New(op.Spec{
		Name: "get_candidate_details", Toolset: talentToolset, Title: "Everything about one candidate", Effect: op.Reads,
		Doc: "The facts of one CV with quotes (skills with years and last use, positions, education, certificates, projects, languages), " +
			"its original text in pages, where it came from and how sure each part is. redact hides the person for a blind review.",
		Examples: []op.Example{
			{Title: "Skills and work of a sample candidate, blind", Input: `{"candidate_id":"cv_66q7bo3rtckazg2i","sections":["skills","positions"],"redact":true}`},
		},
	}, func(ctx context.Context, in detailsInput) (detailsOutput, error) {
		return d.details(ctx, in)
	})
}

func (d *handlers) details(ctx context.Context, in detailsInput) (detailsOutput, error) {
	caller := from(ctx)
	q := DetailsQuery{ID: in.ID, MaxChars: in.MaxChars, Cursor: in.Cursor, Redact: in.Redact}
	for _, p := range in.Sections {
		q.Parts = append(q.Parts, string(p))
	}
	found, err := d.base.Details(ctx, caller.Tenant, q)
	if err != nil {
		return detailsOutput{}, err
	}
	c := found.Candidate
	out := detailsOutput{
		ID: c.ID, Name: c.Record.Name, Redacted: in.Redact, Record: wireRecord(c.Record, 5, caller.Lang),
		Contacts: contactsWire{Emails: c.Record.Contacts.Emails, Phones: c.Record.Contacts.Phones, Links: c.Record.Contacts.Links},
		Text:     found.Text, TextStart: found.TextStart, TextChars: found.TextChars,
		HasMore: found.NextCursor != "", NextCursor: found.NextCursor,
		Confidence: confidenceWire(c.Record.Confidence), Tags: c.Tags, Duplicates: found.PossibleDuplicates,
		AsOf: c.Record.AsOf.String(),
		Source: sourceWire{
			File: c.Source.File, Format: string(c.Source.Format), Pages: c.Source.Pages, Bytes: c.Source.Bytes,
			IngestedAt: c.Source.IngestedAt.UTC().Format(time.RFC3339),
		},
	}
	out.Coverage = d.base.coverages(in.Required, found.Whole)
	out.Suggested, out.AlsoIn, out.Rules = wireRelatives(found.Suggestions), wireRelatives(found.AlsoIn), c.Rules
	for _, e := range found.Changed {
		out.Changed = append(out.Changed, changedWire{Field: e.What(), Engine: string(e.Engine), By: e.Author, At: e.At.Format(time.RFC3339)})
	}
	for _, w := range c.Source.Warnings {
		out.Source.Warnings = append(out.Source.Warnings, w.Text.In(caller.Lang))
	}
	return out, nil
}

// readCandidate answers the resource of a candidate as the operation does.
func (d *handlers) readCandidate(ctx context.Context, vars map[string]string) (string, error) {
	out, err := d.details(ctx, detailsInput{ID: vars["id"], MaxChars: maxPageChars})
	if err != nil {
		return "", err
	}
	return op.AsJSON(out)
}
