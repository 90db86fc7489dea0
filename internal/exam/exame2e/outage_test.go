package exame2e_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kadry/internal/e2e/e2etest"
	"kadry/internal/exam/bank"
	"kadry/internal/exam/examsql"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/sdamgia/sdamgiatest"
	"kadry/internal/store"
)

// aged puts problems of the site into a data folder as copies of forty days ago, past
// their lifetime, with the category they make. The texts are the site's questions.
func aged(t testing.TB, home string, fake site, category string) {
	t.Helper()
	onShelf(t, home+string(filepath.Separator), func(ctx context.Context, shelf *examsql.Problems) {
		at := time.Now().Add(-40 * 24 * time.Hour)
		var stored []problem.Stored
		for _, id := range fake.Category(phys, category) {
			p, _ := fake.Problem(phys, id)
			stored = append(stored, problem.Stored{FetchedAt: at, Problem: problem.Problem{
				Ref: problem.Ref{Course: phys, ID: id}, Type: p.Type, Answer: p.Answer, Question: paragraph(p.Question), Solution: paragraph(p.Solution),
			}})
		}
		if err := shelf.PutPage(ctx, stored, bank.Progress{Course: phys, Category: category, Page: 1, Done: true, At: at}); err != nil {
			t.Fatal(err)
		}
		contents := problem.Catalogue{Course: phys, Topics: []problem.Topic{{ID: "1", Name: "Механика", Categories: []problem.Category{{ID: category, Name: "Старое"}}}}}
		if err := shelf.PutCatalogue(ctx, contents, at); err != nil {
			t.Fatal(err)
		}
	})
}

func paragraph(text string) problem.Body {
	return problem.Body{Blocks: []problem.Block{{Kind: problem.Paragraph, Spans: []problem.Span{{Text: text}}}}}
}

// onShelf opens the bank of a database or data folder beside the processes of a test.
func onShelf(t testing.TB, address string, use func(context.Context, *examsql.Problems)) {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{URL: address})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	if err := db.Migrate(t.Context(), examsql.Schema()); err != nil {
		t.Fatal(err)
	}
	use(t.Context(), examsql.NewProblems(db))
}

// While the site is down, whoever has asked before is answered with the old copy, and told
// so over every front.
func TestExam_siteDown(t *testing.T) {
	t.Parallel()
	fake := examSite(t)
	home := t.TempDir()
	aged(t, home, fake, "100")
	s := e2etest.Serve(t, e2etest.Options{Home: home, Env: fake.env})
	fake.Break(sdamgiatest.Break{Trouble: sdamgiatest.Outage})
	before := time.Now().Add(-39 * 24 * time.Hour)

	got := problemIn(t, s.REST().Post(t, "sdamgia_get_problem", problemInput("1001")))
	at, err := time.Parse(time.RFC3339, got.FetchedAt)
	if !got.Stale || !got.Cached || err != nil || at.After(before) {
		t.Errorf("REST: %+v, %v", got, err)
	}
	for operation, input := range map[string]string{
		"sdamgia_get_problem":           problemInput("1002"),
		"sdamgia_get_catalog":           `{"subject":"phys"}`,
		"sdamgia_get_category_problems": `{"subject":"phys","category_id":"100"}`,
		"sdamgia_check_answer":          `{"subject":"phys","problem_id":"1001","answer":"5"}`,
	} {
		called := s.MCP("").Call(t, operation, input)
		if called.IsError || !strings.Contains(string(called.Structured), `"stale":true`) {
			t.Errorf("MCP %s: %s %+v", operation, called.Structured, called.Content)
		} else if operation != "sdamgia_check_answer" && !strings.Contains(called.Content[0].Text, "The site could not be asked; this copy is from ") {
			t.Errorf("the words of %s do not say that they are old: %s", operation, called.Content[0].Text)
		}
	}
	p, _ := fake.Problem(phys, "1001")
	for operation, input := range map[string]string{
		"sdamgia_search_problems": `{"subject":"phys","query":"работа длилась"}`,
		"sdamgia_search_by_text":  fmt.Sprintf(`{"subject":"phys","threshold":0.4,"condition_text":%s}`, e2etest.Quoted(t, "вспомнилось лишь начало: "+damaged(p))),
	} {
		found := foundIn(t, s.REST().With("Accept-Language", "ru").Post(t, operation, input))
		if !found.Stale || !slices.ContainsFunc(found.Warnings, func(w string) bool { return strings.Contains(w, "айт экзаменов") }) {
			t.Errorf("%s: %+v", operation, found)
		}
	}
	line := e2etest.Succeed(t, slices.Concat(fake.at(home), []string{"KADRY_LANG=ru"}), "sdamgia", "get-problem", "--subject", "phys", "--problem-id", "1003", "-o", "markdown")
	if !strings.Contains(line, "Сайт спросить не удалось; копия сделана ") {
		t.Errorf("the command line does not say that it is old: %s", line)
	}
	s.REST().Post(t, "sdamgia_get_problem", problemInput("1050")).Refused(t, 503, "unavailable") // there is no copy

	fake.Heal()
	e2etest.Await(t, func(context.Context) bool { // the breaker lets requests through again by and by
		again := s.REST().Post(t, "sdamgia_get_problem", problemInput("1001"))
		return again.Status == 200 && !problemIn(t, again).Stale
	})
}

// A page that is not what was asked for ends in an error of its own code, in a kept sample
// of the page, and never in an empty problem.
func TestExam_strangePages(t *testing.T) {
	t.Parallel()
	for trouble, want := range map[sdamgiatest.Trouble]struct{ sample, words string }{
		sdamgiatest.Captcha: {"captcha-problem", "captcha"},
		sdamgiatest.Shell:   {"react_shell-problem", "only a browser fills"},
		sdamgiatest.Renamed: {"page_structure_changed-problem", "changed its page"},
		sdamgiatest.Blocked: {"blocked-problem", "turned the request away"},
		sdamgiatest.Blank:   {"", "nothing on it"},
	} {
		t.Run(string(trouble), func(t *testing.T) {
			t.Parallel()
			fake := examSite(t)
			fake.Break(sdamgiatest.Break{Trouble: trouble})
			home := t.TempDir()
			got := e2etest.Command(t, fake.at(home), "sdamgia", "get-problem", "--subject", "phys", "--problem-id", "1001")
			if got.Code != 8 || !strings.Contains(got.Stderr, want.words) || got.Stdout != "" {
				t.Errorf("exit code %d: %s%s", got.Code, got.Stdout, got.Stderr)
			}
			kept, err := filepath.Glob(filepath.Join(home, "unread", "*"))
			if err != nil || want.sample == "" && len(kept) > 0 || want.sample != "" && (len(kept) != 1 || !strings.HasPrefix(filepath.Base(kept[0]), want.sample)) {
				t.Errorf("kept %v, %v; want %s", kept, err, want.sample)
			}
			for _, name := range kept {
				if page, err := os.ReadFile(name); err != nil || len(page) == 0 || !strings.Contains(got.Stderr, filepath.Base(name)) {
					t.Errorf("%s: %d bytes, %v; the error does not name it: %s", name, len(page), err, got.Stderr)
				}
			}
			fake.Heal()
			e2etest.Succeed(t, fake.at(home), "sdamgia", "get-problem", "--subject", "phys", "--problem-id", "1001")
		})
	}
}

// What would fill the memory, lead elsewhere or lie about its letters is stopped, and the
// server is as well as before.
func TestExam_hostilePages(t *testing.T) {
	t.Parallel()
	for trouble, status := range map[sdamgiatest.Trouble]int{
		sdamgiatest.Huge: 502, sdamgiatest.Endless: 502, sdamgiatest.Stray: 502, sdamgiatest.Inward: 502, sdamgiatest.Round: 502,
		sdamgiatest.Swapped: 404, sdamgiatest.Failing: 502, sdamgiatest.Truncated: 503,
	} {
		t.Run(string(trouble), func(t *testing.T) {
			t.Parallel()
			fake := examSite(t)
			s := e2etest.Serve(t, e2etest.Options{Env: fake.env})
			fake.Break(sdamgiatest.Break{Trouble: trouble, Route: sdamgiatest.ProblemPage})
			got := s.REST().Post(t, "sdamgia_get_problem", problemInput("1002"))
			if got.Status != status {
				t.Errorf("status %d, want %d: %s", got.Status, status, got.Body)
			}
			if p := e2etest.Decode[e2etest.Problem](t, got.Body); p.Detail == "" || p.Code == "internal" {
				t.Errorf("%s", got.Body)
			}
			if size := memoryKB(t, s, ownMemory); size > 230<<10 {
				t.Errorf("the server takes %d kB", size)
			}
			fake.Heal()
			e2etest.Await(t, func(context.Context) bool {
				again := s.REST().Post(t, "sdamgia_get_problem", problemInput("1002"))
				return again.Status == 200 && strings.Contains(string(again.Body), `"id":"1002"`)
			})
		})
	}
}

// A page in windows-1251, declared or not, reads like any other.
func TestExam_charset(t *testing.T) {
	t.Parallel()
	for _, trouble := range []sdamgiatest.Trouble{sdamgiatest.Cyrillic, sdamgiatest.Mislabeled} {
		t.Run(string(trouble), func(t *testing.T) {
			t.Parallel()
			fake := examSite(t)
			fake.Break(sdamgiatest.Break{Trouble: trouble})
			s := e2etest.Serve(t, e2etest.Options{Env: fake.env})
			got := problemIn(t, s.REST().Post(t, "sdamgia_get_problem", problemInput("1001")))
			want, _ := fake.Problem(phys, "1001")
			beginning, _, _ := strings.Cut(plainly(want.Question), " t = ")
			if !strings.HasPrefix(plainly(got.Condition.Text), beginning) || !e2etest.Cyrillic(got.Condition.Text) {
				t.Errorf("got %q, want %q", got.Condition.Text, beginning)
			}
		})
	}
}

// A site that is busy is asked again after the pause it names; where that is longer than a
// caller can wait, the caller is told when to come back.
func TestExam_busy(t *testing.T) {
	t.Parallel()
	fake := examSite(t)
	s := e2etest.Serve(t, e2etest.Options{Env: fake.env})
	s.REST().Post(t, "sdamgia_get_problem", problemInput("1001")).Ok(t)
	const pause = 2 * time.Second
	fake.Break(sdamgiatest.Break{Trouble: sdamgiatest.Busy, Times: 1, RetryAfter: pause})
	begun := time.Now()
	s.REST().Post(t, "sdamgia_get_problem", problemInput("1002")).Ok(t)
	if waited := time.Since(begun); waited < pause {
		t.Errorf("the site was asked again after %s, it wanted %s", waited, pause)
	}

	fake.Break(sdamgiatest.Break{Trouble: sdamgiatest.Busy, RetryAfter: 20 * time.Minute})
	fake.Forget()
	for _, id := range []string{"1005", "1006"} {
		got := s.REST().Post(t, "sdamgia_get_problem", problemInput(id))
		if after, err := strconv.Atoi(got.Header.Get("Retry-After")); (got.Status != 503 && got.Status != 429) || err != nil || after < 1000 || after > 1200 {
			t.Errorf("%s: status %d, Retry-After %q: %s", id, got.Status, got.Header.Get("Retry-After"), got.Body)
		}
	}
	if n := fake.Requests(); n != 1 {
		t.Errorf("%d requests during a pause that the first one was told of", n)
	}
	s.REST().Post(t, "sdamgia_get_problem", problemInput("1001")).Ok(t) // from the bank
}

// The fields of /proc that tell the memory of a process: with what the system keeps of its program, which is
// the system's affair, and without.
const (
	residentMemory = "VmRSS:"
	ownMemory      = "RssAnon:"
)

// memoryKB is the memory of a server as the system sees it, 0 where there is no /proc.
func memoryKB(t testing.TB, s *e2etest.Server, field string) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.Process.Process.Pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), field)
	size, err := strconv.Atoi(strings.Fields(rest + " 0")[0])
	if err != nil {
		t.Fatal(err)
	}
	return size
}
