package interviewweb_test

import (
	"context"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"kadry/internal/interview"
	"kadry/internal/interview/delivery"
	"kadry/internal/webui/webtest"
)

// begin starts a try-out through the form and returns its address.
func (l *tryoutFixture) begin(t *testing.T, pages http.Handler, pairs ...string) string {
	t.Helper()
	sent := append([]string{"resume_text", "Разработчик Go. Go, PostgreSQL, Kafka.", "consent", "1", "max_questions", "2"}, pairs...)
	got := webtest.Ask(t, pages, "POST", "/try", form(sent...))
	to := got.Header.Get("Location")
	if got.StatusCode != http.StatusSeeOther || !strings.HasPrefix(to, "/try/") {
		t.Fatalf("%d to %q: %s", got.StatusCode, to, webtest.Text(got.Page))
	}
	return to
}

func TestTryout_formSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	l := newTryouts(t)
	v := l.vacancy(t, "default", goVacancy)
	pages := l.pages(t, webtest.Everyone)
	got := webtest.Ask(t, pages, "GET", "/try?vacancy="+v.ID, "", webtest.Russian...)
	webtest.Wants(t, got.Page, "Попробовать интервью", "какая лучше подойдёт к резюме", "Это интервью проводит программа", "на оценку это не влияет")
	if !strings.Contains(got.Page, `value="`+v.ID+`" selected`) {
		t.Error("the vacancy of the address is not chosen")
	}
	for name, tt := range map[string]struct{ sent, says string }{
		"no consent":         {form("resume_text", "Go", "max_questions", "3"), "a candidate must agree before the first question"},
		"no resume":          {form("resume_text", " ", "consent", "1"), "must contain text"},
		"a word for a count": {form("resume_text", "Go", "consent", "1", "max_questions", "many"), "write a whole number"},
		"too many":           {form("resume_text", "Go", "consent", "1", "max_questions", "99"), "must be 1-20"},
		"a foreign language": {form("resume_text", "Go", "consent", "1", "language", "de"), "must be one of ru, en"},
	} {
		got := webtest.Ask(t, pages, "POST", "/try", tt.sent)
		status(t, name, got, http.StatusBadRequest)
		webtest.Wants(t, got.Page, tt.says)
	}
	got = webtest.Ask(t, pages, "POST", "/try", form("resume_text", "Go", "consent", "1", "vacancy", "nope"))
	status(t, "an unknown vacancy", got, http.StatusNotFound)
	if list, _ := l.room.Interviews(t.Context(), "default", interview.Filter{Limit: 10}); len(list) != 0 {
		t.Errorf("refused forms began %d interviews", len(list))
	}
	kept := webtest.Ask(t, pages, "POST", "/try/example", form("example", "ru", "vacancy", v.ID, "max_questions", "7"))
	webtest.Wants(t, kept.Page, "Марина Озерова")
	if !strings.Contains(kept.Page, `value="7"`) || !strings.Contains(kept.Page, `value="`+v.ID+`" selected`) {
		t.Error("an example drops the rest of the form")
	}
	webtest.Wants(t, webtest.Ask(t, pages, "POST", "/try/example", form("example", "en")).Page, "Nora Fenwick")
}

func TestTryout_showsOnlyWhatCameByWebhook(t *testing.T) {
	t.Parallel()
	for _, shape := range delivery.Shapes() {
		t.Run(shape, func(t *testing.T) {
			t.Parallel()
			l := newTryouts(t)
			l.vacancy(t, "default", goVacancy)
			if _, err := l.room.SaveEndpoint(t.Context(), "default", delivery.Endpoint{Shape: shape}); err != nil {
				t.Fatal(err)
			}
			pages := l.pages(t, webtest.Everyone)
			at := l.begin(t, pages)
			got := webtest.Ask(t, pages, "GET", at, "", webtest.Russian...)
			webtest.Wants(t, got.Page, "Подбираем вакансию", "0 с", "Пока ничего не отправлено")
			if err := l.store.Work(t.Context(), l.room, l.clock.Now); err != nil {
				t.Fatal(err)
			}
			l.clock.Wait(4 * time.Second)
			got = webtest.Ask(t, pages, "GET", at, "", webtest.Russian...)
			webtest.Wants(t, got.Page, "Вебхук в пути", "4 с", "в пути, 0 попыток")
			lacks(t, got.Page, "data-answer", "Прежде чем начать")
			l.store.Deliver(l.clock.Now(), http.StatusNoContent)
			got = webtest.Ask(t, pages, "GET", at, "", webtest.Russian...)
			webtest.Wants(t, got.Page, "Прежде чем начать", "Это интервью проводит программа", "Вопрос 1 из 2", "доставлен, 1 попытка", "Подпись проверена", "webhook-id", "/api/v1/mcp/continue_interview")
			if !strings.Contains(got.Page, "data-answer") || strings.Contains(got.Page, `id="waiting"`) {
				t.Error("there is nothing to answer in")
			}
			if first, second := strings.Index(got.Page, "Прежде чем начать"), strings.Index(got.Page, `id="question"`); first > second {
				t.Error("the notice does not come first")
			}
		})
	}
}

func TestTryout_pollTellsWhenSomethingCame(t *testing.T) {
	t.Parallel()
	l := newTryouts(t)
	l.vacancy(t, "default", goVacancy)
	pages := l.pages(t, webtest.Everyone)
	at := l.begin(t, pages)
	page := webtest.Ask(t, pages, "GET", at, "").Page
	m := regexp.MustCompile(`hx-get="([^"]+)"`).FindStringSubmatch(page)
	if m == nil || !strings.Contains(page, `hx-trigger="every 1s"`) {
		t.Fatal("the page does not ask again")
	}
	l.clock.Wait(3 * time.Second)
	got := webtest.Ask(t, pages, "GET", m[1], "", "HX-Request", "true")
	lacks(t, got.Page, "<html")
	webtest.Wants(t, got.Page, "3 s")
	if got.Header.Get("HX-Refresh") != "" {
		t.Error("the page is loaded again though nothing came")
	}
	l.play(t, http.StatusNoContent)
	if got := webtest.Ask(t, pages, "GET", m[1], "", "HX-Request", "true"); got.Header.Get("HX-Refresh") != "true" {
		t.Error("the page is not told that a question came")
	}
}

var questionID = regexp.MustCompile(`name="question_id" value="([^"]+)"`)

func TestTryout_goesToTheResult(t *testing.T) {
	t.Parallel()
	l := newTryouts(t)
	v := l.vacancy(t, "default", goVacancy)
	pages := l.pages(t, webtest.Everyone)
	at := l.begin(t, pages, "vacancy", v.ID)
	answers := 0
	for range 12 {
		l.play(t, http.StatusNoContent)
		page := webtest.Ask(t, pages, "GET", at, "", webtest.Russian...).Page
		m := questionID.FindStringSubmatch(page)
		if m == nil {
			break
		}
		answers++
		got := webtest.Ask(t, pages, "POST", at+"/answer", form("question_id", m[1], "user_answer", "Запускаю n горутин, они читают задания из канала, ошибка отменяет контекст, errgroup ждёт всех.", "pasted", "12", "focus_out", "2"))
		status(t, "an answer", got, http.StatusSeeOther)
		if to := got.Header.Get("Location"); to != at {
			t.Errorf("led to %q", to)
		}
	}
	page := webtest.Ask(t, pages, "GET", at, "", webtest.Russian...).Page
	if answers < 2 {
		t.Fatalf("%d answers", answers)
	}
	webtest.Wants(t, page, "Интервью закончено", "Результат, каким его принёс последний вебхук", "из 100", "Компетенции", "не спрашивали", "Совет:", "По вопросам",
		"Отмечено, на оценку не влияет: вставлено 12 знаков, со страницы уходили 2 раза.", "Открыть интервью целиком")
	if !strings.Contains(page, `href="/interviews/`+strings.TrimPrefix(at, "/try/")+`"`) {
		t.Error("no way to the whole interview")
	}
	lacks(t, page, "data-answer", `id="waiting"`, `/pause"`, `/stop"`)
}

func TestTryout_refusesOnThePageAndKeepsWhatWasTyped(t *testing.T) {
	t.Parallel()
	l := newTryouts(t)
	l.vacancy(t, "default", goVacancy)
	pages := l.pages(t, webtest.Everyone)
	at := l.begin(t, pages)
	got := webtest.Ask(t, pages, "POST", at+"/answer", form("user_answer", "рано"), webtest.Russian...)
	status(t, "before a question", got, http.StatusConflict)
	webtest.Wants(t, got.Page, "Сейчас нет открытого вопроса.")
	l.play(t, http.StatusNoContent)
	id := questionID.FindStringSubmatch(webtest.Ask(t, pages, "GET", at, "").Page)[1]
	got = webtest.Ask(t, pages, "POST", at+"/answer", form("question_id", id, "user_answer", " \u200b"), webtest.Russian...)
	status(t, "an empty answer", got, http.StatusBadRequest)
	webtest.Wants(t, got.Page, "не может быть пустым")
	long := strings.Repeat("я", 20_001)
	got = webtest.Ask(t, pages, "POST", at+"/answer", form("question_id", id, "user_answer", long), webtest.Russian...)
	status(t, "a long answer", got, http.StatusRequestEntityTooLarge)
	if !strings.Contains(got.Page, long) {
		t.Error("what was typed is lost")
	}
	got = webtest.Ask(t, pages, "POST", at+"/answer", form("question_id", "nope", "user_answer", "x"))
	status(t, "another question", got, http.StatusBadRequest)
	status(t, "the answer", webtest.Ask(t, pages, "POST", at+"/answer", form("question_id", id, "user_answer", "Первый", "pasted", "-5", "focus_out", "x")), http.StatusSeeOther)
	status(t, "the answer again", webtest.Ask(t, pages, "POST", at+"/answer", form("question_id", id, "user_answer", "Первый")), http.StatusSeeOther)
	got = webtest.Ask(t, pages, "POST", at+"/answer", form("question_id", id, "user_answer", "Другой"))
	status(t, "another answer", got, http.StatusConflict)
	webtest.Wants(t, got.Page, "This question has another answer already.")
}

func TestTryout_pausesGoesOnAndStops(t *testing.T) {
	t.Parallel()
	l := newTryouts(t)
	l.vacancy(t, "default", goVacancy)
	pages := l.pages(t, webtest.Everyone)
	at := l.begin(t, pages)
	l.play(t, http.StatusNoContent)
	status(t, "a pause", webtest.Ask(t, pages, "POST", at+"/pause", ""), http.StatusSeeOther)
	page := webtest.Ask(t, pages, "GET", at, "", webtest.Russian...).Page
	webtest.Wants(t, page, "Интервью на паузе", "Продолжить")
	lacks(t, page, "data-answer", `id="waiting"`)
	status(t, "an answer in a pause", webtest.Ask(t, pages, "POST", at+"/answer", form("user_answer", "x")), http.StatusConflict)
	status(t, "going on", webtest.Ask(t, pages, "POST", at+"/resume", ""), http.StatusSeeOther)
	got := webtest.Ask(t, pages, "POST", at+"/resume", "")
	status(t, "going on again", got, http.StatusConflict)
	webtest.Wants(t, got.Page, "The interview is not paused.")
	status(t, "a stop", webtest.Ask(t, pages, "POST", at+"/stop", ""), http.StatusSeeOther)
	l.play(t, http.StatusNoContent)
	webtest.Wants(t, webtest.Ask(t, pages, "GET", at, "").Page, "The interview is over", "of 100")
	early := l.begin(t, pages)
	status(t, "a stop before the first question", webtest.Ask(t, pages, "POST", early+"/stop", ""), http.StatusSeeOther)
	l.play(t, http.StatusNoContent)
	webtest.Wants(t, webtest.Ask(t, pages, "GET", early, "").Page, "The interview could not go on", "The interview was cancelled.", "Try again")
}

func TestTryout_saysWhenAWebhookIsLost(t *testing.T) {
	t.Parallel()
	l := newTryouts(t)
	l.vacancy(t, "default", goVacancy)
	pages := l.pages(t, webtest.Everyone)
	at := l.begin(t, pages)
	l.play(t, http.StatusInternalServerError)
	page := webtest.Ask(t, pages, "GET", at, "", webtest.Russian...).Page
	webtest.Wants(t, page, "Вебхук не дошёл, и попыток больше не будет", "не доставлен, попытки исчерпаны")
	lacks(t, page, "data-answer", "every 1s", "Подпись проверена")
}

func TestTryout_isNotAnOrdinaryInterview(t *testing.T) {
	t.Parallel()
	l := newTryouts(t)
	l.vacancy(t, "default", goVacancy)
	s, err := l.room.Start(t.Context(), interview.Start{Tenant: "default", Resume: "Go", WebhookURL: "https://ats.example/hook"})
	if err != nil {
		t.Fatal(err)
	}
	pages := l.pages(t, webtest.Everyone)
	status(t, "its page", webtest.Ask(t, pages, "GET", "/try/"+s.ID, ""), http.StatusNotFound)
	for _, act := range []string{"answer", "pause", "stop", "resume"} {
		status(t, act, webtest.Ask(t, pages, "POST", "/try/"+s.ID+"/"+act, "user_answer=x"), http.StatusNotFound)
	}
	if got, _ := l.room.Load(t.Context(), "default", s.ID); got.Paused() || got.Over() {
		t.Error("a page of try-outs changed an ordinary interview")
	}
}

// handed is an inbox with webhooks as the test writes them.
type handed struct {
	l      *tryoutFixture
	bodies []string
}

func (h *handed) Received(ctx context.Context, tenant, session string) ([]delivery.Received, error) {
	list, err := h.l.store.Received(ctx, tenant, session)
	for i := range min(len(list), len(h.bodies)) {
		list[i].Body = h.bodies[i]
	}
	return list, err
}

func TestTryout_asksInTheKindOfTheAnswer(t *testing.T) {
	t.Parallel()
	h := &handed{}
	l := newTryouts(t, func(p *interview.Parts) { p.Inbox = h })
	h.l = l
	l.vacancy(t, "default", goVacancy)
	pages := l.pages(t, webtest.Everyone)
	at := l.begin(t, pages)
	l.play(t, http.StatusNoContent)
	s, err := l.room.Load(t.Context(), "default", strings.TrimPrefix(at, "/try/"))
	if err != nil || s.Current == nil {
		t.Fatal(err)
	}
	evil := `<script>alert(1)</script>`
	for name, tt := range map[string]struct {
		members    string
		has, lacks []string
	}{
		"text":   {`"expected_answer_type":"text"`, []string{`<textarea id="answer" name`}, []string{"try-answer-code"}},
		"number": {`"expected_answer_type":"number"`, []string{`inputmode="decimal"`}, []string{`<textarea id="answer"`}},
		"code":   {`"expected_answer_type":"code"`, []string{`class="try-answer-code"`, `spellcheck="false"`}, nil},
		"choice": {
			`"expected_answer_type":"choice","choices":["1) ` + evil + `","2) two"]`,
			[]string{`type="radio" name="user_answer" value="1) &lt;script&gt;`, `value="2) two"`},
			[]string{`<textarea id="answer"`, "2) two</p>"},
		},
		"a choice of nothing": {`"expected_answer_type":"choice"`, []string{`<textarea id="answer"`}, nil},
		"an unknown type":     {`"expected_answer_type":"hologram"`, []string{`<textarea id="answer"`}, nil},
	} {
		h.bodies = []string{`{"type":"question","question":"What? ` + evil + `\n1) ` + evil + `\n2) two","question_id":"` + s.Current.ID + `",` + tt.members + `}`}
		page := webtest.Ask(t, pages, "GET", at, "").Page
		for _, part := range tt.has {
			if !strings.Contains(page, part) {
				t.Errorf("%s: no %s", name, part)
			}
		}
		lacks(t, page, append(tt.lacks, "<script>alert")...)
	}
	for _, broken := range []string{"", "null", "[1]", `{"question":5}`, "\xff", `{"type":"question"}`, `{"data":null}`} {
		h.bodies = []string{broken}
		got := webtest.Ask(t, pages, "GET", at, "")
		status(t, broken, got, http.StatusOK)
		lacks(t, got.Page, "data-answer")
	}
}
