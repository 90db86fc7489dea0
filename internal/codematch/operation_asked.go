package codematch

import (
	"context"
	"strings"

	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/mirror"
	"kadry/internal/codematch/source"
	"kadry/internal/fault"
	"kadry/internal/op"
)

// fileQuestion fetches the file that is asked about: from the mirror where its repository is
// indexed, else from where the link leads.
func (h *handlers) fileQuestion(ctx context.Context, given string) (question, error) {
	q := question{kind: OfFile, name: given}
	f, err := h.fileAt(ctx, given)
	if err != nil {
		return q, err
	}
	q.path, q.code, q.itself, q.repository = f.path, f.code, mirror.Digest(f.code), f.mirrored
	if q.language, _ = lexer.Detect(f.path, head(f.code)); q.language == "" {
		q.language = lexer.Guess(f.code)
	}
	if strings.TrimSpace(string(f.code)) == "" {
		return q, fault.Wrong("file_url", fault.Say("the file is empty", "файл пуст"))
	}
	return q, nil
}

// largestHead is how much of a file its language is known by.
const largestHead = 4 << 10

func head(text []byte) []byte { return text[:min(len(text), largestHead)] }

// asked is a file that was given by its address.
type asked struct {
	repository, commit, path string
	mirrored                 int64 // the repository in the mirror; 0 is none
	first, last              int   // lines; 0 is all
	code                     []byte
}

// fileAt reads a file by its address.
func (h *handlers) fileAt(ctx context.Context, given string) (asked, error) {
	tenant := op.CallerFrom(ctx).Tenant
	s, err := h.shelf(ctx, tenant)
	if err != nil {
		return asked{}, err
	}
	if f, ok, err := h.mirrored(ctx, tenant, s, given); ok || err != nil {
		return f, err
	}
	if strings.HasPrefix(given, mirror.Upload("")) {
		return asked{}, fault.E(fault.NotFound, fault.Say("There is no %q among what is indexed.", "Среди проиндексированного нет «%s».", fault.Clip(given)), nil)
	}
	address, err := source.Parse(given)
	if err != nil {
		return asked{}, err
	}
	if address.Path == "" {
		return asked{}, fault.Wrong("file_url", fault.Say("names no file", "не указывает на файл"))
	}
	if address.Ref == "" || isIndexedCommit(s, address) {
		if f, ok, err := h.mirrored(ctx, tenant, s, address.String()+"/"+address.Path); ok || err != nil {
			return lines(f, address.First, address.Last), err
		}
	}
	got, err := h.Fetch.File(ctx, source.Want{Address: address, AtMachine: op.CallerFrom(ctx).Local})
	if err != nil {
		return asked{}, err
	}
	return lines(asked{repository: address.String(), commit: got.Commit, path: address.Path, code: got.Body}, address.First, address.Last), nil
}

// isIndexedCommit reports whether the mirror holds just what an address names.
func isIndexedCommit(s shelf, a source.Address) bool {
	for _, r := range s.all {
		if r.URL == a.String() {
			return a.Ref == r.Branch || a.Ref == r.Commit
		}
	}
	return false
}

// mirrored reads "repository/path" from the mirror.
func (h *handlers) mirrored(ctx context.Context, tenant string, s shelf, given string) (asked, bool, error) {
	for _, r := range s.all {
		path, ok := strings.CutPrefix(given, r.URL+"/")
		if !ok {
			continue
		}
		f, _, err := h.Mirror.File(ctx, tenant, mirror.Generation{Repository: r.ID, Number: r.Generation}, path)
		if fault.KindOf(err) == fault.NotFound {
			continue
		}
		if err != nil {
			return asked{}, false, err
		}
		texts, err := h.Mirror.Texts(ctx, tenant, []string{f.Digest})
		return asked{repository: r.URL, commit: r.Commit, path: f.Path, mirrored: r.ID, code: texts[f.Digest]}, err == nil, err
	}
	return asked{}, false, nil
}

// lines leaves the lines that an address names.
func lines(f asked, first, last int) asked {
	if first == 0 {
		return f
	}
	all := strings.SplitAfter(string(f.code), "\n")
	first = min(first, len(all))
	last = min(max(first, last), len(all))
	f.first, f.last, f.code = first, last, []byte(strings.Join(all[first-1:last], ""))
	return f
}

// repositoryQuestion is about a repository by its address.
func (h *handlers) repositoryQuestion(ctx context.Context, given string) (question, error) {
	q := question{kind: OfRepository, name: given}
	s, err := h.shelf(ctx, op.CallerFrom(ctx).Tenant)
	if err != nil {
		return q, err
	}
	for _, r := range s.all {
		if named(r.URL, given) {
			q.name, q.repository = r.URL, r.ID
			return q, nil
		}
	}
	_, err = source.Parse(given)
	return q, err
}
