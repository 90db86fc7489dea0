package talentweb_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kadry/internal/talent"
	"kadry/internal/webui/webtest"
)

const dated = `Kira Example
kira@example.org

Experience
Go developer, Northmill
March 2020 - February 2022
- Wrote services in Go on Kubernetes

Programmer, Oldmill
2016 - 2018
- Wrote tools in Python

Skills
Go, Kubernetes, Python, Terraform
`

func TestCandidate_skillsOnATimeAxis(t *testing.T) {
	t.Parallel()
	h := newHouse(t, false)
	out, err := h.people.Ingest(t.Context(), "default", talent.File{Name: "kira.txt", Data: []byte(dated)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	pages := h.pages(t, webtest.Everyone)
	page := webtest.Ask(t, pages, "GET", "/candidates/"+out.ID+"?must=Kubernetes", "").Page
	webtest.Wants(t, page, "Used longest: ", "Lighter where the CV gives only a year.", "As a table: 4 skills with quotes")
	bars := regexp.MustCompile(`<rect class="([^"]+)" x="([^"]+)" width="([^"]+)"`).FindAllStringSubmatch(page, -1)
	var drawn []string
	for _, b := range bars {
		drawn = append(drawn, strings.Join(b[1:], " "))
	}
	slices.Sort(drawn)
	// The axis is 2016 to 2022, 84 months. From March 2020 are 24 months; a bare year is as long
	// as the year, and only 2017 is sure to belong to "2016 - 2018".
	want := []string{
		"strip-bar 14.29% 14.29%", "strip-bar 59.52% 28.57%", "strip-bar 59.52% 28.57%", "strip-bar strip-bar-vague 0.00% 42.86%",
	}
	if !slices.Equal(drawn, want) {
		t.Errorf("bars\n%q, want\n%q", drawn, want)
	}
	if strings.Contains(page, `<span class="strip-name">Terraform`) {
		t.Error("a skill without a date stands on the axis")
	}
	if !strings.Contains(page, `<mark title="Kubernetes">Kubernetes</mark>`) {
		t.Error("the duties do not show what answers the search")
	}
}

func TestCandidate_besideTheList(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, true).pages(t, webtest.Everyone)
	list := webtest.Ask(t, pages, "GET", "/candidates?must=Kubernetes&at=nobody", "")
	id := webtest.Hits(list.Page)[0]
	if !strings.Contains(list.Page, `href="/candidates/`+id+`?must=Kubernetes"`) {
		t.Error("a row does not lead to the page")
	}
	got := webtest.Ask(t, pages, "GET", "/candidates/"+id+"?must=Kubernetes", "", "HX-Request", "true")
	if got.StatusCode != http.StatusOK || strings.Contains(got.Page, "<html") || strings.Contains(got.Page, "/delete") {
		t.Errorf("status %d, or more than the CV", got.StatusCode)
	}
	webtest.Wants(t, got.Page, "What the CV answers to your search", "Work", "The CV itself")
	if !strings.Contains(got.Page, `<mark`) {
		t.Error("nothing that matched is lit")
	}
	if lost := webtest.Ask(t, pages, "GET", "/candidates/cv_nobody", "", "HX-Request", "true"); lost.StatusCode != http.StatusNotFound {
		t.Errorf("nobody: status %d", lost.StatusCode)
	}
}
