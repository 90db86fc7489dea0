package sdamgia_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/sdamgia"
	"kadry/internal/fault"
)

// A caller decides by the code: wait, tell the person, or call the maintainer.
func TestProblems_saysWhatThePageIsInstead(t *testing.T) {
	t.Parallel()
	one, list := host+"/problem?id=2001", host+"/test?theme=259"
	for name, c := range map[string]struct {
		page, at string
		kind     fault.Kind
		code     sdamgia.Code
		selector string
	}{
		"captcha":               {"instead_captcha", one, fault.Upstream, sdamgia.CodeCaptcha, "div.prob_maindiv"},
		"shell":                 {"instead_shell", one, fault.Upstream, sdamgia.CodeShell, "div.prob_maindiv"},
		"protection":            {"instead_blocked", one, fault.Upstream, sdamgia.CodeBlocked, "div.prob_maindiv"},
		"said to be absent":     {"instead_absent", one, fault.NotFound, sdamgia.CodeNotFound, "div.prob_maindiv"},
		"frame without content": {"instead_quiet", one, fault.NotFound, sdamgia.CodeNotFound, "div.prob_maindiv"},
		"no such category":      {"instead_quiet", list, fault.NotFound, sdamgia.CodeNotFound, "div.prob_maindiv"},
		"renamed classes":       {"instead_renamed", one, fault.Upstream, sdamgia.CodeChanged, "div.prob_maindiv"},
		"renamed in a list":     {"instead_renamed", list, fault.Upstream, sdamgia.CodeChanged, "div.prob_maindiv"},
		"renamed in a search":   {"instead_renamed", host + "/search?search=x", fault.Upstream, sdamgia.CodeChanged, "div.prob_maindiv"},
		"shell for a search":    {"instead_shell", host + "/search?search=x", fault.Upstream, sdamgia.CodeShell, "div.prob_maindiv"},
		"captcha for a search":  {"instead_captcha", host + "/search?search=x", fault.Upstream, sdamgia.CodeCaptcha, "div.prob_maindiv"},
		"no header":             {"instead_headless", one, fault.Upstream, sdamgia.CodeChanged, "span.prob_nums"},
		"no question":           {"instead_bodiless", one, fault.Upstream, sdamgia.CodeChanged, `div.pbody[id^="body"]`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			raw := fixture(t, c.page+".html")
			_, err := sdamgia.Problems(soc, c.at, raw)
			got := pageError(t, err)
			if fault.KindOf(err) != c.kind || got.Code != c.code || got.Selector != c.selector || got.URL != c.at {
				t.Errorf("got %s %+v", fault.KindOf(err), [3]string{got.Code, got.Selector, got.URL})
			}
			if !bytes.Equal(got.Sample, raw) {
				t.Errorf("the sample has %d bytes of %d", len(got.Sample), len(raw))
			}
		})
	}
}

func TestCataloguePage_saysWhatThePageIsInstead(t *testing.T) {
	t.Parallel()
	at := host + "/prob_catalog"
	for name, want := range map[string]sdamgia.Code{
		"instead_captcha": sdamgia.CodeCaptcha,
		"instead_shell":   sdamgia.CodeShell,
		"instead_blocked": sdamgia.CodeBlocked,
		"instead_quiet":   sdamgia.CodeChanged, // every course has a catalogue
		"list_category":   sdamgia.CodeChanged,
	} {
		_, err := sdamgia.CataloguePage(soc, at, fixture(t, name+".html"))
		if got := pageError(t, err).Code; got != want {
			t.Errorf("page of %s: got %s, want %s", name, got, want)
		}
		_, err = sdamgia.ConstructorJSON(soc, host+"/newapi/general", fixture(t, name+".html"))
		if got := pageError(t, err).Code; got != want {
			t.Errorf("JSON of %s: got %s, want %s", name, got, want)
		}
	}
	for _, raw := range []string{`{}`, `{"constructor":[]}`, `{"constructor":[{"amount":3}]}`, `[]`, `{"constructor":`} {
		_, err := sdamgia.ConstructorJSON(soc, host+"/newapi/general", []byte(raw))
		if got := pageError(t, err).Code; got != sdamgia.CodeChanged {
			t.Errorf("%s: got %s", raw, got)
		}
	}
	_, err := sdamgia.CataloguePage(soc, at, []byte(`<div class="cat_main"><p>Решу ЕГЭ</p></div>`))
	if got := pageError(t, err); got.Code != sdamgia.CodeChanged || got.Selector != "div.cat_category" {
		t.Errorf("a catalogue without topics: %v", got)
	}
}

func TestVariantPage_saysWhatThePageIsInstead(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]sdamgia.Code{
		"instead_captcha":  sdamgia.CodeCaptcha,
		"instead_quiet":    sdamgia.CodeNotFound,
		"list_nothing":     sdamgia.CodeNotFound,
		"instead_renamed":  sdamgia.CodeChanged,
		"instead_bodiless": sdamgia.CodeChanged,
	} {
		_, err := sdamgia.VariantPage(soc, host+"/test?id=777", fixture(t, name+".html"))
		if got := pageError(t, err).Code; got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

// Texts go to people: both languages, and the marks of the page stay in the log.
func TestPageError_speaksToPeople(t *testing.T) {
	t.Parallel()
	said := map[string]bool{}
	for _, name := range []string{"captcha", "shell", "blocked", "absent", "renamed"} {
		_, err := sdamgia.Problems(soc, host+"/problem?id=2001", fixture(t, "instead_"+name+".html"))
		f := fault.From(err)
		if f.Text.RU == "" || f.Hint.EN == "" || f.Hint.RU == "" || said[f.Text.EN] || said[f.Text.RU] {
			t.Errorf("%s: %+v", name, f.Text)
		}
		said[f.Text.EN], said[f.Text.RU] = true, true
	}
}

func TestProblems_refusesNothing(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{"", " \n\t ", "\x00\x00", "<html><body> </body></html>"} {
		_, err := sdamgia.Problems(soc, host+"/problem?id=1", []byte(raw))
		if got := pageError(t, err).Code; got != sdamgia.CodeEmpty {
			t.Errorf("%q: got %s", raw, got)
		}
	}
}

// A page that belongs to somebody else is not proof that the problem does not exist.
func TestProblems_takesNoStrangersWordForAbsence(t *testing.T) {
	t.Parallel()
	_, err := sdamgia.Problems(soc, host+"/problem?id=1", []byte("<p>Welcome to our hotel.</p>"))
	if got := pageError(t, err).Code; got != sdamgia.CodeChanged {
		t.Errorf("got %s", got)
	}
}

func TestProblems_refusesLargePages(t *testing.T) {
	t.Parallel()
	page := fixture(t, "problem_rule.html")
	at := host + "/problem?id=4001"
	limit := append(bytes.Clone(page), bytes.Repeat([]byte(" "), sdamgia.MaxPage-len(page))...)
	if _, err := sdamgia.Problems(soc, at, limit); err != nil {
		t.Errorf("a page of exactly the limit: %v", err)
	}
	large := bytes.Repeat(page, 20<<20/len(page)+1)
	for name, read := range map[string]func() error{
		"problems":    func() error { _, err := sdamgia.Problems(soc, at, large); return err },
		"catalogue":   func() error { _, err := sdamgia.CataloguePage(soc, at, large); return err },
		"variant":     func() error { _, err := sdamgia.VariantPage(soc, at, large); return err },
		"constructor": func() error { _, err := sdamgia.ConstructorJSON(soc, at, large); return err },
	} {
		if err := read(); fault.KindOf(err) != fault.TooLarge {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestProblems_refusesStrangeAddresses(t *testing.T) {
	t.Parallel()
	for _, at := range []string{"", "problem?id=1", "http://[::1", "://"} {
		if _, err := sdamgia.Problems(soc, at, fixture(t, "problem_rule.html")); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%q: %v", at, err)
		}
	}
}

// The protection watches good pages with a script of its own, and forms of the site may
// hold a captcha.
func TestProblems_absenceSurvivesScriptsOfTheProtection(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"instead_absent", "instead_quiet"} {
		page := string(fixture(t, name+".html")) + `<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>`
		if name == "instead_absent" {
			page += `<form hidden><input name="captcha"></form>`
		}
		_, err := sdamgia.Problems(soc, host+"/problem?id=1", []byte(page))
		if got := pageError(t, err).Code; got != sdamgia.CodeNotFound {
			t.Errorf("%s: got %s", name, got)
		}
	}
}

// What a page declares about its letters is wrong often enough to look at the letters.
func TestProblems_readsAnyCharset(t *testing.T) {
	t.Parallel()
	at := host + "/problem?id=4001"
	page := fixture(t, "problem_rule.html")
	want := question(t, at, page)
	plain := strings.NewReplacer("charset=UTF-8", "charset=%", "\u202f", " ", "\u00ad", "").Replace(string(page))
	declare := func(name string) string { return strings.ReplaceAll(plain, "charset=%", "charset="+name) }
	encode := func(text string, in *charmap.Charmap) []byte {
		raw, err := encoding.HTMLEscapeUnsupported(in.NewEncoder()).String(text)
		if err != nil {
			t.Fatal(err)
		}
		return []byte(raw)
	}
	for name, raw := range map[string][]byte{
		"cp1251, declared":           encode(declare("windows-1251"), charmap.Windows1251),
		"cp1251, declared as UTF-8":  encode(declare("UTF-8"), charmap.Windows1251),
		"cp1251, undeclared":         encode(declare(""), charmap.Windows1251),
		"koi8-r, declared":           encode(declare("koi8-r"), charmap.KOI8R),
		"UTF-8, declared as cp1251":  []byte(declare("windows-1251")),
		"UTF-8 with a mark":          append([]byte("\xef\xbb\xbf"), page...),
		"UTF-8 with NUL bytes":       bytes.ReplaceAll(page, []byte("<p"), []byte("\x00<p\x00"[:3])),
		"UTF-8 cut inside a letter":  append(bytes.Clone(page), 0xd0),
		"UTF-8 with one broken byte": bytes.Replace(page, []byte("</body>"), []byte("\xff</body>"), 1),
	} {
		if got := question(t, at, raw); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func question(t *testing.T, at string, raw []byte) string {
	t.Helper()
	listing, err := sdamgia.Problems(soc, at, raw)
	if err != nil {
		t.Fatal(err)
	}
	return listing.Problems[0].Question.Text()
}

// HTML that was cut, never closes or nests without end still has an end here.
func TestProblems_survivesHTMLWithoutEnd(t *testing.T) {
	t.Parallel()
	page := fixture(t, "problem_rule.html")
	at := host + "/problem?id=4001"
	before, after, _ := bytes.Cut(page, []byte("кр..сный"))
	again := func(piece string, times int) func(int) string {
		return func(share int) string { return strings.Repeat(piece, times/share) }
	}
	for name, tail := range map[string]func(share int) string{
		"cut":                 again("", 0),
		"open comment":        again("<!-- x ", 100_000),
		"open attribute":      func(share int) string { return `<a href="` + strings.Repeat("x", 100_000/share) },
		"open script":         func(share int) string { return "<script>" + strings.Repeat("if (a<b) ", 10_000/share) },
		"open tags":           again("<b><i>", 100_000),
		"open links":          again("<a href=x><p>", 10_000),
		"no tag's end":        again("<", 100_000),
		"entities":            again("&amp", 100_000),
		"tables in tables":    again("<table><tr><td>", 100_000),
		"styles never closed": func(share int) string { return openStyles(450) + strings.Repeat("<p>x</p>", 100_000/share) },
		"a table in a table":  func(share int) string { return strings.Repeat("<table><tr><td>x", 120/share) + "<pre>y</pre>" },
		"a row of links":      again("<a href=/get_file?id=1>x</a><a href=/doc/2>y</a>", 25_000),
		"one letter at once":  again("<!-- -->ы", 500_000),
		"a cell of lines":     func(share int) string { return "<table><tr><td>" + strings.Repeat("<p>ы", 100_000/share) },
		"styles by turns":     again("<b>ы</b><i>э</i>", 100_000),
		"a codifier of codes": func(share int) string {
			return "</p></div></div><div><span>Кодификатор: " + codes(20_000/share) + "</span></div>"
		},
		"many blocks":     again(`</div></div></div><div class=prob_maindiv><span class=prob_nums><a href=/problem?id=4001>`+"</a></span><div class=pbody id=body1>x</div></div>", 10_000),
		"unknown nesting": again("<q>", 500_000),
		"deep in the middle": func(share int) string {
			return strings.Repeat("<div>", 10_000/share) + "x" + strings.Repeat("</div>", 10_000/share) + string(after)
		},
	} {
		t.Run(name, func(t *testing.T) { // one after another: each is timed
			var listing problem.Listing
			var err error
			linear(t, func(share int) { listing, err = sdamgia.Problems(soc, at, []byte(string(before)+tail(share))) })
			if err != nil {
				if got := pageError(t, err).Code; got != sdamgia.CodeChanged {
					t.Errorf("got %s", got)
				}
				return
			}
			if got := listing.Problems[0].ID; got != "4001" {
				t.Errorf("got the problem %q", got)
			}
		})
	}
}

// linear fails where work on the whole costs far more than four times that on a quarter;
// the whole is worked on last. A busy machine can spoil a measurement, so the kindest of a
// few counts: what grows with the square costs sixteen times as much in every one.
func linear(t *testing.T, work func(share int)) {
	t.Helper()
	const tries, fast = 5, 200 * time.Millisecond
	var quarter, whole time.Duration
	for range tries {
		started := time.Now()
		work(4)
		quarter = time.Since(started)
		work(1)
		if whole = time.Since(started) - quarter; whole < fast || whole < 10*quarter {
			return
		}
	}
	t.Errorf("the whole took %v, a quarter of it %v", whole, quarter)
}

func openStyles(n int) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, "<p><b id=%d></p>", i)
	}
	return out.String()
}

func codes(n int) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, "<a href=/search?x>%d.1 ы</a>", i)
	}
	return out.String()
}

// A long list whose frames stay open nests deeper than any page in good order.
func TestProblems_readsLongListsWithOpenFrames(t *testing.T) {
	t.Parallel()
	page := fixture(t, "list_open.html")
	start := bytes.Index(page, []byte(`<div class="prob_num">`))
	end := bytes.Index(page, []byte(`<div class="Footer-New">`))
	var long strings.Builder
	long.Write(page[:start])
	for i := range 300 {
		id := fmt.Sprintf("%03d", i)
		long.WriteString(strings.ReplaceAll(strings.ReplaceAll(string(page[start:end]), "110", "9"+id), "prob_num\">", "prob_num\">1"))
	}
	listing, err := sdamgia.Problems(soc, host+"/test?theme=11", []byte(long.String()))
	if err != nil {
		t.Fatal(err)
	}
	if len(listing.Problems) != 1200 {
		t.Fatalf("got %d problems", len(listing.Problems))
	}
	if got := listing.Problems[1199]; got.ID != "929904" || got.Answer != "44" || got.Question.Text() != "Вопрос 4." {
		t.Errorf("the last one: %s %q %q", got.ID, got.Answer, got.Question.Text())
	}
}

func pageError(t *testing.T, err error) *sdamgia.PageError {
	t.Helper()
	var got *sdamgia.PageError
	if !errors.As(err, &got) {
		t.Fatalf("got %v, want a page error", err)
	}
	return got
}
