package subject_test

import (
	"slices"
	"strings"
	"testing"

	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

func TestLookupSubject_knowsWhatPeopleSay(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]subject.Subject{
		"math": "math", "МАТЕМАТИКА": "math", "профмат": "math", "Профильная математика": "math", "базовая математика": "mathb",
		"база": "mathb", "русский": "rus", "Русский язык": "rus", "русяз": "rus", "физика": "phys", "хим": "chem", "биология": "bio",
		"география": "geo", "история": "hist", "общага": "soc", "общество": "soc", "Обществознание": "soc", "инфа": "inf",
		"Computer science": "inf", "инглиш": "en", "английский язык": "en", "немецкий": "de", "французский": "fr", "испанский": "sp",
		"литра": "lit", "  Литература ": "lit", "рус. яз.": "rus",
	} {
		if got, _, ok := subject.LookupSubject(text); !ok || got != want {
			t.Errorf("%q: got %q, %t; want %q", text, got, ok, want)
		}
	}
}

func TestLookupSubject_namesTheNearest(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"матиматика": "math", "phsy": "phys", "обшествознание": "soc", "алгебро": "math", "informatica": "inf"} {
		_, nearest, ok := subject.LookupSubject(text)
		if ok || len(nearest) != 3 || nearest[0] != want {
			t.Errorf("%q: got %v, %t; want %s first of three", text, nearest, ok, want)
		}
	}
	if _, nearest, ok := subject.LookupSubject(strings.Repeat("я", 1<<20)); ok || len(nearest) != 3 {
		t.Errorf("a megabyte: %v, %t", nearest, ok)
	}
}

// No spelling may mean two subjects.
func TestSubjects_spellingsAreApart(t *testing.T) {
	t.Parallel()
	owner := map[string]subject.Subject{}
	all := subject.Spellings()
	for subject, names := range all {
		for _, name := range names {
			if other, taken := owner[name]; taken && other != subject {
				t.Errorf("%q means %s and %s", name, other, subject)
			}
			owner[name] = subject
		}
	}
	if len(all) != 15 {
		t.Errorf("%d subjects", len(all))
	}
}

func TestOffered(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		exam  subject.Exam
		grade int
		count int
		lacks subject.Subject
	}{
		{subject.EGE, 0, 15, ""}, {subject.OGE, 0, 14, "mathb"}, {subject.VPR, 4, 2, "phys"}, {subject.CT, 0, 13, "inf"}, {"gia", 0, 0, "math"},
	} {
		got := subject.Offered(c.exam, c.grade)
		if len(got) != c.count || slices.Contains(got, c.lacks) {
			t.Errorf("%s: %v, want %d without %q", c.exam, got, c.count, c.lacks)
		}
	}
}

func TestCourse_Check(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		course subject.Course
		want   fault.Kind
	}{
		"ege":              {subject.Course{Exam: subject.EGE, Subject: "math"}, ""},
		"oge without it":   {subject.Course{Exam: subject.OGE, Subject: "mathb"}, fault.Invalid},
		"vpr":              {subject.Course{Exam: subject.VPR, Subject: "math", Grade: 8}, ""},
		"vpr, no grade":    {subject.Course{Exam: subject.VPR, Subject: "math"}, fault.Invalid},
		"vpr, grade 9":     {subject.Course{Exam: subject.VPR, Subject: "math", Grade: 9}, fault.Invalid},
		"ege with a grade": {subject.Course{Exam: subject.EGE, Subject: "math", Grade: 8}, fault.Invalid},
		"no exam":          {subject.Course{Exam: "gia", Subject: "math"}, fault.Invalid},
		"no subject":       {subject.Course{Exam: subject.EGE}, fault.Invalid},
	} {
		if got := fault.KindOf(c.course.Check()); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
	if got := (subject.Course{Exam: subject.CT, Subject: "math"}).String(); got != "ct/math3" {
		t.Errorf("the mathematics of the ЦТ is %s", got)
	}
}
