package resume

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/talent/layout"
)

// set is a text in which lines that begin with "#" are set large and heavy, as headings are.
func set(text string) layout.Page {
	var page layout.Page
	for line := range strings.Lines(text) {
		bare, large := strings.CutPrefix(line, "#")
		look := layout.Line{Start: len(page.Text), Page: 1, Column: 1, Size: 1}
		if large {
			look.Size, look.Bold = 1.3, true
		}
		page.Lines = append(page.Lines, look)
		page.Text += bare
	}
	return page
}

func extractSet(text string) Record { return extractPage(set(text)) }

func TestHeadings_byTheStyleOfTheOthers(t *testing.T) {
	t.Parallel()
	const around = "Ann Example\n#Skills\nPython\n#Languages\nEnglish: native\n"
	rec := extractSet(around + "#Where I have cooked\n2018 – 2022\nHead Chef — The Sample Lantern\nMenus and orders.\n2015 – 2018\nSous Chef — Sample & Daughters\n")
	var jobs []string
	for _, job := range rec.Positions {
		jobs = append(jobs, job.Title+" / "+job.Company)
	}
	if diff := cmp.Diff([]string{"Head Chef / The Sample Lantern", "Sous Chef / Sample & Daughters"}, jobs); diff != "" {
		t.Errorf("jobs under a heading of own words (-want +got):\n%s", diff)
	}
	for name, text := range map[string]string{
		"prizes":          "#Nice moments\n2024\nGuest judge of a contest\n",
		"not set so":      "Where I have cooked\nI cooked at home, mostly soups.\n",
		"a club, by love": "#Outside\nChess trainer for children (unpaid), 2015 – 2022\n",
	} {
		for _, job := range extractSet(around + text).Positions {
			if job.Work {
				t.Errorf("%s: a job %q", name, job.Title)
			}
		}
	}
}

func TestHeadings_endAList(t *testing.T) {
	t.Parallel()
	rec := extractSet("Ann Example\n#Skills\nPython\n#Languages\nEnglish: native\n#Certificates\nSample Basics, 2020\n#Not my thing\ncomputer vision\n")
	var names []string
	for _, c := range rec.Certificates {
		names = append(names, c.Name)
	}
	if diff := cmp.Diff([]string{"Sample Basics"}, names); diff != "" {
		t.Errorf("certificates (-want +got):\n%s", diff)
	}
}

func TestHeadings_inTwoLanguages(t *testing.T) {
	t.Parallel()
	rec := extract("Ann Example\nEducation / Образование\nSample University, 2010 – 2014, bachelor\nCertificates / Сертификаты STCW\nBasic Safety, 2020\n")
	if len(rec.Education) != 1 || len(rec.Certificates) != 1 || rec.Certificates[0].Name != "Basic Safety" {
		t.Errorf("schools %+v, certificates %+v", rec.Education, rec.Certificates)
	}
	for _, text := range []string{"/", "/ /", "// Skills /", "Skills/", "a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a"} {
		extract(text + "\nPython")
	}
}

func TestPositions_inTablesOfTheSea(t *testing.T) {
	t.Parallel()
	rec := extract("Ann Example\nSea service\nVessel / Судно | Rank | Owner / manager | Sign on | Sign off\n" +
		"MV Sample | AB | Sample Shipping | 11 Jan 2026 | still on board\nMV Other | OS | Other Lines | 14 Apr 2022 | 02 Feb 2023\n")
	if len(rec.Positions) != 2 || rec.Positions[0].Company != "Sample Shipping" || !rec.Positions[0].Current || rec.Positions[1].Title != "OS" {
		t.Errorf("jobs %+v", rec.Positions)
	}
}

func TestPositions_deeperThanTheirEmployer(t *testing.T) {
	t.Parallel()
	var page layout.Page
	for _, l := range []struct {
		left float32
		text string
	}{
		{0.1, "Ann Example"},
		{0.1, "Experience"},
		{0.1, "Foobar Machine Works — 16 years"},
		{0.1, "machines, 1900 people"},
		{0.13, "Head of Costs"},
		{0.13, "November 2018 – present"},
		{0.15, "Prices for the ministry"},
		{0.13, "Economist"},
		{0.13, "March 2014 – October 2018"},
		{0.15, "A plan for nine shops, 2016 – 2017"},
		{0.1, "Sample Credit Bank — 2 years 10 months"},
		{0.13, "Credit Analyst"},
		{0.13, "September 2007 – June 2010"},
	} {
		page.Lines = append(page.Lines, layout.Line{Start: len(page.Text), Page: 1, Column: 1, Size: 1, Left: l.left, Right: 0.9})
		page.Text += l.text + "\n"
	}
	var jobs []string
	for _, job := range extractPage(page).Positions {
		jobs = append(jobs, job.Title+" / "+job.Company)
	}
	if diff := cmp.Diff([]string{"Head of Costs / Foobar Machine Works", "Economist / Foobar Machine Works", "Credit Analyst / Sample Credit Bank"}, jobs); diff != "" {
		t.Errorf("jobs (-want +got):\n%s", diff)
	}
}

func TestName_displayedInSmallLetters(t *testing.T) {
	t.Parallel()
	const rest = "графический дизайнер\nhello@mail.example\n#Опыт\n2019 – 2022\nдизайнер, Пример\n"
	page := set("вероника примерова\n" + rest)
	if got := extractPage(page).Name; got != "" {
		t.Errorf("set as the text around it: a name %q", got)
	}
	page.Lines[0].Size, page.Lines[0].Bold = 2.4, true
	if got := extractPage(page).Name; got != "вероника примерова" {
		t.Errorf("set large: name %q", got)
	}
}
