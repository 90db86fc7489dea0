package markettest_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kadry/internal/market/markettest"
	"kadry/internal/market/sample"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// ask makes a request of a stranger's, with a token if one is given.
func ask(t *testing.T, address, agent, token string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("User-Agent", agent)
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(body)
}

func TestHH_refusesAsHeadHunterDoes(t *testing.T) {
	t.Parallel()
	h := markettest.StartHH(t, sample.Postings(1, 2500, now), markettest.HHOptions{Tokens: []string{"T"}})
	for path, want := range map[string]struct {
		status int
		says   string
	}{
		"/vacancies":                                      {200, `"found":2500`},
		"/vacancies?page=19&per_page=100":                 {200, `"pages":20`},
		"/vacancies?page=20&per_page=100":                 {400, `"value":"page"`},
		"/vacancies?per_page=101":                         {400, `"value":"per_page"`},
		"/vacancies?area=Moscow":                          {400, `"value":"area"`},
		"/vacancies?experience=lots":                      {400, `"value":"experience"`},
		"/vacancies?date_from=yesterday":                  {400, `"value":"date_from"`},
		"/vacancies?unheard_of=1":                         {200, `"found":2500`},
		"/vacancies?per_page=0&clusters=true":             {200, `"clusters":[{`},
		"/vacancies?text=" + url.QueryEscape(`"нет так"`): {200, `"found":0`},
		"/vacancies/1":                                    {404, `"not_found"`},
		"/suggests/moon":                                  {404, `"not_found"`},
	} {
		if res, body := ask(t, h.URL()+path, "test/1 (a@b.example)", "T"); res.StatusCode != want.status || !strings.Contains(body, want.says) {
			t.Errorf("%s: %d %.200s", path, res.StatusCode, body)
		}
	}
	if res, body := ask(t, h.URL()+"/areas", "Go-http-client/1.1", ""); res.StatusCode != 400 || !strings.Contains(body, "blacklisted") {
		t.Errorf("%d %s", res.StatusCode, body)
	}
	if res, body := ask(t, h.URL()+"/vacancies", "test/1", ""); res.StatusCode != 403 || !strings.Contains(body, "forbidden") {
		t.Errorf("%d %s", res.StatusCode, body)
	}
	h.Behave(func(o *markettest.HHOptions) { o.Busy, o.RetryAfter = 1, 7*time.Second })
	if res, _ := ask(t, h.URL()+"/areas", "test/1", ""); res.StatusCode != 429 || res.Header.Get("Retry-After") != "7" {
		t.Errorf("%d %v", res.StatusCode, res.Header)
	}
}

func TestHH_aNewTokenEndsTheOneBefore(t *testing.T) {
	t.Parallel()
	h := markettest.StartHH(t, nil, markettest.HHOptions{Clients: map[string]string{"app": "secret"}})
	grant := func(secret string) (string, int) {
		body := strings.NewReader(url.Values{"grant_type": {"client_credentials"}, "client_id": {"app"}, "client_secret": {secret}}.Encode())
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.URL()+"/token", body)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("User-Agent", "test/1 (a@b.example)")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		var given struct {
			Token string `json:"access_token"`
		}
		_ = json.NewDecoder(res.Body).Decode(&given)
		return given.Token, res.StatusCode
	}
	if _, status := grant("wrong"); status != 400 {
		t.Errorf("%d", status)
	}
	first, _ := grant("secret")
	second, _ := grant("secret")
	if res, body := ask(t, h.URL()+"/vacancies", "test/1", first); res.StatusCode != 403 || !strings.Contains(body, "token_revoked") {
		t.Errorf("%d %s", res.StatusCode, body)
	}
	if res, _ := ask(t, h.URL()+"/vacancies", "test/1", second); res.StatusCode != 200 {
		t.Errorf("%d", res.StatusCode)
	}
}
