package pipelineweb_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"kadry/internal/effort"
	"kadry/internal/pipeline"
	"kadry/internal/webui/webtest"
)

// A vacancy with ten thousand people is read like one with ten: its pages are as light, every page of
// the list leads to the next, and what a stage has no room for on the board is a link.
func TestPeople_tenThousand(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	const least, whole = 1000, 10_000
	count := min(least*effort.Times(1), whole)
	stages := []pipeline.Standing{
		{Stage: pipeline.New}, {Stage: pipeline.Shortlist}, {Stage: pipeline.Invited}, {Stage: pipeline.Rejected, Reason: pipeline.Salary},
	}
	for i := range count {
		h.Put(t, webtest.Everyone.Tenant, "v_go", fmt.Sprintf("cv_%05d", i), stages[i%len(stages)])
	}
	pages := h.pages(webtest.Everyone)
	webtest.AreLight(t, pages, people, people+"?view=board", people+"?stage=invited", "/pipeline")
	seen := map[string]bool{}
	for target := people; target != ""; {
		page := ok(t, pages, target)
		for _, part := range strings.Split(page, `name="candidate" value="`)[1:] {
			id, _, _ := strings.Cut(part, `"`)
			if !strings.HasPrefix(id, "cv_0") {
				continue // whom the search proposes stands on every page
			}
			if seen[id] {
				t.Fatalf("%s stands on two pages", id)
			}
			seen[id] = true
		}
		_, rest, more := strings.Cut(page, `rel="next" href="`)
		target, _, _ = strings.Cut(rest, `"`)
		target = strings.ReplaceAll(target, "&amp;", "&")
		if !more {
			break
		}
	}
	if len(seen) != count {
		t.Errorf("the pages show %d people of %d", len(seen), count)
	}
	webtest.Wants(t, ok(t, pages, people+"?view=board"), "New", "Shortlist", "Invited", "Rejected")
	file := webtest.Ask(t, pages, "GET", people+"/file", "")
	if got := strings.Count(file.Page, "cv_"); file.StatusCode != http.StatusOK || got != count {
		t.Errorf("the table has %d people of %d: status %d", got, count, file.StatusCode)
	}
}
