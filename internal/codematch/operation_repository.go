package codematch

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"kadry/internal/codematch/match"
	"kadry/internal/codematch/mirror"
	"kadry/internal/codematch/source"
	"kadry/internal/cursor"
	"kadry/internal/fault"
	"kadry/internal/op"
)

const (
	microsecond = time.Microsecond // what tables keep of a time
	// largestArchive is of one that is sent along, in bytes of base64.
	largestArchive = 90 << 20
)

type indexInput struct {
	URL     string `json:"repository_url,omitzero" max:"2000" doc:"Address of an allowed host, owner/name on GitHub, a folder or archive on the server's machine, or a link to an archive."`
	Branch  string `json:"branch,omitzero" max:"250" doc:"Branch, tag or commit; empty is the default branch."`
	Name    string `json:"name,omitzero" max:"120" pattern:"^[A-Za-z0-9._-]+$" doc:"Of an archive that is sent along, to know it by: upload/name."`
	Content string `json:"content,omitzero" max:"94371840" doc:"The archive in base64 (zip, tar, tar.gz, tar.zst), instead of repository_url."`
}

type indexOutput struct {
	repositoryWire
	Changed bool `json:"changed" doc:"False where the commit was indexed already."`
}

// repositoryWire is an indexed repository as callers read it.
type repositoryWire struct {
	URL         string            `json:"repository_url"`
	State       mirror.State      `json:"state"`
	Branch      string            `json:"branch,omitempty"`
	Commit      string            `json:"commit,omitempty"`
	CommittedAt *time.Time        `json:"committed_at,omitempty"`
	IndexedAt   *time.Time        `json:"indexed_at,omitempty"`
	Files       int               `json:"files"`
	Units       int               `json:"units" doc:"Functions, classes and files that can be found."`
	Bytes       int64             `json:"bytes"`
	Languages   map[string]int    `json:"languages" doc:"Units."`
	Skipped     map[string]int    `json:"skipped_files" doc:"Files without units, by reason."`
	Licence     match.SaidLicence `json:"license"`
	Failure     string            `json:"failure,omitempty" doc:"Why the last attempt ended."`
}

func repositoryOf(r mirror.Repository, lang string) repositoryWire {
	w := repositoryWire{
		URL: r.URL, State: r.State, Branch: r.Branch, Commit: r.Commit, Files: r.Files, Units: r.Units, Bytes: r.Bytes,
		Languages: orNone(r.Languages), Skipped: orNone(r.Skipped), Failure: r.Failure.In(lang),
		Licence: match.SaidLicence{SPDX: r.Licence.SPDX, Source: r.Licence.Source, Note: r.Licence.Note.In(lang)},
	}
	if !r.CommittedAt.IsZero() {
		w.CommittedAt = &r.CommittedAt
	}
	if !r.IndexedAt.IsZero() {
		w.IndexedAt = &r.IndexedAt
	}
	return w
}

func orNone(m map[string]int) map[string]int {
	if m == nil {
		return map[string]int{}
	}
	return m
}

func (h *handlers) indexRepository() *op.Op {
	return op.New(op.Spec{
		Name: "index_repository", Toolset: toolset, Title: "Index a repository", Effect: op.Updates, Idempotent: true, World: true, Timeout: callTimeout, Long: true, BodyLimit: largestArchive + 1<<20,
		Doc: "Reads a repository and makes its functions, classes and files searchable, at one commit that is recorded. Done again it takes in what has changed; an unchanged commit costs nothing. " +
			"Vendored, generated, minified and binary files are left out.",
		Detach: h.detachIndex,
	}, func(ctx context.Context, in indexInput) (indexOutput, error) {
		from, err := h.indexed(ctx, in)
		if err != nil {
			return indexOutput{}, err
		}
		progress := op.Progress(ctx)
		x := &Indexer{h.Parts}
		r, changed, err := x.Index(ctx, op.CallerFrom(ctx).Tenant, from, func(done, total int, text fault.Text) {
			progress(op.Stage{Done: done, Total: total, Text: text})
		})
		return indexOutput{repositoryOf(r, langOf(ctx)), changed}, err
	})
}

// indexed is where the repository comes from.
func (h *handlers) indexed(ctx context.Context, in indexInput) (Origin, error) {
	switch {
	case (in.URL == "") == (in.Content == ""):
		return Origin{}, fault.E(fault.Invalid, fault.Say("Give either repository_url or content.", "Укажите либо repository_url, либо content."), nil)
	case in.Content != "":
		if in.Name == "" {
			return Origin{}, fault.Wrong("name", fault.Say("an archive that is sent along needs a name", "присланному архиву нужно имя"))
		}
		body, err := base64.StdEncoding.DecodeString(in.Content)
		if err != nil {
			return Origin{}, fault.Wrong("content", fault.Say("is no base64", "не base64"))
		}
		return Origin{Name: in.Name, Upload: body}, nil
	}
	if (mirror.Repository{URL: in.URL}).Uploaded() {
		return Origin{}, fault.Wrong("repository_url", fault.Say("an archive that was sent along is sent again with content", "присланный архив нужно прислать ещё раз в content"))
	}
	address, err := source.Parse(in.URL)
	return Origin{Want: source.Want{Address: address, Ref: in.Branch, AtMachine: op.CallerFrom(ctx).Local}}, err
}

// detachIndex makes the path of a folder absolute, since another process may read it.
func (h *handlers) detachIndex(ctx context.Context, args []byte) ([]byte, bool, error) {
	var in indexInput
	if err := json.Unmarshal(args, &in); err != nil {
		return nil, false, err
	}
	from, err := h.indexed(ctx, in)
	if err != nil {
		return nil, false, err
	}
	if from.Address.Kind == source.Local {
		in.URL = from.Address.String()
		args, err = json.Marshal(in)
	}
	return args, true, err
}

type listInput struct {
	Query  string `json:"query,omitzero" max:"200" doc:"Part of the address."`
	Limit  int    `json:"limit,omitzero" min:"1" max:"200" default:"50"`
	Cursor string `json:"cursor,omitzero" max:"512"`
}

type listOutput struct {
	Items      []repositoryWire `json:"items"`
	Total      int              `json:"total"`
	HasMore    bool             `json:"has_more"`
	NextCursor string           `json:"next_cursor,omitempty"`
}

func (h *handlers) listRepositories() *op.Op {
	return op.New(op.Spec{
		Name: "list_repositories", Toolset: toolset, Title: "List indexed repositories", Effect: op.Reads,
		Doc:      "Lists the repositories that can be searched, with commit, age, licence and what was left out.",
		Examples: []op.Example{{Title: "What is there", Input: `{}`}},
	}, func(ctx context.Context, in listInput) (listOutput, error) {
		pages := cursor.Ask("repositories", in.Query, strconv.Itoa(in.Limit))
		skip, err := pages.Offset(in.Cursor)
		if err != nil {
			return listOutput{}, err
		}
		all, err := h.Mirror.List(ctx, op.CallerFrom(ctx).Tenant, false)
		if err != nil {
			return listOutput{}, err
		}
		out := listOutput{Items: []repositoryWire{}}
		for _, r := range all {
			if !strings.Contains(strings.ToLower(r.URL), strings.ToLower(strings.TrimSpace(in.Query))) {
				continue
			}
			if out.Total++; out.Total > skip && len(out.Items) < in.Limit {
				out.Items = append(out.Items, repositoryOf(r, langOf(ctx)))
			}
		}
		if next := skip + len(out.Items); next < out.Total {
			out.HasMore, out.NextCursor = true, pages.After(strconv.Itoa(next))
		}
		return out, nil
	})
}

type deleteInput struct {
	URL     string `json:"repository_url" min:"1" max:"2000" doc:"As list_repositories shows it."`
	Confirm bool   `json:"confirm,omitzero" doc:"true: it is gone for good."`
}

type deleteOutput struct {
	URL     string `json:"repository_url"`
	Deleted bool   `json:"deleted"`
}

func (h *handlers) deleteRepository() *op.Op {
	return op.New(op.Spec{
		Name: "delete_repository", Toolset: toolset, Title: "Delete an indexed repository", Effect: op.Destroys, Idempotent: true,
		Doc: "Takes a repository out of the index with all its texts, and drops kept answers that show its code and what was said of it. The repository itself is not touched.",
	}, func(ctx context.Context, in deleteInput) (deleteOutput, error) {
		if !in.Confirm {
			return deleteOutput{}, fault.E(fault.Invalid, fault.Say("Deleting cannot be undone: call again with confirm=true.", "Удаление необратимо: повторите вызов с confirm=true."), nil)
		}
		tenant := op.CallerFrom(ctx).Tenant
		s, err := h.Mirror.List(ctx, tenant, false)
		if err != nil {
			return deleteOutput{}, err
		}
		url := in.URL
		for _, r := range s {
			if named(r.URL, in.URL) {
				url = r.URL
			}
		}
		gone, err := h.Mirror.Delete(ctx, tenant, url)
		if err != nil {
			return deleteOutput{}, err
		}
		return deleteOutput{URL: url, Deleted: gone}, h.Refresh(ctx, tenant)
	})
}

type readInput struct {
	Repository string `json:"repository" min:"1" max:"300" doc:"Address or owner/name of an indexed repository."`
	Path       string `json:"path,omitzero" max:"1000" doc:"File or folder; empty is the root."`
	Ref        string `json:"ref,omitzero" max:"250" doc:"Only if this branch or commit is the indexed one."`
}

type readOutput struct {
	Repository string      `json:"repository"`
	Branch     string      `json:"branch"`
	Commit     string      `json:"commit"`
	Type       string      `json:"type" doc:"file or dir."`
	Text       string      `json:"text,omitempty"`
	Size       int64       `json:"size,omitempty"`
	Entries    []entryWire `json:"entries,omitempty"`
}

type entryWire struct {
	Name string `json:"name"`
	Path string `json:"path"`
	Type string `json:"type"`
	Size int64  `json:"size"`
}

func (h *handlers) readFile() *op.Op {
	return op.New(op.Spec{
		Name: "read_indexed_file", Toolset: toolset, Title: "Read a file of the index", Effect: op.Reads, Fronts: []op.Front{op.REST, op.CLI, op.Web},
		Doc: "Returns a file or folder of an indexed repository from the mirror; nobody is asked. get_file_contents looks here first.",
	}, func(ctx context.Context, in readInput) (readOutput, error) {
		tenant := op.CallerFrom(ctx).Tenant
		s, err := h.shelf(ctx, tenant)
		if err != nil {
			return readOutput{}, err
		}
		for _, r := range s.all {
			if named(r.URL, in.Repository) && (in.Ref == "" || in.Ref == r.Branch || in.Ref == r.Commit || in.Ref == r.Ref) {
				return h.read(ctx, tenant, r, strings.Trim(in.Path, "/"))
			}
		}
		return readOutput{}, s.unknown("repository", in.Repository)
	})
}

func (h *handlers) read(ctx context.Context, tenant string, r mirror.Repository, path string) (readOutput, error) {
	out := readOutput{Repository: r.URL, Branch: r.Branch, Commit: r.Commit, Type: "file"}
	g := mirror.Generation{Repository: r.ID, Number: r.Generation}
	f, _, err := h.Mirror.File(ctx, tenant, g, path)
	if err == nil {
		texts, err := h.Mirror.Texts(ctx, tenant, []string{f.Digest})
		if err == nil && f.Digest == "" {
			err = fault.E(fault.NotFound, fault.Say("The text of %q is not kept: %s.", "Текст «%s» не хранится: %s.", fault.Clip(path), f.Skipped), nil)
		}
		out.Text, out.Size = strings.ToValidUTF8(string(texts[f.Digest]), "\uFFFD"), f.Size
		return out, err
	}
	if fault.KindOf(err) != fault.NotFound {
		return out, err
	}
	out.Type = "dir"
	entries, folderErr := h.folder(ctx, tenant, g, path)
	if folderErr != nil {
		return out, folderErr
	}
	if len(entries) == 0 && path != "" {
		return out, err
	}
	out.Entries = entries
	return out, nil
}

// folder lists what stands right below a path.
func (h *handlers) folder(ctx context.Context, tenant string, g mirror.Generation, path string) (list []entryWire, err error) {
	prefix := path + "/"
	if path == "" {
		prefix = ""
	}
	seen := map[string]bool{}
	for after := -1; ; after += filesAtATime {
		files, err := h.Mirror.Files(ctx, tenant, g, after, filesAtATime)
		if err != nil || len(files) == 0 {
			return list, err
		}
		for _, f := range files {
			rest, ok := strings.CutPrefix(f.Path, prefix)
			if !ok {
				continue
			}
			name, _, deeper := strings.Cut(rest, "/")
			if seen[name] {
				continue
			}
			seen[name] = true
			e := entryWire{Name: name, Path: prefix + name, Type: "file", Size: f.Size}
			if deeper {
				e.Type, e.Size = "dir", 0
			}
			list = append(list, e)
		}
	}
}

type searchesInput struct {
	Candidate string `json:"candidate_id,omitzero" max:"64" doc:"Only those about the code of this candidate of the CV base."`
	Limit     int    `json:"limit,omitzero" min:"1" max:"100" default:"20"`
}

type searchesOutput struct {
	Items []searchWire `json:"items"`
}

type searchWire struct {
	ID       string        `json:"search_id"`
	Kind     Kind          `json:"kind" doc:"code, file or repository."`
	At       time.Time     `json:"at"`
	Asked    string        `json:"asked" doc:"Address, or the first line of code."`
	Language string        `json:"language,omitempty"`
	Matches  int           `json:"matches"`
	Best     float64       `json:"best_score"`
	Verdict  match.Verdict `json:"best_verdict,omitempty" doc:"What was shown of the first match."`
}

func (h *handlers) listSearches() *op.Op {
	return op.New(op.Spec{
		Name: "list_code_searches", Toolset: toolset, Title: "List answers that are kept", Effect: op.Reads, Fronts: []op.Front{op.REST, op.CLI, op.Web},
		Doc: "Lists the last searches, newest first; export_code_search and explain_code_match show them.",
	}, func(ctx context.Context, in searchesInput) (searchesOutput, error) {
		list, err := h.Searches.List(ctx, op.CallerFrom(ctx).Tenant, in.Candidate, in.Limit)
		out := searchesOutput{Items: []searchWire{}}
		for _, s := range list {
			w := searchWire{ID: s.ID, Kind: s.Kind, At: s.At, Asked: s.Asked.Name, Language: s.Asked.Language, Matches: len(s.Matches)}
			if w.Asked == "" {
				w.Asked = firstLine(s.Asked.Code)
			}
			if len(s.Matches) > 0 {
				w.Best, w.Verdict = s.Matches[0].Score, s.Matches[0].Verdict
			}
			out.Items = append(out.Items, w)
		}
		return out, err
	})
}

func firstLine(code string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(code), "\n")
	return fault.Clip(line)
}
