package talent

import (
	"context"
	"fmt"
	"reflect"

	"kadry/internal/talent/layout"
	"kadry/internal/talent/resume"
	"kadry/internal/turn"
)

// Rereading reads what a tenant keeps anew by the rules of now. The texts are those that were
// kept: no file is needed, and what people said stays as it is.
type Rereading struct {
	All   bool   // also what the rules of now have read
	Model bool   // ask the model for what the rules still do not find
	After string // Done of an earlier report: candidates up to this id are skipped
	// Settled is called whenever a batch is kept. Its error ends the work.
	Settled func(RereadReport) error
}

// RereadReport is what became of a rereading.
type RereadReport struct {
	Read    int    // records made anew
	Changed int    // of them, those that differ from what was kept
	Failed  int    // texts that the rules failed on; their records stay
	Done    string // every candidate up to this id is dealt with
}

// rereadAtOnce bounds the memory and the transaction of one batch.
const rereadAtOnce = 100

// Reread reads the base of a tenant anew. An error means that the base is out of reach or the
// caller went away; the report then says where to go on.
func (b *Base) Reread(ctx context.Context, tenant string, r Rereading) (RereadReport, error) {
	report := RereadReport{Done: r.After}
	rules := b.Rules
	if r.All {
		rules = ""
	}
	for {
		ids, err := b.Store.Unread(ctx, tenant, rules, report.Done, rereadAtOnce)
		if err != nil {
			return report, fmt.Errorf("talent: what is to be read anew: %w", err)
		}
		if len(ids) == 0 {
			return report, b.settle(ctx, tenant)
		}
		if err := b.rereadBatch(ctx, tenant, ids, r.Model, &report); err != nil {
			return report, err
		}
		report.Done = ids[len(ids)-1]
		if err := r.Settled(report); err != nil {
			return report, err
		}
	}
}

// ToReread is how many candidates a rereading deals with, as far as this process knows.
func (b *Base) ToReread(ctx context.Context, tenant string, all bool) (int, error) {
	if err := b.follow(ctx, tenant); err != nil {
		return 0, err
	}
	p, done := b.reading(tenant)
	defer done()
	if all {
		return len(p.byID), nil
	}
	return p.old, nil
}

func (b *Base) rereadBatch(ctx context.Context, tenant string, ids []string, model bool, report *RereadReport) error {
	kept, err := b.Store.Candidates(ctx, tenant, ids)
	if err != nil {
		return fmt.Errorf("talent: candidates to read anew: %w", err)
	}
	looks, err := b.Store.Looks(ctx, tenant, ids)
	if err != nil {
		return fmt.Errorf("talent: looks of texts to read anew: %w", err)
	}
	for i, c := range kept {
		kept[i].Lines, kept[i].Fields = looks[c.ID].Lines, looks[c.ID].Fields
	}
	read, failed := b.extractAll(ctx, kept)
	if err := context.Cause(ctx); err != nil {
		return err
	}
	var list []Candidate
	for i := range read {
		if failed[i] != nil {
			report.Failed++
			if b.SetAside != nil {
				b.SetAside(kept[i].ID, failed[i])
			}
			continue
		}
		if !reflect.DeepEqual(kept[i].Record, read[i].Record) {
			report.Changed++
		}
		list = append(list, read[i])
	}
	n, err := b.Store.Reread(ctx, tenant, list)
	if err != nil {
		return fmt.Errorf("talent: keep what was read anew: %w", err)
	}
	report.Read += n
	for _, c := range list {
		if !model || ctx.Err() != nil {
			break
		}
		if _, err := b.secondOpinion(ctx, tenant, c); err != nil {
			return err
		}
	}
	return context.Cause(ctx)
}

// extractAll reads the texts of candidates, and says which failed.
func (b *Base) extractAll(ctx context.Context, kept []Candidate) ([]Candidate, []error) {
	read, failed := make([]Candidate, len(kept)), make([]error, len(kept))
	turn.InPieces(ctx, len(kept), func(_ context.Context, i int) {
		read[i], failed[i] = b.extractAnew(kept[i])
	})
	return read, failed
}

// page is the text with its look, as the rules take it.
func (c Candidate) page() layout.Page {
	return layout.Page{Text: c.Text, Lines: c.Lines, Fields: c.Fields}
}

// extractAnew reads one text. "Present" still means the month in which it was taken in.
func (b *Base) extractAnew(c Candidate) (_ Candidate, err error) {
	defer contain(&err)
	c.Record, c.Rules = b.Extract(c.page(), resume.MonthOf(c.Source.IngestedAt)), b.Rules
	return c, nil
}
