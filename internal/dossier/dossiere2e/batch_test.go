package dossiere2e_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"kadry/internal/e2e/e2etest"
	"kadry/internal/github/replica"
)

// crowd is how many people a batch has at most.
const crowd = 100

// coders are the people of the made-up GitHub who have code.
var coders = []string{"ada-example", "bora-sample", "cyan-demo", "dmitri-fixture"}

// batch is a request about a crowd: CVs as text, then the coders.
func batch(t testing.TB) string {
	t.Helper()
	var list []string
	for i := range crowd - len(coders) {
		list = append(list, `{"resume_text":`+e2etest.Quoted(t, resume(i))+`}`)
	}
	for _, name := range coders {
		list = append(list, fmt.Sprintf(`{"github_username":%q}`, name))
	}
	return `{"role":"Go developer","skills":["Go","PostgreSQL"],"concurrency":5,"candidates":[` + strings.Join(list, ",") + `]}`
}

type batchState struct {
	ID        string `json:"batch_id"`
	Status    string `json:"status"`
	Total     int    `json:"total"`
	Processed int    `json:"processed"`
}

func submit(t *testing.T, s *e2etest.Server) batchState {
	t.Helper()
	a := s.REST().Do(t, http.MethodPost, "/api/v1/batch/submit", strings.NewReader(batch(t)))
	if a.Status != http.StatusAccepted {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	b := e2etest.Decode[batchState](t, a.Body)
	if b.ID == "" || b.Total != crowd {
		t.Fatalf("%+v", b)
	}
	return b
}

func stateOf(t *testing.T, s *e2etest.Server, id string) batchState {
	t.Helper()
	a := s.REST().Get(t, "/api/v1/batch/status/"+id)
	a.Ok(t)
	return e2etest.Decode[batchState](t, a.Body)
}

func await(t *testing.T, s *e2etest.Server, id, status string) {
	t.Helper()
	e2etest.Await(t, func(context.Context) bool {
		now := stateOf(t, s, id)
		if now.Status == "failed" {
			t.Fatalf("%+v", now)
		}
		return now.Status == status
	})
}

func wantCrowd(t *testing.T, s *e2etest.Server, id string) {
	t.Helper()
	a := s.REST().Get(t, "/api/v1/batch/results/"+id)
	a.Ok(t)
	got := e2etest.Decode[reported](t, a.Body)
	errors, decisions := got.about()
	if len(errors) != crowd || len(decisions) != crowd || got.Market.Data == nil {
		t.Errorf("%d people, %d decisions, market %v", len(errors), len(decisions), got.Market.Error)
	}
	for name, problem := range errors {
		if problem != "" {
			t.Errorf("%s: %s", name, problem)
		}
	}
}

// A server that is killed in the middle of a batch goes on with it when it is back, and everybody
// is in the result.
func TestBatch_killed(t *testing.T) {
	t.Parallel()
	o := newOutside(t)
	home := t.TempDir()
	late := coders[len(coders)-1]
	o.hub.behave(replica.Options{Latency: 20 * time.Millisecond, Faults: []*replica.Fault{{
		Match: func(r *http.Request) bool { return strings.Contains(r.URL.Path, late) || hasLogin(r, late) }, Hang: true,
	}}})
	first, err := e2etest.Launch([]string{"serve", "--addr", "127.0.0.1:0"}, e2etest.Environment(home, o.env...), "")
	if err != nil {
		t.Fatal(err)
	}
	b := submit(t, first)
	e2etest.Await(t, func(context.Context) bool { return stateOf(t, first, b.ID).Processed >= crowd-1 })
	sofar := first.REST().Get(t, "/api/v1/batch/results/"+b.ID)
	sofar.Ok(t)
	if n := len(e2etest.Decode[reported](t, sofar.Body).Report.Scores); n == 0 || n == crowd {
		t.Errorf("%d people are shown on the way", n)
	}
	if err := first.Process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-first.Log.End
	_ = first.Process.Wait() // killed is how it ends
	o.hub.behave(replica.Options{})

	second := e2etest.Serve(t, e2etest.Options{Home: home, Env: o.env})
	await(t, second, b.ID, "completed")
	wantCrowd(t, second, b.ID)
	if o.hub.askedAbout(late) == 0 {
		t.Errorf("%s was not asked for", late)
	}
}

// A batch that is cancelled ends, and what was read stays to be seen.
func TestBatch_cancelled(t *testing.T) {
	t.Parallel()
	o := newOutside(t)
	s := o.serve(t)
	o.hub.behave(replica.Options{Faults: []*replica.Fault{{Hang: true}}})
	b := submit(t, s)
	e2etest.Await(t, func(context.Context) bool { return stateOf(t, s, b.ID).Processed >= crowd-len(coders) })
	s.REST().Do(t, http.MethodPost, "/api/v1/batch/cancel/"+b.ID, strings.NewReader("{}")).Ok(t)
	await(t, s, b.ID, "cancelled")
	a := s.REST().Get(t, "/api/v1/batch/results/"+b.ID)
	a.Ok(t)
	if n := len(e2etest.Decode[reported](t, a.Body).Report.Scores); n < crowd/2 {
		t.Errorf("%d of those read are left", n)
	}
	for _, path := range []string{"status", "results"} {
		s.REST().Get(t, "/api/v1/batch/"+path+"/task_none").Refused(t, http.StatusNotFound, "not_found")
	}
}
