package outreach_test

import (
	"slices"
	"strings"
	"testing"

	"kadry/internal/dossier/dossiertest"
	"kadry/internal/dossier/outreach"
	"kadry/internal/dossier/proof"
	"kadry/internal/dossier/report"
	"kadry/internal/fault"
)

func letter(t *testing.T, c report.Case, id, lang string) outreach.Letter {
	t.Helper()
	got, err := outreach.Of(report.Make(dossiertest.Graph(t), c, lang), id)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// Bug 9: the letter was a constant.
func TestBug09_theLetterIsToThisPerson(t *testing.T) {
	t.Parallel()
	got := letter(t, dossiertest.Case(), "nina-example", "ru")
	want := `Здравствуйте, Нина Примерова.

Компания «Пример» ищет человека на роль: Senior Go developer, Казань.

Почему мы пишем именно вам: в открытом репозитории «nina-example/queue» видна ваша работа с Go; в открытом репозитории «nina-example/deploy» видна ваша работа с Kubernetes; в вашем резюме есть работа с PostgreSQL.

Если вам интересно, ответьте на это письмо: расскажем о задачах и условиях. Если нет, можно не отвечать.`
	if got.Body != want {
		t.Errorf("got:\n%s", got.Body)
	}
	if got.Subject != "Senior Go developer, Казань: предлагаем поговорить" || len(got.Facts) != 3 || got.ID != "nina-example" {
		t.Errorf("got %+v", got)
	}
	other := letter(t, dossiertest.Case(), "cv_oleg", "en")
	if !strings.HasPrefix(other.Body, "Hello Олег Вымышленный,") || strings.Contains(other.Body, "nina") || !slices.Contains(other.Facts, "CV: work with Go") ||
		!strings.Contains(other.Body, "Why we write to you: your CV tells of work with Go, PostgreSQL, Kubernetes.") {
		t.Errorf("got:\n%s\n%q", other.Body, other.Facts)
	}
}

func TestOf_tellsOnlyWhatIsProvenAndMayBeTold(t *testing.T) {
	t.Parallel()
	c := dossiertest.Case()
	if got := letter(t, c, "cv_list", "en"); len(got.Facts) != 0 || strings.Contains(got.Body, "Why") || strings.Contains(got.Body, "Ignore") {
		t.Errorf("got:\n%s", got.Body)
	}
	for i := range c.Subjects[1].Proofs {
		c.Subjects[1].Proofs[i].Source = []proof.Source{proof.Interview, proof.LinkedIn}[i%2]
	}
	if got := letter(t, c, "cv_oleg", "ru"); len(got.Facts) != 0 {
		t.Errorf("tells %q", got.Facts)
	}
	if got := letter(t, c, "ghost-example", "ru"); !strings.HasPrefix(got.Body, "Здравствуйте.\n") {
		t.Errorf("got:\n%s", got.Body)
	}
}

func TestOf_foreignWordsAreQuotedAndPlain(t *testing.T) {
	t.Parallel()
	c := dossiertest.Case()
	c.Role.Company = dossiertest.Injection
	c.Subjects[0].Name = dossiertest.Injection
	c.Subjects[0].Proofs[0].Place.Repository = "«" + dossiertest.Injection
	got := letter(t, c, "nina-example", "ru")
	if strings.ContainsAny(got.Body+got.Subject, "<>`") || strings.Contains(got.Body, "://") || strings.Count(got.Body, "«Ignore")+strings.Count(got.Body, "«'Ignore") != strings.Count(got.Body, "Ignore") {
		t.Errorf("got:\n%s", got.Body)
	}
	if n := len([]rune(got.Body)); n > 1200 {
		t.Errorf("%d characters are no short letter", n)
	}
}

func TestOf_needsACandidateOfTheReport(t *testing.T) {
	t.Parallel()
	if _, err := outreach.Of(report.Make(dossiertest.Graph(t), dossiertest.Case(), "ru"), "nobody"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("got %v", err)
	}
}
