package market

import (
	"context"
	"encoding/base64"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/market/archive"
	"kadry/internal/market/posting"
	"kadry/internal/market/snapshot"
	"kadry/internal/op"
)

// largestImport is of one file, in bytes.
const largestImport = 64 << 20

type importInput struct {
	Path    string `json:"path,omitzero" max:"1000" doc:"File on this machine."`
	Name    string `json:"name,omitzero" max:"255" doc:"File name, to know it by; of path its own."`
	Text    string `json:"text,omitzero" max:"30000000" doc:"The file as text, instead of path."`
	Content string `json:"content,omitzero" max:"40000000" doc:"The file in base64, instead of path."`
}

type importOutput struct {
	archive.Kept
	Report importReport `json:"report"`
}

type importReport struct {
	Format     snapshot.Format `json:"format" doc:"kadry, hh_page, hh_items, hh_details, hh_web or csv."`
	Rows       int             `json:"rows"`
	WrongRows  int             `json:"wrong_rows" doc:"Left out."`
	Wrong      []wrongWire     `json:"wrong" doc:"The first of them."`
	Duplicates int             `json:"duplicates" doc:"Left out."`
	CutShort   bool            `json:"cut_short,omitzero" doc:"The file lost its end."`
	Unplaced   int             `json:"unplaced,omitzero" doc:"Postings whose place is not known by its name."`
}

type wrongWire struct {
	Line   int    `json:"line"`
	Reason string `json:"reason"`
}

func (h *handlers) importSnapshot() *op.Op {
	return op.New(op.Spec{
		Name: "import_market_snapshot", Toolset: toolset, Title: "Import postings", Effect: op.Creates, Idempotent: true, BodyLimit: largestImport, Timeout: 2 * time.Minute,
		Doc: "Keeps a file of postings, so that searches and analyses can be answered without asking anybody: saved answers or pages of HeadHunter, a table (CSV with id, title, salary_from ...), or a snapshot of this program. " +
			"What kind of file it is, its content says; a wrong row is left out and named.",
		Examples: []op.Example{{
			Title: "Two rows of a table",
			Input: `{"name":"mine.csv","text":"id,title,area,salary_from,salary_to,currency,gross\n1,Go developer,Казань,200000,300000,RUR,true\n2,Go developer,Казань,250000,,RUR,false\n"}`,
		}},
	}, func(ctx context.Context, in importInput) (importOutput, error) {
		file, name, err := h.opened(ctx, in)
		if err != nil {
			return importOutput{}, err
		}
		defer file.Close()
		s, report, err := snapshot.Read(file, snapshot.Options{MostBytes: largestImport, At: h.Now().UTC()})
		if err != nil {
			return importOutput{}, err
		}
		unplaced := h.locate(s.Postings)
		kept, err := h.Archive.Put(ctx, op.CallerFrom(ctx).Tenant, name, s)
		if err != nil {
			return importOutput{}, err
		}
		out := importOutput{Kept: kept, Report: importReport{
			Format: report.Format, Rows: report.Rows, WrongRows: report.WrongRows, Duplicates: report.Duplicates, CutShort: report.CutShort, Unplaced: unplaced,
		}}
		for _, w := range report.Wrong {
			out.Report.Wrong = append(out.Report.Wrong, wrongWire{w.Line, w.Reason.In(langOf(ctx))})
		}
		return out, nil
	})
}

// opened is the file, in whichever form it came, and what it is to be known by.
func (h *handlers) opened(ctx context.Context, in importInput) (io.ReadCloser, string, error) {
	given := 0
	for _, form := range []string{in.Path, in.Text, in.Content} {
		if form != "" {
			given++
		}
	}
	if given != 1 {
		return nil, "", fault.E(fault.Invalid, fault.Say("Give exactly one of path, text and content.", "Укажите ровно одно из path, text и content."), nil)
	}
	name := in.Name
	if name == "" {
		name = "import"
	}
	switch {
	case in.Text != "":
		return io.NopCloser(strings.NewReader(in.Text)), name, nil
	case in.Content != "":
		return io.NopCloser(base64.NewDecoder(base64.StdEncoding, strings.NewReader(in.Content))), name, nil
	}
	if in.Name == "" {
		name = filepath.Base(in.Path)
	}
	file, err := h.openFile(op.CallerFrom(ctx), in.Path)
	return file, name, err
}

// openFile opens a file of this machine. Callers who are not at it read only below the roots.
func (h *handlers) openFile(caller op.Caller, path string) (*os.File, error) {
	refuse := func(cause error) error {
		return fault.E(fault.Invalid, fault.Say("The file %q cannot be read.", "Файл «%s» не удалось прочитать.", fault.Clip(path)), cause)
	}
	if caller.Local {
		file, err := os.Open(path)
		if err != nil {
			return nil, refuse(err)
		}
		return file, nil
	}
	for _, allowed := range h.Roots {
		inner, err := filepath.Rel(allowed, filepath.Clean(path))
		if err != nil || !filepath.IsLocal(inner) {
			continue
		}
		file, err := os.OpenInRoot(allowed, inner)
		if err != nil {
			return nil, refuse(err)
		}
		return file, nil
	}
	return nil, fault.E(fault.Denied, fault.Say("This access may not read that file of the server's machine.", "Этот доступ не может читать этот файл на сервере."), nil).
		WithHint(fault.Say("Send the file itself as text or content; or the operator names folders in market_roots.", "Передайте сам файл в text или content; либо администратор указывает папки в market_roots."))
}

// locate gives postings that name their place the id of it, and counts those it cannot.
func (h *handlers) locate(list []posting.Posting) (unplaced int) {
	known := map[string]string{}
	for i := range list {
		area := &list[i].Area
		if area.ID != "" || area.Name == "" {
			continue
		}
		id, asked := known[area.Name]
		if !asked {
			id = h.Reader.Areas.Resolve(area.Name).Area.ID
			known[area.Name] = id
		}
		if area.ID = id; id == "" {
			unplaced++
		}
	}
	return unplaced
}
