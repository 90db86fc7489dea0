// Package pipelinetest is a fictional house that tests of the room share: a database of the
// test's own, and the rooms that are asked about people and vacancies.
package pipelinetest

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"kadry/internal/audit"
	"kadry/internal/fault"
	"kadry/internal/pipeline"
	"kadry/internal/pipeline/pipelinesql"
	"kadry/internal/store/storetest"
)

// Now is when everything in the house happens, until Later.
func Now() time.Time { return time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC) }

// World is the house.
type World struct {
	pipeline.Parts

	mu        sync.Mutex
	now       time.Time
	people    map[string][2]string // name and title, by id
	vacancies map[string]string    // title, by id
	fails     map[string]error     // by operation
}

// New makes a house with the vacancies v_go and v_qa and five people.
func New(t testing.TB) *World {
	t.Helper()
	w := &World{
		now: Now(),
		people: map[string][2]string{
			"cv_ada": {"Ада Примерова", "Go developer"}, "cv_bob": {"Bob Sample", "Tester"}, "cv_eve": {"Eve Sample", "Data engineer"},
			"cv_nik": {"Никита Вымышленный", "Разработчик"}, "cv_zoe": {"", ""},
		},
		vacancies: map[string]string{"v_go": "Разработчик Go", "v_qa": "QA engineer"}, fails: map[string]error{},
	}
	db := storetest.SQLite(t, pipelinesql.Schema(), audit.Schema()).Open(t)
	w.Parts = pipeline.Parts{Keeper: pipelinesql.New(db, audit.New(db, w.clock)), Ask: w.ask, Now: w.clock}
	return w
}

func (w *World) clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

// Later lets time pass.
func (w *World) Later(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(d)
}

// Fail makes an operation of another room answer an error, nil for none.
func (w *World) Fail(operation string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.fails[operation] = err
}

// Delete takes a person out of the base of CVs, or a vacancy away.
func (w *World) Delete(id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.people, id)
	delete(w.vacancies, id)
}

// Employ adds somebody to the base of CVs.
func (w *World) Employ(id, name, title string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.people[id] = [2]string{name, title}
}

// Title is that of a vacancy.
func (w *World) Title(id string) (string, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	title, ok := w.vacancies[id]
	return title, ok
}

func (w *World) ask(ctx context.Context, operation string, in, out any) error {
	text, err := json.Marshal(in)
	if err != nil {
		return err
	}
	var asked struct {
		Candidate string `json:"candidate_id"`
		Vacancy   string `json:"id"`
		Redact    bool   `json:"redact"`
	}
	if err := json.Unmarshal(text, &asked); err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.fails[operation]; err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	var answer any
	switch operation {
	case "get_candidate_details":
		who, ok := w.people[asked.Candidate]
		if !ok {
			return fault.E(fault.NotFound, fault.Say("No candidate.", "Нет кандидата."), nil)
		}
		if asked.Redact {
			who[0] = "░░░"
		}
		answer = map[string]any{"name": who[0], "record": map[string]string{"title": who[1]}}
	case "get_vacancy":
		title, ok := w.vacancies[asked.Vacancy]
		if !ok {
			return fault.E(fault.NotFound, fault.Say("No vacancy.", "Нет вакансии."), nil)
		}
		answer = map[string]string{"title": title}
	default:
		return fmt.Errorf("nobody here answers %s", operation)
	}
	if text, err = json.Marshal(answer); err != nil {
		return err
	}
	return json.Unmarshal(text, out)
}

// Put puts somebody into a vacancy.
func (w *World) Put(t testing.TB, tenant, vacancy, candidate string, to pipeline.Standing) {
	t.Helper()
	w.Later(time.Minute)
	moved, err := w.Keeper.Move(t.Context(), tenant, []pipeline.Change{{Vacancy: vacancy, Candidate: candidate, To: to, Add: true, Author: "ada", At: w.clock()}})
	if err != nil || moved[0].Err != nil {
		t.Fatal(moved, err)
	}
}
