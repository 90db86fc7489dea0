package interviewweb_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"kadry/internal/interview"
	"kadry/internal/interview/invitation"
	"kadry/internal/linktoken"
	"kadry/internal/op"
	"kadry/internal/webui/webtest"
)

// links is a room whose candidates come by links: what they do passes no sign-in.
type links struct {
	*tryoutFixture
	public http.Handler // for nobody in particular
}

func newLinks(t *testing.T) links {
	t.Helper()
	l := newTryouts(t, func(p *interview.Parts) { p.Patience = time.Nanosecond })
	return links{l, l.pages(t, op.Caller{Lang: "en"})}
}

var annTerms = invitation.Terms{
	Name: "Ann Example", Email: "ann@example.org", PersonID: "p-1", AskedBy: "Olga Invented", Message: "We look forward to it.", Language: "en", MaxQuestions: 1,
}

func (l links) invite(t *testing.T, change ...func(*interview.Invite)) interview.Invited {
	t.Helper()
	in := interview.Invite{Tenant: "default", VacancyID: l.vacancy(t, "default", pythonVacancy).ID, Terms: annTerms}
	for _, f := range change {
		f(&in)
	}
	made, err := l.room.Invite(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func (l links) status(t *testing.T, i interview.Invited) invitation.Status {
	t.Helper()
	now, err := l.room.Invitation(t.Context(), i.Tenant, i.ID)
	if err != nil {
		t.Fatal(err)
	}
	return now.Status(l.clock.Now())
}

func (l links) wantStatus(t *testing.T, i interview.Invited, want invitation.Status) {
	t.Helper()
	if got := l.status(t, i); got != want {
		t.Errorf("the invitation is %s, want %s", got, want)
	}
}

var openID = regexp.MustCompile(`name="question_id" value="([^"]+)"`)

// begin agrees and lets the engine ask the first question.
func (l links) begin(t *testing.T, i interview.Invited) (path, question string) {
	t.Helper()
	path = i.Link("")
	if got := webtest.Ask(t, l.public, "POST", path, "consent=1"); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("begin: %d %s", got.StatusCode, webtest.Text(got.Page))
	}
	l.play(t, http.StatusNoContent)
	return path, l.asked(t, path)
}

func (l links) asked(t *testing.T, path string) string {
	t.Helper()
	page := webtest.Ask(t, l.public, "GET", path, "").Page
	m := openID.FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("no question is open: %s", webtest.Text(page))
	}
	return m[1]
}

func answerOf(question, text string) string {
	return url.Values{"question_id": {question}, "user_answer": {text}}.Encode()
}

func TestCandidate_fromTheLinkToTheEnd(t *testing.T) {
	t.Parallel()
	l := newLinks(t)
	i := l.invite(t, func(in *interview.Invite) { in.PerAnswer, in.MoreTime = 10*time.Minute, 50 })
	path := i.Link("")
	l.wantStatus(t, i, invitation.Sent)
	page := webtest.Ask(t, l.public, "GET", path, "").Page
	webtest.Wants(t, page, "Hello, Ann Example", "Olga Invented", "Middle Python Developer", "We look forward to it.", "1 question", "15 minutes", "a person decides", "No language model")
	l.wantStatus(t, i, invitation.Opened)

	refused := webtest.Ask(t, l.public, "POST", path, "x=1")
	webtest.Wants(t, refused.Page, "Tick this to begin.")
	if refused.StatusCode != http.StatusBadRequest {
		t.Errorf("without consent: %d", refused.StatusCode)
	}
	l.wantStatus(t, i, invitation.Opened)
	_, question := l.begin(t, i)
	l.begin(t, i) // twice is once
	l.wantStatus(t, i, invitation.Consented)

	page = webtest.Ask(t, l.public, "GET", path, "").Page
	webtest.Wants(t, page, "Question 1 of 1", "Left: 15 minutes")
	if strings.Contains(page, "/vacancies") || strings.Contains(page, "/settings") {
		t.Error("the candidate sees the rail")
	}
	if got := webtest.Ask(t, l.public, "POST", path+"/draft", answerOf(question, "Half of <b>an</b> answer")); got.StatusCode != http.StatusNoContent {
		t.Errorf("draft: %d", got.StatusCode)
	}
	if page = webtest.Ask(t, l.public, "GET", path, "").Page; !strings.Contains(page, "Half of &lt;b&gt;an&lt;/b&gt; answer") {
		t.Error("another device does not have the draft")
	}
	for name, form := range map[string]string{"of another question": answerOf("other", "x"), "too long": answerOf(question, strings.Repeat("a", 20_001))} {
		if got := webtest.Ask(t, l.public, "POST", path+"/draft", form); got.StatusCode != http.StatusConflict && got.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("a draft %s: %d", name, got.StatusCode)
		}
	}

	webtest.Ask(t, l.public, "POST", path+"/pause", answerOf(question, "More of it"))
	webtest.Wants(t, webtest.Ask(t, l.public, "GET", path, "").Page, "Paused")
	l.clock.Wait(2 * time.Hour) // stands still
	webtest.Ask(t, l.public, "POST", path+"/resume", "x=1")
	if page = webtest.Ask(t, l.public, "GET", path, "").Page; !strings.Contains(page, "More of it") {
		t.Errorf("the pause took the text away: %s", webtest.Text(page))
	}
	for range 4 { // the question and its probes
		if !openID.MatchString(page) {
			break
		}
		if got := webtest.Ask(t, l.public, "POST", path+"/answer", answerOf(l.asked(t, path), "We pinned the versions in a lock file and ran all tests on both.")); got.StatusCode != http.StatusSeeOther {
			t.Fatalf("answer: %d %s", got.StatusCode, webtest.Text(got.Page))
		}
		if st := l.status(t, i); st != invitation.Answering {
			t.Errorf("after an answer: %s", st)
		}
		l.play(t, http.StatusNoContent)
		page = webtest.Ask(t, l.public, "GET", path, "").Page
	}
	webtest.Wants(t, page, "Thank you, this is the end", "Olga Invented")
	l.wantStatus(t, i, invitation.Finished)
	now, err := l.room.Invitation(t.Context(), "default", i.ID)
	if err != nil {
		t.Fatal(err)
	}
	webtest.Wants(t, webtest.Ask(t, l.pages(t, webtest.Everyone), "GET", "/interviews/"+now.Session, "").Page, "Ann Example", invitation.ConsentVersion)
}

func TestCandidate_readsInTheirLanguage(t *testing.T) {
	t.Parallel()
	l := newLinks(t)
	path := l.invite(t).Link("")
	webtest.Wants(t, webtest.Ask(t, l.public, "GET", path, "", webtest.Russian...).Page, "Hello, Ann Example") // the cookie is of another page
	webtest.Ask(t, l.public, "POST", path+"/language", "language=ru")
	webtest.Wants(t, webtest.Ask(t, l.public, "GET", path, "").Page, "Здравствуйте, Ann Example", "решает человек")
	webtest.Ask(t, l.public, "POST", path+"/language", "language=xx")
	webtest.Wants(t, webtest.Ask(t, l.public, "GET", path, "").Page, "Здравствуйте")
}

func TestCandidate_withdraws(t *testing.T) {
	t.Parallel()
	l := newLinks(t)
	i := l.invite(t)
	path, question := l.begin(t, i)
	webtest.Ask(t, l.public, "POST", path+"/answer", answerOf(question, "Something private."))
	l.play(t, http.StatusNoContent)
	begun, err := l.room.Invitation(t.Context(), "default", i.ID)
	if err != nil {
		t.Fatal(err)
	}
	webtest.Wants(t, webtest.Ask(t, l.public, "GET", path+"/withdraw", "").Page, "everything you answered is deleted")
	l.wantStatus(t, i, invitation.Answering) // asking is not doing
	webtest.Wants(t, webtest.Ask(t, l.public, "POST", path+"/withdraw", "x=1").Page, "You have withdrawn")
	l.wantStatus(t, i, invitation.Withdrawn)
	if page := webtest.Ask(t, l.pages(t, webtest.Everyone), "GET", "/vacancies/"+i.Vacancy.ID+"/interviews", "").Page; strings.Contains(page, i.Name) || !strings.Contains(page, "Name deleted") {
		t.Error("the invitation still names the candidate")
	}
	if _, err := l.room.Load(t.Context(), "default", begun.Session); err == nil {
		t.Error("the answers are still there")
	}
	if got := webtest.Ask(t, l.public, "GET", path, ""); got.StatusCode != http.StatusNotFound {
		t.Errorf("the link of a withdrawn invitation: %d", got.StatusCode)
	}
}

// Whatever is wrong with a link, its page is the same to the byte and names nobody.
func TestCandidate_deadLinksAreAlike(t *testing.T) {
	t.Parallel()
	l := newLinks(t)
	expired := l.invite(t, func(in *interview.Invite) { in.Days = 1 })
	l.clock.Wait(48 * time.Hour)
	revoked, replaced, withdrawn, gone := l.invite(t), l.invite(t), l.invite(t), l.invite(t)
	if _, err := l.room.Revoke(t.Context(), "default", revoked.ID); err != nil {
		t.Fatal(err)
	}
	fresh, err := l.room.Reissue(t.Context(), "default", replaced.ID, 3)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.room.Withdraw(t.Context(), withdrawn.Invitation); err != nil {
		t.Fatal(err)
	}
	if err := l.room.DropVacancy(t.Context(), "default", gone.Vacancy.ID); err != nil {
		t.Fatal(err)
	}
	other, err := linktoken.New()
	if err != nil {
		t.Fatal(err)
	}
	want := webtest.Ask(t, l.public, "GET", interview.InvitationPath+other.Reveal(), "")
	webtest.Wants(t, want.Page, "This link does not work")
	for name, path := range map[string]string{
		"expired": expired.Link(""), "revoked": revoked.Link(""), "replaced": replaced.Link(""), "withdrawn": withdrawn.Link(""), "of a vacancy that is gone": gone.Link(""),
		"cut": strings.TrimRight(fresh.Link(""), "abcdefghijklmnopqrstuvwxyz"), "too long": fresh.Link("") + "x", "no text": interview.InvitationPath + "%00%ff",
		"a digest": interview.InvitationPath + fresh.Digest, "hostile": interview.InvitationPath + url.PathEscape("' OR 1=1 --"),
	} {
		if path == fresh.Link("") {
			path = strings.TrimSuffix(path, path[len(path)-1:])
		}
		got := webtest.Ask(t, newPublic(t, l), "GET", path, "")
		if got.StatusCode != http.StatusNotFound || got.Page != want.Page || got.Header.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: %d, %s", name, got.StatusCode, webtest.Text(got.Page))
		}
	}
	for _, act := range []string{"", "/language", "/answer", "/draft", "/pause", "/resume", "/withdraw"} {
		if got := webtest.Ask(t, newPublic(t, l), "POST", revoked.Link("")+act, "consent=1"); got.StatusCode != http.StatusNotFound || got.Page != want.Page {
			t.Errorf("POST %s: %d", act, got.StatusCode)
		}
	}
	if got := webtest.Ask(t, l.public, "GET", fresh.Link(""), ""); got.StatusCode != http.StatusOK {
		t.Errorf("the new link: %d", got.StatusCode)
	}
}

// newPublic is the pages of a process that has counted nothing yet.
func newPublic(t *testing.T, l links) http.Handler {
	t.Helper()
	return l.pages(t, op.Caller{Lang: "en"})
}

// Somebody who tries links is slowed down, whoever has one is not.
func TestCandidate_guessing(t *testing.T) {
	t.Parallel()
	l := newLinks(t)
	good := l.invite(t).Link("")
	ask := func(path, remote string) int {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
		r.RemoteAddr = remote
		return webtest.Send(l.public, r).StatusCode
	}
	const stranger, office = "203.0.113.7:5000", "203.0.113.8:5000"
	count := map[int]int{}
	for n := range 60 {
		count[ask(fmt.Sprintf("/i/guess-%d", n), stranger)]++
	}
	if count[http.StatusNotFound] < 20 || count[http.StatusNotFound] > 25 || count[http.StatusTooManyRequests] < 35 {
		t.Errorf("sixty guesses at once: %v", count)
	}
	if got := ask("/i/guess", office); got != http.StatusNotFound {
		t.Errorf("somebody else's first mistake: %d", got)
	}
	if got := ask(good, stranger); got != http.StatusOK {
		t.Errorf("a link that works, from there: %d", got)
	}
}

// A link says which methods it answers, whether or not it works.
func TestCandidate_methods(t *testing.T) {
	t.Parallel()
	l := newLinks(t)
	for target, allow := range map[string]string{
		l.invite(t).Link(""): "GET, HEAD, POST", "/i/nothing": "GET, HEAD, POST", "/i/nothing/answer": "POST", "/i/nothing/withdraw": "GET, HEAD, POST",
	} {
		for _, method := range []string{"PUT", "DELETE", "OPTIONS"} {
			got := webtest.Ask(t, l.public, method, target, "")
			if got.StatusCode != http.StatusMethodNotAllowed || got.Header.Get("Allow") != allow || strings.Contains(got.Page, target) {
				t.Errorf("%s %s: %d, Allow %q", method, target, got.StatusCode, got.Header.Get("Allow"))
			}
		}
	}
	if got := webtest.Ask(t, l.public, "PUT", "/i/nothing/else", ""); got.StatusCode != http.StatusNotFound {
		t.Errorf("a page that is not there: %d", got.StatusCode)
	}
}

func TestCandidate_pagesKeepToThemselves(t *testing.T) {
	t.Parallel()
	l := newLinks(t)
	i := l.invite(t)
	path, _ := l.begin(t, i)
	for _, target := range []string{path, path + "/withdraw", "/i/nothing"} {
		got := webtest.Ask(t, l.public, "GET", target, "")
		for header, want := range map[string]string{"Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow", "Cache-Control": "no-store"} {
			if got.Header.Get(header) != want {
				t.Errorf("%s: %s is %q", target, header, got.Header.Get(header))
			}
		}
		if strings.Contains(got.Page, "http://") || strings.Contains(got.Page, "https://") || got.Header.Get("Set-Cookie") != "" {
			t.Errorf("%s speaks to somebody else, or leaves a cookie", target)
		}
	}
	// What the link is for, and nothing beside it.
	for _, target := range []string{"/interviews", "/vacancies"} {
		if page := webtest.Ask(t, l.pages(t, op.Caller{Lang: "en", ReadOnly: true, Toolsets: []string{"none"}}), "GET", target, "").Page; strings.Contains(page, "Ann Example") {
			t.Errorf("%s shows the candidate to who has no access", target)
		}
	}
}

var linkShown = regexp.MustCompile(`id="invitation-link">([^<]+)<`)

func TestInvite_onThePages(t *testing.T) {
	t.Parallel()
	l := newLinks(t)
	v := l.vacancy(t, "default", pythonVacancy)
	pages := l.pages(t, webtest.Everyone)
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/vacancies/"+v.ID, "").Page, "Invite", "Interviews")
	page := webtest.Ask(t, pages, "GET", "/invite?vacancy="+v.ID+"&person=p-9&name=Kim+Example&email=kim%40example.org", "").Page
	for _, part := range []string{`value="p-9"`, `value="Kim Example"`, `value="kim@example.org"`, `value="` + v.ID + `" selected`} {
		if !strings.Contains(page, part) {
			t.Errorf("the form does not hold %s", part)
		}
	}
	bad := webtest.Ask(t, pages, "POST", "/invite", url.Values{"vacancy": {v.ID}, "name": {"Kim"}, "email": {"kim"}, "expires_in_days": {"soon"}}.Encode())
	webtest.Wants(t, bad.Page, "write a whole number")
	if bad.StatusCode != http.StatusBadRequest || !strings.Contains(bad.Page, `value="Kim"`) {
		t.Errorf("a bad form: %d", bad.StatusCode)
	}
	made := webtest.Ask(t, pages, "POST", "/invite", url.Values{"vacancy": {v.ID}, "name": {"Kim <b>Example</b>"}, "email": {"kim@example.org"}, "person": {"p-9"}}.Encode())
	m := linkShown.FindStringSubmatch(made.Page)
	if m == nil || strings.Contains(made.Page, "<b>Example") || !strings.Contains(made.Page, "mailto:kim@example.org?subject=") {
		t.Fatalf("no link: %d %s", made.StatusCode, webtest.Text(made.Page))
	}
	link, err := url.Parse(m[1])
	if err != nil {
		t.Fatal(err)
	}
	webtest.Wants(t, webtest.Ask(t, l.public, "GET", link.Path, "").Page, "Hello, Kim <b>Example</b>")
	tab := webtest.Ask(t, pages, "GET", "/vacancies/"+v.ID+"/interviews", "").Page
	webtest.Wants(t, tab, "Kim <b>Example</b>", "opened, not begun", "Revoke")
	if strings.Contains(tab, link.Path) {
		t.Error("the list shows a link")
	}
	list, err := l.room.Invitations(t.Context(), "default", interview.InvitationFilter{Person: "p-9", Limit: 9})
	if err != nil || len(list) != 1 {
		t.Fatalf("%d invitations, %v", len(list), err)
	}
	one := "/vacancies/" + v.ID + "/invitations/" + list[0].ID
	again := linkShown.FindStringSubmatch(webtest.Ask(t, pages, "POST", one+"/reissue", "x=1").Page)
	if again == nil || again[1] == m[1] {
		t.Fatal("no new link")
	}
	if got := webtest.Ask(t, l.public, "GET", link.Path, ""); got.StatusCode != http.StatusNotFound {
		t.Errorf("the old link: %d", got.StatusCode)
	}
	webtest.Ask(t, pages, "POST", one+"/revoke", "x=1")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/vacancies/"+v.ID+"/interviews?revoked=1", "").Page, "The invitation is revoked", "revoked")

	reader := l.pages(t, op.Caller{Name: "reader", Tenant: "default", ReadOnly: true})
	if got := webtest.Ask(t, reader, "GET", "/invite", ""); got.StatusCode != http.StatusForbidden {
		t.Errorf("a reader may open the form: %d", got.StatusCode)
	}
	if strings.Contains(webtest.Ask(t, reader, "GET", "/vacancies/"+v.ID+"/interviews", "").Page, "/revoke") {
		t.Error("a reader is offered to revoke")
	}
	foreign := l.pages(t, op.Caller{Name: "x", Tenant: "other"})
	if got := webtest.Ask(t, foreign, "POST", one+"/reissue", "x=1"); got.StatusCode != http.StatusNotFound {
		t.Errorf("another tenant makes a link: %d", got.StatusCode)
	}
}
