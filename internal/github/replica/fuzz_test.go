package replica

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func FuzzQuery(f *testing.F) {
	for _, q := range []string{candidateQuery, `{a(first:2){...F}} fragment F on T{b}`, `query($n:Int=3){a(first:$n)}`, `{a(x:"""b"""){`, "{a}}", `{node(id:"C_R_1_x"){id}}`} {
		f.Add(q)
	}
	s := New(small(f), Options{Tokens: []string{secret}, Now: func() time.Time { return smallNow }, Limits: Limits{Points: 1 << 30}})
	f.Fuzz(func(t *testing.T, q string) {
		d := parseDocument(q)
		if c := d.cost("", nil); c.points < 1 || c.nodes < 0 {
			t.Errorf("%+v", c)
		}
		body, err := json.Marshal(map[string]string{"query": q})
		if err != nil {
			t.Skip()
		}
		r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(string(body)))
		r.Header.Set("Authorization", "bearer "+secret)
		r.Header.Set("User-Agent", "fuzz")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if !json.Valid(w.Body.Bytes()) {
			t.Errorf("%s", w.Body.Bytes())
		}
	})
}

func FuzzAddress(f *testing.F) {
	for _, p := range []string{
		"/users/ada-example/repos?page=2&per_page=1&sort=pushed", "/repos/ada-example/ledger-kit/commits?since=x&path=/", "/search/issues?q=author:ada-example+-is:pr+created:2020..*",
		"/search/code?q=\"a b\"+language:go", "/repositories/201/contents/book", "/repos/ada-example/ledger-kit/git/trees/", "/user/999999999999999999999/repos",
		"/search/commits?q=author-date:>", "/codeload/ada-example/ledger-kit/legacy.tar.gz/",
	} {
		f.Add(p)
	}
	s := New(small(f), Options{Now: func() time.Time { return smallNow }, Limits: Limits{Anonymous: 1 << 30, AnonymousSearch: 1 << 30}})
	f.Fuzz(func(t *testing.T, path string) {
		r, err := http.NewRequest(http.MethodGet, "http://x.example"+path, http.NoBody)
		if err != nil {
			t.Skip()
		}
		r.Header.Set("User-Agent", "fuzz")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code == http.StatusInternalServerError {
			t.Errorf("%s", w.Body.Bytes())
		}
	})
}

func FuzzArchive(f *testing.F) {
	f.Add(tarred([]tarFile{{"a/b/c", "x"}, {"a/d", "y"}}))
	f.Add([]byte{0x1f, 0x8b})
	f.Fuzz(func(t *testing.T, b []byte) {
		a, err := unpack(b)
		if err == nil && len(a.root.hash) != 40 {
			t.Error("an archive without a name")
		}
	})
}
