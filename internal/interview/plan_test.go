package interview_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"kadry/internal/interview"
	"kadry/internal/interview/bank"
)

func ids(items []interview.Item) []string {
	var list []string
	for _, i := range items {
		list = append(list, i.Question)
	}
	return list
}

func TestPlan_coreIsTheSameForAll(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	v := h.vacancy(t, goVacancy)
	var plans []interview.Plan
	for _, resume := range []string{goResume, "Повар, люблю Python", "Kubernetes, Kafka, Redis, Go, PostgreSQL, Docker, code review"} {
		id := h.start(t, interview.Start{Resume: resume, VacancyID: v.ID, Language: bank.Russian}).ID
		h.work(t)
		plans = append(plans, h.state(t, id).Plan)
	}
	for _, p := range plans[1:] {
		if p.Hash != plans[0].Hash || !slices.Equal(ids(p.Core), ids(plans[0].Core)) {
			t.Errorf("another core: %v and %v", ids(p.Core), ids(plans[0].Core))
		}
	}
	if slices.Equal(ids(plans[0].Gaps), ids(plans[1].Gaps)) || len(plans[2].Gaps) > len(plans[1].Gaps) {
		t.Errorf("gaps do not follow the resume: %v, %v, %v", ids(plans[0].Gaps), ids(plans[1].Gaps), ids(plans[2].Gaps))
	}
	for _, p := range plans {
		all := append(ids(p.Core), ids(p.Gaps)...)
		slices.Sort(all)
		if len(slices.Compact(all)) != p.Planned() || len(p.Core) != 8 || len(p.Gaps) > 2 {
			t.Errorf("got %v", all)
		}
	}
}

func TestPlan_hashFollowsWhatIsCompared(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	v := h.vacancy(t, goVacancy)
	plan := h.Preview(v, bank.Russian, 0)
	if again := h.Preview(v, bank.Russian, 0); again.Hash != plan.Hash {
		t.Error("two hashes of one plan")
	}
	newer := v
	newer.Version++
	for name, other := range map[string]interview.Plan{
		"language": h.Preview(v, bank.English, 0),
		"version":  h.Preview(newer, bank.Russian, 0),
		"size":     h.Preview(v, bank.Russian, 5),
	} {
		if other.Hash == plan.Hash {
			t.Errorf("%s: the same hash", name)
		}
	}
}

func TestPlan_sizes(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	v := h.vacancy(t, goVacancy)
	full := h.Preview(v, bank.Russian, 0)
	lightest := 1.0
	for _, i := range full.Core {
		lightest = min(lightest, i.Weight)
	}
	for most, want := range map[int]int{0: 8, 1: 1, 3: 3, 8: 8, 9: 8, 10: 8, 12: 10, 20: 18} {
		core := h.Preview(v, bank.Russian, most).Core
		if len(core) != want {
			t.Errorf("at most %d: core of %d, want %d", most, len(core), want)
		}
		if most > 0 && most < 8 {
			for _, i := range core {
				if !slices.Contains(ids(full.Core), i.Question) || i.Weight < lightest {
					t.Errorf("at most %d: %s is not of the full core", most, i.Question)
				}
			}
		}
	}
}

func TestPlan_fitsTheVacancy(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	plan := h.Preview(h.vacancy(t, goVacancy), bank.Russian, 0)
	if plan.Core[0].Skill != "go" || plan.Core[0].Level != bank.Senior {
		t.Errorf("the heaviest skill comes first, at the level of the vacancy: %+v", plan.Core[0])
	}
	behaviour := map[bank.Competency]bool{}
	for _, i := range plan.Core {
		if i.Theme != "" {
			if behaviour[i.Competency] {
				t.Errorf("two questions on behaviour for %s", i.Competency)
			}
			behaviour[i.Competency] = true
		}
	}
	if !behaviour[bank.Collaboration] || !behaviour[bank.ProblemSolving] {
		t.Errorf("the vacancy asks for a team and for incidents: %v", behaviour)
	}
	unknown := h.Preview(h.vacancy(t, interview.Draft{Title: "Флорист"}), bank.Russian, 0)
	if len(unknown.Core) == 0 {
		t.Error("a vacancy without a known skill has no plan")
	}
	for _, i := range unknown.Core {
		if i.Skill != "" {
			t.Errorf("a florist is asked about %s", i.Skill)
		}
	}
}

func TestVacancy_readsNeedsAndLevel(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for _, c := range []struct {
		draft interview.Draft
		level bank.Level
		lang  bank.Language
		needs map[string]float64 // at least; 0 is not at all
	}{
		{goVacancy, bank.Senior, "ru", map[string]float64{"go": 1, "apache kafka": .8, "redis": .3, "c++": 0}},
		{pythonVacancy, bank.Middle, "en", map[string]float64{"python": 1, "fastapi": .8, "kubernetes": .3}},
		{interview.Draft{Title: "Джуниор PHP", Requirements: "Опыт от 1 года. PHP, Laravel"}, bank.Junior, "ru", map[string]float64{"php": 1, "laravel": .8}},
		{interview.Draft{Title: "Java developer", Requirements: "At least 7 years of experience with Java"}, bank.Senior, "en", map[string]float64{"java": 1}},
		{interview.Draft{Title: "Java developer", Description: "Our firm is 25 years old"}, bank.Middle, "en", nil},
		{interview.Draft{Title: "Разработчик", Needs: []interview.Need{{Skill: "питон"}}}, bank.Middle, "ru", map[string]float64{"python": 1}},
	} {
		v := h.vacancy(t, c.draft)
		if v.Level != c.level || v.Language != c.lang {
			t.Errorf("%s: level %s, language %s", v.Title, v.Level, v.Language)
		}
		have := map[string]interview.Need{}
		for _, n := range v.Needs {
			have[string(n.Skill)] = n
		}
		for name, least := range c.needs {
			if n := have[name]; n.Weight < least || least == 0 && n.Weight > 0 {
				t.Errorf("%s: %s weighs %.2f, want %.2f", v.Title, name, n.Weight, least)
			}
		}
	}
}

func TestVacancy_refusesBadDrafts(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for name, d := range map[string]interview.Draft{
		"no title":      {},
		"invisible":     {Title: "\u200b\x00"},
		"long title":    {Title: strings.Repeat("я", 301)},
		"long text":     {Title: "x", Description: strings.Repeat("я", 50_001)},
		"language":      {Title: "x", Language: "de"},
		"level":         {Title: "x", Level: "god"},
		"unknown skill": {Title: "x", Needs: []interview.Need{{Skill: "pythno"}}},
		"weight":        {Title: "x", Needs: []interview.Need{{Skill: "python", Weight: 2}}},
		"need level":    {Title: "x", Needs: []interview.Need{{Skill: "python", Level: "x"}}},
		"many needs":    {Title: "x", Needs: make([]interview.Need, 41)},
	} {
		if _, _, err := h.SaveVacancy(context.Background(), team, interview.Saving{Draft: d}); codeOf(err) != "invalid_argument" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestVacancy_versions(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ctx := context.Background()
	save := func(in interview.Saving) (interview.Vacancy, interview.SaveStatus, error) {
		return h.SaveVacancy(ctx, team, in)
	}
	v, status, err := save(interview.Saving{ExternalID: "7", Draft: goVacancy})
	if err != nil || status != interview.Created || v.Version != 1 {
		t.Fatalf("%+v, %s, %v", v, status, err)
	}
	if same, status, err := save(interview.Saving{ExternalID: "7", Draft: goVacancy}); err != nil || status != interview.Unchanged || same.Version != 1 {
		t.Errorf("%s, %v", status, err)
	}
	changed := goVacancy
	changed.Title = "Go"
	if next, status, err := save(interview.Saving{ID: v.ID, Version: 1, Draft: changed}); err != nil || status != interview.Updated || next.Version != 2 || next.ExternalID != "7" {
		t.Errorf("%+v, %s, %v", next, status, err)
	}
	if _, _, err := save(interview.Saving{ID: v.ID, Version: 1, Draft: goVacancy}); codeOf(err) != "vacancy_version_changed" {
		t.Errorf("over a newer version: %v", err)
	}
	if _, _, err := save(interview.Saving{ID: "nope", Draft: goVacancy}); codeOf(err) != "not_found" {
		t.Errorf("unknown: %v", err)
	}
	if err := h.DropVacancy(ctx, "others", v.ID); codeOf(err) != "not_found" {
		t.Errorf("another tenant dropped it: %v", err)
	}
	if err := h.DropVacancy(ctx, team, v.ID); err != nil {
		t.Error(err)
	}
}

func TestMatch_choosesAndExplains(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	goJob, python := h.vacancy(t, goVacancy), h.vacancy(t, pythonVacancy)
	cook := h.vacancy(t, interview.Draft{Title: "Повар горячего цеха", Description: "Готовить супы и горячее."})
	for resume, want := range map[string]string{
		goResume: goJob.ID, pythonResume: python.ID, "Повар горячего цеха, пять лет в ресторане, готовил супы": cook.ID,
	} {
		id := h.start(t, interview.Start{Resume: resume}).ID
		h.work(t)
		s := h.state(t, id)
		if s.Vacancy.ID != want {
			t.Errorf("%.30q was matched with %q, %+v", resume, s.Vacancy.Title, s.Failure)
		}
		for _, m := range s.Fit.Matched {
			if m.Evidence == "" || !strings.Contains(resume[m.Start:], resume[m.Start:m.End]) || m.Strength <= 0 {
				t.Errorf("a match without its place: %+v", m)
			}
		}
	}
}

func TestMatch_failures(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	v := h.vacancy(t, goVacancy)
	ctx := context.Background()
	unfit := h.start(t, interview.Start{Resume: "Флорист, составляю букеты, веду учёт"})
	h.work(t)
	named := h.start(t, interview.Start{Resume: goResume, VacancyID: v.ID})
	free := h.start(t, interview.Start{Resume: goResume})
	if err := h.DropVacancy(ctx, team, v.ID); err != nil {
		t.Fatal(err)
	}
	h.work(t)
	for id, want := range map[string]interview.FailureCode{
		unfit.ID: interview.NoVacancySuits, named.ID: interview.VacancyGone, free.ID: interview.NoVacancyLeft,
	} {
		s, events := h.state(t, id), h.events(t, id)
		if s.Status != interview.Failed || s.Failure.Code != want || len(events) != 1 || events[0].Type != interview.EventError || events[0].Failure.Message.RU == "" {
			t.Errorf("want %s, got %s, %+v, %d events", want, s.Status, s.Failure, len(events))
		}
	}
}

func TestMatch_equalVacanciesGoToTheNewer(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.vacancy(t, goVacancy)
	h.clock.Wait(time.Hour)
	newer := h.vacancy(t, goVacancy)
	for range 3 {
		id := h.start(t, interview.Start{Resume: goResume}).ID
		h.work(t)
		if s := h.state(t, id); s.Vacancy.ID != newer.ID {
			t.Errorf("matched with %s", s.Vacancy.ID)
		}
	}
}
