package sdamgiatest

import (
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
)

// Trouble is a way of being ill.
type Trouble string

// The troubles.
const (
	Captcha    Trouble = "captcha"    // 200 and a form instead of the page
	Shell      Trouble = "shell"      // 200 and an application without content
	Renamed    Trouble = "renamed"    // the page with all its classes and ids renamed
	Busy       Trouble = "busy"       // 503 with Retry-After
	Failing    Trouble = "failing"    // 500 without it
	Blocked    Trouble = "blocked"    // 403 of a protection before the site
	Blank      Trouble = "blank"      // 200 and no byte
	Endless    Trouble = "endless"    // a page that never ends
	Huge       Trouble = "huge"       // a page of 20 MB
	Cyrillic   Trouble = "cyrillic"   // windows-1251, declared
	Mislabeled Trouble = "mislabeled" // windows-1251, declared as UTF-8
	Truncated  Trouble = "truncated"  // the connection breaks in the middle of the page
	Stray      Trouble = "stray"      // a redirect to a host that is not the site's
	Inward     Trouble = "inward"     // a redirect to an address of the machine's own network
	Round      Trouble = "round"      // a redirect to itself
	Swapped    Trouble = "swapped"    // the page of another problem, the course's first
	Outage     Trouble = "outage"     // the connection breaks before an answer
)

// Break says what is ill, and how long.
type Break struct {
	Trouble    Trouble
	Route      Route         // one sort of page; "" is all of them, robots.txt excepted
	Times      int           // requests that meet it; 0 is until Heal
	RetryAfter time.Duration // of Busy, in whole seconds
}

// Break makes the site ill until Heal or until enough requests have met it.
func (f *Fake) Break(b Break) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.breaks = append(f.breaks, b)
}

// Heal makes the site well.
func (f *Fake) Heal() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.breaks = nil
}

// Hold keeps every request waiting until Release.
func (f *Fake) Hold() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.held == nil {
		f.held = make(chan struct{})
	}
}

// Release answers those that wait, and lets the rest pass.
func (f *Fake) Release() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.held != nil {
		close(f.held)
		f.held = nil
	}
}

// wait is false when the caller went away before Release.
func (f *Fake) wait(r *http.Request) bool {
	f.mu.Lock()
	held := f.held
	f.mu.Unlock()
	if held == nil {
		return true
	}
	select {
	case <-held:
		return true
	case <-r.Context().Done():
		return false
	}
}

// trouble is what a request to the route meets.
func (f *Fake) trouble(route Route) Break {
	f.mu.Lock()
	defer f.mu.Unlock()
	i := slices.IndexFunc(f.breaks, func(b Break) bool { return b.Route == "" || b.Route == route })
	if i < 0 {
		return Break{}
	}
	met := f.breaks[i]
	if met.Times > 0 {
		if f.breaks[i].Times--; f.breaks[i].Times == 0 {
			f.breaks = slices.Delete(f.breaks, i, i+1)
		}
	}
	return met
}

// broken answers in place of the page when something is ill.
func (f *Fake) broken(w http.ResponseWriter, r *http.Request, route Route) bool {
	met := f.trouble(route)
	switch met.Trouble {
	case "":
		return false
	case Captcha:
		say(w, http.StatusOK, captchaPage())
	case Shell:
		say(w, http.StatusOK, shellPage)
	case Blank:
		say(w, http.StatusOK, "")
	case Huge:
		say(w, http.StatusOK, hugePage(20_000_000))
	case Blocked:
		say(w, http.StatusForbidden, `<!DOCTYPE html><html><head><title>Attention Required! | Cloudflare</title></head><body><div id="cf-error-details">Sorry, you have been blocked</div></body></html>`)
	case Busy:
		w.Header().Set("Retry-After", strconv.Itoa(int(met.RetryAfter/time.Second)))
		say(w, http.StatusServiceUnavailable, "<html><body>503 Service Temporarily Unavailable</body></html>")
	case Failing:
		say(w, http.StatusInternalServerError, "<html><body>500</body></html>")
	case Stray:
		redirect(w, "https://problems.example.com/problem?id=1")
	case Inward:
		redirect(w, "http://169.254.169.254/latest/meta-data/")
	case Round:
		redirect(w, r.URL.RequestURI())
	case Outage:
		hangUp(w)
	case Endless:
		pour(w, r)
	case Renamed, Cyrillic, Mislabeled, Truncated, Swapped:
		f.distorted(w, r, route, met.Trouble)
	}
	return true
}

func say(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "text/html; charset=UTF-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}

func redirect(w http.ResponseWriter, to string) {
	w.Header().Set("Location", to)
	w.WriteHeader(http.StatusFound)
}

// hangUp breaks the connection without an answer.
func hangUp(w http.ResponseWriter) {
	if hijacker, ok := w.(http.Hijacker); ok {
		if conn, _, err := hijacker.Hijack(); err == nil {
			_ = conn.Close()
		}
	}
}

// pour writes until the reader goes away.
func pour(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=UTF-8")
	chunk := []byte("<!DOCTYPE html><div><p>" + strings.Repeat("и так далее ", 2000))
	for r.Context().Err() == nil {
		if _, err := w.Write(chunk); err != nil {
			return
		}
	}
}

// distorted serves the page that is asked for, changed on its way.
func (f *Fake) distorted(w http.ResponseWriter, r *http.Request, route Route, how Trouble) {
	host, _, prefix := hostOf(r)
	s, ok := f.stocks[host]
	if !ok {
		http.NotFound(w, r)
		return
	}
	whole := &recorded{header: http.Header{}}
	plain := r.Clone(r.Context())
	plain.Header.Del("If-None-Match")
	if how == Swapped {
		plain.URL.RawQuery = url.Values{"id": {strconv.Itoa(FirstID)}}.Encode()
	}
	f.serve(whole, plain, s, route, prefix)
	switch how {
	case Swapped:
		say(w, http.StatusOK, whole.body.String())
	case Renamed:
		say(w, http.StatusOK, renamed.Replace(whole.body.String()))
	case Truncated:
		w.Header().Set("Content-Type", "text/html; charset=UTF-8")
		w.Header().Set("Content-Length", strconv.Itoa(whole.body.Len()))
		_, _ = w.Write(whole.body.Bytes()[:whole.body.Len()/2])
	case Cyrillic, Mislabeled:
		text := whole.body.String()
		declared := "text/html; charset=UTF-8"
		if how == Cyrillic {
			declared = "text/html; charset=windows-1251"
			text = strings.Replace(text, "charset=UTF-8", "charset=windows-1251", 1)
		}
		coded, err := encoding.HTMLEscapeUnsupported(charmap.Windows1251.NewEncoder()).String(text)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", declared)
		_, _ = io.WriteString(w, coded)
	}
}

// renamed is a new edition of the site's style sheets.
var renamed = strings.NewReplacer(
	"prob_maindiv", "ProblemCard", "prob_nums", "ProblemCard-Number", "pbody", "ProblemCard-Body", "prob_list", "ProblemList",
	"problem_container", "ProblemList-Item", "prob_view", "ProblemList-View", "prob_num", "ProblemList-Place",
	"cat_main", "Catalogue", "cat_category", "Catalogue-Row", "cat_name", "Catalogue-Name", "cat_children", "Catalogue-Rows", "constructor", "builder")
