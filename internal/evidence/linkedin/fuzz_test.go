package linkedin_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"kadry/internal/evidence/linkedin"
	"kadry/internal/fault"
)

// check reads a file and holds the answer to its promises.
func check(t *testing.T, body []byte) {
	t.Helper()
	profile, reading, err := linkedin.Read("file", body, today)
	if err != nil {
		if kind := fault.From(err).Kind; kind != fault.Invalid && kind != fault.TooLarge {
			t.Fatal(err)
		}
		return
	}
	all := fmt.Sprintf("%+v %+v", profile, reading)
	if !utf8.ValidString(all) {
		t.Error("not UTF-8")
	}
	if strings.Contains(all, "ann@mail.example") { // a host alone reaches nobody
		t.Error("an address was kept")
	}
	longest := 0
	for _, p := range profile.Experience {
		if p.DurationMonths < 0 || p.Current && !p.End.IsZero() {
			t.Errorf("job %+v", p)
		}
		longest = max(longest, p.DurationMonths)
	}
	if profile.TotalMonths < longest {
		t.Errorf("%d months in all, %d in one job", profile.TotalMonths, longest)
	}
	if len(reading.Origins)+len(reading.Unknown) < 17 {
		t.Errorf("some of the fields are neither found nor unknown: %+v", reading)
	}
	linkedin.Compare(profile.Experience, profile.Experience)
}

func FuzzExport(f *testing.F) {
	f.Add(fullExport(f))
	f.Add(zipOf(f, "a/Skills.csv", skillsCSV, "../Profile.csv", profileCSV))
	f.Fuzz(check)
}

// FuzzTable goes past the container, where mutations of an archive rarely get.
func FuzzTable(f *testing.F) {
	for name, content := range map[string]string{
		"Profile": profileCSV, "Positions": positionsCSV, "Education": educationCSV, "Skills": skillsCSV, "Languages": languagesCSV,
		"Certifications": licencesCSV, "Recommendations_Received": recommendationCSV, "Endorsement_Received_Info": endorsementCSV,
	} {
		f.Add(name, content)
	}
	f.Fuzz(func(t *testing.T, name, content string) {
		check(t, zipOf(t, name+".csv", content, "Skills.csv", skillsCSV))
	})
}

func FuzzSnapshot(f *testing.F) {
	f.Add(snapshot(f))
	f.Add([]byte(`[{"snapshotDomain": "SKILLS", "snapshotData": [{"Name": "Go", "name": 1}]}, null, {"elements": [null]}]`))
	f.Fuzz(check)
}

func FuzzPDF(f *testing.F) {
	f.Add(englishPage())
	f.Add(russianPage())
	f.Fuzz(check)
}

// FuzzPage sets any text in any place of a page that is otherwise right.
func FuzzPage(f *testing.F) {
	f.Add("October 2024 - Present (9 months)", 223.6, 400.0, 10.5, "Experience", 15.75)
	f.Add("7 years 2 months", 223.6, 300.0, 12.0, "Education", 13.0)
	f.Add("(2010 - 2015)\n•", 21.6, 700.0, 26.0, "Top Skills", 1.0)
	f.Fuzz(func(t *testing.T, text string, x, y, size float64, heading string, headingSize float64) {
		s := &sheet{}
		s.page()
		s.column(sidebarAt, 740, set{13, "Contact"}, set{10.5, "x"}, set{13, "Top Skills"}, set{10.5, "Go"})
		s.column(mainAt, 740, set{26, "Ann Example"}, set{12, "Engineer"}, set{15.75, "Experience"}, set{12, "Example"}, set{11.5, "Engineer"},
			set{10.5, "2016 - 2019 (3 years)"}, set{headingSize, heading}, set{size, text}, set{10.5, text})
		s.page()
		s.at(x, y, size, text)
		check(t, s.bytes())
	})
}

func FuzzSlug(f *testing.F) {
	f.Add("https://ru.linkedin.com/in/%D0%B0%D0%BD%D0%BD%D0%B0?x=y")
	f.Add("linkedin.com/pub/ann/1/2/3")
	f.Fuzz(func(t *testing.T, address string) {
		name, err := linkedin.Slug(address)
		if err != nil {
			if fault.From(err).Kind != fault.Invalid {
				t.Fatal(err)
			}
			return
		}
		if again, err := linkedin.Slug("https://www.linkedin.com/in/" + name); err != nil || again != name {
			t.Errorf("%q is %q, and that %q, %v", address, name, again, err)
		}
		if strings.ContainsAny(name, "/?#.%: ") {
			t.Errorf("%q", name)
		}
	})
}
