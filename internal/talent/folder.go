package talent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"kadry/internal/fault"
	"kadry/internal/talent/document"
	"kadry/internal/turn"
)

// Folder is a directory of CVs to be taken in.
type Folder struct {
	Files    fs.FS
	Only     string        // the one file to take; empty takes all
	After    string        // Done of an earlier report: files up to this one are skipped
	Most     int           // how many files to take; 0 takes all
	Time     time.Duration // after it no file is begun, but what is begun is finished; 0 is no limit
	Tags     []string
	Progress func(outcome Outcome, done, total int) // called by one goroutine at a time, in no order
	// Settled is called, by one goroutine at a time, whenever Done of the report has moved on.
	// Its error ends the work.
	Settled func(Report) error
	// Since is when an attempt began of which this one is the continuation: files which that
	// one took in count as added. Zero is no such attempt.
	Since time.Time
}

// Report is what became of a folder.
type Report struct {
	Total, Added, Duplicates, Rejected int
	Unclear                            int       // of the added, those whose files tell no name
	Problems                           []Outcome // of rejected files, in the order of paths
	Done                               string    // every file up to this path is dealt with
	Left                               int       // files after Done, which Most or Time left out
}

// maxProblems bounds the problems a report keeps; the counts are always complete.
const maxProblems = 100

// IngestFolder takes in every file of a folder and its sub-folders, several at once.
// Files that cannot be read never stop it; an error means that the base is out of reach
// or the caller went away, and the report then says where to go on.
func (b *Base) IngestFolder(ctx context.Context, tenant string, f Folder) (Report, error) {
	paths, err := filesOf(f)
	if err != nil {
		return Report{}, fault.E(fault.Invalid, fault.Say("The folder cannot be read.", "Папку не удалось прочитать."), err)
	}
	for len(paths) > 0 && f.After != "" && paths[0] <= f.After {
		paths = paths[1:]
	}
	begun := b.Now()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	late, cancel := lateAfter(ctx, f.Time)
	defer cancel()
	run := &folderRun{folder: f, stop: stop, report: Report{Total: len(paths), Left: len(paths), Done: f.After}}
	if f.Most > 0 {
		paths = paths[:min(f.Most, len(paths))]
	}
	run.paths, run.outcomes = paths, make([]*Outcome, len(paths))
	if len(paths) > 0 {
		// What follows each file is short only once what the base has is taken in.
		if err := b.follow(ctx, tenant); err != nil {
			return run.report, err
		}
	}
	turn.InPieces(late, len(paths), func(_ context.Context, i int) {
		outcome, err := b.ingestPath(ctx, tenant, f, paths[i])
		if err == nil && outcome.Status == Duplicate && !f.Since.IsZero() {
			outcome.Status, err = b.tookIn(ctx, tenant, outcome, f.Since, begun)
		}
		if err != nil {
			stop(err)
			return
		}
		run.done(i, outcome)
	})
	return run.report, context.Cause(ctx)
}

// lateAfter is over when the context or the time is.
func lateAfter(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, limit)
}

// ingestPath takes in one file of the folder.
func (b *Base) ingestPath(ctx context.Context, tenant string, f Folder, name string) (Outcome, error) {
	if err := ctx.Err(); err != nil {
		return Outcome{}, err
	}
	outcome := Outcome{File: name}
	data, err := readLimited(f.Files, name)
	if err != nil {
		return outcome.rejected(err)
	}
	outcome, err = b.Ingest(ctx, tenant, File{Name: name, Data: data}, f.Tags)
	outcome.File = name
	return outcome, err
}

// tookIn tells a file that an attempt between since and until took in from one that was there
// before.
func (b *Base) tookIn(ctx context.Context, tenant string, o Outcome, since, until time.Time) (Status, error) {
	found, err := b.Store.Candidates(ctx, tenant, []string{o.ID})
	if err != nil {
		return Duplicate, fmt.Errorf("talent: candidate of a file: %w", err)
	}
	if len(found) == 1 && found[0].Source.File == path.Base(o.File) {
		// Storage may round what it keeps.
		if at := found[0].Source.IngestedAt; !at.Before(since.Add(-time.Second)) && at.Before(until) {
			return Added, nil
		}
	}
	return Duplicate, nil
}

// readLimited reads a file unless it is larger than a CV may be. Its size is not believed
// but held: a file can grow while it is read. Pipes and devices can wait or flow for ever
// and are no CVs.
func readLimited(files fs.FS, name string) ([]byte, error) {
	most := document.DefaultLimits.Bytes
	info, err := fs.Stat(files, name)
	switch {
	case err != nil:
		return nil, unreadable(err)
	case !info.Mode().IsRegular():
		return nil, unreadable(errNotRegular)
	case info.Size() > most:
		return nil, tooLarge()
	}
	f, err := files.Open(name)
	if err != nil {
		return nil, unreadable(err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	switch {
	case err != nil:
		return nil, unreadable(err)
	case int64(len(data)) > most:
		return nil, tooLarge()
	}
	return data, nil
}

var errNotRegular = errors.New("talent: not a regular file")

func unreadable(cause error) error {
	return fault.E(fault.Invalid, fault.Say("The file cannot be opened.", "Файл не удалось открыть."), fmt.Errorf("talent: open a file: %w", cause))
}

func tooLarge() error {
	return fault.E(fault.TooLarge, fault.Say("The file is larger than %d MB.", "Файл больше %d МБ.", document.DefaultLimits.Bytes>>20), nil)
}

// folderRun gathers outcomes as they come and keeps the report in the order of paths.
type folderRun struct {
	folder   Folder
	paths    []string
	stop     context.CancelCauseFunc
	mu       sync.Mutex
	outcomes []*Outcome // nil until done, and again once it is in the report
	first    int        // first path not yet done
	count    int
	report   Report
}

func (r *folderRun) done(i int, o Outcome) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.outcomes[i] = &o
	r.count++
	moved := false
	for r.first < len(r.outcomes) && r.outcomes[r.first] != nil {
		r.settle(*r.outcomes[r.first])
		r.outcomes[r.first] = nil
		r.report.Done = r.paths[r.first]
		r.report.Left--
		r.first++
		moved = true
	}
	if moved && r.folder.Settled != nil {
		if err := r.folder.Settled(r.report); err != nil {
			r.stop(err)
		}
	}
	if r.folder.Progress != nil {
		r.folder.Progress(o, r.count, r.report.Total)
	}
}

func (r *folderRun) settle(o Outcome) {
	switch o.Status {
	case Added:
		r.report.Added++
		if o.Unclear {
			r.report.Unclear++
		}
	case Duplicate:
		r.report.Duplicates++
	case Rejected:
		r.report.Rejected++
		if len(r.report.Problems) < maxProblems {
			r.report.Problems = append(r.report.Problems, o)
		}
	}
}

// hasMoreFiles reports whether a folder has more files than that, without listing it whole.
func hasMoreFiles(files fs.FS, than int) (bool, error) {
	n := 0
	err := walk(files, func(string) error {
		if n++; n > than {
			return fs.SkipAll
		}
		return nil
	})
	return n > than, err
}

// filesOf lists the regular files in the order of paths; hidden ones are not CVs.
func filesOf(f Folder) ([]string, error) {
	if f.Only != "" {
		return []string{f.Only}, nil
	}
	var paths []string
	err := walk(f.Files, func(name string) error {
		paths = append(paths, name)
		return nil
	})
	slices.Sort(paths)
	return paths, err
}

// walk calls fn for the regular files that are not hidden.
func walk(files fs.FS, fn func(name string) error) error {
	return fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			if name != "." && errors.Is(err, fs.ErrPermission) {
				return fs.SkipDir
			}
			return err
		}
		if name != "." && strings.HasPrefix(path.Base(name), ".") {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if entry.Type().IsRegular() {
			return fn(name)
		}
		return nil
	})
}
