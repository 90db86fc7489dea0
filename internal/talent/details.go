package talent

import (
	"context"
	"slices"
	"strconv"
	"unicode/utf8"

	"kadry/internal/cursor"
	"kadry/internal/fault"
	"kadry/internal/talent/correction"
	"kadry/internal/talent/resume"
)

// Part names of a candidate's details.
const (
	PartSkills       = "skills"
	PartPositions    = "positions"
	PartEducation    = "education"
	PartCertificates = "certificates"
	PartProjects     = "projects"
	PartLanguages    = "languages"
	PartContacts     = "contacts"
	PartText         = "text"
)

// detailParts are all parts, in the order they are shown.
var detailParts = []string{PartSkills, PartPositions, PartEducation, PartCertificates, PartProjects, PartLanguages, PartContacts, PartText}

// DetailsQuery asks for one candidate.
type DetailsQuery struct {
	ID       string
	Parts    []string // empty means all
	MaxChars int      // of the original text on one page
	Cursor   string   // of the page before
	Redact   bool     // hide who it is: name, contacts, protected facts, file name
}

// Details is one candidate, whole or redacted. Offsets in the record are bytes of the
// whole text as shown, redacted or not.
type Details struct {
	Candidate          Candidate          // without Text; parts not asked for are empty
	Whole              Candidate          // with all of it, redacted where that was asked
	Text               string             // the asked page
	TextStart          int                // byte offset of the page
	TextChars          int                // characters of the whole text
	NextCursor         string             // empty when the text is shown to its end
	PossibleDuplicates []string           // ids of suggestions that have more in common than a name
	Changed            []correction.Entry // what people, or a model, say apart from what was read, and holds
	Relatives                             // without names and files where the view is redacted
}

const (
	maxPageChars = 100_000
	minPageChars = 100
)

// Details answers get_candidate_details.
func (b *Base) Details(ctx context.Context, tenant string, q DetailsQuery) (Details, error) {
	if err := q.check(); err != nil {
		return Details{}, err
	}
	if err := b.follow(ctx, tenant); err != nil {
		return Details{}, err
	}
	kept, err := b.stored(ctx, tenant, q.ID)
	if err != nil {
		return Details{}, err
	}
	c := b.shown(kept)
	var d Details
	if d.Relatives, err = b.relatives(ctx, tenant, c); err != nil {
		return Details{}, err
	}
	_, d.Changed = b.corrected(kept)
	if q.Redact {
		c = redact(c)
		d.redact()
	}
	d.Whole, d.TextChars = c, utf8.RuneCountInString(c.Text)
	if err := d.page(q, c.Text); err != nil {
		return Details{}, err
	}
	c.Text = ""
	c.Record = only(c.Record, q.Parts)
	d.Candidate = c
	d.PossibleDuplicates = d.likely()
	return d, nil
}

// redact hides who the person is from what stands beside the record: what was said, and why,
// may name the person.
func (d *Details) redact() {
	for _, list := range [][]Relative{d.AlsoIn, d.Suggestions} {
		for i := range list {
			list[i].Name, list[i].File = "", ""
		}
	}
	for i := range d.Changed {
		d.Changed[i].Reason, d.Changed[i].Value = "", correction.Value{Skill: d.Changed[i].Value.Skill}
	}
}

func (q DetailsQuery) check() error {
	var c checker
	if q.ID == "" {
		c.Wrong("candidate_id", fault.Say("must not be empty", "не может быть пустым"))
	}
	for i, part := range q.Parts {
		if !slices.Contains(detailParts, part) {
			c.oneOf("sections["+strconv.Itoa(i)+"]", part, detailParts...)
		}
	}
	if q.MaxChars < minPageChars || q.MaxChars > maxPageChars {
		c.Wrong("max_chars", fault.Say("must be %d-%d, got %d", "должно быть от %d до %d, передано %d", minPageChars, maxPageChars, q.MaxChars))
	}
	return c.Err()
}

// page cuts the asked page out of the text. A cursor is bound to the candidate, to the
// view and to the length of the text, since offsets mean nothing in another one.
func (d *Details) page(q DetailsQuery, text string) error {
	asked := cursor.Ask(q.ID, strconv.FormatBool(q.Redact), strconv.Itoa(len(text)))
	if q.Cursor != "" {
		start, err := asked.Offset(q.Cursor)
		if err != nil {
			return err
		}
		if d.TextStart = min(start, len(text)); d.TextStart < len(text) && !utf8.RuneStart(text[d.TextStart]) {
			return cursor.Unknown(nil) // forged: our own are at the beginning of a letter
		}
	}
	if !wants(q.Parts, PartText) {
		return nil
	}
	end := d.TextStart
	for range q.MaxChars {
		if end >= len(text) {
			break
		}
		_, size := utf8.DecodeRuneInString(text[end:])
		end += size
	}
	d.Text = text[d.TextStart:end]
	if end < len(text) {
		d.NextCursor = asked.After(strconv.Itoa(end))
	}
	return nil
}

func wants(parts []string, part string) bool { return len(parts) == 0 || slices.Contains(parts, part) }

// only empties the parts of a record that were not asked for.
func only(r resume.Record, parts []string) resume.Record {
	for part, empty := range map[string]func(){
		PartSkills:       func() { r.Skills = nil },
		PartPositions:    func() { r.Positions = nil },
		PartEducation:    func() { r.Education = nil },
		PartCertificates: func() { r.Certificates = nil },
		PartProjects:     func() { r.Projects = nil },
		PartLanguages:    func() { r.Languages = nil },
		PartContacts:     func() { r.Contacts = resume.Contacts{} },
	} {
		if !wants(parts, part) {
			empty()
		}
	}
	return r
}
