package interview_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"kadry/internal/interview"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/plan"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
)

func ids(items []plan.Item) []string {
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
	var plans []plan.Plan
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

func TestVacancy_versions(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ctx := context.Background()
	save := func(in vacancy.Saving) (vacancy.Vacancy, interview.SaveStatus, error) {
		return h.SaveVacancy(ctx, team, in)
	}
	v, status, err := save(vacancy.Saving{ExternalID: "7", Draft: goVacancy})
	if err != nil || status != interview.Created || v.Version != 1 {
		t.Fatalf("%+v, %s, %v", v, status, err)
	}
	if same, status, err := save(vacancy.Saving{ExternalID: "7", Draft: goVacancy}); err != nil || status != interview.Unchanged || same.Version != 1 {
		t.Errorf("%s, %v", status, err)
	}
	changed := goVacancy
	changed.Title = "Go"
	if next, status, err := save(vacancy.Saving{ID: v.ID, Version: 1, Draft: changed}); err != nil || status != interview.Updated || next.Version != 2 || next.ExternalID != "7" {
		t.Errorf("%+v, %s, %v", next, status, err)
	}
	if _, _, err := save(vacancy.Saving{ID: v.ID, Version: 1, Draft: goVacancy}); codeOf(err) != "vacancy_version_changed" {
		t.Errorf("over a newer version: %v", err)
	}
	if _, _, err := save(vacancy.Saving{ID: "nope", Draft: goVacancy}); codeOf(err) != "not_found" {
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
	cook := h.vacancy(t, vacancy.Draft{Title: "Повар горячего цеха", Description: "Готовить супы и горячее."})
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
	for id, want := range map[string]session.FailureCode{
		unfit.ID: session.NoVacancySuits, named.ID: session.VacancyGone, free.ID: session.NoVacancyLeft,
	} {
		s, events := h.state(t, id), h.events(t, id)
		if s.Status != session.Failed || s.Failure.Code != want || len(events) != 1 || events[0].Type != session.EventError || events[0].Failure.Message.RU == "" {
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
