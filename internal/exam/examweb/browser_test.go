package examweb_test

import (
	"testing"
	"time"

	"kadry/internal/exam/examweb"
	"kadry/internal/webui/webtest"
)

// servers are the addresses of a bank, of an empty one and of the practice problems.
func servers(t *testing.T) any {
	t.Helper()
	bank, _ := examHouse(t, bankProblems()...)
	bare, _ := examHouse(t)
	online, shelf := fillable(t)
	if err := shelf.PutCatalogue(t.Context(), contents(), asOf.Add(-2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	filling := webtest.Serve(t, webtest.WithTasks(t, online.registry, &longWork{}, webtest.Everyone, examweb.New(examweb.Config{Bank: online.exams})))
	class := newSchool(t)
	links, results := class.give(t, "&shows=answers")
	paper, sent := class.begin(t, links[0], "Аня Петрова"), class.begin(t, links[0], "Боря Ким")
	webtest.Ask(t, class.teacher, "POST", sent, "a.104=0%2C4&a.101=8&a.103=56")
	return map[string]string{
		"filling": filling, "school": webtest.Serve(t, class.teacher),
		"link": links[0], "paper": paper, "sent": sent, "results": results,
		"exams": bank.serve(t, webtest.Everyone), "noexams": bare.serve(t, webtest.Everyone),
		"practice": sampleHouse(t).serve(t, webtest.Everyone),
	}
}

func TestBrowser_findsAnswersAndPrints(t *testing.T) {
	webtest.Chromium(t)
	h, _ := examHouse(t, bankProblems()...)
	webtest.Drive(t, "browser/exam.mjs", h.serve(t, webtest.Everyone))
}

// A pupil on a phone: what is typed is saved, waits while the connection is down, and is sent.
func TestBrowser_pupilAnswersAndSends(t *testing.T) {
	webtest.Chromium(t)
	class := newSchool(t)
	links, results := class.give(t, "&shows=score")
	webtest.Drive(t, "browser/pupil.mjs", webtest.Serve(t, class.teacher), links[0], results)
}

func TestBrowser_everyPageIsAccessible(t *testing.T) {
	webtest.Chromium(t)
	webtest.Audit(t, "browser/pages.mjs", servers(t))
}

func TestPictures(t *testing.T) {
	webtest.Pictures(t, "browser/pages.mjs", func() any { return servers(t) })
}
