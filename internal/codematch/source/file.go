package source

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/url"
	"os"
	"path"

	"kadry/internal/codematch/source/tree"
	"kadry/internal/fault"
	"kadry/internal/upstream"
)

// Text is one file.
type Text struct {
	Address Address // with ref and path told apart
	Commit  string  // "" of a file of this machine
	Body    []byte
	First   int // lines that the address points at, from 1 and within the file; 0 is all of it
	Last    int
}

const fileKind = upstream.Kind("code-file")

// sniffed is how much of a file tells whether it is text, as git does it.
const sniffed = 8000

// File reads the one file that an address names, at the commit that its ref is now. Errors are
// those of Open, Invalid for what is no file or no text, and TooLarge over Limits.File.
func (f *Fetcher) File(ctx context.Context, w Want) (Text, error) {
	limits := f.Limits.Filled()
	ctx, stop := context.WithTimeout(ctx, limits.Timeout)
	defer stop()
	var t Text
	var err error
	switch w.Address.Kind {
	case Local:
		t, err = f.localFile(w, limits)
	case Blob:
		t, err = f.remoteFile(ctx, w, limits)
	default:
		return Text{}, noFile(w.Address)
	}
	if err != nil {
		return Text{}, err
	}
	return t.within()
}

func noFile(a Address) error {
	return fault.E(fault.Invalid, fault.Say("%[1]s is not a file.", "%[1]s — не файл.", fault.Clip(a.String())), nil).
		WithHint(fault.Say("Give a link to a file, as the page of the file has it.", "Укажите ссылку на файл со страницы этого файла."))
}

func largeFile(limits tree.Limits) error {
	return fault.E(fault.TooLarge, fault.Say("The file has more than %[1]d kB.", "Файл больше %[1]d кБ.", limits.File>>10), nil)
}

// within checks that a file is text, and keeps its lines to those it has.
func (t Text) within() (Text, error) {
	if bytes.IndexByte(t.Body[:min(len(t.Body), sniffed)], 0) >= 0 || tree.Settled("", t.Body).Skipped != "" {
		return Text{}, fault.E(fault.Invalid, fault.Say("%[1]q is not text.", "«%[1]s» — не текст.", fault.Clip(t.Address.Path)), nil)
	}
	lines := bytes.Count(t.Body, []byte("\n"))
	if len(t.Body) > 0 && t.Body[len(t.Body)-1] != '\n' {
		lines++
	}
	if t.First, t.Last = t.Address.First, min(t.Address.Last, lines); t.First > lines {
		return Text{}, fault.E(fault.Invalid, fault.Say("The file has %[1]d lines.", "В файле строк: %[1]d.", lines), nil)
	}
	return t, nil
}

func (f *Fetcher) localFile(w Want, limits tree.Limits) (Text, error) {
	p, err := f.place(w.Address.Path, w.AtMachine)
	if err != nil {
		return Text{}, err
	}
	info, err := os.Stat(p.path)
	if err != nil {
		return Text{}, unread(w.Address.Path, err)
	}
	if !info.Mode().IsRegular() {
		return Text{}, noFile(w.Address)
	}
	file, err := os.Open(p.path)
	if err != nil {
		return Text{}, unread(w.Address.Path, err)
	}
	defer file.Close()
	body, err := io.ReadAll(io.LimitReader(file, limits.File+1))
	switch {
	case err != nil:
		return Text{}, unread(w.Address.Path, err)
	case int64(len(body)) > limits.File:
		return Text{}, largeFile(limits)
	}
	return Text{Address: w.Address, Body: body}, nil
}

func (f *Fetcher) remoteFile(ctx context.Context, w Want, limits tree.Limits) (Text, error) {
	r, err := f.remote(w)
	if err != nil {
		return Text{}, err
	}
	names, err := r.refs(ctx)
	if err != nil {
		return Text{}, err
	}
	a := w.Address.Split(names.short())
	if w.Ref != "" {
		a.Ref = w.Ref
	}
	commit, _, err := names.find(a.String(), a.Ref)
	if err != nil {
		return Text{}, err
	}
	if a.Path == "" {
		return Text{}, noFile(a)
	}
	t := Text{Address: a, Commit: commit.String()}
	host, err := f.Hosts.find(a.Host)
	if err != nil {
		return Text{}, err
	}
	if raw := host.raw(a, t.Commit); raw != "" {
		t.Body, err = f.raw(ctx, host, a, raw, limits)
		return t, err
	}
	opened, err := r.open(ctx, ctx, commit, "")
	if err != nil {
		return Text{}, err
	}
	t.Body, err = pick(opened, a, limits)
	return t, errors.Join(err, opened.Close())
}

// pick finds one file in a tree.
func pick(t *tree.Tree, a Address, limits tree.Limits) ([]byte, error) {
	for file, err := range t.Files {
		switch {
		case err != nil:
			return nil, err
		case file.Path != a.Path:
		case file.Skipped == tree.Large:
			return nil, largeFile(limits)
		case file.Skipped != "":
			return nil, noFile(a)
		default:
			return file.Body, nil
		}
	}
	return nil, fault.E(fault.NotFound, fault.Say("There is no file %[1]q in %[2]s.", "Файла «%[1]s» в %[2]s нет.", fault.Clip(a.Path), a.String()), nil)
}

// raw is where a forge gives the bytes of a file at a commit; "" where it does not.
func (h Host) raw(a Address, commit string) string {
	file, name := escape(a.Path), escape(a.Name)
	switch a.Forge {
	case GitHub:
		if h.Name == "github.com" {
			return "https://raw.githubusercontent.com/" + name + "/" + commit + "/" + file
		}
		return h.base() + "/" + name + "/raw/" + commit + "/" + file
	case GitLab:
		if h.Token != "" { // pages take no token
			return h.base() + "/api/v4/projects/" + url.PathEscape(a.Name) + "/repository/files/" + url.PathEscape(a.Path) + "/raw?ref=" + commit
		}
		return h.base() + "/" + name + "/-/raw/" + commit + "/" + file
	case Bitbucket:
		if h.Token != "" && h.Name == "bitbucket.org" {
			return "https://api.bitbucket.org/2.0/repositories/" + name + "/src/" + commit + "/" + file
		}
		return h.base() + "/" + name + "/raw/" + commit + "/" + file
	case Gitea:
		if h.Token != "" {
			return h.base() + path.Join("/api/v1/repos", name, "raw", file) + "?ref=" + commit
		}
		return h.base() + "/" + name + "/raw/commit/" + commit + "/" + file
	}
	return ""
}

func (f *Fetcher) raw(ctx context.Context, host Host, a Address, from string, limits tree.Limits) ([]byte, error) {
	var body []byte
	res, err := listen(ctx, f.Upstream, upstream.Request{URL: from, Kind: fileKind, Header: host.fileHeader()}, limits,
		func(_ upstream.Response, in io.Reader) (err error) {
			if body, err = io.ReadAll(io.LimitReader(in, limits.File+1)); err == nil && int64(len(body)) > limits.File {
				return largeFile(limits)
			}
			return err //nolint:wrapcheck // undelivered does
		})
	if err != nil {
		return nil, undelivered(a, res, err)
	}
	return body, nil
}
