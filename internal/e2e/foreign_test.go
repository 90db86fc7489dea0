package e2e

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"kadry/internal/e2e/e2etest"
	"kadry/internal/effort"
)

// What one tenant has comes to no other: whatever its owner reaches by links, lists, resources and
// operations is asked for with a token of another tenant too, and no id and no name of the owner's
// may come back. Nothing is named, so that what a room adds is tried as well.
func TestAccess_foreignTenant(t *testing.T) {
	t.Parallel()
	e2etest.EachEngine(t, func(t *testing.T, env []string) {
		s := e2etest.Serve(t, e2etest.Options{Env: env, Args: []string{"--sample"}})
		owner := s.REST().As(e2etest.NewToken(t, s.Home, "owner", "--admin"))
		token := e2etest.NewToken(t, s.Home, "foreign", "--tenant", "globex", "--admin")
		foreign := s.REST().As(token)

		places, owned := reached(t, owner)
		if len(places) < 60 || len(owned) < 15 {
			t.Fatalf("the owner reaches %d pages with %d ids and names", len(places), len(owned))
		}
		for _, place := range places {
			wantNothing(t, "GET "+place, place, foreign.Get(t, place), owned)
		}
		for _, o := range e2etest.Declarations(t) {
			if o.Shown("rest") && o.Scope == "read" {
				wantNothing(t, o.Name, "", foreign.Post(t, o.Name, `{}`), owned)
			}
		}
		for _, place := range []string{"/metrics", "/status", "/api/v1/tools", "/openapi.json"} {
			wantNothing(t, place, "", foreign.Get(t, place), owned)
		}
		client := s.MCP("")
		client.Token = token
		for _, method := range []string{"resources/list", "resources/templates/list", "prompts/list"} {
			answer, _ := client.Ask(t, method, "", `{}`)
			holdsNothing(t, method, "", string(answer.Result), owned)
		}
	})
}

// ids are what rooms give out: a prefix or none, and enough that nobody guesses it.
var ids = regexp.MustCompile(`\b(?:[a-z]{1,4}_[A-Za-z0-9]{10,}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b`)

// numbers tell pages of one kind apart, as problems of exams.
var numbers = regexp.MustCompile(`[0-9]+`)

// reached are the pages that links lead to from the first one, a few of each kind, with the ids in
// their addresses and the names of people.
func reached(t *testing.T, owner e2etest.REST) (places, owned []string) {
	t.Helper()
	const ofAKind = 4
	most := effort.Times(150) // pages; those nearest to the first one come first
	seen, kinds := map[string]bool{"/": true}, map[string]int{}
	for todo := []string{"/"}; len(todo) > 0 && len(places) < most; todo = todo[1:] {
		got := owner.Get(t, todo[0])
		if got.Status != http.StatusOK {
			continue
		}
		places = append(places, todo[0])
		owned = append(owned, ids.FindAllString(todo[0], -1)...)
		for _, link := range links(string(got.Body)) {
			kind := numbers.ReplaceAllString(ids.ReplaceAllString(strings.SplitN(link, "?", 2)[0], "{id}"), "{n}")
			if seen[link] || kinds[kind] >= ofAKind || strings.HasPrefix(link, "/developers") || strings.HasPrefix(link, "/static") {
				continue
			}
			seen[link] = true
			kinds[kind]++
			todo = append(todo, link)
		}
	}
	people := owner.Post(t, "search_by_skills", `{"required_skills":["Go"],"top_k":50}`).Facts(t)
	for _, p := range people.Candidates {
		owned = append(owned, p.Name)
	}
	slices.Sort(owned)
	published, err := os.ReadFile(filepath.Join(e2etest.Checkout, "api", "openapi.json"))
	if err != nil {
		t.Fatal(err)
	}
	return places, slices.DeleteFunc(slices.Compact(owned), func(s string) bool {
		return len(s) < 8 || strings.Contains(string(published), s) // ids of the bundled sample stand in examples
	})
}

func links(page string) (list []string) {
	z := html.NewTokenizer(strings.NewReader(page))
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		for _, a := range z.Token().Attr {
			if u, err := url.Parse(a.Val); a.Key == "href" && err == nil && u.Host == "" && strings.HasPrefix(u.Path, "/") {
				u.Fragment = ""
				list = append(list, u.String())
			}
		}
	}
	return list
}

func wantNothing(t *testing.T, what, asked string, got e2etest.Answer, owned []string) {
	t.Helper()
	if got.Status >= http.StatusInternalServerError && got.Status != http.StatusServiceUnavailable {
		t.Errorf("%s with a foreign token: status %d", what, got.Status)
	}
	holdsNothing(t, what, asked, string(got.Body), owned)
	for name, values := range got.Header {
		holdsNothing(t, what+" in "+name, asked, strings.Join(values, " "), owned)
	}
}

// holdsNothing allows what the caller asked with, which errors repeat.
func holdsNothing(t *testing.T, what, asked, text string, owned []string) {
	t.Helper()
	for _, one := range owned {
		if strings.Contains(text, one) && !strings.Contains(asked, one) {
			t.Errorf("%s gives a foreign tenant %q", what, one)
		}
	}
}
