package evidence

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"kadry/internal/evidence/analysis"
	"kadry/internal/evidence/pattern"
	"kadry/internal/fault"
	"kadry/internal/github"
	"kadry/internal/op"
)

// mode is how patterns are read.
type mode string

// Enum implements the closed set of modes.
func (mode) Enum() []string {
	return []string{string(pattern.Auto), string(pattern.Literal), string(pattern.Regex)}
}

const (
	mostHits    = 200
	widenedMost = 20
)

type searchInput struct {
	Username string   `json:"username" min:"1" max:"120" doc:"GitHub user name."`
	Patterns []string `json:"code_patterns" min:"1" max:"20" doc:"Literals or RE2 expressions, in any case; names of files count too: \"from fastapi import FastAPI\", \"class.*SQLAlchemy\", \"docker-compose\"."`
	Mode     mode     `json:"mode,omitzero" default:"auto" doc:"How patterns are read."`
	Limit    int      `json:"repos_limit,omitzero" min:"1" max:"50" default:"10" doc:"Repositories to search."`
	Most     int      `json:"limit,omitzero" min:"1" max:"200" default:"50" doc:"Hits to return."`
}

type searchOutput struct {
	Username string        `json:"username"`
	Results  []pattern.Hit `json:"results"`
	Total    int           `json:"total" doc:"Hits found, those that are not returned included."`
	Counts   []countWire   `json:"matches_by_pattern"`
	Coverage coverageWire  `json:"coverage"`
	Partial  bool          `json:"partial_data"`
	Warnings []string      `json:"warnings"`
	Budget   github.Budget `json:"budget"`
	Note     string        `json:"note,omitempty"`
}

type countWire struct {
	Pattern string `json:"pattern"`
	Mode    string `json:"mode"`
	Hits    int    `json:"hits"`
}

type coverageWire struct {
	Repositories int           `json:"repositories" doc:"Searched."`
	Files        int           `json:"files" doc:"Whose text was searched."`
	Skipped      []skippedWire `json:"skipped"`
	Widened      bool          `json:"widened" doc:"GitHub's own code search was asked too."`
}

type skippedWire struct {
	Repository string `json:"repository"`
	Reason     string `json:"reason"`
}

// Condense halves the hits.
func (o searchOutput) Condense() (searchOutput, bool) {
	o.Note = "Shortened to fit; total counts all hits."
	half := len(o.Results) / 2
	shorter := half < len(o.Results)
	o.Results = o.Results[:half]
	return o, shorter
}

func (h *handlers) searchCode() *op.Op {
	return op.New(op.Spec{
		Name: "search_github_code", Toolset: githubToolset, Title: "Search a person's public code", Effect: op.Reads, World: true, Timeout: hubTimeout,
		Doc: "Searches the repositories of a person for literals and regular expressions, in the text of the files and in their names, and shows path, line and " +
			"snippet. It reads whole repositories, so expressions work and nothing is left to an index; GitHub's own search only widens it. " +
			"To prove skills use analyze_github, which knows imports from words.",
		Examples: []op.Example{{Title: "An import and a class", Input: `{"username":"tiangolo","code_patterns":["from fastapi import FastAPI","class.*SQLModel"]}`}},
	}, func(ctx context.Context, in searchInput) (searchOutput, error) {
		login, err := github.CheckLogin(in.Username)
		if err != nil {
			return searchOutput{}, err
		}
		var patterns []pattern.Pattern
		for _, given := range in.Patterns {
			p, err := pattern.Compile(given, pattern.Mode(in.Mode))
			if err != nil {
				return searchOutput{}, err
			}
			patterns = append(patterns, p)
		}
		hub, err := h.Open(ctx)
		if err != nil {
			return searchOutput{}, err
		}
		s := &search{hub: hub, patterns: patterns, most: in.Most, lang: langOf(ctx), out: searchOutput{Username: login}}
		return s.run(ctx, login, in.Limit)
	})
}

// search is one search under way.
type search struct {
	hub      Hub
	patterns []pattern.Pattern
	most     int
	lang     string
	out      searchOutput
}

func (s *search) run(ctx context.Context, login string, repositories int) (searchOutput, error) {
	profile, err := s.hub.Profile(ctx, login)
	if err != nil {
		return searchOutput{}, err
	}
	s.out.Username = profile.User.Login
	list, err := s.searchable(ctx, profile, repositories)
	if err != nil {
		return searchOutput{}, err
	}
	found := make([][]pattern.Hit, len(list))
	files := make([]int, len(list))
	errs := make([]error, len(list))
	var g errgroup.Group
	g.SetLimit(batchAtOne)
	reading, cancel := analysis.Reading(ctx)
	defer cancel()
	for i, r := range list {
		g.Go(func() error {
			found[i], files[i], errs[i] = s.one(reading, r)
			return nil
		})
	}
	_ = g.Wait() // the errors are gathered by repository
	if err := ctx.Err(); err != nil {
		return searchOutput{}, fault.From(err)
	}
	for i, r := range list {
		if errs[i] != nil {
			s.skip(r.FullName, whyUnread(errs[i]))
			continue
		}
		s.out.Coverage.Repositories++
		s.out.Coverage.Files += files[i]
		s.out.Results = append(s.out.Results, found[i]...)
	}
	s.widen(ctx, login)
	s.count()
	s.out.Partial = len(s.out.Coverage.Skipped) > 0
	if profile.Unsearched != nil {
		s.out.Partial = true
		s.out.Warnings = append(s.out.Warnings, fault.From(profile.Unsearched).Text.In(s.lang))
	}
	s.out.Budget = s.hub.Budget()
	return s.out, nil
}

// searchable are the repositories whose head is known, those with most own commits first.
func (s *search) searchable(ctx context.Context, p github.Profile, most int) ([]github.Repository, error) {
	list := slices.Clone(p.Repositories)
	known := map[string]bool{}
	for _, r := range list {
		known[strings.ToLower(r.FullName)] = true
	}
	var elsewhere []github.Repository
	for _, own := range []map[string][]github.YearOwn{p.Own, p.InForks} {
		for name := range own {
			if !known[strings.ToLower(name)] {
				elsewhere = append(elsewhere, github.Repository{FullName: name})
			}
		}
	}
	order := func(a, b github.Repository) int {
		if d := p.Commits(b.FullName) - p.Commits(a.FullName); d != 0 {
			return d
		}
		return strings.Compare(a.FullName, b.FullName)
	}
	slices.SortStableFunc(elsewhere, order)
	elsewhere = elsewhere[:min(len(elsewhere), most)]
	if len(elsewhere) > 0 {
		details, failed, err := s.hub.Details(ctx, p.User, elsewhere)
		if err != nil {
			return nil, err
		}
		for _, d := range details {
			list = append(list, d.Repository)
		}
		for _, f := range failed {
			s.skip(f.Repository, fault.From(f.Err).Text)
		}
	}
	list = slices.DeleteFunc(list, func(r github.Repository) bool { return r.Empty || r.Fork })
	slices.SortStableFunc(list, order)
	for _, r := range list[min(len(list), most):] {
		if len(s.out.Coverage.Skipped) < mostHits {
			s.skip(r.FullName, fault.Say("over repos_limit", "сверх repos_limit"))
		}
	}
	return list[:min(len(list), most)], nil
}

func (s *search) skip(repository string, why fault.Text) {
	s.out.Coverage.Skipped = append(s.out.Coverage.Skipped, skippedWire{Repository: repository, Reason: why.In(s.lang)})
	s.out.Warnings = append(s.out.Warnings, repository+": "+why.In(s.lang))
}

func whyUnread(err error) fault.Text {
	f := fault.From(err)
	if f.Kind == fault.Timeout {
		return analysis.Late
	}
	return f.Text
}

func (s *search) one(ctx context.Context, r github.Repository) (hits []pattern.Hit, files int, err error) {
	_, err = s.hub.Archive(ctx, r, func(f github.File) error {
		if f.Body != nil {
			files++
		}
		for _, hit := range pattern.Find(s.patterns, f) {
			hit.Repository, hit.URL = r.FullName, fileURL(r.FullName, r.Head, hit.Path, hit.Line)
			hits = append(hits, hit)
		}
		return nil
	})
	return hits, files, err
}

// widen asks GitHub's code search for the literals that were not found. What it says beyond the
// archives is told with its paths; that it cannot be asked is no failure.
func (s *search) widen(ctx context.Context, login string) {
	if !s.hub.Authenticated() {
		return
	}
	for _, p := range s.patterns {
		if p.Regex || slices.ContainsFunc(s.out.Results, func(h pattern.Hit) bool { return h.Pattern == p.Given }) {
			continue
		}
		paths, err := s.hub.SearchCode(ctx, login, p.Given)
		if err != nil {
			return
		}
		s.out.Coverage.Widened = true
		for _, at := range paths[:min(len(paths), widenedMost)] {
			s.out.Results = append(s.out.Results, pattern.Hit{
				Pattern: p.Given, Repository: at.Repository, Path: at.Path, URL: fileURL(at.Repository, "", at.Path, 0),
			})
		}
	}
}

func (s *search) count() {
	for _, p := range s.patterns {
		c := countWire{Pattern: p.Given, Mode: string(pattern.Literal)}
		if p.Regex {
			c.Mode = string(pattern.Regex)
		}
		for _, h := range s.out.Results {
			if h.Pattern == p.Given {
				c.Hits++
			}
		}
		s.out.Counts = append(s.out.Counts, c)
	}
	s.out.Total = len(s.out.Results)
	s.out.Results = s.out.Results[:min(len(s.out.Results), s.most)]
}

// escapedPath writes a path into an address.
func escapedPath(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		parts[i] = url.PathEscape(p)
	}
	return strings.Join(parts, "/")
}
