package talentweb

import (
	"encoding/base64"
	"io"
	"mime/multipart"
	"net/http"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/webui/kit"
)

// callFiles is how many files one call of the operation takes.
const callFiles = 20

// report is what became of an upload.
type report struct {
	Items      []outcome `json:"items"`
	Added      int       `json:"added"`
	Duplicates int       `json:"duplicates"`
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
// and gets its line of the report; a plain form gets the page with all of them.
func (w *web) upload(s *screen) error {
	if !s.May(opIngest) {
		return kit.Denied()
	}
	s.Request.Body = http.MaxBytesReader(s.Out, s.Request.Body, w.uploadLimit)
	done, err := w.ingest(s)
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
	const inMemory = 8 << 20 // the rest of an upload waits in a temporary file
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
	if text := strings.TrimSpace(s.Request.PostFormValue("text")); text != "" {
		if err := s.ingestCall(sending{Text: text, Tags: tags}, &all); err != nil {
			return all, err
		}
	} else if len(files) == 0 {
		return all, fault.E(fault.Invalid, fault.Say("No file was chosen.", "Файл не выбран."), nil).
			WithHint(fault.Say("Choose one or more files, or paste the text of a CV.", "Выберите один или несколько файлов или вставьте текст резюме."))
	}
	for len(files) > 0 {
		n := min(callFiles, len(files))
		batch := sending{Tags: tags}
		for _, f := range files[:n] {
			one, err := encoded(f)
			if err != nil {
				return all, err
			}
			batch.Files = append(batch.Files, one)
		}
		if err := s.ingestCall(batch, &all); err != nil {
			return all, err
		}
		files = files[n:]
	}
	return all, nil
}

func (s *screen) ingestCall(in sending, all *report) error {
	var part report
	if err := s.Call(opIngest, in, &part); err != nil {
		return err
	}
	all.Items = append(all.Items, part.Items...)
	all.Added += part.Added
	all.Duplicates += part.Duplicates
	all.Rejected += part.Rejected
	return nil
}

func encoded(f *multipart.FileHeader) (sent, error) {
	in, err := f.Open()
	if err != nil {
		return sent{}, err
	}
	defer func() { _ = in.Close() }() // it was only read
	data, err := io.ReadAll(in)
	return sent{Name: f.Filename, Content: base64.StdEncoding.EncodeToString(data)}, err
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
