package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"kadry/internal/e2e/e2etest"
)

const (
	folderSize = 180
	kills      = 16
)

// A process that takes in a folder can be killed at any moment, again and again: no CV is
// there in part, none twice, and the run that is left alone completes the work.
func TestDurable_killed(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	writeCVs(t, folder, folderSize)
	seed := rand.Uint64()
	t.Logf("the moments are drawn with the seed %d", seed)
	e2etest.EachEngine(t, func(t *testing.T, env []string) {
		draw := rand.New(rand.NewPCG(seed, 0))
		kept := 0
		for range kills {
			kept += killAfter(t, env, folder, draw.IntN(folderSize/kills))
		}
		if kept == 0 {
			t.Error("every run was killed before it took in anything")
		}
		last := ingest(t, env, folder)
		if last.Added == 0 || last.Added+last.Duplicates != folderSize {
			t.Errorf("the last run took in %d and knew %d of %d", last.Added, last.Duplicates, folderSize)
		}
		wantEachOnce(t, env, folder)
	})
}

// killAfter takes in the folder and kills the process once it has said that it added n
// files, or at its first word when n is 0. It returns how many it spoke of.
func killAfter(t *testing.T, env []string, folder string, n int) (added int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), e2etest.Kadry, "talent", "ingest-cv", "--path", folder, "--all")
	cmd.Env = env
	said, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(said); lines.Scan(); {
		if strings.HasSuffix(lines.Text(), ": added") {
			added++
		}
		if added >= n {
			break
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	// Killed is how it ends, so Wait has nothing to tell.
	_ = cmd.Wait()
	return added
}

// ingest takes in a folder to its end.
func ingest(t testing.TB, env []string, folder string) e2etest.Facts {
	t.Helper()
	return e2etest.Decode[e2etest.Facts](t, []byte(e2etest.Succeed(t, env, "talent", "ingest-cv", "--path", folder)))
}

// wantEachOnce checks that every file of the folder is one whole candidate and that there
// is nobody else.
func wantEachOnce(t *testing.T, env []string, folder string) {
	t.Helper()
	again := ingest(t, env, folder)
	seen := map[string]string{}
	for _, it := range again.Items {
		if other, twice := seen[it.ID]; twice || it.Status != "duplicate" {
			t.Errorf("%s is %s as %q, which is %s too", it.File, it.Status, it.ID, other)
		}
		seen[it.ID] = it.File
	}
	if len(seen) != folderSize {
		t.Errorf("%d candidates, want %d", len(seen), folderSize)
	}
	s := e2etest.Serve(t, e2etest.Options{Env: env})
	if found := s.REST().Post(t, "search_by_skills", `{"required_skills":["Kubernetes","Go"]}`).Facts(t); found.Total != folderSize {
		t.Errorf("a search finds %d, want %d", found.Total, folderSize)
	}
	for id, file := range seen {
		var i int
		if _, err := fmt.Sscanf(file, "cv-%03d.txt", &i); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		wantWhole(t, s, id, i)
	}
}

// wantWhole checks that candidate id has everything that the CV of number i says.
func wantWhole(t *testing.T, s *e2etest.Server, id string, i int) {
	t.Helper()
	var got struct {
		Name, Text string
		Contacts   struct{ Emails []string }
		Record     struct{ Skills, Positions, Education []json.RawMessage }
	}
	looked := s.REST().Post(t, "get_candidate_details", fmt.Sprintf(`{"candidate_id":%q}`, id))
	looked.Ok(t)
	if err := json.Unmarshal(looked.Body, &got); err != nil {
		t.Fatal(err)
	}
	whole := strings.TrimSpace(got.Text) == strings.TrimSpace(shortCV(i)) && got.Name != "" &&
		len(got.Contacts.Emails) == 1 && got.Contacts.Emails[0] == address(i) &&
		len(got.Record.Skills) >= 4 && len(got.Record.Positions) == 1 && len(got.Record.Education) == 1
	if !whole {
		t.Errorf("cv-%03d.txt is not whole: %s", i, looked.Body)
	}
}

// Two processes that take in one folder at the same time share the work: each file is
// added by one of them.
func TestDurable_twoAtOnce(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	writeCVs(t, folder, folderSize)
	e2etest.EachEngine(t, func(t *testing.T, env []string) {
		e2etest.Succeed(t, env, "migrate")
		var got [2]e2etest.Outcome
		var running sync.WaitGroup
		for i := range got {
			running.Go(func() { got[i] = e2etest.Command(t, env, "talent", "ingest-cv", "--path", folder) })
		}
		running.Wait()
		added := 0
		for _, o := range got {
			if o.Code != 0 {
				t.Fatalf("exit code %d: %s", o.Code, o.Stderr)
			}
			added += e2etest.Decode[e2etest.Facts](t, []byte(o.Stdout)).Added
		}
		if added != folderSize {
			t.Errorf("together they added %d, want %d", added, folderSize)
		}
		wantEachOnce(t, env, folder)
	})
}

// Many processes may start on an empty database at once: the schema is made by one.
func TestDurable_manyStart(t *testing.T) {
	t.Parallel()
	e2etest.EachEngine(t, func(t *testing.T, env []string) {
		var running sync.WaitGroup
		for range 4 {
			running.Go(func() {
				if got := e2etest.Command(t, env, "talent", "search-by-skills", "Go"); got.Code != 0 {
					t.Errorf("exit code %d: %s", got.Code, got.Stderr)
				}
			})
		}
		running.Wait()
	})
}

// What one process keeps or deletes, every other on the same database shows at once, and
// the folder of the database holds no trace of a person who was deleted.
func TestDurable_deleted(t *testing.T) {
	t.Parallel()
	e2etest.EachEngine(t, func(t *testing.T, env []string) {
		talkative := append(slices.Clone(env), "KADRY_LOG_LEVEL=debug")
		first, second := e2etest.Serve(t, e2etest.Options{Env: talkative}), e2etest.Serve(t, e2etest.Options{Env: talkative})
		for i := range 3 {
			first.REST().Post(t, "ingest_cv", fmt.Sprintf(`{"text":%s}`, e2etest.Quoted(t, shortCV(i)))).Ok(t)
		}
		const all = `{"required_skills":["Go"]}`
		found := second.REST().Post(t, "search_by_skills", all).Facts(t)
		if found.Total != 3 {
			t.Fatalf("the other process finds %d, want 3", found.Total)
		}
		gone := found.Candidates[0].ID
		mail := mailOf(t, second, gone)
		if !e2etest.TracesOf(t, env, mail) {
			t.Errorf("nothing holds %s before it is deleted: this test could not fail", mail)
		}
		first.REST().Post(t, "delete_candidate", fmt.Sprintf(`{"candidate_id":%q,"confirm":true}`, gone)).Ok(t)

		if left := second.REST().Post(t, "search_by_skills", all).Facts(t); left.Total != 2 {
			t.Errorf("the other process still finds %d, want 2", left.Total)
		}
		second.REST().Post(t, "get_candidate_details", fmt.Sprintf(`{"candidate_id":%q}`, gone)).Refused(t, 404, "not_found")
		first.REST().Post(t, "delete_candidate", fmt.Sprintf(`{"candidate_id":%q,"confirm":true}`, gone)).Refused(t, 404, "not_found")
		if e2etest.TracesOf(t, env, mail) {
			t.Errorf("the data still hold %s", mail)
		}
		if strings.Contains(first.Log.String()+second.Log.String(), mail) {
			t.Errorf("a log holds %s", mail)
		}
	})
}

func mailOf(t *testing.T, s *e2etest.Server, id string) string {
	t.Helper()
	looked := s.REST().Post(t, "get_candidate_details", fmt.Sprintf(`{"candidate_id":%q}`, id))
	looked.Ok(t)
	return e2etest.Decode[struct {
		Contacts struct{ Emails []string }
	}](t, looked.Body).Contacts.Emails[0]
}
