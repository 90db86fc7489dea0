package cbr_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/market/markettest"
	"kadry/internal/market/source/cbr"
	"kadry/internal/upstream"
)

var now = time.Date(2026, 11, 20, 22, 0, 0, 0, time.UTC) // the 21st in Moscow

func bank(t *testing.T, site string) *cbr.Client {
	t.Helper()
	p := cbr.Policy(site)
	p.PerSecond, p.Attempts, p.Backoff = 0, 2, time.Millisecond
	c, err := upstream.New(upstream.Config{Policies: []upstream.Policy{p}, Folder: t.TempDir(), Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return cbr.New(c, site+"/", func() time.Time { return now })
}

func TestDaily_byTheDayInMoscow(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var asked []string
	c := bank(t, markettest.StartBank(t, func(day string) {
		mu.Lock()
		defer mu.Unlock()
		asked = append(asked, day)
	}))
	for range 2 {
		body, err := c.Daily(t.Context(), now)
		if err != nil || !strings.Contains(string(body), `Date="21.11.2026"`) || !strings.Contains(string(body), "80,0000") {
			t.Errorf("%s, %v", body, err)
		}
	}
	if body, err := c.Daily(t.Context(), time.Date(2025, 3, 1, 0, 0, 0, 0, time.UTC)); err != nil || !strings.Contains(string(body), "01.03.2025") {
		t.Errorf("%s, %v", body, err)
	}
	if strings.Join(asked, " ") != "21/11/2026 01/03/2025" {
		t.Errorf("%v", asked)
	}
	for _, at := range []time.Time{{}, now.AddDate(0, 0, 3), time.Date(1990, 1, 1, 0, 0, 0, 0, time.UTC)} {
		if _, err := c.Daily(t.Context(), at); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", at, err)
		}
	}
}

func TestDaily_somethingElseIsRefused(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"", "<html>captcha</html>", "<ValCurs>Error in parameters</ValCurs>"} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }))
		if _, err := bank(t, server.URL).Daily(t.Context(), now); fault.KindOf(err) != fault.Upstream {
			t.Errorf("%q: %v", body, err)
		}
		server.Close()
	}
}
