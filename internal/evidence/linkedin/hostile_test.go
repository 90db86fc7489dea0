package linkedin_test

import (
	"fmt"
	"strings"
	"testing"

	"kadry/internal/evidence/linkedin"
	"kadry/internal/growth"
)

// TestDamaged cuts and spoils good files in many places: none may do more than be refused.
func TestDamaged(t *testing.T) {
	t.Parallel()
	for name, body := range map[string][]byte{"export": fullExport(t), "snapshot": snapshot(t), "pdf": englishPage()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			step := max(1, len(body)/150)
			for at := 0; at < len(body); at += step {
				check(t, body[:at])
				spoiled := append([]byte{}, body...)
				spoiled[at] ^= 0x5A
				check(t, spoiled)
			}
		})
	}
}

// TestGrowth gives more and more of what a reader could look at again and again.
func TestGrowth(t *testing.T) {
	read := func(body []byte) func() {
		return func() { linkedin.Read("file", body, today) } // only the work counts
	}
	growth.Check(t, 1<<18, func(text string) {
		read(zipOf(t, "Skills.csv", skillsCSV, "Positions.csv", "Company Name,Title,Started On\n"+text, "Profile.csv", "First Name,Last Name,Summary\nAnn,Example,"+text))()
	})
	for name, line := range map[string]set{
		"brackets": {10.5, "("}, "headings": {15.75, "Unknown"}, "known headings": {15.75, "Experience"}, "jobs": {10.5, "2016 - 2019 (3 years)"},
		"titles": {11.5, "Engineer"}, "companies": {12, "Example"}, "lengths": {10.5, "3 years"}, "names": {26, "Ann"}, "text": {10.5, "word"},
	} {
		for _, above := range []string{"Experience", "Education", "Summary"} {
			t.Run(fmt.Sprintf("%s under %s", name, above), func(t *testing.T) {
				growth.Linear(t, 16_000, func(n int) func() {
					s := &sheet{}
					s.page()
					s.column(sidebarAt, 740, set{13, "Contact"}, set{10.5, "x"}, set{13, "Languages"}, set{10.5, "Go"})
					s.column(mainAt, 740, set{26, "Ann Example"}, set{12, "Engineer"}, set{15.75, above}, set{12, "Example"}, set{11.5, "Engineer"}, set{10.5, "2016 - 2019 (3 years)"})
					for i := range n / len(line.text) {
						s.at(mainAt, 500-float64(i)*12, line.size, line.text)
						s.at(sidebarAt, 500-float64(i)*12, line.size, line.text)
					}
					return read(s.bytes())
				})
			})
		}
	}
	growth.Linear(t, 1<<20, func(n int) func() {
		return read([]byte(`{"elements": [{"snapshotDomain": "SKILLS", "snapshotData": [` + strings.Repeat(`{"Name": "Go", "name": "x"},`, n/28) + `{}]}]}`))
	})
}
