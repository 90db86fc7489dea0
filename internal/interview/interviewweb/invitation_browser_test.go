package interviewweb_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"kadry/internal/interview"
	"kadry/internal/webui/webtest"
)

// serveLinks runs the pages, with an engine that works after every look at a link.
func (l links) serveLinks(t *testing.T) string {
	t.Helper()
	pages := l.pages(t, webtest.Everyone)
	return webtest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		pages.ServeHTTP(w, r)
		if strings.HasPrefix(r.URL.Path, interview.InvitationPath) && !strings.HasSuffix(r.URL.Path, "/draft") {
			l.clock.Wait(time.Second)
			l.play(t, http.StatusNoContent)
		}
	}))
}

func TestBrowser_invitation(t *testing.T) {
	webtest.Chromium(t)
	l := newLinks(t)
	webtest.Drive(t, "browser/invitation.mjs", webtest.JSON(t, map[string]string{
		"base": l.serveLinks(t), "link": l.invite(t).Link(""), "plain": l.invite(t).Link(""),
	}))
}

// invitationServers are the addresses that invitation_pages.mjs needs.
func invitationServers(t *testing.T) any {
	t.Helper()
	l := newLinks(t)
	fresh := l.invite(t, func(in *interview.Invite) { in.PerAnswer = 20 * time.Minute })
	to := func(in *interview.Invite) { in.VacancyID = fresh.Vacancy.ID }
	asked, paused, done := l.invite(t, to), l.invite(t, to), l.invite(t, to)
	askedAt, _ := l.begin(t, asked)
	pausedAt, _ := l.begin(t, paused)
	webtest.Ask(t, l.public, "POST", pausedAt+"/pause", "x=1")
	doneAt, question := l.begin(t, done)
	webtest.Ask(t, l.public, "POST", doneAt+"/answer", answerOf(question, "stop"))
	l.play(t, http.StatusNoContent)
	return map[string]any{
		"base": webtest.Serve(t, l.pages(t, webtest.Everyone)), "vacancy": fresh.Vacancy.ID, "other": l.vacancy(t, "default", goVacancy).ID,
		"links": map[string]string{"fresh": fresh.Link(""), "asked": askedAt, "paused": pausedAt, "done": doneAt},
	}
}

func TestBrowser_invitationPagesAreAccessible(t *testing.T) {
	webtest.Chromium(t)
	webtest.Audit(t, "browser/invitation_pages.mjs", invitationServers(t))
}

func TestPictures_invitations(t *testing.T) {
	webtest.Pictures(t, "browser/invitation_pages.mjs", func() any { return invitationServers(t) })
}
