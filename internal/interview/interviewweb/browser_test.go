package interviewweb_test

import (
	"context"
	"testing"
	"time"

	"kadry/internal/interview"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/session"
	"kadry/internal/op"
	"kadry/internal/webui/webtest"
)

// halfway is a second rater that finds every other point, in the first words of the answer,
// and makes up the words of the last one.
type halfway struct{}

func (halfway) Rate(_ context.Context, r marking.Rating) (marking.Proposal, error) {
	p := marking.Proposal{Model: "example-small-1"}
	for i, point := range r.Points {
		words := r.Answer[:min(len(r.Answer), 24)]
		if i == len(r.Points)-1 {
			words = "words that nobody said"
		}
		p.Points = append(p.Points, marking.ProposedPoint{ID: point.ID, Made: i%2 == 0 || i == len(r.Points)-1, Quote: words})
	}
	return p, nil
}

// ratedInterviews holds an interview with two raters, and enough candidates who said which
// group they belong to for a report.
func ratedInterviews(t *testing.T) (*interviewFixture, string) {
	t.Helper()
	c := newInterviews(t, func(p *interview.Parts) { p.Rater = halfway{} })
	job := c.open(t, toolsVacancy)
	first := ""
	for i := range 7 {
		id := c.begin(t, interview.Start{UserID: "u" + string(rune('a'+i)), Resume: toolsResume, VacancyID: job.ID, Limits: session.Limits{MaxQuestions: 4}})
		if first == "" {
			first = id
		}
		c.play(t, id, "en", 1+i)
		c.clock.Wait(40 * 24 * time.Hour)
		c.work(t)
		groups := map[string]string{"sex": []string{"female", "male"}[i%2], "age": []string{"under 40", "40 and over"}[i/4]}
		if i == 6 {
			groups = nil
		}
		s := c.load(t, id)
		if err := c.room.Survey(t.Context(), "default", s.SurveyKey, groups); err != nil {
			t.Fatal(err)
		}
		if _, err := c.room.Decide(t.Context(), "default", id, session.Decide{Selected: i%3 != 0, Who: "Ann"}); err != nil {
			t.Fatal(err)
		}
	}
	return c, first
}

// interviewServers are the addresses of the interview room in every state.
func interviewServers(t *testing.T) any {
	t.Helper()
	full := casesOf(t)
	rated, id := ratedInterviews(t)
	return map[string]any{
		"interviews": full.serve(t, webtest.Everyone), "cases": full.ids, "noInterviews": newInterviews(t).serve(t, webtest.Everyone),
		"readonlyInterviews": full.serve(t, op.Caller{Name: "reader", Tenant: "default", ReadOnly: true}),
		"raters":             rated.serve(t, webtest.Everyone), "rated": id,
	}
}

func TestBrowser_interviewRoom(t *testing.T) {
	webtest.Chromium(t)
	webtest.Drive(t, "browser/interview.mjs", webtest.JSON(t, interviewServers(t)))
}

func TestBrowser_interviewPagesAreAccessible(t *testing.T) {
	webtest.Chromium(t)
	webtest.Audit(t, "browser/interview_pages.mjs", interviewServers(t))
}

func TestPictures_interviews(t *testing.T) {
	webtest.Pictures(t, "browser/interview_pages.mjs", func() any { return interviewServers(t) })
}
