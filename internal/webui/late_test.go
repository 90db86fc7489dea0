package webui_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"
	"github.com/klauspost/compress/gzhttp"

	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/webui"
	"kadry/internal/webui/kit"
	"kadry/internal/webui/webtest"
)

const (
	comingText = "Waiting for the answer…"
	soon       = time.Hour
	late       = time.Nanosecond
)

// latePages is a page whose part load makes.
func latePages(t *testing.T, after time.Duration, load func() (templ.Component, *fault.Error)) http.Handler {
	t.Helper()
	room := kit.Pages{Room: "slow", Routes: map[string]func(*kit.Screen) error{"GET /slow": func(s *kit.Screen) error {
		return s.Late(func(part templ.Component) templ.Component {
			return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
				whole := templ.WithChildren(ctx, templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
					return templ.Join(kit.Heading("The question", ""), part, templ.Raw("<p>The foot.</p>")).Render(ctx, w)
				}))
				return kit.Frame(s, "Slow", kit.OtherLink).Render(whole, w)
			})
		}, load)
	}}}
	front, err := webui.New(webui.Config{Registry: registry(t), Pipeline: &op.Pipeline{}, Pages: []kit.Pages{room}, LateAfter: after})
	if err != nil {
		t.Fatal(err)
	}
	return webtest.As(gzhttp.GzipHandler(front), webtest.Everyone)
}

func shut() *fault.Error {
	f := fault.E(fault.Unavailable, fault.Say("The site is shut.", "Сайт закрыт."), nil)
	f.RetryAfter = 30 * time.Second
	return f
}

// What stands before a part that has to wait can be read while it does.
func TestLate_beginningGoesOutFirst(t *testing.T) {
	t.Parallel()
	arrived := make(chan struct{})
	server := webtest.Serve(t, latePages(t, late, func() (templ.Component, *fault.Error) {
		<-arrived
		return templ.Raw("<p>The answer.</p>"), nil
	}))
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server+"/slow", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var page strings.Builder
	for !strings.Contains(page.String(), comingText) {
		piece := make([]byte, 4096)
		n, err := answer.Body.Read(piece)
		page.Write(piece[:n])
		if err != nil {
			t.Fatalf("the page ended before its part was there: %v\n%s", err, page.String())
		}
	}
	webtest.Wants(t, page.String(), "The question", comingText)
	close(arrived)
	rest, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	webtest.Wants(t, string(rest), "The answer.", "The foot.")
	if answer.StatusCode != http.StatusOK || !strings.HasSuffix(strings.TrimSpace(string(rest)), "</html>") {
		t.Errorf("status %d, and the page ends %q", answer.StatusCode, rest[max(0, len(rest)-40):])
	}
}

func TestLate_inABrowser(t *testing.T) {
	webtest.Chromium(t)
	t.Parallel()
	arrived := make(chan struct{})
	pages := latePages(t, late, func() (templ.Component, *fault.Error) {
		<-arrived
		return templ.Raw("<p>The answer.</p>"), nil
	})
	webtest.Drive(t, "browser/late.mjs", webtest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/release" {
			arrived <- struct{}{}
			return
		}
		pages.ServeHTTP(w, r)
	})))
}

func TestLate_pages(t *testing.T) {
	t.Parallel()
	part := templ.Raw("<p>The answer.</p>")
	for name, tt := range map[string]struct {
		after    time.Duration
		part     templ.Component
		fault    *fault.Error
		fragment bool
		status   int
		retry    string
		want     []string
		never    []string
	}{
		"soon":                    {after: soon, part: part, status: 200, want: []string{"The question", "The answer.", "The foot."}, never: []string{comingText}},
		"soon, with a fault":      {after: soon, part: part, fault: shut(), status: 503, retry: "30", want: []string{"The question", "The answer."}, never: []string{comingText}},
		"soon, a fault alone":     {after: soon, fault: shut(), status: 503, retry: "30", want: []string{"The site is shut."}, never: []string{"The question", "The foot."}},
		"never sent ahead":        {part: part, fault: shut(), status: 503, retry: "30", want: []string{"The question", "The answer."}, never: []string{comingText}},
		"late":                    {after: late, part: part, status: 200, want: []string{"The question", comingText, "The answer.", "The foot."}},
		"late, with a fault":      {after: late, part: part, fault: shut(), status: 200, want: []string{comingText, "The answer.", "The foot."}},
		"late, a fault alone":     {after: late, fault: shut(), status: 200, want: []string{"The question", comingText, "The site is shut.", "The foot."}},
		"a script":                {after: late, part: part, fragment: true, status: 200, want: []string{"The answer."}, never: []string{"The question", comingText}},
		"a script, a fault alone": {after: late, fault: shut(), fragment: true, status: 503, retry: "30", want: []string{"The site is shut."}, never: []string{"<html", comingText}},
		"a script, with a fault":  {after: late, part: part, fault: shut(), fragment: true, status: 503, retry: "30", want: []string{"The answer."}, never: []string{"The question"}},
		"late, of nothing":        {after: late, part: templ.NopComponent, status: 200, want: []string{comingText, "The foot."}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			waited := make(chan struct{})
			pages := latePages(t, tt.after, func() (templ.Component, *fault.Error) {
				if tt.after == late && !tt.fragment {
					<-waited
				}
				return tt.part, tt.fault
			})
			var headers []string
			if tt.fragment {
				headers = []string{"HX-Request", "true"}
			}
			recorded := flushed{Handler: pages, done: waited}
			got := webtest.Ask(t, recorded, "GET", "/slow", "", headers...)
			webtest.Wants(t, got.Page, tt.want...)
			for _, text := range tt.never {
				if strings.Contains(got.Page, text) {
					t.Errorf("the page holds %q", text)
				}
			}
			if got.StatusCode != tt.status || got.Header.Get("Retry-After") != tt.retry {
				t.Errorf("status %d, Retry-After %q", got.StatusCode, got.Header.Get("Retry-After"))
			}
		})
	}
}

// flushed tells when the first piece of an answer has gone out.
type flushed struct {
	http.Handler
	done chan struct{}
}

func (f flushed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.Handler.ServeHTTP(flushWriter{w, f.done}, r)
}

type flushWriter struct {
	http.ResponseWriter
	done chan struct{}
}

func (w flushWriter) Flush() {
	select {
	case <-w.done:
	default:
		close(w.done)
	}
}
