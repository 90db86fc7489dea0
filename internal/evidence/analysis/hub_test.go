package analysis_test

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/evidence/analysis"
	"kadry/internal/evidence/tech"
	"kadry/internal/fault"
	"kadry/internal/github"
	"kadry/internal/skill"
)

var now = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

// repository is one of the hub's, with what the person did there.
type repository struct {
	github.Repository
	files   map[string]string
	all     int
	mine    int
	newest  []github.Commit
	broken  error // of the archive
	unshown error // of the details
	cut     fault.Text
}

// hub is a small GitHub: one person, repositories, histories that agree with them.
type hub struct {
	user         github.User
	anonymous    bool
	repositories []repository
	calendar     []github.Day
	recent       github.Recent
	missing      []string
	unsearched   error

	unknown, undetailed, forgotten error // of profiles, details and histories

	mu       sync.Mutex
	requests int
	archives []string // that were asked for
	detailed []string
	paths    []github.Path
}

func (h *hub) ask() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.requests++
}

func (h *hub) Authenticated() bool { return !h.anonymous }

func (h *hub) Budget() github.Budget {
	h.mu.Lock()
	defer h.mu.Unlock()
	return github.Budget{Requests: h.requests, Remaining: 5000 - h.requests}
}

func (h *hub) Profile(_ context.Context, login string) (github.Profile, error) {
	h.ask()
	if h.unknown != nil {
		return github.Profile{}, h.unknown
	}
	p := github.Profile{User: h.user, Own: map[string][]github.YearOwn{}, Calendar: h.calendar, Recent: h.recent, Missing: h.missing, InForks: map[string][]github.YearOwn{}, Unsearched: h.unsearched}
	p.User.Login = login
	for _, r := range h.repositories {
		if strings.EqualFold(r.Owner(), login) {
			p.Repositories = append(p.Repositories, r.Repository)
		}
		if r.Fork && r.mine > 0 {
			p.InForks[r.FullName] = []github.YearOwn{{Year: 2026, Commits: r.mine}}
		}
		if r.mine > 0 && !r.Fork && !h.anonymous {
			p.Own[r.FullName] = []github.YearOwn{{Year: 2025, Commits: r.mine / 2}, {Year: 2026, Commits: r.mine - r.mine/2}}
		}
	}
	return p, nil
}

func (h *hub) find(name string) repository {
	i := slices.IndexFunc(h.repositories, func(r repository) bool { return strings.EqualFold(r.FullName, name) })
	return h.repositories[i]
}

func (h *hub) Details(_ context.Context, _ github.User, list []github.Repository) (details []github.Detail, failed []github.Failure, err error) {
	h.ask()
	if h.undetailed != nil {
		return nil, nil, h.undetailed
	}
	for _, asked := range list {
		r := h.find(asked.FullName)
		h.detailed = append(h.detailed, r.FullName)
		if r.unshown != nil {
			failed = append(failed, github.Failure{Repository: r.FullName, Err: r.unshown})
			continue
		}
		details = append(details, github.Detail{Repository: r.Repository, All: cmp.Or(r.all, r.mine), Mine: r.mine, Newest: r.newest})
	}
	return details, failed, nil
}

func (h *hub) History(_ context.Context, _ github.User, paths []github.Path) (map[github.Path]github.Traces, error) {
	h.ask()
	if h.forgotten != nil {
		return nil, h.forgotten
	}
	if h.anonymous {
		return nil, nil
	}
	h.paths = append(h.paths, paths...)
	traces := map[github.Path]github.Traces{}
	for _, p := range paths {
		r := h.find(p.Repository)
		for path := range r.files {
			if path == p.Path || strings.HasPrefix(path, p.Path+"/") {
				traces[p] = github.Traces{Mine: r.mine, All: cmp.Or(r.all, r.mine), Last: now.AddDate(0, -1, 0)}
			}
		}
	}
	return traces, nil
}

func (h *hub) Archive(ctx context.Context, asked github.Repository, visit func(github.File) error) (github.Contents, error) {
	h.ask()
	r := h.find(asked.FullName)
	h.mu.Lock()
	h.archives = append(h.archives, r.FullName)
	h.mu.Unlock()
	if r.broken != nil {
		return github.Contents{}, r.broken
	}
	for path, body := range r.files {
		if err := ctx.Err(); err != nil {
			return github.Contents{}, err
		}
		if err := visit(github.File{Path: path, Size: int64(len(body)), Body: []byte(body)}); err != nil {
			return github.Contents{}, err
		}
	}
	return github.Contents{Repository: r.FullName, Commit: "abc", Cut: r.cut}, nil
}

var parts = sync.OnceValues(func() (*analysis.Analyst, error) {
	table, err := tech.Load()
	if err != nil {
		return nil, err
	}
	graph, err := skill.Load()
	return &analysis.Analyst{Skills: graph, Table: table, Now: func() time.Time { return now }}, err
})

func analyse(t *testing.T, h *hub, q analysis.Question) (analysis.Analysis, error) {
	t.Helper()
	analyst, err := parts()
	if err != nil {
		t.Fatal(err)
	}
	q.Login, q.Most = cmp.Or(q.Login, "ann"), cmp.Or(q.Most, 5)
	return analyst.Analyze(t.Context(), h, q, func(int, int, fault.Text) {})
}

func must(t *testing.T, h *hub, q analysis.Question) analysis.Analysis {
	t.Helper()
	got, err := analyse(t, h, q)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// own is a repository with one file in Python, and commits of some lines.
func own(name string, mine int, edit ...func(*repository)) repository {
	r := repository{
		Repository: github.Repository{FullName: name, PushedAt: now.AddDate(0, -1, 0), Languages: map[string]int{"Python": 500}},
		files:      map[string]string{"app/main.py": flask, "app/more.py": flask}, mine: mine,
	}
	for i := range min(mine, 10) {
		r.newest = append(r.newest, github.Commit{ID: strings.Repeat("c", 40), At: now.AddDate(0, -1, -i), Additions: 40, Files: 1})
	}
	for _, e := range edit {
		e(&r)
	}
	return r
}

func forked(r *repository) { r.Fork, r.Parent = true, "up/stream" }

const flask = `from flask import Blueprint, abort, jsonify, request

pages = Blueprint("pages", __name__)


@pages.route("/")
def index():
    if not request.args:
        abort(404)
    return jsonify(1)
`

func names(a analysis.Analysis) (list []string) {
	for _, s := range a.Shares {
		list = append(list, s.FullName)
	}
	return list
}
