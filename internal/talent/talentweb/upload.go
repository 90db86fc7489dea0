package talentweb

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"

	"github.com/a-h/templ"

	"kadry/internal/fault"
	"kadry/internal/talent"
	"kadry/internal/webui/kit"
)

// inMemory is how many bytes of an upload do not wait in a temporary file.
const inMemory = 8 << 20

// callFiles is how many files one call of the operation takes.
const callFiles = 20

// report is what became of an upload.
type report struct {
	Items      []outcome `json:"items"`
	Added      int       `json:"added"`
	Duplicates int       `json:"duplicates"`
	Unclear    int       `json:"unclear"`
	Rejected   int       `json:"rejected"`
}

// outcome is what became of one file, as the operation answers it.
type outcome struct {
	File       string   `json:"file"`
	Status     string   `json:"status"`
	ID         string   `json:"candidate_id"`
	Understood *reading `json:"understood"`
	Duplicates []string `json:"possible_duplicates"`
	Warnings   []string `json:"warnings"`
	Problem    *struct {
		Message string `json:"message"`
		Hint    string `json:"hint"`
	} `json:"problem"`
}

// reading is what was understood of a file.
type reading struct {
	Language  string  `json:"language"`
	Name      string  `json:"name"`
	Title     string  `json:"title"`
	Level     string  `json:"experience_level"`
	Years     float64 `json:"total_years"`
	Positions int     `json:"positions"`
	Skills    int     `json:"skills"`
}

// sending is what the operation is called with.
type sending struct {
	Text  string   `json:"text,omitempty"`
	Files []sent   `json:"files,omitempty"`
	Tags  []string `json:"tags,omitempty"`
}

type sent struct {
	Name    string `json:"name"`
	Content string `json:"content"`
}

func (w *web) uploading(s *screen) error {
	if !s.May(opIngest) {
		return kit.Denied()
	}
	return s.Show(http.StatusOK, uploadPage(s, nil, nil))
}

// upload takes in what was sent: files, or pasted text. A script sends one file at a time
// and gets its line of the report; a plain form gets the page with all of them, or with many
// files is led to the page of the work.
func (w *web) upload(s *screen) error {
	if !s.May(opIngest) {
		return kit.Denied()
	}
	s.Request.Body = http.MaxBytesReader(s.Out, s.Request.Body, w.uploadLimit)
	done, err := w.ingest(s)
	if errors.Is(err, errLeft) {
		return nil
	}
	if err == nil && s.Fragment() {
		return s.Show(http.StatusOK, outcomes(s, done))
	}
	if err == nil {
		return s.Show(http.StatusOK, uploadPage(s, &done, nil))
	}
	f := fault.From(err)
	if s.Fragment() {
		return f
	}
	return s.Show(fault.AnswerTo(f.Kind).Status, uploadPage(s, nil, f))
}

// ingest hands what was sent to the operation; text and files together are both taken.
func (w *web) ingest(s *screen) (report, error) {
	if err := s.Request.ParseMultipartForm(inMemory); err != nil {
		return report{}, kit.Unreadable(err, w.uploadLimit)
	}
	defer func() { _ = s.Request.MultipartForm.RemoveAll() }() // a leftover temporary file is the system's to clean
	tags := items(s.Request.MultipartForm.Value["tags"])
	var files []*multipart.FileHeader
	for _, f := range s.Request.MultipartForm.File["file"] {
		if f.Filename != "" && f.Size > 0 {
			files = append(files, f)
		}
	}
	var all report
	text := strings.TrimSpace(s.Request.PostFormValue("text"))
	if len(files) > callFiles {
		if err := w.keepAll(s, files, text); err != nil {
			return all, err
		}
		return all, cmp.Or(w.begin(s, tags), errLeft)
	}
	if text != "" {
		if err := s.ingestCall(sending{Text: text, Tags: tags}, &all); err != nil {
			return all, err
		}
	} else if len(files) == 0 {
		return all, fault.E(fault.Invalid, fault.Say("No file was chosen.", "Файл не выбран."), nil).
			WithHint(fault.Say("Choose one or more files, or paste the text of a CV.", "Выберите один или несколько файлов или вставьте текст резюме."))
	}
	if len(files) == 0 {
		return all, nil
	}
	batch := sending{Tags: tags}
	for _, f := range files {
		data, err := contentOf(f)
		if err != nil {
			return all, err
		}
		batch.Files = append(batch.Files, sent{Name: f.Filename, Content: base64.StdEncoding.EncodeToString(data)})
	}
	err := s.ingestCall(batch, &all)
	return all, err
}

// errLeft says that the answer led to another page.
var errLeft = errors.New("talentweb: led elsewhere")

// keep keeps files of a large upload, which a script sends a few at a time.
func (w *web) keep(s *screen) error {
	s.Request.Body = http.MaxBytesReader(s.Out, s.Request.Body, w.uploadLimit)
	if err := s.Request.ParseMultipartForm(inMemory); err != nil {
		return kit.Unreadable(err, w.uploadLimit)
	}
	defer func() { _ = s.Request.MultipartForm.RemoveAll() }() // a leftover temporary file is the system's to clean
	if err := w.keepAll(s, s.Request.MultipartForm.File["file"], ""); err != nil {
		return err
	}
	s.Out.WriteHeader(http.StatusNoContent)
	return nil
}

// keepAll keeps the files of an upload, and what was pasted beside them.
func (w *web) keepAll(s *screen, files []*multipart.FileHeader, pasted string) error {
	return s.Run(opUpload, func(ctx context.Context) error {
		keep := func(name string, data []byte) error {
			return w.base.Uploads.Keep(ctx, s.Caller.Tenant, s.uploadID(), talent.File{Name: name, Data: data})
		}
		for _, f := range files {
			data, err := contentOf(f)
			if err != nil {
				return err
			}
			if err := keep(f.Filename, data); err != nil {
				return err
			}
		}
		if pasted == "" {
			return nil
		}
		return keep(s.T("side.pasted")+".txt", []byte(pasted))
	})
}

// start begins to take in an upload whose files a script has sent.
func (w *web) start(s *screen) error {
	return w.begin(s, items([]string{s.Request.PostFormValue("tags")}))
}

func (w *web) begin(s *screen, tags []string) error {
	return s.Submit(opUpload, struct {
		Upload string   `json:"upload_id"`
		Tags   []string `json:"tags,omitempty"`
	}{s.uploadID(), tags})
}

// uploadID is the name of the upload, which the page of the form made.
func (s *screen) uploadID() string { return s.Request.PostFormValue("upload") }

func (s *screen) ingestCall(in sending, all *report) error {
	var part report
	if err := s.Call(opIngest, in, &part); err != nil {
		return err
	}
	all.Items = append(all.Items, part.Items...)
	all.Added += part.Added
	all.Duplicates += part.Duplicates
	all.Rejected += part.Rejected
	all.Unclear += part.Unclear
	return nil
}

func contentOf(f *multipart.FileHeader) ([]byte, error) {
	in, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }() // it was only read
	return io.ReadAll(in)
}

// reread is what reading the base anew came to.
type reread struct {
	Read    int `json:"read"`
	Changed int `json:"changed"`
	Failed  int `json:"failed"`
}

// works are the long operations of the room.
func (w *web) works() map[string]kit.Work {
	adding := kit.Work{Title: "work.ingest", Answer: func(s *kit.Screen, answer []byte) (templ.Component, error) {
		var done report
		if err := json.Unmarshal(answer, &done); err != nil {
			return nil, fmt.Errorf("talentweb: report: %w", err)
		}
		return added(w.screen(s), done), nil
	}}
	rereading := kit.Work{Title: "work.reread", Answer: func(s *kit.Screen, answer []byte) (templ.Component, error) {
		var done reread
		if err := json.Unmarshal(answer, &done); err != nil {
			return nil, fmt.Errorf("talentweb: what was read anew: %w", err)
		}
		return rereadAnswer(w.screen(s), done), nil
	}}
	return map[string]kit.Work{opIngest: adding, opUpload: adding, opReread: rereading}
}

// fileName is the name of a file in a report.
func (s *screen) fileName(o outcome) string {
	if o.File == "" {
		return s.T("side.pasted")
	}
	return o.File
}

// understoodText says what was understood of a file, in one line.
func (s *screen) understoodText(r reading) string {
	parts := []string{s.name(r.Name)}
	if r.Title != "" {
		parts = append(parts, r.Title)
	}
	return strings.Join(append(parts,
		s.N("position.count", r.Positions), s.N("skill.count", r.Skills)), " · ")
}
