package interviewe2e_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"kadry/internal/e2e/e2etest"
	"kadry/internal/llm/llmtest"
)

// leadIn is what the model of these tests puts before a question.
const leadIn = "Перейдём к следующей теме."

var listedPoint = regexp.MustCompile(`(?m)^- ([\w-]+): `)

// thinks is a model that does its two tasks: it finds the first point made by words that the
// answer has, and it is courteous.
func thinks(q llmtest.Request) string {
	if q.Schema == nil {
		return leadIn
	}
	type point struct {
		ID    string `json:"id"`
		Met   bool   `json:"met"`
		Quote string `json:"quote"`
	}
	var points []point
	for i, m := range listedPoint.FindAllStringSubmatch(q.Last(), -1) {
		p := point{ID: m[1]}
		if i == 0 {
			p.Met, p.Quote = true, "читаю план запроса"
		}
		points = append(points, p)
	}
	text, _ := json.Marshal(map[string]any{"points": points}) // texts always encode
	return string(text)
}

// turnOf is what an answer of the conducting operations tells.
type turnOf struct {
	Session  string `json:"session_id"`
	Status   string `json:"status"`
	Question string `json:"question"`
	AskedID  string `json:"question_id"`
}

// ratedMark is what a mark tells of the second rater.
type ratedMark struct {
	Second *struct{ Model, Trouble string } `json:"second_rater"`
}

// heldBy goes through an interview by pulling and returns its marks and the questions put.
func heldBy(t *testing.T, s *e2etest.Server) (marks []ratedMark, asked []string) {
	t.Helper()
	begun := s.REST().Post(t, "start_interview", `{"resume_text":"`+resumeText+`","language":"ru","max_questions":3}`)
	turn := e2etest.Decode[turnOf](t, begun.Body)
	for turn.Status == "waiting_for_answer" {
		asked = append(asked, turn.Question)
		input, err := json.Marshal(map[string]any{
			"session_id": turn.Session, "question_id": turn.AskedID, "user_answer": "Измеряю, читаю план запроса, добавляю индекс и проверяю ещё раз.",
		})
		if err != nil {
			t.Fatal(err)
		}
		turn = e2etest.Decode[turnOf](t, s.REST().Post(t, "continue_interview", string(input)).Body)
		e2etest.Await(t, func(context.Context) bool { // the engine may be at work for longer than a call waits
			if turn.Status == "active" {
				turn = e2etest.Decode[turnOf](t, s.REST().Post(t, "get_interview", `{"session_id":"`+turn.Session+`"}`).Body)
			}
			return turn.Status != "active"
		})
	}
	if turn.Status != "completed" {
		t.Fatalf("the interview is %+v", turn)
	}
	shown := s.REST().Post(t, "get_interview", `{"session_id":"`+turn.Session+`","include":["marks"]}`)
	return e2etest.Decode[struct {
		Marks []ratedMark `json:"marks"`
	}](t, shown.Body).Marks, asked
}

// A model rates beside the embedded grader and puts a sentence before questions; a model that
// answers nothing, or nonsense, leaves interviews as they are without one.
func TestInterview_withAModel(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		replies []llmtest.Reply
		model   bool
	}{
		"helpful":     {[]llmtest.Reply{llmtest.Answers(thinks)}, true},
		"failing":     {[]llmtest.Reply{llmtest.Fails(500, `{"error":"no"}`)}, false},
		"talking rot": {[]llmtest.Reply{llmtest.Says(`{"overall_score":100}`)}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			model := llmtest.New(llmtest.Easygoing, c.replies...)
			site := httptest.NewServer(model)
			defer site.Close()
			env := append(e2etest.Environment(t.TempDir()), "KADRY_OFFLINE=false", "KADRY_SDAMGIA_BASE_URL=http://127.0.0.1:1/{host}",
				"KADRY_LLM_URL="+site.URL+"/v1", "KADRY_LLM_MODEL=small", "KADRY_LLM_API_KEY=sk-private", "KADRY_LLM_PHRASES=true")
			e2etest.Succeed(t, env, "call", "save_vacancy", vacancyText)
			s := e2etest.Serve(t, e2etest.Options{Env: env})
			marks, asked := heldBy(t, s)
			rated := 0
			for _, m := range marks {
				if m.Second != nil && m.Second.Trouble == "" && strings.HasPrefix(m.Second.Model, "small@") {
					rated++
				}
				if m.Second == nil {
					t.Error("a mark does not say what became of the second rating")
				}
			}
			phrased := strings.HasPrefix(strings.Join(asked, "\n"), leadIn)
			if len(marks) == 0 || (rated == len(marks)) != c.model || phrased != c.model {
				t.Errorf("%d of %d marks have a second rating, the first question reads %q", rated, len(marks), asked)
			}
			if len(model.Requests()) == 0 || model.Requests()[0].Authorization != "Bearer sk-private" {
				t.Error("the model was not asked with its key")
			}
			s.Stop()
			if strings.Contains(s.Log.String(), "sk-private") {
				t.Error("the key stands in the log")
			}
		})
	}
}
