package talent

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/talent/document"
	"kadry/internal/talent/resume"
)

// File is a CV to be taken in: the bytes of a file, or pasted text.
type File struct {
	Name string // base name, empty for pasted text
	Data []byte
	Text string
}

// Status is what became of a file.
type Status string

// The statuses.
const (
	Added     Status = "added"
	Duplicate Status = "duplicate" // the same bytes are in the base already, under ID
	Rejected  Status = "rejected"  // Problem says why
)

// Outcome is what became of one file, and what was understood of it.
type Outcome struct {
	File               string
	Status             Status
	ID                 string
	Understood         Reading
	PossibleDuplicates []string // other candidates who may be the same person
	Warnings           []fault.Text
	Unclear            bool         // added, and the file tells no name
	Problem            *fault.Error // set when Rejected
}

// Reading is a summary of a record, for the person who sent the file to check.
type Reading struct {
	Language    string
	Name        string
	Title       string
	Level       resume.Level
	TotalMonths int
	Positions   int
	Skills      int
	Education   int
	Languages   int
	Characters  int
}

// Ingest takes in one CV. A file that cannot be read is an outcome, not an error; an
// error means that the base could not be reached or the caller went away. Errors are
// logged, so none names the file: people name files after themselves.
func (b *Base) Ingest(ctx context.Context, tenant string, f File, tags []string) (Outcome, error) {
	var c checker
	tags = c.skills("tags", tags)
	if err := c.Err(); err != nil {
		return Outcome{}, err
	}
	slices.Sort(tags)
	outcome := Outcome{File: baseName(f.Name)}
	data := f.Data
	if len(data) == 0 {
		data = []byte(f.Text)
	}
	sum := sha256.Sum256(data)
	digest := hex.EncodeToString(sum[:])
	known, err := b.Store.Known(ctx, tenant, digest)
	if err != nil {
		return outcome, fmt.Errorf("talent: digest of a file: %w", err)
	}
	if known != "" {
		outcome.Status, outcome.ID = Duplicate, known
		return outcome, nil
	}
	doc, err := b.readable(ctx, outcome.File, data)
	if ctx.Err() != nil {
		return outcome, context.Cause(ctx) // the call is over, which says nothing of the file
	}
	if err != nil {
		return outcome.rejected(err)
	}
	now := b.Now().UTC()
	return b.keep(ctx, tenant, outcome, Candidate{
		ID: newID(tenant, sum), Text: doc.Text, Lines: doc.Lines, Fields: doc.Fields, Tags: tags,
		Record: b.Extract(doc.Page(), resume.MonthOf(now)), Rules: b.Rules,
		Source: Source{
			File: outcome.File, Format: doc.Format, SHA256: digest, Bytes: int64(len(data)),
			Pages: doc.Pages, Warnings: doc.Warnings, IngestedAt: now,
		},
	})
}

// readable reads a file that must have some text.
func (b *Base) readable(ctx context.Context, name string, data []byte) (document.Document, error) {
	if len(data) == 0 {
		return document.Document{}, fault.E(fault.Invalid, fault.Say("The file is empty.", "Файл пуст."), nil)
	}
	if name == "" {
		name = "pasted.txt"
	}
	doc, err := b.Read(ctx, name, data)
	if err != nil {
		return document.Document{}, err
	}
	if strings.TrimSpace(doc.Text) == "" {
		return document.Document{}, fault.E(fault.Invalid, fault.Say("The file has no readable text.", "В файле нет текста, который можно прочитать."), nil).
			WithHint(fault.Say("A scan must go through text recognition first.", "Скан сначала нужно распознать."))
	}
	return doc, nil
}

// keep stores a candidate, unless another call stored the same bytes meanwhile.
func (b *Base) keep(ctx context.Context, tenant string, outcome Outcome, c Candidate) (Outcome, error) {
	id, created, err := b.Store.Add(ctx, tenant, c)
	if err != nil {
		return outcome, fmt.Errorf("talent: keep a candidate: %w", err)
	}
	outcome.ID, outcome.Status = id, Duplicate
	if !created {
		return outcome, nil
	}
	if c, err = b.secondOpinion(ctx, tenant, c); err != nil {
		return outcome, err
	}
	c = b.shown(c)
	outcome.Status, outcome.Understood, outcome.Unclear = Added, understood(c), len(shortfalls(c.Record)) > 0
	for _, w := range c.Source.Warnings {
		outcome.Warnings = append(outcome.Warnings, w.Text)
	}
	for _, w := range c.Record.Warnings {
		outcome.Warnings = append(outcome.Warnings, w.Text)
	}
	if err := b.settle(ctx, tenant); err != nil {
		return outcome, err
	}
	outcome.PossibleDuplicates, err = b.resemble(ctx, tenant, c)
	return outcome, err
}

// rejected turns a fault of the file into an outcome and lets all other errors through.
func (o Outcome) rejected(err error) (Outcome, error) {
	if problem, ok := errors.AsType[*fault.Error](err); ok {
		switch problem.Kind {
		case fault.Unavailable, fault.Canceled:
		default:
			o.Status, o.Problem = Rejected, problem
			return o, nil
		}
	}
	return o, err
}

func understood(c Candidate) Reading {
	r := c.Record
	return Reading{
		Language: r.Language, Name: r.Name, Title: r.Title, Level: r.Level, TotalMonths: r.TotalMonths,
		Positions: len(r.Positions), Skills: len(r.Skills), Education: len(r.Education),
		Languages: len(r.Languages), Characters: utf8.RuneCountInString(c.Text),
	}
}

// newID makes the id of a candidate. The tenant is part of it, so that the same file in
// two tenants is two candidates, and neither id tells the digest of the file.
func newID(tenant string, sum [sha256.Size]byte) string {
	mixed := sha256.Sum256(append([]byte(tenant+"\x00"), sum[:]...))
	return "cv_" + strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(mixed[:10]))
}

func baseName(name string) string {
	if name == "" {
		return ""
	}
	return path.Base(strings.ReplaceAll(name, `\`, "/"))
}

// Delete forgets a candidate: what other rooms keep of them, every trace in storage, and the
// search structures here and, by the feed, in every other process.
func (b *Base) Delete(ctx context.Context, tenant, id, actor string) error {
	if _, err := b.stored(ctx, tenant, id); err != nil {
		return err
	}
	if b.Forget != nil {
		if err := b.Forget(ctx, tenant, id); err != nil {
			return fmt.Errorf("talent: delete candidate: %w", err)
		}
	}
	if err := b.Store.Remove(ctx, tenant, id, actor); err != nil {
		return fmt.Errorf("talent: delete candidate: %w", err)
	}
	return b.settle(ctx, tenant)
}

// settleTime bounds the work that outlives a caller who went away.
const settleTime = 10 * time.Second

// settle follows a change that is committed already: a caller who leaves, or a batch that
// ends, at this very moment must not turn what was done into a failure.
func (b *Base) settle(ctx context.Context, tenant string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTime)
	defer cancel()
	return b.follow(ctx, tenant)
}
