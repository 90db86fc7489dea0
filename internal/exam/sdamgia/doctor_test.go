package sdamgia_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kadry/internal/exam/sdamgia"
	"kadry/internal/exam/sdamgia/sdamgiatest"
	"kadry/internal/exam/subject"
)

var rewriteDoctor = flag.Bool("update-doctor", false, "rewrite the pages the doctor replays")

// doctorCase is one page of the fake site and what the fake knows to be on it.
type doctorCase struct {
	file   string
	course subject.Course
	at     string
	ill    sdamgiatest.Trouble
	expect map[string]any
}

func egeOf(name subject.Subject) subject.Course {
	return subject.Course{Exam: subject.EGE, Subject: name}
}

// doctorCases cover every layout, every sort of page and every code.
func doctorCases(f *sdamgiatest.Fake) []doctorCase {
	shown := func(c subject.Course, ids ...string) map[string]any {
		return map[string]any{"kind": "problems", "problems": knownOf(f, c, ids)}
	}
	code := func(code, kind string) map[string]any { return map[string]any{"kind": kind, "code": code} }
	rus, soc, inf, en, mat := egeOf("rus"), egeOf("soc"), egeOf("inf"), egeOf("en"), egeOf("math")
	return []doctorCase{
		{"short", mat, "/problem?id=1001", "", shown(mat, "1001")},
		{"older", mat, "/problem?id=1002", "", shown(mat, "1002")},
		{"two-fields", mat, "/problem?id=1004", "", shown(mat, "1004")},
		{"ruled", rus, "/problem?id=1001", "", shown(rus, "1001")},
		{"linked", soc, "/problem?id=1002", "", shown(soc, "1002", "1001", "1003")},
		{"matching", soc, "/problem?id=1004", "", shown(soc, "1004")},
		{"criteria", soc, "/problem?id=1005", "", shown(soc, "1005")},
		{"coding", inf, "/problem?id=1001", "", shown(inf, "1001")},
		{"listening", en, "/problem?id=1001", "", shown(en, "1001")},
		{"list", mat, "/test?category_id=100&filter=all&page=2", "", shown(mat, f.Category(mat, "100")[5:7]...)},
		{"print", mat, "/test?category_id=100&filter=all&print=true", "", shown(mat, f.Category(mat, "100")...)},
		{"search", mat, "/search?search=1003", "", shown(mat, "1003")},
		{"search-nothing", mat, "/search?search=nothing", "", map[string]any{"kind": "problems"}},
		{"catalogue", mat, "/prob_catalog", "", map[string]any{"kind": "catalogue", "topics": []string{"1 100", "2 101", "Д1 102"}}},
		{"contents", mat, "/newapi/general", "", map[string]any{"kind": "contents", "topics": []string{"1 100", "2 101", "Д1 102"}}},
		{"variant", soc, "/test?id=5", "", map[string]any{"kind": "variant", "problems": unsolved(knownOf(f, soc, f.Variant(soc, "5")))}},
		{"variant-hidden", soc, "/test?id=" + sdamgiatest.HiddenVariant, "", map[string]any{"kind": "variant", "hidden": 2}},
		{"absent", mat, "/problem?id=99999", "", code(sdamgia.CodeNotFound, "problems")},
		{"captcha", mat, "/problem?id=1001", sdamgiatest.Captcha, code(sdamgia.CodeCaptcha, "problems")},
		{"shell", mat, "/problem?id=1001", sdamgiatest.Shell, code(sdamgia.CodeShell, "problems")},
		{"blank", mat, "/problem?id=1001", sdamgiatest.Blank, code(sdamgia.CodeEmpty, "problems")},
		{"blocked", mat, "/problem?id=1001", sdamgiatest.Blocked, code(sdamgia.CodeBlocked, "problems")},
		{"renamed", mat, "/problem?id=1001", sdamgiatest.Renamed, code(sdamgia.CodeChanged, "problems")},
		{"renamed-catalogue", mat, "/prob_catalog", sdamgiatest.Renamed, code(sdamgia.CodeChanged, "catalogue")},
		{"cyrillic", mat, "/problem?id=1001", sdamgiatest.Cyrillic, shown(mat, "1001")},
	}
}

// knownOf writes down what the fake knows of its problems, in the form of expected.json.
func knownOf(f *sdamgiatest.Fake, c subject.Course, ids []string) []map[string]any {
	var list []map[string]any
	for _, id := range ids {
		p, _ := f.Problem(c, id)
		k := map[string]any{
			"id": p.ID, "type": p.Type, "answer": p.Answer, "points": p.Points, "code": p.Code, "source": p.Source,
			"analogs": p.Analogs, "linked": p.Linked, "formulas": len(p.Formulas), "images": len(p.Images),
			"files": len(p.Files), "audio": len(p.Audio), "question": pieces(p.Question),
		}
		for name, text := range map[string]string{"passage": p.Passage, "solution": p.Solution, "rule": p.Rule} {
			if text != "" {
				k[name] = pieces(text)
			}
		}
		list = append(list, k)
	}
	return list
}

// unsolved is what a test shows of problems.
func unsolved(list []map[string]any) []map[string]any {
	for _, k := range list {
		for _, name := range []string{"answer", "points", "code", "source", "analogs", "solution", "rule"} {
			delete(k, name)
		}
	}
	return list
}

// pieces are the lines of a text, each cut before a formula: how a formula and the word
// after it are spaced is not the page's to say.
func pieces(text string) []string { return strings.Split(text, "\n") }

func doctorFake(t *testing.T) *sdamgiatest.Fake {
	t.Helper()
	var stocks []sdamgiatest.Stock
	for _, subject := range []subject.Subject{"math", "rus", "soc", "inf", "en"} {
		stocks = append(stocks, sdamgiatest.Stock{Course: egeOf(subject), Types: 3, Categories: 1, Problems: 7})
	}
	return sdamgiatest.New(stocks...)
}

// TestReplay_pagesAreThoseOfTheFake keeps the embedded pages those that the fake site
// serves, and what is expected of them what the fake knows, which the parser has no part in.
func TestReplay_pagesAreThoseOfTheFake(t *testing.T) {
	t.Parallel()
	f := doctorFake(t)
	var expected []map[string]any
	for _, c := range doctorCases(f) {
		f.Heal()
		if c.ill != "" {
			f.Break(sdamgiatest.Break{Trouble: c.ill, Times: 1})
		}
		r := httptest.NewRequest(http.MethodGet, c.at, nil)
		r.Host = sdamgiatest.Host(c.course)
		w := httptest.NewRecorder()
		f.ServeHTTP(w, r)
		sameFile(t, c.file+".html", w.Body.Bytes())
		c.expect["file"], c.expect["at"] = c.file+".html", "https://"+sdamgiatest.Host(c.course)+c.at
		c.expect["exam"], c.expect["subject"] = c.course.Exam, c.course.Subject
		expected = append(expected, c.expect)
	}
	raw, err := json.MarshalIndent(expected, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	sameFile(t, "expected.json", append(raw, '\n'))
}

func sameFile(t *testing.T, name string, data []byte) {
	t.Helper()
	path := filepath.Join("doctor", name)
	if *rewriteDoctor {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(have, data) {
		t.Errorf("%s is not what the fake serves (%v); run go test -run TestReplay -update-doctor and look at the difference", path, err)
	}
}

func TestReplay_readsEveryPage(t *testing.T) {
	t.Parallel()
	findings := sdamgia.Replay()
	if len(findings) < 20 {
		t.Errorf("%d pages replayed", len(findings))
	}
	for _, f := range findings {
		if f.Err != nil || f.Code != "" || f.State.EN == "" || f.State.RU == "" || f.What.RU == "" {
			t.Errorf("%s: code %q, %v", f.What.EN, f.Code, f.Err)
		}
	}
}
