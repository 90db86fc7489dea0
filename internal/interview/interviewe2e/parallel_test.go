package interviewe2e_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"

	"kadry/internal/e2e/e2etest"
)

const atOnce = 50

// together makes calls at the same time and returns what came back.
func together(t *testing.T, call func(i int) (int, []byte)) (statuses map[int]int, bodies []string) {
	t.Helper()
	statuses, bodies = map[int]int{}, make([]string, atOnce)
	var mu sync.Mutex
	var calls sync.WaitGroup
	ready := make(chan struct{})
	for i := range atOnce {
		calls.Go(func() {
			<-ready
			status, body := call(i)
			mu.Lock()
			defer mu.Unlock()
			statuses[status]++
			bodies[i] = string(body)
		})
	}
	close(ready)
	calls.Wait()
	return statuses, bodies
}

// Fifty equal starts at once are one interview; of fifty answers to one question one is
// taken; fifty times the same answer is one answer.
func TestInterviewParallel_oneOfMany(t *testing.T) {
	t.Parallel()
	e2etest.EachEngine(t, func(t *testing.T, env []string) {
		d := newReadyServer(t, env)
		start := map[string]any{"resume_text": resumeText, "webhook_url": d.site.url, "user_id": "many", "max_questions": 4}
		const path = "/api/v1/mcp/start_interview"
		statuses, bodies := together(t, func(int) (int, []byte) {
			return d.call(t.Context(), http.MethodPost, path, start, "Idempotency-Key", "many")
		})
		for _, body := range bodies {
			if statuses[http.StatusAccepted] != atOnce || body != bodies[0] {
				t.Fatalf("equal starts: %v, %s and %s", statuses, bodies[0], body)
			}
		}
		start["user_id"] = "others"
		text := d.want(t, http.StatusUnprocessableEntity, http.MethodPost, path, start, "Idempotency-Key", "many")
		if code := e2etest.Decode[e2etest.Problem](t, text).Code; code != "idempotency_key_reused" {
			t.Errorf("another start under the key: %s", text)
		}
		list := e2etest.Decode[struct{ Items []struct{} }](t, d.want(t, http.StatusOK, http.MethodGet, "/api/v1/interviews", nil))
		if len(list.Items) != 1 {
			t.Errorf("%d interviews", len(list.Items))
		}

		const reply = "/api/v1/mcp/continue_interview"
		first := d.site.next(t)
		answer := func(h hook, text string) (int, []byte) {
			return d.call(t.Context(), http.MethodPost, reply, map[string]any{"session_id": h.Session, "question_id": h.AskedID, "user_answer": text})
		}
		statuses, bodies = together(t, func(i int) (int, []byte) {
			return answer(first, fmt.Sprintf("Отвечаю %d: измеряю, читаю план запроса и проверяю гипотезу.", i))
		})
		if statuses[http.StatusAccepted] != 1 || statuses[http.StatusConflict] != atOnce-1 {
			t.Errorf("different answers: %v %s", statuses, bodies)
		}
		second := d.site.next(t)
		const same = "Один и тот же ответ: сначала профиль под нагрузкой, потом план запроса, потом индекс."
		statuses, bodies = together(t, func(int) (int, []byte) { return answer(second, same) })
		if statuses[http.StatusAccepted] != atOnce {
			t.Errorf("equal answers: %v %s", statuses, bodies)
		}
		d.site.next(t)
		if said := d.said(t, first.Session); len(said) != 2 || said[same] != 1 {
			t.Errorf("the history holds %v", said)
		}
		d.site.wantNothingWrong(t)
	})
}

// said counts the messages of the candidate in the history of an interview, by their text.
func (d *readyServer) said(t *testing.T, session string) map[string]int {
	t.Helper()
	kept := e2etest.Decode[struct {
		History []struct{ Sender, Text string } `json:"conversation_history"`
	}](t, d.want(t, http.StatusOK, http.MethodGet, "/api/v1/interviews/"+session, nil))
	said := map[string]int{}
	for _, m := range kept.History {
		if m.Sender == "candidate" {
			said[m.Text]++
		}
	}
	return said
}
