package talent

import (
	"context"
	"encoding/base64"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// One call takes in at most this much of a folder and answers where to go on, so that a
// large folder survives the end of a call, of a process and of a connection. The time is
// well below that of the call: files begun in it are finished.
const (
	batchFiles = 200
	batchTime  = 45 * time.Second
)

type ingestInput struct {
	Path   string     `json:"path,omitzero" max:"4096" doc:"File or folder on the server's machine."`
	Text   string     `json:"text,omitzero" max:"1000000" doc:"A CV as plain text."`
	Files  []fileWire `json:"files,omitempty" max:"20" doc:"Files sent along."`
	Tags   []string   `json:"tags,omitempty" max:"40" doc:"Put on every CV."`
	Cursor string     `json:"cursor,omitzero" max:"8192" doc:"next_cursor of the call before, with the same path."`
}

type fileWire struct {
	Name    string `json:"name" min:"1" max:"255" doc:"With its extension."`
	Content string `json:"content" min:"1" doc:"Base64."`
}

type ingestOutput struct {
	Items      []outcomeWire `json:"items"`
	Total      int           `json:"total"`
	Added      int           `json:"added"`
	Duplicates int           `json:"duplicates"`
	Rejected   int           `json:"rejected"`
	Unclear    int           `json:"unclear,omitzero"`
	HasMore    bool          `json:"has_more"`
	NextCursor string        `json:"next_cursor,omitempty"`
	Note       string        `json:"note,omitempty"`
}

type outcomeWire struct {
	File       string       `json:"file"`
	Status     string       `json:"status"`
	ID         string       `json:"candidate_id,omitempty"`
	Understood *readingWire `json:"understood,omitempty"`
	Duplicates []string     `json:"possible_duplicates,omitempty"`
	Warnings   []string     `json:"warnings,omitempty"`
	Problem    *problemWire `json:"problem,omitempty"`
}

type readingWire struct {
	Language   string  `json:"language"`
	Name       string  `json:"name"`
	Title      string  `json:"title"`
	Level      string  `json:"experience_level"`
	TotalYears float64 `json:"total_years"`
	Positions  int     `json:"positions"`
	Skills     int     `json:"skills"`
	Education  int     `json:"education"`
	Languages  int     `json:"languages"`
	Characters int     `json:"characters"`
}

type problemWire struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// Condense drops what was understood of files without a problem, then those files.
func (o ingestOutput) Condense() (ingestOutput, bool) {
	o.Note = "Shortened to fit; the counts are complete."
	understood := false
	for i := range o.Items {
		understood = understood || o.Items[i].Understood != nil
		o.Items[i].Understood = nil
	}
	if understood {
		return o, true
	}
	var kept []outcomeWire
	for _, item := range o.Items {
		if item.Problem != nil || len(item.Warnings) > 0 {
			kept = append(kept, item)
		}
	}
	shorter := len(kept) < len(o.Items)
	o.Items = kept
	return o, shorter
}

// uploadLimit is the size of a call that brings files, in bytes: a CV of 16 MiB in base64.
const uploadLimit = 24 << 20

func (d *handlers) ingestCV() *op.Op {
	return op.New(op.Spec{
		Name: "ingest_cv", Toolset: talentToolset, Title: "Take CVs into the base", Effect: op.Creates, Idempotent: true, BodyLimit: uploadLimit,
		Timeout: 5 * time.Minute, Long: true, Detach: d.detachIngest,
		Doc: "Reads CVs (PDF, DOCX, ODT, RTF, HTML, TXT, Markdown, JSON Resume) from a path, from text or from files sent along, " +
			"and says per file what was understood and what was not. The same file twice stays one candidate. " +
			"A large folder is taken in parts: call again with next_cursor; run as a task it is taken whole.",
		Examples: []op.Example{
			{Title: "Pasted text", Input: `{"text":"Nina Example\nGo developer\n\nSkills\nGo, PostgreSQL, Docker\n\nExperience\nMarch 2021 - present\nSample Works, Go developer\nServices with Go, PostgreSQL.","tags":["pasted"]}`},
		},
	}, func(ctx context.Context, in ingestInput) (ingestOutput, error) {
		given := 0
		for _, there := range []bool{in.Path != "", in.Text != "", len(in.Files) > 0} {
			if there {
				given++
			}
		}
		if given != 1 {
			return ingestOutput{}, fault.E(fault.Invalid, fault.Say("Give exactly one of path, text and files.", "Укажите ровно одно из path, text и files."), nil)
		}
		if at := op.Checkpoint(ctx); at != nil {
			root, only, err := d.open(from(ctx), in.Path)
			if err != nil {
				return ingestOutput{}, err
			}
			defer root.Close()
			return d.ingestWhole(ctx, Folder{Files: root.FS(), Only: only, Tags: in.Tags}, at, func(string) error { return nil })
		}
		if in.Path != "" {
			return d.ingestPath(ctx, in)
		}
		return d.ingestSent(ctx, in)
	})
}

// ingestSent takes in what came with the call.
func (d *handlers) ingestSent(ctx context.Context, in ingestInput) (ingestOutput, error) {
	caller := from(ctx)
	files := []File{{Text: in.Text}}
	if in.Text == "" {
		files = nil
		for _, f := range in.Files {
			data, err := base64.StdEncoding.DecodeString(f.Content)
			if err != nil {
				return ingestOutput{}, fault.E(fault.Invalid, fault.Say("files: the content of %q is not base64", "files: содержимое %q не в base64", f.Name), err)
			}
			files = append(files, File{Name: f.Name, Data: data})
		}
	}
	out := ingestOutput{Total: len(files)}
	for i, f := range files {
		outcome, err := d.base.Ingest(ctx, caller.Tenant, f, in.Tags)
		if err != nil {
			return ingestOutput{}, err
		}
		out.add(outcome, caller.Lang)
		op.Progress(ctx)(stageOf(outcome, i+1, len(files)))
	}
	return out, nil
}

// stageOf reports one file as done; pasted text has no name.
func stageOf(o Outcome, done, total int) op.Stage {
	text := fault.Say("%s", "%s", o.Status)
	if o.File != "" {
		text = fault.Say("%s: %s", "%s: %s", o.File, o.Status)
	}
	return op.Stage{Done: done, Total: total, Text: text}
}

func (o *ingestOutput) add(outcome Outcome, lang string) {
	switch outcome.Status {
	case Added:
		o.Added++
		if outcome.Unclear {
			o.Unclear++
		}
	case Duplicate:
		o.Duplicates++
	case Rejected:
		o.Rejected++
	}
	o.Items = append(o.Items, wireOutcome(outcome, lang))
}

func wireOutcome(o Outcome, lang string) outcomeWire {
	w := outcomeWire{File: o.File, Status: string(o.Status), ID: o.ID, Duplicates: o.PossibleDuplicates}
	for _, text := range o.Warnings {
		w.Warnings = append(w.Warnings, text.In(lang))
	}
	if o.Problem != nil {
		w.Problem = &problemWire{Code: string(o.Problem.Kind), Message: o.Problem.Text.In(lang), Hint: o.Problem.Hint.In(lang)}
	}
	if o.Status == Added {
		r := o.Understood
		w.Understood = &readingWire{
			Language: r.Language, Name: r.Name, Title: r.Title, Level: string(r.Level), TotalYears: years(r.TotalMonths),
			Positions: r.Positions, Skills: r.Skills, Education: r.Education, Languages: r.Languages, Characters: r.Characters,
		}
	}
	return w
}

// ingestPath takes in one batch of a file or folder.
func (d *handlers) ingestPath(ctx context.Context, in ingestInput) (ingestOutput, error) {
	caller := from(ctx)
	root, only, err := d.open(caller, in.Path)
	if err != nil {
		return ingestOutput{}, err
	}
	defer root.Close()
	after, err := folderCursor(in.Path).after(in.Cursor)
	if err != nil {
		return ingestOutput{}, err
	}
	var out ingestOutput
	progress := op.Progress(ctx)
	report, err := d.base.IngestFolder(ctx, caller.Tenant, Folder{
		Files: root.FS(), Only: only, After: after, Most: batchFiles, Time: batchTime, Tags: in.Tags,
		Progress: func(o Outcome, done, total int) {
			out.add(o, caller.Lang)
			progress(stageOf(o, done, total))
		},
	})
	if err != nil {
		return ingestOutput{}, err
	}
	slices.SortFunc(out.Items, func(a, b outcomeWire) int { return strings.Compare(a.File, b.File) })
	out.Total = report.Total
	if report.Left > 0 {
		out.HasMore, out.NextCursor = true, folderCursor(in.Path).next(report.Done)
	}
	return out, nil
}

// open returns the folder to read from, and the one file of it when the path is a file. A
// caller who is not at this machine stays inside the configured root, links included.
func (d *handlers) open(caller op.Caller, path string) (root *os.Root, only string, err error) {
	refuse := func(cause error) error {
		return fault.E(fault.Invalid, fault.Say("path: %q cannot be read", "path: %q не удалось прочитать", path), cause)
	}
	if caller.Local {
		if root, only, err = openHere(path); err != nil {
			return nil, "", refuse(err)
		}
		return root, only, nil
	}
	if d.roots.Ingest == "" {
		return nil, "", fault.E(fault.Denied, fault.Say("This access may not read files of the server's machine.", "Этот доступ не может читать файлы на сервере."), nil).
			WithHint(fault.Say("Send the CV as text or files.", "Передайте резюме в text или files."))
	}
	// A path is looked at only once it is known to be inside: even asking the system about
	// another one can reach over the network.
	inner := filepath.Clean(path)
	if filepath.IsAbs(inner) {
		inner, err = filepath.Rel(d.roots.Ingest, inner)
	}
	if err != nil || !filepath.IsLocal(inner) {
		return nil, "", refuse(err)
	}
	root, err = os.OpenRoot(d.roots.Ingest)
	if err != nil {
		return nil, "", refuse(err)
	}
	if inner == "." {
		return root, "", nil
	}
	info, err := root.Stat(inner)
	if err == nil && !info.IsDir() {
		return root, inner, nil
	}
	sub, err := root.OpenRoot(inner)
	if err = errors.Join(err, root.Close()); err != nil {
		return nil, "", refuse(err)
	}
	return sub, "", nil
}

// openHere opens a folder, or the folder of a file, for a caller who may read this machine.
func openHere(path string) (root *os.Root, only string, err error) {
	base := path
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		if base, only = filepath.Split(path); base == "" {
			base = "."
		}
	}
	root, err = os.OpenRoot(base)
	return root, only, err
}

// folderCursor makes cursors that only go on with the same path.
type folderCursor string

func (f folderCursor) next(done string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(string(f) + "\x00" + done))
}

func (f folderCursor) after(cursor string) (string, error) {
	if cursor == "" {
		return "", nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	path, done, ok := strings.Cut(string(raw), "\x00")
	if err != nil || !ok || path != string(f) {
		return "", fault.E(fault.Invalid, fault.Say("cursor: it does not belong to this path", "cursor: он не относится к этому path"), err)
	}
	return done, nil
}

type deleteInput struct {
	ID      string `json:"candidate_id" min:"1" max:"100" doc:"Who is deleted."`
	Confirm bool   `json:"confirm,omitzero" doc:"true deletes; there is no undo."`
}

type deleteOutput struct {
	ID      string `json:"candidate_id"`
	Deleted bool   `json:"deleted"`
}

func (d *handlers) deleteCandidate() *op.Op {
	return op.New(op.Spec{
		Name: "delete_candidate", Toolset: talentToolset, Title: "Delete a candidate for good", Effect: op.Destroys, Idempotent: true,
		Doc: "Deletes the CV with text and facts, and what other rooms keep under its id: stages, notes, invitations, interviews, reports. " +
			"One audit line without personal data remains. No undo.",
	}, func(ctx context.Context, in deleteInput) (deleteOutput, error) {
		if !in.Confirm {
			return deleteOutput{}, fault.E(fault.Invalid, fault.Say("Deleting cannot be undone: call again with confirm=true.", "Удаление необратимо: повторите вызов с confirm=true."), nil)
		}
		caller := from(ctx)
		if err := d.base.Delete(ctx, caller.Tenant, in.ID, caller.Name); err != nil {
			return deleteOutput{}, err
		}
		return deleteOutput{ID: in.ID, Deleted: true}, nil
	})
}
