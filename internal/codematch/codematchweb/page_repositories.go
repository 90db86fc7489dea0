package codematchweb

import (
	"cmp"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/webui/kit"
)

// archiveLimit is of one form with an archive in bytes; in base64 it is under what the
// operation takes.
const archiveLimit = 64 << 20

// inMemory is how many bytes of an upload do not wait in a temporary file.
const inMemory = 4 << 20

// rack is the page of the indexed repositories.
type rack struct {
	shelf              shelf
	query              string
	cursor             string
	repository, branch string // as typed
	deleted            bool
	fault              *fault.Error
}

// perPage is how many repositories stand on a page.
const perPage = 50

// repositories lists what is indexed.
func (w *web) repositories(s *screen) error {
	v := s.Request.URL.Query()
	return s.rack(rack{query: strings.TrimSpace(v.Get("q")), cursor: v.Get("cursor"), deleted: v.Has("deleted")})
}

func (s *screen) rack(p rack) (err error) {
	if !s.May(opList) {
		return kit.Denied()
	}
	if p.shelf, err = s.shelf(asking{Query: p.query, Limit: perPage, Cursor: p.cursor}); err != nil {
		return err
	}
	return s.Show(kit.Status(p.fault), repositoriesPage(s, p))
}

// order is what index_repository takes.
type order struct {
	URL     string `json:"repository_url,omitempty"`
	Branch  string `json:"branch,omitempty"`
	Name    string `json:"name,omitempty"`
	Content string `json:"content,omitempty"`
}

// index begins to index a repository, and leads to where that is followed.
func (w *web) index(s *screen) error {
	if !s.May(opIndex) {
		return kit.Denied()
	}
	o, err := s.order()
	if err == nil {
		err = s.submit(o)
	}
	if err == nil {
		return nil
	}
	return s.rack(rack{fault: inForm(fault.From(err)), repository: o.URL, branch: o.Branch})
}

// submit begins long work; a server that runs none indexes while the page waits.
func (s *screen) submit(o order) error {
	err := s.Submit(opIndex, o)
	if fault.KindOf(err) != fault.Denied {
		return err
	}
	var r repository
	if err := s.Call(opIndex, o, &r); err != nil {
		return err
	}
	s.Redirect(filePath(r.URL, ""))
	return nil
}

// order reads the form: an address, or an archive that was chosen.
func (s *screen) order() (order, error) {
	s.Request.Body = http.MaxBytesReader(s.Out, s.Request.Body, archiveLimit)
	if err := s.Request.ParseMultipartForm(inMemory); err != nil && !errors.Is(err, http.ErrNotMultipart) {
		return order{}, kit.Unreadable(err, archiveLimit)
	}
	o := order{URL: strings.TrimSpace(s.Request.PostFormValue(fieldRepository)), Branch: strings.TrimSpace(s.Request.PostFormValue(fieldBranch))}
	if s.Request.MultipartForm != nil {
		defer func() { _ = s.Request.MultipartForm.RemoveAll() }() // a leftover temporary file is the system's to clean
		if err := s.archive(&o); err != nil {
			return o, err
		}
	}
	if o.URL == "" && o.Content == "" {
		return o, fault.Wrong("repository_url", fault.Say("paste the address of a repository", "вставьте адрес репозитория"))
	}
	return o, nil
}

// archive takes the archive that was chosen, if one was.
func (s *screen) archive(o *order) error {
	list := s.Request.MultipartForm.File[fieldArchive]
	if len(list) == 0 || list[0].Size == 0 {
		return nil
	}
	in, err := list[0].Open()
	if err != nil {
		return kit.Unreadable(err, archiveLimit)
	}
	defer func() { _ = in.Close() }() // it was only read
	body, err := io.ReadAll(in)
	if err != nil {
		return kit.Unreadable(err, archiveLimit)
	}
	o.Name, o.Content = archiveName(list[0].Filename), base64.StdEncoding.EncodeToString(body)
	return nil
}

var (
	archiveEnds = regexp.MustCompile(`(?i)\.(zip|tar|tgz|tar\.(gz|zst|bz2|xz))$`)
	notInNames  = regexp.MustCompile(`[^A-Za-z0-9._-]+`)
)

// longestName is of an archive, in characters.
const longestName = 120

// archiveName is what an archive is known by: the name of its file.
func archiveName(file string) string {
	name := archiveEnds.ReplaceAllString(path.Base(strings.ReplaceAll(file, `\`, "/")), "")
	name = strings.Trim(notInNames.ReplaceAllString(name, "-"), "-.")
	return cmp.Or(name[:min(len(name), longestName)], "archive")
}

// contents is a file or folder as read_indexed_file answers it.
type contents struct {
	Repository string  `json:"repository"`
	Branch     string  `json:"branch"`
	Commit     string  `json:"commit"`
	Type       string  `json:"type"`
	Text       string  `json:"text"`
	Size       int64   `json:"size"`
	Entries    []entry `json:"entries"`
}

type entry struct {
	Name string `json:"name"`
	Path string `json:"path"`
	Type string `json:"type"`
	Size int64  `json:"size"`
}

func (s *screen) read(repository, path string) (contents, error) {
	var c contents
	err := s.Call(opRead, struct {
		Repository string `json:"repository"`
		Path       string `json:"path,omitempty"`
	}{repository, path}, &c)
	return c, err
}

// open is the page of a file or folder.
type open struct {
	contents
	of    repository
	path  string
	lines text // the stretch that is shown
	total int
	// The lines that are pointed at; 0 where none are.
	from, to int
}

// marked reports whether a line is pointed at.
func (p open) marked(n int) bool { return n >= p.from && n <= p.to }

// linesShown is how many lines of a file stand on a page.
const linesShown = 1500

// files shows a file or folder of an indexed repository, the root with what is known of it.
func (w *web) files(s *screen) error {
	v := s.Request.URL.Query()
	p := open{path: strings.Trim(v.Get(fieldPath), "/")}
	var err error
	if p.of, err = s.indexed(v.Get(fieldRepository)); err != nil {
		return err
	}
	if p.contents, err = s.read(p.of.URL, p.path); err != nil && (p.path != "" || fault.KindOf(err) != fault.NotFound) {
		return err
	}
	slices.SortStableFunc(p.Entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Name, b.Name)) // "dir" before "file"
	})
	all := newText(p.Text, 1)
	p.total = len(all.lines)
	p.from, p.to = kit.Count(v.Get(fieldLine)), kit.Count(v.Get(fieldTo))
	from := (max(1, min(p.from, p.total)) - 1) / linesShown * linesShown
	p.lines = text{lines: all.lines[from:min(p.total, from+linesShown)], first: from + 1}
	return s.Show(http.StatusOK, filePage(s, p))
}

// deleting asks before a repository is taken out.
func (w *web) deleting(s *screen) error {
	if !s.May(opDelete) {
		return kit.Denied()
	}
	r, err := s.indexed(s.Request.URL.Query().Get(fieldRepository))
	if err != nil {
		return err
	}
	return s.Show(http.StatusOK, deletePage(s, r))
}

func (w *web) delete(s *screen) error {
	v, err := s.parse()
	if err != nil {
		return err
	}
	if err := s.Call(opDelete, struct {
		URL     string `json:"repository_url"`
		Confirm bool   `json:"confirm"`
	}{v.Get(fieldRepository), true}, &struct{}{}); err != nil {
		return err
	}
	s.Redirect(repositoriesPath + "?deleted=1")
	return nil
}
