package talent

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// detachIngest makes a call on a folder that is too large for one batch fit for a task. Text
// and files sent along are no long work, and CVs are kept nowhere but in the base.
func (d *handlers) detachIngest(ctx context.Context, args []byte) (detached []byte, long bool, err error) {
	var in ingestInput
	if err := json.Unmarshal(args, &in); err != nil {
		return nil, false, fmt.Errorf("talent: checked input does not decode: %w", err)
	}
	if in.Path == "" || in.Text != "" || len(in.Files) > 0 || in.Cursor != "" {
		return args, false, nil
	}
	caller := from(ctx)
	root, only, err := d.open(caller, in.Path)
	if err != nil {
		return nil, false, err
	}
	defer root.Close()
	if only != "" {
		return args, false, nil
	}
	if long, err = hasMoreFiles(root.FS(), batchFiles); err != nil {
		return nil, false, fault.E(fault.Invalid, fault.Say("The folder cannot be read.", "Папку не удалось прочитать."), err)
	}
	if caller.Local { // another process has another working folder
		if in.Path, err = filepath.Abs(in.Path); err != nil {
			return nil, false, fmt.Errorf("talent: working folder: %w", err)
		}
	}
	detached, err = json.Marshal(in)
	return detached, long, err
}

// checkpointTime is how often a task on a folder keeps how far it has come. What it did since
// is found done when it is begun again.
const checkpointTime = 2 * time.Second

// folderPoint is how far a task on a folder has come: every file up to After is dealt with.
type folderPoint struct {
	Began      time.Time     `json:"began"`
	After      string        `json:"after"`
	Files      int           `json:"files"`
	Added      int           `json:"added"`
	Duplicates int           `json:"duplicates"`
	Rejected   int           `json:"rejected"`
	Unclear    int           `json:"unclear"`
	Problems   []outcomeWire `json:"problems"`
}

// and returns the point after what a report says besides.
func (p folderPoint) and(r Report, lang string) folderPoint {
	p.After = cmp.Or(r.Done, p.After)
	p.Files += r.Total - r.Left
	p.Added += r.Added
	p.Duplicates += r.Duplicates
	p.Rejected += r.Rejected
	p.Unclear += r.Unclear
	p.Problems = slices.Clip(p.Problems)
	for _, o := range r.Problems {
		if len(p.Problems) < maxProblems {
			p.Problems = append(p.Problems, wireOutcome(o, lang))
		}
	}
	return p
}

// output tells of people only the files that could not be read: what a task answered is kept
// for a while, and a candidate who is deleted must be gone.
func (p folderPoint) output(total int) ingestOutput {
	out := ingestOutput{Items: p.Problems, Total: total, Added: p.Added, Duplicates: p.Duplicates, Rejected: p.Rejected, Unclear: p.Unclear}
	out.Note = "Only rejected files are listed."
	if p.Rejected > len(p.Problems) {
		out.Note = fmt.Sprintf("Only the first %d rejected files are listed; the counts are complete.", len(p.Problems))
	}
	return out
}

// ingestWhole takes in a folder to its end. Begun again it goes on where it stopped. settled
// is told up to which path nothing is needed any more.
func (d *handlers) ingestWhole(ctx context.Context, folder Folder, at *op.Savepoint, settled func(upTo string) error) (ingestOutput, error) {
	caller := from(ctx)
	before := folderPoint{}
	if at.Load(&before) {
		folder.After, folder.Since = before.After, before.Began
	} else {
		before.Began = d.base.Now()
		if err := at.Save(ctx, before, before.output(0)); err != nil {
			return ingestOutput{}, err
		}
	}
	keep := func(r Report) error {
		point := before.and(r, caller.Lang)
		if err := at.Save(ctx, point, point.output(before.Files+r.Total)); err != nil || point.After == "" {
			return err
		}
		return settled(point.After)
	}
	kept, live, progress := d.base.Now(), before, op.Progress(ctx)
	folder.Settled = func(r Report) error {
		if now := d.base.Now(); now.Sub(kept) >= checkpointTime {
			kept = now
			return keep(r)
		}
		return nil
	}
	folder.Progress = func(o Outcome, done, total int) {
		live.count(o.Status)
		progress(live.stage(before.Files+done, before.Files+total))
	}
	progress(op.Stage{Done: before.Files, Text: fault.Say("reading what the base has", "чтение базы")})
	report, err := d.base.IngestFolder(ctx, caller.Tenant, folder)
	if err != nil {
		_ = keep(report) // it only spares the next attempt some work
		return ingestOutput{}, err
	}
	return before.and(report, caller.Lang).output(before.Files + report.Total), nil
}

func (p *folderPoint) count(s Status) {
	switch s {
	case Added:
		p.Added++
	case Duplicate:
		p.Duplicates++
	case Rejected:
		p.Rejected++
	}
}

func (p *folderPoint) stage(done, total int) op.Stage {
	return op.Stage{Done: done, Total: total, Text: fault.Say(
		"added %d, duplicates %d, rejected %d", "добавлено %d, повторов %d, отклонено %d", p.Added, p.Duplicates, p.Rejected)}
}
