package marketweb

import (
	"encoding/base64"
	"io"
	"net/http"
	"slices"

	"kadry/internal/fault"
	"kadry/internal/market/archive"
	"kadry/internal/market/snapshot"
	"kadry/internal/webui/kit"
)

// uploadLimit is of one form in bytes; in base64 it is under what the operation takes.
const uploadLimit = 28 << 20

// inMemory is how many bytes of an upload do not wait in a temporary file.
const inMemory = 4 << 20

// imported is what import_market_snapshot answers.
type imported struct {
	archive.Kept
	Report struct {
		Format     snapshot.Format `json:"format"`
		Rows       int             `json:"rows"`
		WrongRows  int             `json:"wrong_rows"`
		Wrong      []wrongRow      `json:"wrong"`
		Duplicates int             `json:"duplicates"`
		CutShort   bool            `json:"cut_short"`
		Unplaced   int             `json:"unplaced"`
	} `json:"report"`
}

type wrongRow struct {
	Line   int    `json:"line"`
	Reason string `json:"reason"`
}

// shelf is the page of the snapshots.
type shelf struct {
	list    []archive.Kept
	done    *imported // what became of a file
	deleted bool
	fault   *fault.Error
}

// snapshots lists what is kept, and takes files in.
func (w *web) snapshots(s *screen) error {
	return s.shelf(shelf{deleted: s.Request.URL.Query().Get("deleted") != ""})
}

// shelf shows the page with what has just happened.
func (s *screen) shelf(p shelf) error {
	if !s.May(opList) {
		return kit.Denied()
	}
	var all struct {
		Items []archive.Kept `json:"items"`
	}
	if err := s.Call(opList, struct{}{}, &all); err != nil {
		return err
	}
	p.list = all.Items
	return s.Show(kit.Status(p.fault), snapshotsPage(s, p))
}

// upload hands a file to the operation and shows what became of it.
func (w *web) upload(s *screen) error {
	if !s.May(opImport) {
		return kit.Denied()
	}
	done, err := s.take()
	if err != nil {
		return s.shelf(shelf{fault: fault.From(err)})
	}
	return s.shelf(shelf{done: &done})
}

func (s *screen) take() (done imported, err error) {
	s.Request.Body = http.MaxBytesReader(s.Out, s.Request.Body, uploadLimit)
	if err := s.Request.ParseMultipartForm(inMemory); err != nil {
		return done, kit.Unreadable(err, uploadLimit)
	}
	defer func() { _ = s.Request.MultipartForm.RemoveAll() }() // a leftover temporary file is the system's to clean
	files := s.Request.MultipartForm.File["file"]
	if len(files) == 0 || files[0].Size == 0 {
		return done, fault.E(fault.Invalid, fault.Say("No file was chosen.", "Файл не выбран."), nil).
			WithHint(fault.Say("Choose a file of vacancies.", "Выберите файл с вакансиями."))
	}
	in, err := files[0].Open()
	if err != nil {
		return done, kit.Unreadable(err, uploadLimit)
	}
	defer func() { _ = in.Close() }() // it was only read
	body, err := io.ReadAll(in)
	if err != nil {
		return done, kit.Unreadable(err, uploadLimit)
	}
	err = s.Call(opImport, struct {
		Name    string `json:"name"`
		Content string `json:"content"`
	}{fileName(files[0].Filename), base64.StdEncoding.EncodeToString(body)}, &done)
	return done, err
}

// longestName is how many characters of a file's name are kept.
const longestName = 200

// fileName is the end of a long name: there is what tells files apart.
func fileName(name string) string {
	if runes := []rune(name); len(runes) > longestName {
		return string(runes[len(runes)-longestName:])
	}
	return name
}

// deleting asks before a snapshot is deleted, and says what goes.
func (w *web) deleting(s *screen) error {
	if !s.May(opDelete) {
		return kit.Denied()
	}
	id := s.Request.PathValue("id")
	list := s.keptSnapshots()
	at := slices.IndexFunc(list, func(k archive.Kept) bool { return k.ID == id })
	if at < 0 {
		return fault.E(fault.NotFound, fault.Say("There is no snapshot %q.", "Снимка «%s» нет.", fault.Clip(id)), nil)
	}
	return s.Show(http.StatusOK, deletePage(s, list[at]))
}

// delete deletes a snapshot and goes back to the list.
func (w *web) delete(s *screen) error {
	var done struct {
		ID string `json:"snapshot_id"`
	}
	if err := s.Call(opDelete, struct {
		ID      string `json:"snapshot_id"`
		Confirm bool   `json:"confirm"`
	}{s.Request.PathValue("id"), true}, &done); err != nil {
		return err
	}
	s.Redirect(snapshotsPath + "?deleted=1")
	return nil
}
