package evidence

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"kadry/internal/evidence/stack"
	"kadry/internal/evidence/survey"
	"kadry/internal/fault"
	"kadry/internal/github"
	"kadry/internal/op"
)

type stackInput struct {
	Repository string `json:"repo_url" min:"1" max:"1000" doc:"Address of a GitHub repository, owner/name, or a folder on this machine."`
}

type stackOutput struct {
	Repository string           `json:"repository"`
	Commit     string           `json:"commit,omitempty"`
	Languages  []stackLanguage  `json:"languages"`
	Backend    []technologyWire `json:"backend"`
	Frontend   []technologyWire `json:"frontend"`
	Databases  []technologyWire `json:"databases"`
	DevOps     []technologyWire `json:"devops"`
	Testing    []technologyWire `json:"testing"`
	Other      []technologyWire `json:"other"`
	Publishes  []string         `json:"publishes" doc:"Packages that the repository publishes."`
	Files      int              `json:"files"`
	Partial    bool             `json:"partial_data"`
	Warnings   []string         `json:"warnings"`
	Budget     github.Budget    `json:"budget"`
	Note       string           `json:"note,omitempty"`
}

type stackLanguage struct {
	Name  string  `json:"name"`
	Share float64 `json:"share" doc:"Of the code, 0-1."`
}

type technologyWire struct {
	Name     string      `json:"name"`
	Category string      `json:"category"`
	Version  string      `json:"version,omitempty" doc:"As declared."`
	Dev      bool        `json:"development_only,omitzero"`
	Files    int         `json:"files" doc:"Files that show it."`
	Proof    []proofWire `json:"proof"`
}

type proofWire struct {
	Path string `json:"path"`
	Line int    `json:"line,omitzero"`
	Kind string `json:"kind"`
	Name string `json:"name" doc:"What stands there: package, import, image, file."`
	URL  string `json:"url,omitempty"`
}

// Condense keeps one proof each, then drops what a single file shows among the other things.
func (o stackOutput) Condense() (stackOutput, bool) {
	o.Note = "Shortened to fit."
	shorter := false
	for _, group := range []*[]technologyWire{&o.Backend, &o.Frontend, &o.Databases, &o.DevOps, &o.Testing, &o.Other} {
		kept := append([]technologyWire(nil), *group...)
		for i := range kept {
			shorter = shorter || len(kept[i].Proof) > 1
			kept[i].Proof = kept[i].Proof[:min(1, len(kept[i].Proof))]
		}
		*group = kept
	}
	if !shorter && len(o.Other) > 0 {
		o.Other, shorter = o.Other[:len(o.Other)/2], true
	}
	return o, shorter
}

func (h *handlers) detectStack() *op.Op {
	return op.New(op.Spec{
		Name: "detect_tech_stack", Toolset: githubToolset, Title: "What a repository is built with", Effect: op.Reads, World: true, Timeout: hubTimeout,
		Doc: "Says what a repository is built with: languages, frameworks, databases, front end, operations, tests, each with the file and line that proves it. " +
			"It reads manifests and imports; lock files, copied and generated code prove no choice. Takes a GitHub address or a folder.",
		Examples: []op.Example{{Title: "A template", Input: `{"repo_url":"https://github.com/fastapi/full-stack-fastapi-template"}`}},
	}, func(ctx context.Context, in stackInput) (stackOutput, error) {
		if local(in.Repository) {
			return h.localStack(ctx, in.Repository)
		}
		name, err := github.CheckRepository(in.Repository)
		if err != nil {
			return stackOutput{}, err
		}
		hub, err := h.Open(ctx)
		if err != nil {
			return stackOutput{}, err
		}
		r, err := hub.Repository(ctx, name)
		if err != nil {
			return stackOutput{}, err
		}
		if r.Empty {
			return stackOutput{}, fault.E(fault.Conflict, fault.Say("Repository %s is empty.", "Репозиторий %s пуст.", name), nil)
		}
		reader := survey.NewReader(h.table())
		contents, err := hub.Archive(ctx, r, func(f github.File) error {
			reader.Add(f)
			return nil
		})
		if err != nil {
			return stackOutput{}, err
		}
		s := reader.Survey(r, contents)
		out := h.wireStack(s, stack.Of(s, h.table()), true, langOf(ctx))
		out.Budget = hub.Budget()
		return out, nil
	})
}

// local reports whether a place is a folder of this machine and no repository of GitHub.
func local(place string) bool {
	return strings.HasPrefix(place, "/") || strings.HasPrefix(place, "./") || strings.HasPrefix(place, "../") || place == "." || place == ".." ||
		strings.HasPrefix(place, "~") || filepath.IsAbs(place)
}

// localStack reads a folder. Callers who are not at this machine read only below the roots.
func (h *handlers) localStack(ctx context.Context, place string) (stackOutput, error) {
	root, err := h.openFolder(op.CallerFrom(ctx), place)
	if err != nil {
		return stackOutput{}, err
	}
	defer root.Close()
	reader := survey.NewReader(h.table())
	if err := walk(ctx, root.FS(), reader); err != nil {
		return stackOutput{}, err
	}
	r := github.Repository{FullName: filepath.Base(filepath.Clean(place))}
	s := reader.Survey(r, github.Contents{})
	out := h.wireStack(s, stack.Of(s, h.table()), false, langOf(ctx))
	out.Budget = github.Budget{Remaining: -1}
	return out, nil
}

func (h *handlers) openFolder(caller op.Caller, place string) (*os.Root, error) {
	refuse := func(cause error) error {
		return fault.E(fault.Invalid, fault.Say("The folder %q cannot be read.", "Папку «%s» не удалось прочитать.", fault.Clip(place)), cause)
	}
	if caller.Local {
		root, err := os.OpenRoot(place)
		if err != nil {
			return nil, refuse(err)
		}
		return root, nil
	}
	// A path is looked at only once it is known to be inside: even asking the system about
	// another one can reach over the network.
	for _, allowed := range h.Roots {
		inner, err := filepath.Rel(allowed, filepath.Clean(place))
		if err != nil || !filepath.IsLocal(inner) {
			continue
		}
		whole, err := os.OpenRoot(allowed)
		if err != nil {
			return nil, refuse(err)
		}
		root, err := whole.OpenRoot(inner)
		if err = errors.Join(err, whole.Close()); err != nil {
			return nil, refuse(err)
		}
		return root, nil
	}
	return nil, fault.E(fault.Denied, fault.Say("This access may not read that folder of the server's machine.", "Этот доступ не может читать эту папку на сервере."), nil).
		WithHint(fault.Say("The operator names folders in code_roots; or give the address of a repository.", "Администратор указывает папки в code_roots; либо дайте адрес репозитория."))
}

const (
	walkedFiles = 60_000
	walkedBytes = 1 << 20 // of one file
)

// walk gives the regular files of a folder to a reader. Links are not followed.
func walk(ctx context.Context, folder fs.FS, reader *survey.Reader) error {
	files := 0
	err := fs.WalkDir(folder, ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return fmt.Errorf("evidence: folder: %w", ctx.Err())
		case err != nil:
			return nil //nolint:nilerr // what cannot be read proves nothing
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules"):
			return fs.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		if files++; files > walkedFiles {
			return fs.SkipAll
		}
		reader.Add(readFile(folder, path, d))
		return nil
	})
	if err != nil {
		return fault.From(err)
	}
	return nil
}

func readFile(folder fs.FS, path string, d fs.DirEntry) github.File {
	f := github.File{Path: path}
	info, err := d.Info()
	if err != nil || info.Size() > walkedBytes {
		return f
	}
	f.Size = info.Size()
	file, err := folder.Open(path)
	if err != nil {
		return f
	}
	defer file.Close()
	body, err := io.ReadAll(io.LimitReader(file, walkedBytes))
	if err == nil && github.IsText(body) {
		f.Body = body
	}
	return f
}

func (h *handlers) wireStack(s survey.Survey, found stack.Stack, linked bool, lang string) stackOutput {
	out := stackOutput{Repository: s.Repository, Commit: s.Commit, Files: s.Files}
	for _, l := range found.Languages {
		out.Languages = append(out.Languages, stackLanguage{Name: l.Name, Share: l.Share})
	}
	for _, f := range found.Found {
		if h.concept(f.Name) {
			continue
		}
		w := technologyWire{Name: f.Name, Category: f.Category, Version: f.Version, Dev: f.Dev, Files: f.Files}
		for _, m := range f.Proof {
			p := proofWire{Path: m.Path, Line: m.Line, Kind: string(m.Kind), Name: m.Name}
			if linked {
				p.URL = fileURL(s.Repository, s.Commit, m.Path, m.Line)
			}
			w.Proof = append(w.Proof, p)
		}
		group := out.group(f.Category)
		if group != nil {
			*group = append(*group, w)
		}
	}
	for _, p := range s.Publishes {
		out.Publishes = append(out.Publishes, string(p.Ecosystem)+":"+p.Name)
	}
	if s.Cut != (fault.Text{}) {
		out.Partial, out.Warnings = true, append(out.Warnings, s.Cut.In(lang))
	}
	return out
}

// concept reports whether a name is that of a category ("multithreading") and no technology.
func (h *handlers) concept(name string) bool {
	known := h.Analyst.Skills.Resolve(name)
	s, ok := h.Analyst.Skills.Skill(known.Skill)
	return ok && s.Concept
}

// group is where a category is shown; languages have a list of their own.
func (o *stackOutput) group(category string) *[]technologyWire {
	switch category {
	case "language":
		return nil
	case "framework":
		return &o.Backend
	case "frontend", "mobile":
		return &o.Frontend
	case "database", "messaging":
		return &o.Databases
	case "devops", "cloud", "build":
		return &o.DevOps
	case "test":
		return &o.Testing
	}
	return &o.Other
}
