package analysis_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"kadry/internal/evidence/analysis"
	"kadry/internal/evidence/score"
	"kadry/internal/fault"
	"kadry/internal/github"
)

func TestChoose(t *testing.T) {
	t.Parallel()
	written := func(language string) func(*repository) {
		return func(r *repository) { r.Languages = map[string]int{language: 900} }
	}
	for _, c := range []struct {
		name string
		list []repository
		q    analysis.Question
		want []string
		left int
	}{
		{
			name: "own and an organisation's, most commits first",
			list: []repository{own("ann/a", 5), own("firm/b", 90, func(r *repository) { r.Organised, r.all = true, 4000 })}, want: []string{"firm/b", "ann/a"},
		},
		{
			name: "no forks, mirrors, empty ones and none without own commits",
			list: []repository{
				own("ann/fork", 4, func(r *repository) { r.Fork = true }), own("ann/mirror", 50, func(r *repository) { r.Mirror = true }),
				own("ann/empty", 0, func(r *repository) { r.Empty = true }), own("ann/others", 0), own("ann/a", 5),
			},
			want: []string{"ann/a"},
		},
		{
			name: "in the days asked for", q: analysis.Question{Lookback: 100},
			list: []repository{own("ann/old", 90, func(r *repository) { r.PushedAt = now.AddDate(0, 0, -101) }), own("ann/new", 5)}, want: []string{"ann/new"},
		},
		{
			name: "as many as asked for", q: analysis.Question{Most: 2}, list: []repository{own("ann/a", 5), own("ann/b", 7), own("ann/c", 9)}, want: []string{"ann/c", "ann/b"}, left: 1,
		},
		{
			name: "the languages of a skill first", q: analysis.Question{Most: 1, Skills: []string{"Flask"}},
			list: []repository{own("ann/go", 900, written("Go")), own("ann/py", 20)}, want: []string{"ann/py"}, left: 1,
		},
		{
			name: "the name of a skill", q: analysis.Question{Most: 1, Skills: []string{"kobra"}},
			list: []repository{own("ann/big", 200), own("ann/kobra", 20)}, want: []string{"ann/kobra"}, left: 1,
		},
		{
			name: "its topic", q: analysis.Question{Most: 1, Skills: []string{"kobra"}},
			list: []repository{own("ann/big", 900), own("ann/x", 40, func(r *repository) { r.Topics = []string{"kobra"} })}, want: []string{"ann/x"}, left: 1,
		},
		{
			name: "an organisation's fork with own commits", list: []repository{own("ann/a", 5), own("org/fork", 12, forked)}, want: []string{"org/fork", "ann/a"},
		},
		{
			name: "a fork with a patch for its parent", list: []repository{own("ann/a", 5), own("org/fork", 4, forked)}, want: []string{"ann/a"},
		},
		{
			name: "a fork with nothing but the commits of its parent", list: []repository{own("up/stream", 12), own("org/fork", 14, forked)}, want: []string{"up/stream"},
		},
		{
			name: "a fork beside its parent", list: []repository{own("up/stream", 12), own("org/fork", 20, forked)}, want: []string{"up/stream", "org/fork"},
		},
		{
			name: "too large to load", list: []repository{own("ann/huge", 900, func(r *repository) { r.SizeKB = 3 << 20 }), own("ann/a", 5)}, want: []string{"ann/a"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := &hub{repositories: c.list}
			got := must(t, h, c.q)
			if !slices.Equal(names(got), c.want) || got.Left != c.left {
				t.Errorf("read %q, left %d", names(got), got.Left)
			}
			if slices.Contains(h.archives, "ann/huge") {
				t.Error("loaded what is too large")
			}
		})
	}
}

// What is looked at has a bound, and what is beyond it is told.
func TestManyRepositories(t *testing.T) {
	t.Parallel()
	h := &hub{}
	for i := range 200 {
		h.repositories = append(h.repositories, own(fmt.Sprintf("ann/r%03d", i), 300-i))
	}
	got := must(t, h, analysis.Question{Skills: []string{"Flask"}, Most: 3})
	if len(h.detailed) > 30 || len(h.archives) != 3 || len(h.paths) > 180 || got.Left != 197 {
		t.Errorf("%d looked at, %d read, %d paths, %d left", len(h.detailed), len(h.archives), len(h.paths), got.Left)
	}
	if !slices.ContainsFunc(got.Unknown, func(u analysis.Unknown) bool { return strings.Contains(u.Reason.EN, "197 more") }) {
		t.Errorf("%+v", got.Unknown)
	}
	if got.Budget.Requests != 6 || h.requests != 6 { // profile, details, three archives, histories
		t.Errorf("%d requests", got.Budget.Requests)
	}
	seen := map[github.Path]bool{}
	for _, p := range h.paths {
		if seen[p] {
			t.Errorf("asked twice for %v", p)
		}
		seen[p] = true
	}
}

func TestShown(t *testing.T) {
	t.Parallel()
	got := must(t, &hub{repositories: []repository{own("ann/a", 60)}}, analysis.Question{Skills: []string{"фласк", "flask", "Kotlin"}})
	if len(got.Skills) != 3 {
		t.Fatalf("%+v", got.Skills)
	}
	shown, unknown := got.Skills[1], got.Skills[2]
	if shown.Asked != "flask" || shown.Name != "Flask" || shown.Status != score.Shown || !strings.Contains(shown.Why.EN, "60 own commits to files that import it") || shown.Why.RU == "" {
		t.Errorf("%+v", shown)
	}
	if unknown.Status != score.Unknown || unknown.Score != 0 || !strings.Contains(unknown.Why.EN, "No trace in the 1 repositories") {
		t.Errorf("%+v", unknown)
	}
}

// Where nothing is asked for, what shows is rated, best first.
func TestEvident(t *testing.T) {
	t.Parallel()
	got := must(t, &hub{repositories: []repository{own("ann/a", 60, func(r *repository) { r.files["web/requirements.txt"] = "redis\n" })}}, analysis.Question{})
	if len(got.Skills) < 2 || len(got.Skills) > 20 {
		t.Fatalf("%+v", got.Skills)
	}
	found := false
	for _, s := range got.Skills {
		found = found || s.Name == "Flask" && s.Status == score.Shown
		if s.Score == 0 {
			t.Errorf("%s is told without evidence", s.Name)
		}
	}
	if !found {
		t.Errorf("%+v", got.Skills)
	}
}

func TestSilence(t *testing.T) {
	t.Parallel()
	for want, files := range map[string]map[string]string{
		"copied in":        {"vendor/a.kt": "fun main() {}\n", "a.py": "x = 1\n"},
		"generated":        {"a.kt": "// Code generated by x. DO NOT EDIT.\nfun main() {}\n", "a.py": "x = 1\n"},
		"nothing could be": nil,
	} {
		r := own("ann/a", 60, func(r *repository) { r.files = files })
		if files == nil {
			r.broken = fault.E(fault.Upstream, fault.Say("it broke", "сломалось"), nil)
		}
		got := must(t, &hub{repositories: []repository{r}}, analysis.Question{Skills: []string{"Kotlin"}})
		if s := got.Skills[0]; s.Status != score.Unknown || !strings.Contains(strings.ToLower(s.Why.EN), want) {
			t.Errorf("%s: %+v", want, s)
		}
	}
	lock := own("ann/a", 60, func(r *repository) {
		r.files = map[string]string{"poetry.lock": "[[package]]\nname = \"flask\"\n", "a.py": "x = 1\n"}
	})
	list := own("ann/a", 60, func(r *repository) {
		r.files = map[string]string{"pom.xml": "<project><dependencyManagement><dependencies><dependency><groupId>org.junit.jupiter</groupId><artifactId>x</artifactId>" +
			"</dependency></dependencies></dependencyManagement></project>"}
	})
	if s := must(t, &hub{repositories: []repository{lock}}, analysis.Question{Skills: []string{"Flask"}}).Skills[0]; !strings.Contains(s.Why.EN, "only lock files") {
		t.Errorf("%+v", s.Why)
	}
	if s := must(t, &hub{repositories: []repository{list}}, analysis.Question{Skills: []string{"JUnit"}}).Skills[0]; !strings.Contains(s.Why.EN, "only a list of versions") {
		t.Errorf("%+v", s.Why)
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	down := fault.E(fault.Unavailable, fault.Say("GitHub is down", "GitHub недоступен"), nil)
	two := func() *hub { return &hub{repositories: []repository{own("ann/a", 60), own("ann/b", 50)}} }
	t.Run("nobody of that name", func(t *testing.T) {
		t.Parallel()
		h := two()
		h.unknown = fault.E(fault.NotFound, fault.Say("no such user", "нет такого"), nil)
		if _, err := analyse(t, h, analysis.Question{}); fault.KindOf(err) != fault.NotFound {
			t.Error(err)
		}
	})
	t.Run("one archive", func(t *testing.T) {
		t.Parallel()
		h := two()
		h.repositories[0].broken = down
		got := must(t, h, analysis.Question{Skills: []string{"Flask"}})
		if len(got.Failed) != 1 || got.Failed[0].Repository != "ann/a" || got.Failed[0].Why != down.Text || !slices.Equal(names(got), []string{"ann/b"}) {
			t.Errorf("%+v", got.Failed)
		}
		if s := got.Skills[0]; s.Status != score.Shown || s.Confidence == score.High {
			t.Errorf("%+v", s)
		}
	})
	t.Run("all archives", func(t *testing.T) {
		t.Parallel()
		h := two()
		h.repositories[0].broken, h.repositories[1].broken = down, down
		got := must(t, h, analysis.Question{Skills: []string{"Flask"}})
		if len(got.Failed) != 2 || len(got.Shares) != 0 || got.Skills[0].Status != score.Unknown {
			t.Errorf("%+v", got)
		}
	})
	t.Run("one repository's details", func(t *testing.T) {
		t.Parallel()
		h := two()
		h.repositories[1].unshown = fault.E(fault.Denied, fault.Say("blocked", "закрыт"), nil)
		got := must(t, h, analysis.Question{})
		if len(got.Failed) != 1 || got.Failed[0].Repository != "ann/b" || !slices.Equal(names(got), []string{"ann/a"}) {
			t.Errorf("%+v", got.Failed)
		}
	})
	t.Run("all details", func(t *testing.T) {
		t.Parallel()
		h := two()
		h.undetailed = down
		got := must(t, h, analysis.Question{Skills: []string{"Flask"}})
		if len(got.Failed) != 2 || got.Failed[0].Repository != "ann/a" || got.Skills[0].Status != score.Unknown {
			t.Errorf("%+v", got)
		}
	})
	t.Run("the search for commits", func(t *testing.T) {
		t.Parallel()
		h := two()
		h.unsearched = fault.E(fault.Limited, fault.Say("at the limit", "лимит исчерпан"), nil).After(time.Minute)
		got := must(t, h, analysis.Question{Skills: []string{"Flask"}})
		if len(got.Failed) != 1 || got.Failed[0].Limit == nil || got.Failed[0].Why.EN != "at the limit" || len(got.Shares) != 2 {
			t.Errorf("%+v", got.Failed)
		}
		h.unsearched = errors.New("nil map")
		if _, err := analyse(t, h, analysis.Question{}); fault.KindOf(err) != fault.Internal {
			t.Error(err)
		}
	})
	t.Run("histories", func(t *testing.T) {
		t.Parallel()
		h := two()
		h.forgotten = down
		got := must(t, h, analysis.Question{Skills: []string{"Flask"}})
		if s := got.Skills[0]; s.Status != score.Shown || s.Confidence != score.Low || !s.Items[0].Estimated || len(got.Failed) != 1 {
			t.Errorf("%+v", s)
		}
		if !slices.ContainsFunc(got.Unknown, func(u analysis.Unknown) bool { return u.Field == "evidence_items.own_commits" }) {
			t.Errorf("%+v", got.Unknown)
		}
	})
	t.Run("a defect of ours", func(t *testing.T) {
		t.Parallel()
		h := two()
		h.repositories[0].broken = errors.New("nil map")
		if _, err := analyse(t, h, analysis.Question{}); fault.KindOf(err) != fault.Internal {
			t.Error(err)
		}
	})
	t.Run("cut", func(t *testing.T) {
		t.Parallel()
		h := two()
		h.repositories[0].cut = fault.Say("over 60000 files", "больше 60000 файлов")
		got := must(t, h, analysis.Question{})
		if len(got.Cut) != 1 || got.Cut[0].Repository != "ann/a" || len(got.Shares) != 2 {
			t.Errorf("%+v", got.Cut)
		}
	})
	t.Run("cancelled", func(t *testing.T) {
		t.Parallel()
		analyst, err := parts()
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := analyst.Analyze(ctx, two(), analysis.Question{Login: "ann", Most: 5}, func(int, int, fault.Text) {}); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
}

// Without a token there are no years, no calendar and no histories, which is said.
func TestAnonymous(t *testing.T) {
	t.Parallel()
	got := must(t, &hub{anonymous: true, repositories: []repository{own("ann/a", 60), own("ann/b", 50), own("ann/c", 40), own("firm/d", 50)}}, analysis.Question{Skills: []string{"Flask"}, Most: 2})
	if !slices.Equal(names(got), []string{"ann/a", "ann/b"}) || got.Left != 1 {
		t.Errorf("%q, left %d", names(got), got.Left)
	}
	if s := got.Skills[0]; s.Status != score.Shown || s.Confidence != score.Low {
		t.Errorf("%+v", s)
	}
	if !slices.ContainsFunc(got.Unknown, func(u analysis.Unknown) bool { return u.Field == "activity_metrics" }) {
		t.Errorf("%+v", got.Unknown)
	}
}

func TestUnknown(t *testing.T) {
	t.Parallel()
	got := must(t, &hub{missing: []string{"user.calendar"}, repositories: []repository{own("ann/a", 6)}}, analysis.Question{})
	var fields []string
	for _, u := range got.Unknown {
		fields = append(fields, u.Field)
		if u.Reason.EN == "" || u.Reason.RU == "" {
			t.Errorf("%s without a reason", u.Field)
		}
	}
	if !slices.Equal(fields, []string{"user.calendar", "evidence_items.changes"}) {
		t.Errorf("%q", fields)
	}
}

// The same question has the same answer, whatever comes first.
func TestDeterminism(t *testing.T) {
	t.Parallel()
	world := func() *hub {
		h := &hub{calendar: []github.Day{{Date: "2026-10-30", Contributions: 2}}}
		for i := range 12 {
			h.repositories = append(h.repositories, own(fmt.Sprintf("ann/r%d", i), 20, func(r *repository) {
				r.files[fmt.Sprintf("web/a%d.ts", i)] = "import { useState } from 'react'\nuseState(1)\n"
				r.files["Dockerfile"] = "FROM python:3\nRUN x\n"
				if i == 3 {
					r.broken = fault.E(fault.Upstream, fault.Say("x", "x"), nil)
				}
			}))
		}
		return h
	}
	for _, skills := range [][]string{nil, {"React", "Flask", "Docker"}} {
		first := must(t, world(), analysis.Question{Skills: skills, Most: 8})
		for range 3 {
			if again := must(t, world(), analysis.Question{Skills: skills, Most: 8}); !reflect.DeepEqual(first, again) {
				t.Fatalf("%+v\nand\n%+v", first, again)
			}
		}
	}
}
