package dossier_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"kadry/internal/dossier"
	"kadry/internal/dossier/dossiertest"
	"kadry/internal/dossier/identity"
	"kadry/internal/dossier/report"
	"kadry/internal/dossier/source"
	"kadry/internal/dossier/verdict"
	"kadry/internal/fault"
	"kadry/internal/op"
)

// world is the other rooms of a house: people with public code and with CVs, and a market. It
// answers the operations that the dossier room asks for, counts them, and can be made to fail.
type world struct {
	mu      sync.Mutex
	code    map[string][]string // skills that public code shows, by GitHub name
	cvs     map[string][]string // skills that a job of the CV names, by id or text
	market  string              // the market's answer
	absent  map[string]bool     // operations that the house does not have
	fails   map[string]error    // what an operation, or a person, is answered with
	partial map[string]bool     // GitHub names of whom a part could not be read
	asked   map[string]int      // calls, by operation and by person
	inputs  map[string]string   // the last of each operation

	kept map[string][]byte
}

func newWorld() *world {
	return &world{
		code:   map[string][]string{"nina-example": {"Go", "PostgreSQL"}, "ivanov1": {"Go"}, "ivanov2": {"Go", "PostgreSQL"}},
		cvs:    map[string][]string{"cv_oleg": {"Go", "PostgreSQL"}},
		market: `{"sample":{"found":812,"unique":120,"detailed":120,"source":"hh","snapshot_at":"2026-11-19T09:00:00Z"},"salary":{"n":48,"basis":"net","least":120000,"most":600000,"p25":{"value":250000},"p50":{"value":300000},"p75":{"value":360000}},"demand_supply":{}}`,
		absent: map[string]bool{}, fails: map[string]error{}, partial: map[string]bool{}, asked: map[string]int{}, inputs: map[string]string{}, kept: map[string][]byte{},
	}
}

// Ask answers an operation.
func (w *world) Ask(ctx context.Context, operation string, in, out any) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	text, err := json.Marshal(in)
	if err != nil {
		return err
	}
	w.asked[operation]++
	w.inputs[operation] = string(text)
	if w.absent[operation] {
		return source.ErrAbsent
	}
	if err := errors.Join(ctx.Err(), w.fails[operation]); err != nil {
		return err
	}
	var asked struct {
		Username string   `json:"username"`
		ID       string   `json:"candidate_id"`
		Text     string   `json:"resume_text"`
		Skills   []string `json:"required_skills"`
	}
	if err := json.Unmarshal(text, &asked); err != nil {
		return err
	}
	var answer string
	switch operation {
	case "analyze_github":
		answer, err = w.profile(asked.Username, asked.Skills)
	case "get_candidate_details", "parse_resume_advanced":
		answer, err = w.cv(asked.ID+asked.Text, asked.Skills)
	case "analyze_market_competition":
		answer = w.market
	default:
		return fmt.Errorf("nobody here answers %s", operation)
	}
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(answer), out)
}

func (w *world) profile(name string, skills []string) (string, error) {
	w.asked[name]++
	if err := w.fails[name]; err != nil {
		return "", err
	}
	shown, ok := w.code[name]
	if !ok {
		return "", fault.E(fault.NotFound, fault.Say("GitHub has no user %s.", "На GitHub нет: %s.", name), nil)
	}
	type score struct {
		Skill    string  `json:"skill"`
		Score    float64 `json:"score"`
		Status   string  `json:"status"`
		Evidence string  `json:"evidence"`
	}
	var scores []score
	for _, s := range skills {
		if slices.Contains(shown, s) {
			scores = append(scores, score{s, 0.9, "shown", name + "/tool"})
		} else {
			scores = append(scores, score{s, 0, "unknown", "nothing shows it"})
		}
	}
	answer := map[string]any{"skill_scores": scores, "top_languages": shown, "repos_analyzed": 2, "activity_metrics": map[string]int{"days_since_last_push": 5}}
	if w.partial[name] {
		answer["partial_data"], answer["warnings"] = true, []string{name + "/tool: broken"}
	}
	text, err := json.Marshal(answer)
	return string(text), err
}

func (w *world) cv(id string, skills []string) (string, error) {
	w.asked[id]++
	named, ok := w.cvs[id]
	if !ok {
		return "", fault.E(fault.NotFound, fault.Say("There is no candidate %q.", "Кандидата %q нет.", id), nil)
	}
	var coverage []map[string]any
	for _, s := range skills {
		if slices.Contains(named, s) {
			coverage = append(coverage, map[string]any{
				"asked": s, "found": s, "how": "exact", "stance": "affirmed", "years": 4.0, "last_used": "2026-10", "strength": "position",
				"evidence": []map[string]string{{"section": "experience", "quote": "Services with " + s}},
			})
		}
	}
	text, err := json.Marshal(map[string]any{"name": "Person " + id, "record": map[string]any{}, "required_coverage": coverage})
	return string(text), err
}

// Kept is a cache that forgets nothing.
func (w *world) Kept(ctx context.Context, key string, load func(context.Context) ([]byte, bool, error)) ([]byte, bool, error) {
	w.mu.Lock()
	value, hit := w.kept[key]
	w.mu.Unlock()
	if hit {
		return value, true, nil
	}
	value, whole, err := load(ctx)
	if err == nil && whole {
		w.mu.Lock()
		w.kept[key] = value
		w.mu.Unlock()
	}
	return value, false, err
}

func (w *world) times(what string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.asked[what]
}

// shelf keeps reports in memory. It implements dossier.Keeper.
type shelf struct {
	mu      sync.Mutex
	cases   map[string]report.Case
	whole   map[string]bool
	decided map[string]verdict.Override // by tenant, report and person
	puts    int
}

func newShelf() *shelf {
	return &shelf{cases: map[string]report.Case{}, whole: map[string]bool{}, decided: map[string]verdict.Override{}}
}

func (s *shelf) Put(_ context.Context, tenant, id string, c report.Case, complete bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.Subjects = slices.Clone(c.Subjects)
	s.cases[tenant+"/"+id], s.whole[tenant+"/"+id] = c, complete
	s.puts++
	return nil
}

func (s *shelf) Get(_ context.Context, tenant, id string) (report.Case, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.cases[tenant+"/"+id]
	if !ok {
		return c, false, fault.E(fault.NotFound, fault.Say("There is no report %q.", "Отчёта «%s» нет.", id), nil)
	}
	var people []identity.Identity
	for _, p := range c.Subjects {
		people = append(people, p.Identity)
	}
	c.Subjects = slices.Clone(c.Subjects)
	for i, name := range identity.IDs(people) {
		if o, ok := s.decided[tenant+"/"+id+"/"+name]; ok {
			c.Subjects[i].Override = &o
		}
	}
	return c, s.whole[tenant+"/"+id], nil
}

func (s *shelf) List(_ context.Context, tenant string, skip, limit int) ([]dossier.Kept, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []dossier.Kept
	for _, key := range slices.Sorted(maps.Keys(s.cases)) {
		if id, ok := cut(key, tenant); ok {
			list = append(list, dossier.Kept{ID: id, Role: s.cases[key].Role.Title, People: len(s.cases[key].Subjects), Complete: s.whole[key]})
		}
	}
	return list[min(skip, len(list)):min(skip+limit, len(list))], nil
}

func cut(key, tenant string) (id string, ok bool) {
	if len(key) <= len(tenant) || key[:len(tenant)+1] != tenant+"/" {
		return "", false
	}
	return key[len(tenant)+1:], true
}

func (s *shelf) Holding(ctx context.Context, tenant, person string) ([]dossier.Kept, error) {
	all, err := s.List(ctx, tenant, 0, 1000)
	return slices.DeleteFunc(all, func(k dossier.Kept) bool {
		return !slices.ContainsFunc(s.cases[tenant+"/"+k.ID].Subjects, func(p report.Subject) bool { return p.IsNamed(person) })
	}), err
}

func (s *shelf) Override(_ context.Context, tenant, id, person string, o verdict.Override) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.decided[tenant+"/"+id+"/"+person] = o
	return nil
}

func (s *shelf) Delete(_ context.Context, tenant, id string) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.cases[tenant+"/"+id]
	delete(s.cases, tenant+"/"+id)
	return ok, nil
}

func (s *shelf) Forget(context.Context, string, string) (int, error) { return 0, nil }

// room is the dossier room over a world.
type room struct {
	*world
	*shelf
	operations *op.Registry
}

func newRoom(t testing.TB) *room {
	t.Helper()
	r := &room{world: newWorld(), shelf: newShelf()}
	now := dossiertest.Now
	reader := &source.Reader{Ask: r.Ask, Skills: dossiertest.Graph(t), Now: now, Kept: r.Kept, Engine: "test"}
	registry, err := op.NewRegistry(dossier.Operations(dossier.Parts{
		Skills: reader.Skills, Sources: reader, Keeper: r.shelf, Ask: r.Ask, Engine: "test", Now: now,
	})...)
	if err != nil {
		t.Fatal(err)
	}
	r.operations = registry
	return r
}

// call runs an operation for the tenant acme.
func (r *room) call(ctx context.Context, t testing.TB, name, input string, out any) error {
	t.Helper()
	o, err := r.operations.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := ctx.Deadline(); !ok && op.CallerFrom(ctx).Tenant == "" {
		ctx = op.WithCaller(ctx, op.Caller{Tenant: "acme", Name: "Ада", Lang: "en", Budget: -1})
	}
	if o.Input != nil && name == "run_hr_report" {
		text, err := json.Marshal(op.File{Type: "application/json", Text: input})
		if err != nil {
			t.Fatal(err)
		}
		input = string(text)
	}
	var p op.Pipeline
	result, err := p.Call(ctx, o, []byte(input))
	if err != nil || out == nil {
		return err
	}
	text := result.JSON
	if result.File != nil {
		text = []byte(result.File.Text)
	}
	if err := json.Unmarshal(text, out); err != nil {
		t.Fatalf("%s: %v in %.300s", name, err, text)
	}
	return nil
}
