package codematchweb_test

import (
	"bytes"
	"context"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"kadry/internal/codematch/codematchweb"
	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/webui/webtest"
)

const listTools = "repository=github.com%2Fexample-org%2Flist-tools"

// everyPage is an address of each page with something on it.
var everyPage = []string{
	"/code", "/code?example=1", "/code/compare", "/code/searches/cs_code", "/code/searches/cs_code/2", "/code/searches/cs_code/4", "/code/searches/cs_repository",
	"/code/searches/cs_empty", "/code/searches/cs_hostile", "/code/searches/cs_large", "/code/searches/cs_large/1?all=1", "/code/repositories",
	"/code/repositories/files?" + listTools, "/code/repositories/files?" + listTools + "&path=src", "/code/repositories/files?" + listTools + "&path=src%2Flist.js",
	"/code/repositories/delete?" + listTools,
}

func TestPages_keepToThemselvesAndAreLight(t *testing.T) {
	t.Parallel()
	pages := full().pages(t, webtest.Everyone)
	for _, path := range everyPage {
		for _, headers := range [][]string{nil, webtest.Russian} {
			got := webtest.Ask(t, pages, "GET", path, "", headers...)
			if got.StatusCode != http.StatusOK {
				t.Errorf("%s: status %d", path, got.StatusCode)
			}
			for _, bad := range []string{"<script>alert", "<img src=x", `href="javascript:`, "\u202e", "%!", "\x1b"} {
				if strings.Contains(got.Page, bad) {
					t.Errorf("%s holds %q", path, bad)
				}
			}
			if strings.Contains(webtest.Text(got.Page), "codematch.") {
				t.Errorf("%s shows the key of a word", path)
			}
		}
	}
	webtest.AreLight(t, pages, everyPage...)
	webtest.KeepToThemselves(t, pages, "/code", "/code/compare", "/code/searches/cs_code", "/code/repositories")
}

func TestStart_saysWhatToDoWhenNothingIsIndexed(t *testing.T) {
	t.Parallel()
	pages := (&house{}).pages(t, webtest.Everyone)
	got := webtest.Ask(t, pages, "GET", "/code", "")
	webtest.Wants(t, got.Page, "No repository is indexed yet", "Index", "No searches yet", "Try an example")
	if n := strings.Count(got.Page, `class="button primary"`); n != 1 {
		t.Errorf("%d primary buttons", n)
	}
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/code", "", webtest.Russian...).Page, "Ни один репозиторий ещё не проиндексирован")
	if example := webtest.Ask(t, pages, "GET", "/code?example=1", ""); !strings.Contains(example.Page, "def chunks(items, size)") {
		t.Error("the example does not fill the field")
	}
}

func TestStart_offersRepositoriesByOwner(t *testing.T) {
	t.Parallel()
	got := webtest.Ask(t, full().pages(t, webtest.Everyone), "GET", "/code?allow=github.com%2Fexample-org%2Fbilling", "")
	webtest.Wants(t, got.Page, "Looks in 4 indexed repositories", "github.com/example-org/ all, later ones too", "example-org/list-tools", "Folders and archives", "best 93%", "23 Nov 2026, 12:00 UTC")
	for _, part := range []string{`value="github.com/example-org/"`, `value="github.com/example-org/billing" checked`, `href="/code/searches/cs_code"`} {
		if !strings.Contains(got.Page, part) {
			t.Errorf("the page lacks %s", part)
		}
	}
	if strings.Contains(got.Page, `value="github.com/example-org/list-tools" checked`) {
		t.Error("a repository is chosen that nobody chose")
	}
}

func TestSearch_asksWhatWasTyped(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		form url.Values
		to   string
		call string
	}{
		"code": {
			url.Values{"kind": {"code"}, "code": {"a = 1\r\nb = 2\r\n"}, "language": {"python"}, "allow": {"github.com/example-org/", "upload/home-task"}, "in": {"go", "java"}, "paths": {"src/**, *.go"}, "policy": {"permissive"}, "granularity": {"any"}, "mode": {"near"}, "top": {"20"}},
			"/code/searches/cs_code", "a = 1\nb = 2\n|python|any|near|||github.com/example-org/+upload/home-task|go+java|src/**+*.go|permissive|auto|0|20",
		},
		"file": {
			url.Values{"kind": {"file"}, "code": {"ignored"}, "file": {" https://github.com/o/n/blob/main/a.go "}, "verify": {"none"}, "depth": {"2"}},
			"/code/searches/cs_file", "||||https://github.com/o/n/blob/main/a.go|||||any|none|2|10",
		},
		"repository": {
			url.Values{"kind": {"repository"}, "repository": {"o/n"}, "more": {"x/y; z/"}, "top": {"7000"}, "depth": {"-1"}, "policy": {"none of these"}},
			"/code/searches/cs_repository", "|||||o/n|x/y+z/|||any|auto|0|10",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := full()
			got := webtest.Ask(t, h.pages(t, webtest.Everyone), "POST", "/code", c.form.Encode())
			if got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != c.to {
				t.Fatalf("status %d to %q: %s", got.StatusCode, got.Header.Get("Location"), webtest.Text(got.Page))
			}
			if len(h.calls) != 1 || h.calls[0] != c.call {
				t.Errorf("asked %q, want %q", h.calls, c.call)
			}
		})
	}
}

func TestSearch_keepsWhatWasTypedAndSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	unknown := fault.E(fault.NotFound, fault.Say("No indexed repository is %q.", "Нет репозитория «%s».", "o/m"), nil).WithCandidates("o/n")
	for name, c := range map[string]struct {
		form   url.Values
		fail   error
		status int
		want   []string
	}{
		"no code":       {url.Values{"kind": {"code"}, "code": {" \n "}}, nil, http.StatusBadRequest, []string{"paste a function"}},
		"no file":       {url.Values{"kind": {"file"}}, nil, http.StatusBadRequest, []string{"paste the link to a file"}},
		"no repository": {url.Values{"kind": {"repository"}}, nil, http.StatusBadRequest, []string{"paste the address of a repository"}},
		"unknown one":   {url.Values{"kind": {"code"}, "code": {"x"}}, unknown, http.StatusNotFound, []string{"No indexed repository is", "Close to it: o/n"}},
		"too long":      {url.Values{"kind": {"code"}, "code": {strings.Repeat("x", 1<<20+1)}}, nil, http.StatusBadRequest, []string{"Something in the form"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := full()
			h.fail = c.fail
			c.form.Set("paths", "kept/**")
			got := webtest.Ask(t, h.pages(t, webtest.Everyone), "POST", "/code", c.form.Encode())
			if got.StatusCode != c.status {
				t.Errorf("status %d", got.StatusCode)
			}
			webtest.Wants(t, got.Page, c.want...)
			if !strings.Contains(got.Page, `value="kept/**"`) || !strings.Contains(got.Page, `value="`+c.form.Get("kind")+`" checked`) {
				t.Error("what was typed is gone")
			}
		})
	}
	huge := webtest.Ask(t, full().pages(t, webtest.Everyone), "POST", "/code", "code="+strings.Repeat("x", 6<<20))
	if huge.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("a form of 6 MB: %d", huge.StatusCode)
	}
}

// tasks run nothing: they keep what was begun.
type tasks struct {
	op.Tasks
	begun  string
	result string
}

func (f *tasks) Submit(_ context.Context, o *op.Op, _ []byte) (op.Task, error) {
	f.begun = o.Name
	return f.task(), nil
}

func (f *tasks) task() op.Task {
	return op.Task{ID: "t1", Operation: f.begun, State: op.TaskDone, Created: asOf, Updated: asOf, Stage: op.Stage{Done: 3, Total: 3}}
}

func (f *tasks) Task(context.Context, string) (op.Task, error) { return f.task(), nil }

func (f *tasks) Result(context.Context, string) (op.Result, error) {
	return op.Result{JSON: []byte(f.result)}, nil
}

func TestSearch_whatTakesLongIsATask(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		path, form, begun, result string
		want                      []string
	}{
		"file":       {"/code", "kind=file&file=a", "search_similar_file", `{"search_id":"cs_file","matches":[{"name":"batches","repository_url":"github.com/o/n","score":0.5}]}`, []string{"Search for files", "1 match was found", "Open the answer", "batches", "50%"}},
		"repository": {"/code", "kind=repository&repository=o/n", "search_similar_repository", `{"search_id":"cs_file","matches":[]}`, []string{"0 matches were found"}},
		"deep code":  {"/code", "kind=code&code=x&depth=1", "search_similar_code", `{"search_id":"cs_file","matches":[],"note":"The budget is spent."}`, []string{"The budget is spent."}},
		"run code":   {"/code", "kind=code&code=x&verify=behaviour", "search_similar_code", `{}`, nil},
		"index":      {"/code/repositories", "repository=o/n&branch=dev", "index_repository", `{"repository_url":"github.com/o/n","units":1200,"changed":true}`, []string{"Indexing a repository", "1,200 functions", "Search for code", "github.com/o/n"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			work := &tasks{result: c.result}
			pages := webtest.WithTasks(t, full().registry(t), work, webtest.Everyone, codematchweb.New(func() time.Time { return asOf }))
			got := webtest.Ask(t, pages, "POST", c.path, c.form)
			if got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != "/tasks/t1" || work.begun != c.begun {
				t.Fatalf("status %d to %q, begun %q: %s", got.StatusCode, got.Header.Get("Location"), work.begun, webtest.Text(got.Page))
			}
			webtest.Wants(t, webtest.Ask(t, pages, "GET", "/tasks/t1", "").Page, c.want...)
		})
	}
	work := &tasks{}
	pages := webtest.WithTasks(t, full().registry(t), work, webtest.Everyone, codematchweb.New(func() time.Time { return asOf }))
	if got := webtest.Ask(t, pages, "POST", "/code", "kind=code&code=x"); got.Header.Get("Location") != "/code/searches/cs_code" || work.begun != "" {
		t.Errorf("code leads to %q, begun %q", got.Header.Get("Location"), work.begun)
	}
}

func TestSearch_thatIsTooLongForAPageBecomesATask(t *testing.T) {
	t.Parallel()
	h, work := full(), &tasks{}
	h.fail = fault.E(fault.Timeout, fault.Say("It took too long.", "Слишком долго."), nil)
	pages := webtest.WithTasks(t, h.registry(t), work, webtest.Everyone, codematchweb.New(func() time.Time { return asOf }))
	if got := webtest.Ask(t, pages, "POST", "/code", "kind=code&code=x"); got.Header.Get("Location") != "/tasks/t1" || work.begun != "search_similar_code" {
		t.Errorf("to %q, begun %q", got.Header.Get("Location"), work.begun)
	}
}

func TestAnswer_showsOneMatchWhole(t *testing.T) {
	t.Parallel()
	pages := full().pages(t, webtest.Everyone)
	page := webtest.Ask(t, pages, "GET", "/code/searches/cs_code", "").Page
	webtest.Wants(t, page,
		"5 matches", "def chunks(items, size):", "93% very alike", "Does nearly the same", "confidence 88%", "Both were run on the same inputs",
		"T4 written differently", "src/list.js:41–48", "9f2c4e1ab3", "commit made 3 months before the search", "MIT (read in LICENSE)",
		"Both return the collected list.", "lines 8 ↔ 47", "changes the result", "lines 2 in A", "Runs: 15 of 16 agree", "Nobody has said anything yet",
		"Sequence of operations 6.40", "check the licence",
	)
	for _, part := range []string{
		`href="https://github.com/example-org/list-tools/blob/` + commit + `/src/list.js#L41-L48" rel="noopener noreferrer nofollow external"`, `data-copy="permalink"`,
		`<tbody class="run run-a-only" tabindex="-1">`, `href="#a3" data-a="3-4" data-b="4-4"`, `id="b4">44</td>`, `<mark>chunks</mark>`, `href="/code/searches/cs_code/export?format=sarif"`,
		`href="/code/searches/cs_code/1" aria-current="true"`,
	} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %s", part)
		}
	}
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/code/searches/cs_code", "", webtest.Russian...).Page,
		"5 совпадений", "очень похоже", "Делает почти то же", "строки 8 ↔ 47", "93 %", "коммит сделан за 3 месяца до поиска")
}

func TestAnswer_warnsOfLicencesAndSaysWhatItLacks(t *testing.T) {
	t.Parallel()
	pages := full().pages(t, webtest.Everyone)
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/code/searches/cs_code/2", "").Page, "GPL-3.0-or-later", "A copyleft licence", "Judged by example-model", "Has a part in common")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/code/searches/cs_code/3", "").Page, "No licence found", "nobody but the author", "We do not know", "not verified", "The lines were not set against each other")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/code/searches/cs_code/5", "").Page, "2 pairs of functions", "tools/lists.py:11–19", "flat", "72%")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/code/searches/cs_repository", "").Page, "How the repositories relate", "38% of 184 compared", "sliding window", "Only the found one can", "The function most alike")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/code/searches/cs_empty", "").Page, "Nothing alike was found", "Ask again")
	for _, path := range []string{"/code/searches/cs_none", "/code/searches/cs_code/7", "/code/searches/cs_code/0", "/code/searches/cs_code/x", "/code/searches/cs_empty/1", "/code/searches/cs_none/export"} {
		if got := webtest.Ask(t, pages, "GET", path, ""); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d", path, got.StatusCode)
		}
	}
}

func TestAnswer_foldsAwayWhatIsSomethingElse(t *testing.T) {
	t.Parallel()
	pages := full().pages(t, webtest.Everyone)
	first := webtest.Ask(t, pages, "GET", "/code/searches/cs_code", "").Page
	webtest.Wants(t, first, "5 matches", "1 more turned out to be something else", "shuffle")
	if strings.Contains(first, "<details open") {
		t.Error("what is something else stands open")
	}
	last := webtest.Ask(t, pages, "GET", "/code/searches/cs_code/6", "").Page
	webtest.Wants(t, last, "Does something else", "confidence 90%")
	if !strings.Contains(last, "<details open") {
		t.Error("the match that is shown is folded away")
	}
	if strings.Contains(last, "https://github.com/upload") {
		t.Error("a link leads to a host that the repository is not of")
	}
}

func TestAnswer_deeperMatchStandsBesideWhatItWasFoundFor(t *testing.T) {
	t.Parallel()
	page := webtest.Ask(t, full().pages(t, webtest.Everyone), "GET", "/code/searches/cs_code/4", "").Page
	webtest.Wants(t, page, "Found by way of batches", "not like what you gave")
	if !strings.Contains(page, `id="a1">3</td>`) || strings.Contains(page, "def chunks(items") && strings.Contains(page, `<code>def chunks`) {
		t.Error("the left side is not the function around the match")
	}
}

func TestAnswer_cutsALongTextAndShowsAllOnRequest(t *testing.T) {
	t.Parallel()
	pages := full().pages(t, webtest.Everyone)
	short := webtest.Ask(t, pages, "GET", "/code/searches/cs_large", "").Page
	webtest.Wants(t, short, "400 of 1,", "Show all")
	whole := webtest.Ask(t, pages, "GET", "/code/searches/cs_large/1?all=1", "").Page
	if strings.Contains(whole, "Show all") || strings.Count(whole, "<tr>") < 2*strings.Count(short, "<tr>") {
		t.Error("the whole text is not shown")
	}
}

func TestJudge_keepsWhatAPersonSays(t *testing.T) {
	t.Parallel()
	h := full()
	pages := h.pages(t, webtest.Everyone)
	got := webtest.Ask(t, pages, "POST", "/code/searches/cs_code/1", "said=not_same&note=+size+0+differs+")
	if got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != "/code/searches/cs_code/1#verdicts" {
		t.Fatalf("status %d to %q", got.StatusCode, got.Header.Get("Location"))
	}
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/code/searches/cs_code/1", "").Page, "Not the same local, 23 Nov 2026, 12:00 UTC", "size 0 differs")
	wrong := webtest.Ask(t, pages, "POST", "/code/searches/cs_code/1", "said=perhaps&note=kept+words")
	if wrong.StatusCode != http.StatusBadRequest {
		t.Errorf("an unknown verdict: %d", wrong.StatusCode)
	}
	webtest.Wants(t, wrong.Page, "kept words", "is none of same, not_same")
	if len(h.opinions) != 1 {
		t.Errorf("%d verdicts are kept", len(h.opinions))
	}
}

func TestExport_handsOutAFile(t *testing.T) {
	t.Parallel()
	pages := full().pages(t, webtest.Everyone)
	for format, name := range map[string]string{"markdown": "code-search.md", "json": "code-search.json", "sarif": "code-search.sarif", "odd": "code-search.md"} {
		got := webtest.Ask(t, pages, "GET", "/code/searches/cs_code/export?format="+format, "")
		if got.StatusCode != http.StatusOK || got.Header.Get("Content-Disposition") != "attachment; filename="+name || !strings.HasPrefix(got.Page, map[bool]string{true: `{"question"`, false: "# "}[format == "json"]) {
			t.Errorf("%s: %d %q %q", format, got.StatusCode, got.Header.Get("Content-Disposition"), got.Page)
		}
	}
}

func TestCompare_showsBothSides(t *testing.T) {
	t.Parallel()
	pages := full().pages(t, webtest.Everyone)
	form := url.Values{"a": {given}, "b": {twinCode}}
	page := webtest.Ask(t, pages, "POST", "/code/compare", form.Encode()).Page
	webtest.Wants(t, page, "Python and JavaScript", "Does nearly the same", "lines 8 ↔ 7", "In what they differ")
	if strings.Contains(page, "very alike") {
		t.Error("a comparison has a rank")
	}
	if !strings.Contains(page, `id="b7">7</td>`) || strings.Count(page, "// Splits an array") != 2 {
		t.Error("both sides are not there, or what was pasted is gone")
	}
	half := webtest.Ask(t, pages, "POST", "/code/compare", "a=x&b=+")
	if half.StatusCode != http.StatusBadRequest {
		t.Errorf("one side: %d", half.StatusCode)
	}
	webtest.Wants(t, half.Page, "paste code on both sides")
}

func TestRepositories_sayHowTheyStand(t *testing.T) {
	t.Parallel()
	pages := full().pages(t, webtest.Everyone)
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/code/repositories", "").Page,
		"github.com/example-org/list-tools", "3 months ago", "1,840", "JavaScript, TypeScript, Python …", "being indexed", "GPL-3.0-or-later",
		"old: could not be read again", "The host does not answer.", "could not be read", "The archive is damaged.")
	one := webtest.Ask(t, pages, "GET", "/code/repositories/files?"+listTools, "").Page
	webtest.Wants(t, one, "src/", "README.md", "can be searched", "vendored 61", "not code 44", "212 files", "Find repositories like it", "Index again")
	filtered := webtest.Ask(t, pages, "GET", "/code/repositories?q=billing", "").Page
	if strings.Contains(filtered, "list-tools") || !strings.Contains(filtered, "billing") {
		t.Error("the filter shows the wrong repositories")
	}
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/code/repositories?q=nothing", "").Page, "No indexed repository has this in its name")
	if got := webtest.Ask(t, pages, "GET", "/code/repositories/files?repository=github.com%2Fexample-org", ""); got.StatusCode != http.StatusNotFound {
		t.Errorf("part of an address: %d", got.StatusCode)
	}
}

func TestFile_showsTheStretchThatIsAskedFor(t *testing.T) {
	t.Parallel()
	pages := full().pages(t, webtest.Everyone)
	first := webtest.Ask(t, pages, "GET", "/code/repositories/files?"+listTools+"&path=src%2Flist.js&line=4&to=6", "").Page
	webtest.Wants(t, first, "2,000 lines", "Lines 1–1,500 of 2,000", "Next page")
	if n := strings.Count(first, "line-marked"); n != 3 {
		t.Errorf("%d lines are marked, want 3", n)
	}
	last := webtest.Ask(t, pages, "GET", "/code/repositories/files?"+listTools+"&path=src%2Flist.js&line=1999", "").Page
	if !strings.Contains(last, `<ol start="1501">`) || !strings.Contains(last, `id="L2000"`) || strings.Contains(last, `id="L1500"`) {
		t.Error("the second page does not hold the last lines")
	}
	if got := webtest.Ask(t, pages, "GET", "/code/repositories/files?"+listTools+"&path=none.go", ""); got.StatusCode != http.StatusNotFound {
		t.Errorf("no such file: %d", got.StatusCode)
	}
}

func TestIndex_takesAddressesAndArchives(t *testing.T) {
	t.Parallel()
	h := full()
	pages := h.pages(t, webtest.Everyone)
	if got := webtest.Ask(t, pages, "POST", "/code/repositories", "repository=+o/n+&branch=dev"); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("an address: %d %s", got.StatusCode, webtest.Text(got.Page))
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	file, err := form.CreateFormFile("archive", `..\..\Home task (1).tar.gz`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Write([]byte("bytes")); err != nil {
		t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/code/repositories", &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	if got := webtest.Send(pages, r); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("an archive: %d %s", got.StatusCode, webtest.Text(got.Page))
	}
	want := []indexed{{URL: "o/n", Branch: "dev"}, {Name: "Home-task-1", Content: "Ynl0ZXM="}}
	if len(h.kept) != 2 || h.kept[0] != want[0] || h.kept[1] != want[1] {
		t.Errorf("indexed %+v, want %+v", h.kept, want)
	}
	nothing := webtest.Ask(t, pages, "POST", "/code/repositories", "repository=+")
	if nothing.StatusCode != http.StatusBadRequest {
		t.Errorf("nothing: %d", nothing.StatusCode)
	}
	webtest.Wants(t, nothing.Page, "paste the address of a repository")
}

func TestDelete_asksFirst(t *testing.T) {
	t.Parallel()
	h := full()
	pages := h.pages(t, webtest.Everyone)
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/code/repositories/delete?"+listTools, "").Page, "github.com/example-org/list-tools", "This cannot be undone", "212 files")
	if len(h.repositories) != 4 {
		t.Fatal("asking deletes")
	}
	if got := webtest.Ask(t, pages, "POST", "/code/repositories/delete", listTools); got.Header.Get("Location") != "/code/repositories?deleted=1" {
		t.Fatalf("to %q", got.Header.Get("Location"))
	}
	page := webtest.Ask(t, pages, "GET", "/code/repositories?deleted=1", "").Page
	webtest.Wants(t, page, "out of the index")
	if strings.Contains(page, "list-tools") {
		t.Error("it is still listed")
	}
}

func TestPages_withoutAccess(t *testing.T) {
	t.Parallel()
	pages := full().pages(t, op.Caller{Name: "reader", Tenant: "default", ReadOnly: true})
	for _, path := range []string{"/code", "/code/searches/cs_code", "/code/repositories", "/code/repositories/files?" + listTools} {
		got := webtest.Ask(t, pages, "GET", path, "")
		if got.StatusCode != http.StatusOK {
			t.Errorf("%s: status %d", path, got.StatusCode)
		}
		for _, offer := range []string{`action="/code/repositories"`, "/delete", `name="said"`} {
			if strings.Contains(got.Page, offer) {
				t.Errorf("%s offers a reader %s", path, offer)
			}
		}
	}
	for path, form := range map[string]string{"/code/repositories": "repository=o/n", "/code/repositories/delete": listTools, "/code/searches/cs_code/1": "said=same"} {
		if got := webtest.Ask(t, pages, "POST", path, form); got.StatusCode != http.StatusForbidden {
			t.Errorf("POST %s: %d", path, got.StatusCode)
		}
	}
}
