package talentweb_test

import (
	"net/http"
	"strings"
	"testing"

	"kadry/internal/op"
	"kadry/internal/talent/sample"
	"kadry/internal/webui/webtest"
)

func TestPages_keepToThemselves(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, true).pages(t, webtest.Everyone)
	webtest.KeepToThemselves(t, pages, "/candidates", "/roles", "/settings", "/upload", "/sign-in", "/no-such-page", "/compare")
}

func TestReadOnly_offersAndDoesNothing(t *testing.T) {
	t.Parallel()
	h := newHouse(t, true)
	pages := h.pages(t, op.Caller{Name: "reader", Tenant: "default", ReadOnly: true})
	list := webtest.Ask(t, pages, "GET", "/candidates", "")
	webtest.Wants(t, list.Page, "24 candidates", "This access is for reading only.")
	id := webtest.Hits(list.Page)[0]
	page := webtest.Ask(t, pages, "GET", "/candidates/"+id, "").Page
	for _, offer := range []string{`href="/upload"`, "/delete", "Add CVs"} {
		if strings.Contains(list.Page+page, offer) {
			t.Errorf("a reader is offered %s", offer)
		}
	}
	for _, got := range []webtest.Answer{
		webtest.Ask(t, pages, "GET", "/upload", ""), webtest.Ask(t, pages, "GET", "/candidates/"+id+"/delete", ""),
		webtest.Ask(t, pages, "POST", "/candidates/"+id+"/delete", ""), send(t, pages, []sample.File{{Name: "a.txt", Data: []byte("Go")}}, nil),
	} {
		if got.StatusCode != http.StatusForbidden {
			t.Errorf("status %d, want 403", got.StatusCode)
		}
	}
}

func TestScopes_closeTheRoom(t *testing.T) {
	t.Parallel()
	h := newHouse(t, true)
	id := webtest.Hits(webtest.Ask(t, h.pages(t, webtest.Everyone), "GET", "/candidates", "").Page)[0]
	pages := h.pages(t, op.Caller{Name: "hr", Tenant: "default", Toolsets: []string{"hr"}})
	for _, target := range []string{"/candidates?must=Go", "/candidates/" + id, "/compare?id=" + id + "&id=x", "/roles", "/skills?q=go", "/find?q=go"} {
		got := webtest.Ask(t, pages, "GET", target, "")
		if strings.Contains(got.Page, "Liam") || got.StatusCode != http.StatusForbidden {
			t.Errorf("%s: status %d, want 403", target, got.StatusCode)
		}
	}
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/candidates", "", webtest.Russian...).Page, "Этот доступ не включает набор talent.", "добавить набор talent")
	if got := webtest.Ask(t, pages, "GET", "/settings", ""); got.StatusCode != http.StatusOK || strings.Contains(got.Page, `href="/candidates"`) {
		t.Errorf("settings: %d, or a link to a closed room", got.StatusCode)
	}
}

func TestPages_areLight(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, true).pages(t, webtest.Everyone)
	id := webtest.Hits(webtest.Ask(t, pages, "GET", "/candidates", "").Page)[0]
	webtest.AreLight(t, pages, "/candidates?must=Kubernetes,+AWS&plus=Go,+Terraform,+Python&match=any", "/candidates/"+id+"?must=Go", "/roles")
}
