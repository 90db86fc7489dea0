package interviewweb_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/analysis"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/session"
	"kadry/internal/op"
	"kadry/internal/webui/webtest"
)

func TestInterviews_listSaysWhereEachStands(t *testing.T) {
	t.Parallel()
	c := everyCase(t)
	pages := c.pages(t, webtest.Everyone)
	got := webtest.Ask(t, pages, "GET", "/interviews", "")
	if got.StatusCode != http.StatusOK {
		t.Fatalf("status %d: %s", got.StatusCode, webtest.Text(got.Page))
	}
	webtest.Wants(t, got.Page, "11 interviews", "sokolova-41", "Candidate without an id", "paused", "cancelled", "failed",
		"waits for an answer", "in the queue", "The candidate stopped early", "An event was not delivered; we gave up",
		"Send again what was given up in the last", "Report on groups", "5 of 5")
	got = webtest.Ask(t, pages, "GET", "/interviews", "", webtest.Russian...)
	webtest.Wants(t, got.Page, "11 интервью", "Кандидат без номера", "на паузе", "отменено", "не состоялось", "ждёт ответа", "пока нет", "Событие не доставлено, попытки исчерпаны")
	if strings.Contains(got.Page, "<script>alert") {
		t.Error("an id came through as markup")
	}
}

func TestInterviews_filtersStandInTheAddress(t *testing.T) {
	t.Parallel()
	c := everyCase(t)
	pages := c.pages(t, webtest.Everyone)
	for query, want := range map[string]string{
		"status=failed":                     "2 interviews",
		"status=waiting_for_answer":         "4 interviews",
		"candidate=sokolova-41":             "1 interview",
		"candidate=webhook-5&status=active": "No interview fits these conditions",
		"candidate=nobody":                  "No interview fits these conditions",
		"vacancy=gone":                      "Vacancy: gone",
	} {
		webtest.Wants(t, webtest.Ask(t, pages, "GET", "/interviews?"+query, "").Page, want)
	}
	if got := webtest.Ask(t, pages, "GET", "/interviews?status=&vacancy=&candidate=kim-7", ""); got.Header.Get("Location") != "/interviews?candidate=kim-7" {
		t.Errorf("a plain form leads to %q", got.Header.Get("Location"))
	}
	part := webtest.Ask(t, pages, "GET", "/interviews?status=completed&vacancy=", "", "HX-Request", "true")
	if strings.Contains(part.Page, "<html") || part.Header.Get("HX-Replace-Url") != "/interviews?status=completed" {
		t.Errorf("a script gets a page, or the address %q", part.Header.Get("HX-Replace-Url"))
	}
	wrong := webtest.Ask(t, pages, "GET", "/interviews?status=moon", "")
	if wrong.StatusCode != http.StatusBadRequest {
		t.Errorf("status %d, want 400", wrong.StatusCode)
	}
	webtest.Wants(t, wrong.Page, "There is no such state of an interview.", "Candidate")
	if !strings.Contains(webtest.Ask(t, pages, "GET", "/interviews?status=failed&candidate=late-1", "").Page, `href="/interviews?status=failed"`) {
		t.Error("a condition cannot be taken away alone")
	}
}

func TestInterviews_pagesFollowEachOther(t *testing.T) {
	t.Parallel()
	c := newInterviews(t)
	job := c.open(t, toolsVacancy)
	for range 60 {
		c.begin(t, interview.Start{Resume: toolsResume, VacancyID: job.ID})
	}
	pages := c.pages(t, webtest.Everyone)
	link := regexp.MustCompile(`rel="next" href="([^"]+)"`)
	one := regexp.MustCompile(`class="hit-link" href="([^"]+)"`)
	seen, to := []string{}, "/interviews"
	for range 5 {
		got := webtest.Ask(t, pages, "GET", to, "").Page
		for _, m := range one.FindAllStringSubmatch(got, -1) {
			seen = append(seen, m[1])
		}
		next := link.FindStringSubmatch(got)
		if next == nil {
			break
		}
		to = strings.ReplaceAll(next[1], "&amp;", "&")
	}
	if n := len(seen); n != 60 || !slices.IsSortedFunc(seen, func(a, b string) int { return strings.Compare(b, a) }) {
		t.Errorf("saw %d interviews, or not the newest first", n)
	}
}

func TestInterviews_emptyRoomSaysWhatToDo(t *testing.T) {
	t.Parallel()
	pages := newInterviews(t).pages(t, webtest.Everyone)
	got := webtest.Ask(t, pages, "GET", "/interviews", "", webtest.Russian...)
	webtest.Wants(t, got.Page, "Интервью пока нет", "Пройти пробное интервью")
	if !strings.Contains(got.Page, `href="/try"`) {
		t.Error("the way to try it is missing")
	}
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/interviews/bias", "").Page, "Nothing to compare yet", "voluntary survey")
}

func TestInterview_showsTheEvidence(t *testing.T) {
	t.Parallel()
	c := everyCase(t)
	s := c.load(t, c.ids["done"])
	got := webtest.Ask(t, c.pages(t, webtest.Everyone), "GET", "/interviews/"+s.ID, "", webtest.Russian...)
	if got.StatusCode != http.StatusOK {
		t.Fatalf("status %d", got.StatusCode)
	}
	webtest.Wants(t, got.Page, "Разговор", "Вопрос 1 из", "Интервьюер", "Правила", "не сказано", "Совет", "Это совет, а не решение",
		"Показываем, но не оцениваем:", "Кандидат говорит, что не знает.", "Часть ответа обращена к проверяющему", "hiring-2026-09",
		"только правила, без модели", "пробел этого кандидата", "Что решили люди", "Пригласили", "Она ничего не запускает")
	for _, e := range s.Analysis.Evidence {
		words, _, _ := strings.Cut(e.Quote.Text, "\n")
		if !strings.Contains(webtest.Text(got.Page), strings.Join(strings.Fields(words), " ")) {
			t.Errorf("the quote %q is not on the page", words)
		}
	}
	if n := strings.Count(got.Page, "<mark"); n < 3 {
		t.Errorf("%d marked quotes", n)
	}
	// Every link to a quote leads to a place that the page has.
	for _, m := range regexp.MustCompile(`href="#(said-[^"]+)"`).FindAllStringSubmatch(got.Page, -1) {
		if !strings.Contains(got.Page, `id="`+m[1]+`"`) {
			t.Errorf("nothing is at #%s", m[1])
		}
	}
	if answer := webtest.Ask(t, c.pages(t, webtest.Everyone), "GET", "/interviews/"+s.ID, "", "HX-Request", "true"); strings.Contains(answer.Page, "<html") {
		t.Error("a script gets the frame as well")
	}
}

// The answers on the page are the answers of the candidate, letter for letter.
func TestInterview_marksLeaveTheAnswerWhole(t *testing.T) {
	t.Parallel()
	c := everyCase(t)
	for name, id := range c.ids {
		var want []string
		for _, m := range c.load(t, id).Messages {
			if m.Sender == session.Candidate {
				want = append(want, m.Text)
			}
		}
		got := answersOn(t, webtest.Ask(t, c.pages(t, webtest.Everyone), "GET", "/interviews/"+id, "").Page)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-said +shown):\n%.2000s", name, diff)
		}
	}
}

// answersOn are the answers of a page.
func answersOn(t *testing.T, page string) []string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for n := range root.Descendants() {
		if slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "class" && strings.Contains(a.Val, "said-answer") }) {
			list = append(list, "")
		}
		if n.Type == html.TextNode && within(n, "said-answer") {
			list[len(list)-1] += n.Data
		}
	}
	return list
}

// within reports a node inside of an element with a class.
func within(n *html.Node, class string) bool {
	for up := range n.Ancestors() {
		if slices.ContainsFunc(up.Attr, func(a html.Attribute) bool { return a.Key == "class" && strings.Contains(a.Val, class) }) {
			return true
		}
	}
	return false
}

func TestInterview_saysWhatGoesOn(t *testing.T) {
	t.Parallel()
	c := everyCase(t)
	pages := c.pages(t, webtest.Everyone)
	for name, want := range map[string][2][]string{
		"waiting":   {{"Waiting for the candidate", "Question 2 of", "The whole interview is open until", "Still to come"}, {"Ждём ответа кандидата", "Вопрос 2 из", "Что впереди"}},
		"paused":    {{"The interview is paused", "time stands still", "Resume"}, {"Интервью на паузе", "время кандидата не идёт", "Продолжить"}},
		"cancelled": {{"The interview was cancelled", "no result", "What was not asked", "not asked"}, {"Интервью отменено", "О чём не спросили"}},
		"failed":    {{"The interview failed", "vacancy_removed", "Nothing has been said yet."}, {"Интервью не состоялось", "Пока ничего не сказано."}},
		"queued":    {{"in the queue", "This page updates itself."}, {"в очереди", "Страница обновится сама."}},
		"stopped":   {{"The candidate stopped early", "A person should look before this is used", "What was not asked", "nothing is known"}, {"Кандидат остановил интервью раньше", "О чём не спросили"}},
		"sent":      {{"An event was not delivered; we gave up", "The interview itself is kept whole."}, {"Событие не доставлено, попытки исчерпаны"}},
	} {
		for i, headers := range [][]string{nil, webtest.Russian} {
			got := webtest.Ask(t, pages, "GET", "/interviews/"+c.ids[name], "", headers...)
			if got.StatusCode != http.StatusOK {
				t.Errorf("%s: status %d", name, got.StatusCode)
			}
			body := strings.ReplaceAll(got.Page, "Nothing is known", "nothing is known")
			webtest.Wants(t, body, want[i]...)
		}
	}
	if body := webtest.Ask(t, pages, "GET", "/interviews/"+c.ids["queued"], "").Page; !strings.Contains(body, `hx-trigger="every`) {
		t.Error("the page of an interview under way does not look again")
	}
	if body := webtest.Ask(t, pages, "GET", "/interviews/"+c.ids["done"], "").Page; strings.Contains(body, `hx-trigger="every`) {
		t.Error("the page of a finished interview looks again for ever")
	}
}

// "Not asked" is a word and a dashed bar; a zero would be read as a verdict.
func TestInterview_notAskedIsNoZero(t *testing.T) {
	t.Parallel()
	c := everyCase(t)
	s := c.load(t, c.ids["stopped"])
	got := webtest.Ask(t, c.pages(t, webtest.Everyone), "GET", "/interviews/"+s.ID, "").Page
	_, list, _ := strings.Cut(got, `class="competencies"`)
	list, _, _ = strings.Cut(list, "</ul>\n")
	for _, k := range s.Analysis.Competencies {
		if k.Standing != analysis.NotAsked {
			continue
		}
		_, item, ok := strings.Cut(list, `id="competency-`+string(k.Competency)+`"`)
		item, _, _ = strings.Cut(item, "</li>")
		if !ok || !strings.Contains(item, "not asked") || !strings.Contains(item, "bar-unknown") || regexp.MustCompile(`>\s*0\s*<`).MatchString(item) {
			t.Errorf("%s: %s", k.Competency, item)
		}
	}
}

func TestInterview_secondRaterStandsBeside(t *testing.T) {
	t.Parallel()
	c, id := ratedInterviews(t)
	got := webtest.Ask(t, c.pages(t, webtest.Everyone), "GET", "/interviews/"+id, "")
	webtest.Wants(t, got.Page, "example-small-1", "agrees with the rules on", "The model gave words that the answer does not have", "A second rater marked", "of 100: model", "seen by the rules alone")
}

func TestInterview_hostileTextStaysText(t *testing.T) {
	t.Parallel()
	c := everyCase(t)
	pages := c.pages(t, webtest.Everyone)
	id := c.ids["hostile"]
	for _, target := range []string{"/interviews/" + id, "/interviews/" + id + "/delete", "/interviews/" + id + "/deliveries", "/interviews"} {
		got := webtest.Ask(t, pages, "GET", target, "")
		for _, bad := range []string{"<script>alert", "<img src=x", "<style>body", "\u202e", "\u2066"} {
			if strings.Contains(got.Page, bad) {
				t.Errorf("%s: %q came through", target, bad)
			}
		}
	}
	for _, target := range []string{"/interviews?candidate=", "/interviews?vacancy=", "/interviews?status=", "/interviews/bias?vacancy=", "/interviews/bias?measure=", "/interviews/x/overrule?question=", "/interviews/"} {
		if got := webtest.Ask(t, pages, "GET", target+url.QueryEscape(evil), ""); strings.Contains(got.Page, "<script>alert") {
			t.Errorf("%s: the script came through", target)
		}
	}
}

func TestInterview_unknownAndForeignAreNotFound(t *testing.T) {
	t.Parallel()
	c := everyCase(t)
	stranger := c.pages(t, op.Caller{Name: "other", Tenant: "other", Local: true})
	id := c.ids["done"]
	for _, inside := range []string{"", "/overrule?competency=knowledge", "/cancel", "/delete", "/export", "/deliveries"} {
		if got := webtest.Ask(t, stranger, "GET", "/interviews/"+id+inside, ""); got.StatusCode != http.StatusNotFound || strings.Contains(got.Page, "sokolova") {
			t.Errorf("%s of another tenant: status %d", inside, got.StatusCode)
		}
		if got := webtest.Ask(t, c.pages(t, webtest.Everyone), "GET", "/interviews/nope"+inside, ""); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s of nobody: status %d", inside, got.StatusCode)
		}
	}
	for _, action := range []string{"/pause", "/resume", "/cancel", "/delete", "/extend", "/decision", "/overrule", "/deliveries/x/redelivery"} {
		got := webtest.Ask(t, stranger, "POST", "/interviews/"+id+action, "hours=1&decision=invite&competency=knowledge&score=1&reason=x")
		if got.StatusCode != http.StatusNotFound {
			t.Errorf("%s of another tenant: status %d", action, got.StatusCode)
		}
	}
	if s := c.load(t, id); s.Status != session.Completed || s.Decision == nil || len(s.Overrides) != 1 {
		t.Errorf("a stranger changed it: %+v", s.Decision)
	}
	webtest.Wants(t, webtest.Ask(t, stranger, "GET", "/interviews", "").Page, "No interviews yet")
}

func TestInterview_readersAreOfferedNothing(t *testing.T) {
	t.Parallel()
	c := everyCase(t)
	reader := c.pages(t, op.Caller{Name: "reader", Tenant: "default", ReadOnly: true})
	for _, name := range []string{"done", "waiting", "paused", "sent"} {
		body := webtest.Ask(t, reader, "GET", "/interviews/"+c.ids[name], "").Page
		body += webtest.Ask(t, reader, "GET", "/interviews/"+c.ids[name]+"/deliveries", "").Page + webtest.Ask(t, reader, "GET", "/interviews", "").Page
		for _, offer := range []string{`method="post" action="/interviews`, "/overrule", "/cancel", "/delete\"", "Send again"} {
			if strings.Contains(body, offer) {
				t.Errorf("%s: a reader is offered %s", name, offer)
			}
		}
	}
	before := c.load(t, c.ids["waiting"])
	for _, action := range []string{"/pause", "/resume", "/cancel", "/delete", "/extend", "/decision", "/overrule", "/deliveries/x/redelivery"} {
		if got := webtest.Ask(t, reader, "POST", "/interviews/"+before.ID+action, "hours=1&decision=invite&question=x"); got.StatusCode != http.StatusForbidden {
			t.Errorf("%s: status %d, want 403", action, got.StatusCode)
		}
	}
	if got := webtest.Ask(t, reader, "POST", "/interviews/redeliver", "since=24"); got.StatusCode != http.StatusForbidden {
		t.Errorf("sending again: status %d, want 403", got.StatusCode)
	}
	if after := c.load(t, before.ID); after.Version != before.Version {
		t.Error("a reader changed the interview")
	}
	closed := c.pages(t, op.Caller{Name: "hr", Tenant: "default", Toolsets: []string{"talent"}})
	for _, target := range []string{"/interviews", "/interviews/" + before.ID, "/interviews/bias"} {
		got := webtest.Ask(t, closed, "GET", target, "")
		if got.StatusCode != http.StatusForbidden || strings.Contains(got.Page, "kim-7") || strings.Contains(got.Page, `href="/interviews"`) {
			t.Errorf("%s: status %d, want 403", target, got.StatusCode)
		}
		webtest.Wants(t, got.Page, "This access does not cover the toolset interview.", "toolset interview")
	}
}

func TestInterview_outOfReachSaysSo(t *testing.T) {
	t.Parallel()
	c := casesOf(t, "done", "sent")
	c.store.Fail(fault.E(fault.Unavailable, fault.Say("The database does not answer.", "База данных не отвечает."), nil))
	for _, target := range []string{"/interviews", "/interviews/bias", "/interviews/" + c.ids["done"], "/interviews/" + c.ids["sent"] + "/deliveries"} {
		got := webtest.Ask(t, c.pages(t, webtest.Everyone), "GET", target, "")
		if got.StatusCode != http.StatusServiceUnavailable {
			t.Errorf("%s: status %d, want 503", target, got.StatusCode)
		}
		webtest.Wants(t, got.Page, "The database does not answer.")
	}
}

func TestInterviewWithout_hasNoPages(t *testing.T) {
	t.Parallel()
	pages := webtest.Pages(t, newInterviews(t).registry, webtest.Everyone)
	if got := webtest.Ask(t, pages, "GET", "/interviews", ""); got.StatusCode != http.StatusNotFound || strings.Contains(got.Page, `href="/interviews"`) {
		t.Errorf("status %d, or a link to a room that is not there", got.StatusCode)
	}
}

func TestInterviewPages_areLightAndKeepToThemselves(t *testing.T) {
	t.Parallel()
	c := everyCase(t)
	pages := c.pages(t, webtest.Everyone)
	done, sent := "/interviews/"+c.ids["done"], "/interviews/"+c.ids["sent"]
	targets := []string{"/interviews", done, done + "/overrule?competency=knowledge", done + "/delete", sent + "/deliveries", "/interviews/" + c.ids["hostile"], "/interviews/bias", "/interviews/nope"}
	webtest.AreLight(t, pages, targets...)
	webtest.KeepToThemselves(t, pages, targets...)
}

func TestExport_holdsEverythingButTheSurveyKey(t *testing.T) {
	t.Parallel()
	c := everyCase(t)
	pages := c.pages(t, webtest.Everyone)
	s := c.load(t, c.ids["done"])
	got := webtest.Ask(t, pages, "GET", "/interviews/"+s.ID+"/export", "")
	if !strings.HasPrefix(got.Header.Get("Content-Disposition"), "attachment") || got.Header.Get("Content-Type") != "application/json; charset=utf-8" {
		t.Errorf("headers %v", got.Header)
	}
	var kept struct {
		UserID     string `json:"user_id"`
		Interviews []struct {
			ID       string `json:"session_id"`
			Resume   string `json:"resume_text"`
			Messages []struct{ Text string }
			Marks    []struct{ Anchor int }
			Events   []struct{ Type string }
			Result   *struct {
				Score int `json:"overall_score"`
			} `json:"analysis_result"`
			Overrides []struct{ Who, Reason string }
		}
	}
	if err := json.Unmarshal([]byte(got.Page), &kept); err != nil {
		t.Fatal(err)
	}
	if len(kept.Interviews) != 1 || kept.UserID != "sokolova-41" {
		t.Fatalf("%d interviews of %q", len(kept.Interviews), kept.UserID)
	}
	one := kept.Interviews[0]
	if one.ID != s.ID || one.Resume != s.Resume || len(one.Messages) != len(s.Messages) || len(one.Marks) != len(s.Marks) ||
		len(one.Events) != s.EventCount || one.Result == nil || one.Result.Score != s.Analysis.OverallScore || len(one.Overrides) != 1 {
		t.Errorf("the download is not whole: %+v", one)
	}
	if s.SurveyKey == "" || strings.Contains(got.Page, s.SurveyKey) {
		t.Error("the key of the survey is in the download")
	}
	if got := webtest.Ask(t, pages, "GET", "/interviews/"+c.ids["stopped"]+"/export", ""); got.StatusCode != http.StatusOK || !strings.Contains(got.Page, c.ids["stopped"]) {
		t.Errorf("an interview without a candidate's id: status %d", got.StatusCode)
	}
}

func TestBias_comparesGroups(t *testing.T) {
	t.Parallel()
	c, _ := ratedInterviews(t)
	pages := c.pages(t, webtest.Everyone)
	got := webtest.Ask(t, pages, "GET", "/interviews/bias?measure=selection_rate", "")
	webtest.Wants(t, got.Page, "6 candidates in the report", "1 survey names no group and is not counted.", "sex", "female", "age × sex", "Impact ratio", "four-fifths rule", "under 0.8: worth a look")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/interviews/bias", "", webtest.Russian...).Page, "6 кандидатов в отчёте", "общей медианы", "Отношение к лучшей", "Local Law 144")
	if got := webtest.Ask(t, pages, "GET", "/interviews/bias?measure=moon", ""); got.StatusCode != http.StatusBadRequest {
		t.Errorf("status %d, want 400", got.StatusCode)
	}
	if got := webtest.Ask(t, pages, "GET", "/interviews/bias?measure=scoring_rate&vacancy=", ""); got.Header.Get("Location") != "/interviews/bias" {
		t.Errorf("led to %q", got.Header.Get("Location"))
	}
}

func TestBias_namesSmallGroupsApart(t *testing.T) {
	t.Parallel()
	c := newInterviews(t)
	job := c.open(t, toolsVacancy)
	for i := range 60 {
		id := c.begin(t, interview.Start{Resume: toolsResume, VacancyID: job.ID, Limits: session.Limits{MaxQuestions: 1}})
		c.work(t)
		c.say(t, id, session.Reply{Text: "stop"})
		group := "many"
		if i == 0 {
			group = "few " + evil
		}
		if err := c.room.Survey(t.Context(), "default", c.load(t, id).SurveyKey, map[string]string{"group": group}); err != nil {
			t.Fatal(err)
		}
	}
	got := webtest.Ask(t, c.pages(t, webtest.Everyone), "GET", "/interviews/bias", "")
	webtest.Wants(t, got.Page, "Under 2% of the candidates; named, not compared:", "few <script>alert(1)</script>")
	if strings.Contains(got.Page, "<script>alert") {
		t.Error("a group came through as markup")
	}
}

// firstMarked is a question of an interview that has a mark.
func firstMarked(t *testing.T, s session.State) string {
	t.Helper()
	if len(s.Marks) == 0 {
		t.Fatal("nothing is marked")
	}
	return s.Marks[0].Question
}

func TestOverrule_keepsBothWords(t *testing.T) {
	t.Parallel()
	c := casesOf(t, "english")
	pages := c.pages(t, op.Caller{Name: "Olga", Tenant: "default"})
	s := c.load(t, c.ids["english"])
	question := firstMarked(t, s)
	form := webtest.Ask(t, pages, "GET", "/interviews/"+s.ID+"/overrule?question="+question, "")
	q, _ := c.room.Bank.Question(question)
	for _, a := range q.Anchors {
		webtest.Wants(t, form.Page, strings.Join(strings.Fields(a.Text.EN), " "))
	}
	was := s.Analysis.Questions[slices.IndexFunc(s.Analysis.Questions, func(j analysis.Judged) bool { return j.Question == question })].Anchor
	got := webtest.Ask(t, pages, "POST", "/interviews/"+s.ID+"/overrule", url.Values{"question": {question}, "anchor": {"0"}, "reason": {"Read out from a page."}}.Encode())
	if got.StatusCode != http.StatusSeeOther || !strings.HasPrefix(got.Header.Get("Location"), "/interviews/"+s.ID+"#question-") {
		t.Fatalf("status %d to %q: %s", got.StatusCode, got.Header.Get("Location"), webtest.Text(got.Page))
	}
	after := c.load(t, s.ID)
	if len(after.Overrides) != 1 || after.Overrides[0].Who != "Olga" || after.Overrides[0].Anchor != 0 || after.Analysis.OverallScore != s.Analysis.OverallScore {
		t.Errorf("kept %+v", after.Overrides)
	}
	page := webtest.Ask(t, pages, "GET", "/interviews/"+s.ID, "")
	webtest.Wants(t, page.Page, "Olga", "Read out from a page.", "before: "+string(rune('0'+was)), "now: 0", "Changed by people: Olga")

	got = webtest.Ask(t, pages, "POST", "/interviews/"+s.ID+"/overrule", "competency=knowledge&score=88&reason=Twice+as+good.")
	if to := got.Header.Get("Location"); to != "/interviews/"+s.ID+"#competency-knowledge" {
		t.Errorf("led to %q: %s", to, webtest.Text(got.Page))
	}
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/interviews/"+s.ID, "").Page, "now: 88", "Twice as good.")
}

func TestOverrule_wrongInputKeepsTheForm(t *testing.T) {
	t.Parallel()
	c := everyCase(t)
	pages := c.pages(t, webtest.Everyone)
	s := c.load(t, c.ids["english"])
	question := firstMarked(t, s)
	for name, one := range map[string]struct {
		form   url.Values
		status int
		says   string
	}{
		"no reason":        {url.Values{"question": {question}, "anchor": {"1"}}, 400, "Say why"},
		"only spaces":      {url.Values{"question": {question}, "anchor": {"1"}, "reason": {" \n "}}, 400, "Say why"},
		"no grade":         {url.Values{"question": {question}, "reason": {"kept words"}}, 400, "Give a whole number from 0 to 4."},
		"grade five":       {url.Values{"question": {question}, "anchor": {"5"}, "reason": {"kept words"}}, 400, "Give a whole number from 0 to 4."},
		"a word":           {url.Values{"competency": {"knowledge"}, "score": {"high"}, "reason": {"kept words"}}, 400, "Give a whole number from 0 to 100."},
		"too much":         {url.Values{"competency": {"knowledge"}, "score": {"101"}, "reason": {"kept words"}}, 400, "Give a whole number from 0 to 100."},
		"too long":         {url.Values{"question": {question}, "anchor": {"1"}, "reason": {"kept words" + strings.Repeat("я", 2100)}}, 400, "must have 1-2000 characters"},
		"invisible":        {url.Values{"question": {question}, "anchor": {"1"}, "reason": {"\u200b\u202e"}}, 400, "must have 1-2000 characters"},
		"no such mark":     {url.Values{"question": {"nope"}, "anchor": {"1"}, "reason": {"kept words"}}, 404, "This interview has no such mark."},
		"both":             {url.Values{"question": {"nope"}, "competency": {"knowledge"}, "score": {"1"}, "reason": {"kept words"}}, 404, "no such mark"},
		"nothing":          {url.Values{}, 404, "no such mark"},
		"a huge body":      {url.Values{"question": {question}, "reason": {strings.Repeat("я", 40_000)}}, 413, "larger"},
		"not asked":        {url.Values{"competency": {notAsked(s)}, "score": {"1"}, "reason": {"kept words"}}, 404, "no such mark"},
		"not a competence": {url.Values{"competency": {"charm"}, "score": {"1"}, "reason": {"kept words"}}, 404, "no such mark"},
	} {
		got := webtest.Ask(t, pages, "POST", "/interviews/"+s.ID+"/overrule", one.form.Encode())
		if got.StatusCode != one.status {
			t.Errorf("%s: status %d, want %d: %s", name, got.StatusCode, one.status, webtest.Text(got.Page)[:200])
		}
		webtest.Wants(t, got.Page, one.says)
		if strings.HasPrefix(one.form.Get("reason"), "kept") && one.status == 400 && !strings.Contains(got.Page, "kept words") {
			t.Errorf("%s: the reason is lost", name)
		}
	}
	if after := c.load(t, s.ID); len(after.Overrides) != 0 {
		t.Errorf("kept %+v", after.Overrides)
	}
	if got := webtest.Ask(t, pages, "GET", "/interviews/"+c.ids["waiting"]+"/overrule?competency=knowledge", ""); got.StatusCode != http.StatusNotFound {
		t.Errorf("an interview without a result: status %d", got.StatusCode)
	}
}

// notAsked is a competency that an interview did not ask about.
func notAsked(s session.State) string {
	for _, c := range s.Analysis.Competencies {
		if c.Standing == analysis.NotAsked {
			return string(c.Competency)
		}
	}
	return string(bank.Competency("none"))
}

func TestActions_changeTheInterview(t *testing.T) {
	t.Parallel()
	c := casesOf(t, "waiting")
	pages := c.pages(t, webtest.Everyone)
	id := c.ids["waiting"]
	at := "/interviews/" + id
	deliveryLog := func(action, form string) webtest.Answer { return webtest.Ask(t, pages, "POST", at+action, form) }
	before := c.load(t, id)
	for _, step := range []struct {
		action, form string
		holds        func(session.State) bool
	}{
		{"/pause", "", func(s session.State) bool { return s.Paused() }},
		{"/resume", "", func(s session.State) bool { return !s.Paused() }},
		{"/extend", "hours=24", func(s session.State) bool { return s.Deadline.Equal(before.Deadline.Add(24 * time.Hour)) }},
		{"/cancel", "", func(s session.State) bool { return s.End == session.EndCancelled }},
	} {
		got := deliveryLog(step.action, step.form)
		if got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != at {
			t.Errorf("%s: status %d to %q", step.action, got.StatusCode, got.Header.Get("Location"))
		}
		if !step.holds(c.load(t, id)) {
			t.Errorf("%s did nothing", step.action)
		}
	}
	for action, want := range map[string]string{
		"/pause": "The interview is over.", "/resume": "The interview is over.", "/decision": "The interview has no result yet.", "/extend": "The interview is over.",
	} {
		got := deliveryLog(action, "hours=24&decision=invite")
		if got.StatusCode != http.StatusConflict {
			t.Errorf("%s of a cancelled interview: status %d", action, got.StatusCode)
		}
		webtest.Wants(t, got.Page, want, "kim-7")
	}
	for action, form := range map[string]string{"/extend": "hours=9999", "/decision": "decision=maybe"} {
		if got := deliveryLog(action, form); got.StatusCode != http.StatusBadRequest {
			t.Errorf("%s %s: status %d, want 400", action, form, got.StatusCode)
		}
	}
	webtest.Wants(t, webtest.Ask(t, pages, "GET", at+"/cancel", "").Page, "there is nothing to cancel")
}

func TestDecision_isRecordedAndMovesNothing(t *testing.T) {
	t.Parallel()
	c := casesOf(t, "english")
	pages := c.pages(t, op.Caller{Name: "Olga", Tenant: "default"})
	s := c.load(t, c.ids["english"])
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/interviews/"+s.ID, "").Page, "Nothing is recorded.", "It moves nothing", "To put it off, record nothing")
	for form, want := range map[string]bool{"decision=reject": false, "decision=invite": true} {
		if got := webtest.Ask(t, pages, "POST", "/interviews/"+s.ID+"/decision", form); got.StatusCode != http.StatusSeeOther {
			t.Fatalf("status %d", got.StatusCode)
		}
		after := c.load(t, s.ID)
		if after.Decision == nil || after.Decision.Selected != want || after.Decision.Who != "Olga" || after.EventCount != s.EventCount || after.Status != s.Status {
			t.Errorf("%s: %+v", form, after.Decision)
		}
	}
}

func TestDelete_saysWhatGoesAndRemovesIt(t *testing.T) {
	t.Parallel()
	c := casesOf(t, "done", "failed")
	pages := c.pages(t, webtest.Everyone)
	id := c.ids["done"]
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/interviews/"+id+"/delete", "").Page, "Delete the interview: sokolova-41", "the conversation", "the text of the CV", "the marks", "This cannot be undone.")
	got := webtest.Ask(t, pages, "POST", "/interviews/"+id+"/delete", "")
	if got.Header.Get("Location") != "/interviews?deleted=1" {
		t.Fatalf("status %d to %q", got.StatusCode, got.Header.Get("Location"))
	}
	list := webtest.Ask(t, pages, "GET", "/interviews?deleted=1", "")
	webtest.Wants(t, list.Page, "The interview was deleted.", "1 interview")
	if strings.Contains(list.Page, "sokolova") {
		t.Error("it is still listed")
	}
	if got := webtest.Ask(t, pages, "GET", "/interviews/"+id, ""); got.StatusCode != http.StatusNotFound {
		t.Errorf("status %d", got.StatusCode)
	}
}

func TestDeliveries_showEveryAttempt(t *testing.T) {
	t.Parallel()
	c := casesOf(t, "english", "sent")
	pages := c.pages(t, webtest.Everyone)
	at := "/interviews/" + c.ids["sent"] + "/deliveries"
	got := webtest.Ask(t, pages, "GET", at, "")
	webtest.Wants(t, got.Page, "1. Question", "not delivered, given up", "The receiver answered 500", "What is sent", "https://ats.example/kadry?…", `"session_id": "`+c.ids["sent"])
	if strings.Contains(got.Page, "token=secret") {
		t.Error("the secret of the address is shown")
	}
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/interviews/"+c.ids["english"]+"/deliveries", "", webtest.Russian...).Page, "У этого интервью нет вебхука")

	again := regexp.MustCompile(`action="([^"]+/redelivery)"`).FindStringSubmatch(got.Page)
	if again == nil {
		t.Fatal("there is nothing to send again")
	}
	if got := webtest.Ask(t, pages, "POST", again[1], ""); got.Header.Get("Location") != at {
		t.Errorf("status %d to %q", got.StatusCode, got.Header.Get("Location"))
	}
	webtest.Wants(t, webtest.Ask(t, pages, "GET", at, "").Page, "on its way")
	if got := webtest.Ask(t, pages, "POST", again[1], ""); got.StatusCode != http.StatusConflict {
		t.Errorf("twice: status %d", got.StatusCode)
	}
	if got := webtest.Ask(t, pages, "POST", at+"/nope/redelivery", ""); got.StatusCode != http.StatusNotFound {
		t.Errorf("an unknown event: status %d", got.StatusCode)
	}
}

func TestInterviews_sendAgainWhatWasGivenUp(t *testing.T) {
	t.Parallel()
	c := casesOf(t, "sent")
	pages := c.pages(t, webtest.Everyone)
	for _, since := range []string{"", "1", "-24", "x", "999999"} {
		if got := webtest.Ask(t, pages, "POST", "/interviews/redeliver", "since="+since); got.StatusCode != http.StatusBadRequest {
			t.Errorf("since %q: status %d, want 400", since, got.StatusCode)
		}
	}
	got := webtest.Ask(t, pages, "POST", "/interviews/redeliver", "since=24")
	if to := got.Header.Get("Location"); to != "/interviews?redelivered=2" {
		t.Fatalf("led to %q", to)
	}
	list := webtest.Ask(t, pages, "GET", "/interviews?redelivered=2", "")
	webtest.Wants(t, list.Page, "2 events are on their way again.", "we are trying again")
	if strings.Contains(list.Page, "Send again what was given up") {
		t.Error("what is on its way is offered again")
	}
}
