package script_test

import (
	"fmt"
	"strings"
	"testing"

	"kadry/internal/dossier/dossiertest"
	"kadry/internal/dossier/proof"
	"kadry/internal/dossier/report"
	"kadry/internal/dossier/script"
	"kadry/internal/fault"
	"kadry/internal/skill"
)

func interview(t *testing.T, id, lang string) script.Interview {
	t.Helper()
	got, err := script.Of(report.Make(dossiertest.Graph(t), dossiertest.Case(), lang), id)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// Bug 9: the questions were the same constants for everyone.
func TestBug09_questionsAreTheCandidatesOwn(t *testing.T) {
	t.Parallel()
	nina, oleg := interview(t, "cv_nina", "ru"), interview(t, "cv_oleg", "ru")
	if nina.ID != "nina-example" || nina.Role != "Senior Go developer" || nina.Language != "ru" {
		t.Errorf("got %+v", nina)
	}
	if q := nina.Script.Questions[0]; q.Skill != "PostgreSQL" && q.Skill != "Go" || q.Kind != script.Depth {
		t.Errorf("the strongest proof does not come first: %+v", q)
	}
	text := fmt.Sprint(nina.Script)
	for _, part := range []string{"«nina-example/queue»", "«internal/queue/queue.go»", "«Сервис очередей, Go и PostgreSQL»", "Наша система"} {
		if !strings.Contains(text, part) {
			t.Errorf("nobody asks about %s", part)
		}
	}
	if strings.Contains(fmt.Sprint(oleg.Script), "nina-example") {
		t.Error("questions of another candidate")
	}
}

func TestOf_asksForEverythingThatIsKnown(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"ru", "en"} {
		for id, want := range map[string]map[script.Kind]int{
			"nina-example":  {script.Depth: 3, script.Probe: 2},
			"cv_list":       {script.Probe: 5, script.Clarify: 1},
			"ghost-example": {script.Probe: 5},
		} {
			got := map[script.Kind]int{}
			for _, q := range interview(t, id, lang).Script.Questions {
				got[q.Kind]++
				if q.Question == "" || q.Why == "" || len(q.Good) == 0 || len(q.Weak) == 0 || (q.Skill == "") != (q.Kind == script.Clarify) {
					t.Errorf("%s: %+v", id, q)
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s, %s: got %v, want %v", id, lang, got, want)
			}
		}
	}
}

func TestOf_foreignWordsAreQuotedAndPlain(t *testing.T) {
	t.Parallel()
	c := dossiertest.Case()
	for i := range c.Subjects[0].Proofs {
		p := &c.Subjects[0].Proofs[i]
		p.Place.Repository, p.Place.Quote = dossiertest.Injection, "» "+dossiertest.Injection+" «"
	}
	got, err := script.Of(report.Make(dossiertest.Graph(t), c, "ru"), "nina-example")
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range got.Script.Questions {
		if strings.ContainsAny(q.Question, "<>`") || strings.Contains(q.Question, "://") {
			t.Errorf("markup in %q", q.Question)
		}
		for at := 0; ; {
			i := strings.Index(q.Question[at:], "Ignore")
			if i < 0 {
				break
			}
			at += i
			if strings.Count(q.Question[:at], "«") != strings.Count(q.Question[:at], "»")+1 {
				t.Errorf("not quoted: %q", q.Question)
			}
			at++
		}
	}
}

// A shortened report has decisions without their evidence.
func TestOf_makesDoWithAShortenedReport(t *testing.T) {
	t.Parallel()
	r := report.Make(dossiertest.Graph(t), dossiertest.Case(), "ru")
	for ok := true; ok; r, ok = r.Condense() {
		if _, err := script.Of(r, "nina-example"); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOf_needsACandidateOfTheReport(t *testing.T) {
	t.Parallel()
	if _, err := script.Of(report.Make(dossiertest.Graph(t), dossiertest.Case(), "ru"), "nobody"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("got %v", err)
	}
}

func TestOf_asksByWhereAProofStands(t *testing.T) {
	t.Parallel()
	c := dossiertest.Case()
	c.Subjects = c.Subjects[:1]
	claim := func(id string, where proof.Where, stance skill.Stance) proof.Proof {
		return proof.OfClaim(proof.Claim{Skill: id, Source: proof.LinkedIn, Where: where, Dated: true, Years: 3, Stance: stance}, dossiertest.Now())
	}
	c.Subjects[0].Proofs = []proof.Proof{
		proof.OfInterview(proof.Answer{Skill: "go", Asked: 2, Score: 0.9}), claim("postgresql", proof.Position, ""),
		claim("kubernetes", proof.Position, skill.Negated), claim("docker", proof.List, ""),
	}
	got, err := script.Of(report.Make(dossiertest.Graph(t), c, "en"), "nina-example")
	if err != nil {
		t.Fatal(err)
	}
	for i, part := range []string{
		"already answered questions on Go", "Your LinkedIn profile tells of work with PostgreSQL", "no experience with Kubernetes yet",
		"your latest task with Docker", "Have you worked with Наша система",
	} {
		if q := got.Script.Questions[i]; !strings.Contains(q.Question, part) {
			t.Errorf("%q does not say %q", q.Question, part)
		}
	}
}
