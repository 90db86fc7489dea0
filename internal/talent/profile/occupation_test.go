package profile_test

import (
	"testing"

	"kadry/internal/retrieve"
)

func TestOccupations(t *testing.T) {
	t.Parallel()
	library := load(t)
	if n := len(library.Occupations()); n < 200 {
		t.Errorf("%d occupations", n)
	}
	for name, want := range map[string]string{
		"welder": "welder", "сварщика": "welder", "сварщики": "welder", "Electricians": "electrician",
		"медицинской сестры": "nurse", "инженер-конструктор": "design engineer", "менеджера по продажам": "sales manager",
		"программистов": "software developer", "UX/UI designer": "UX/UI designer", "mason jar": "", "": "",
	} {
		got, ok := library.Occupation(name)
		if got.Title.EN != want || ok != (want != "") {
			t.Errorf("%q is %q", name, got.Title.EN)
		}
	}
}

func TestOccupationAt_longest(t *testing.T) {
	t.Parallel()
	library := load(t)
	var bases []string
	for _, token := range retrieve.Tokens("ищем главного бухгалтера и бухгалтера") {
		bases = append(bases, retrieve.Base(token.Text))
	}
	if got, n := library.OccupationAt(bases, 1); got.Title.EN != "chief accountant" || n != 2 {
		t.Errorf("%q of %d words", got.Title.EN, n)
	}
	if got, n := library.OccupationAt(bases, 2); got.Title.EN != "accountant" || n != 1 {
		t.Errorf("%q of %d words", got.Title.EN, n)
	}
	if _, n := library.OccupationAt(bases, 0); n != 0 {
		t.Errorf("a verb of %d words", n)
	}
	if got, _ := library.OccupationMisspelled(retrieve.Base("бухглатер")); got.Title.EN != "accountant" {
		t.Errorf("a misspelled name is %q", got.Title.EN)
	}
}
