package e2e

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"kadry/internal/store/pgtest"
)

// eachEngine runs a test over SQLite and over PostgreSQL. env is what the processes of
// the test share.
func eachEngine(t *testing.T, run func(t *testing.T, env []string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		run(t, environment(t.TempDir()))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		run(t, environment(t.TempDir(), "KADRY_DATABASE_URL="+pgtest.URL(t)))
	})
}

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
	eachEngine(t, func(t *testing.T, env []string) {
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
	cmd := exec.CommandContext(t.Context(), kadry, "talent", "ingest-cv", "--path", folder, "--all")
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
func ingest(t testing.TB, env []string, folder string) facts {
	t.Helper()
	return decode[facts](t, []byte(succeed(t, env, "talent", "ingest-cv", "--path", folder)))
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
	s := serve(t, options{env: env})
	if found := s.rest().post(t, "search_by_skills", `{"required_skills":["Kubernetes","Go"]}`).facts(t); found.Total != folderSize {
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
func wantWhole(t *testing.T, s *server, id string, i int) {
	t.Helper()
	var got struct {
		Name, Text string
		Contacts   struct{ Emails []string }
		Record     struct{ Skills, Positions, Education []json.RawMessage }
	}
	looked := s.rest().post(t, "get_candidate_details", fmt.Sprintf(`{"candidate_id":%q}`, id))
	looked.ok(t)
	if err := json.Unmarshal(looked.body, &got); err != nil {
		t.Fatal(err)
	}
	whole := strings.TrimSpace(got.Text) == strings.TrimSpace(shortCV(i)) && got.Name != "" &&
		len(got.Contacts.Emails) == 1 && got.Contacts.Emails[0] == address(i) &&
		len(got.Record.Skills) >= 4 && len(got.Record.Positions) == 1 && len(got.Record.Education) == 1
	if !whole {
		t.Errorf("cv-%03d.txt is not whole: %s", i, looked.body)
	}
}

// Two processes that take in one folder at the same time share the work: each file is
// added by one of them.
func TestDurable_twoAtOnce(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	writeCVs(t, folder, folderSize)
	eachEngine(t, func(t *testing.T, env []string) {
		succeed(t, env, "migrate")
		var got [2]outcome
		var running sync.WaitGroup
		for i := range got {
			running.Go(func() { got[i] = command(t, env, "talent", "ingest-cv", "--path", folder) })
		}
		running.Wait()
		added := 0
		for _, o := range got {
			if o.code != 0 {
				t.Fatalf("exit code %d: %s", o.code, o.stderr)
			}
			added += decode[facts](t, []byte(o.stdout)).Added
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
	eachEngine(t, func(t *testing.T, env []string) {
		var running sync.WaitGroup
		for range 4 {
			running.Go(func() {
				if got := command(t, env, "talent", "search-by-skills", "Go"); got.code != 0 {
					t.Errorf("exit code %d: %s", got.code, got.stderr)
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
	eachEngine(t, func(t *testing.T, env []string) {
		talkative := append(slices.Clone(env), "KADRY_LOG_LEVEL=debug")
		first, second := serve(t, options{env: talkative}), serve(t, options{env: talkative})
		for i := range 3 {
			first.rest().post(t, "ingest_cv", fmt.Sprintf(`{"text":%s}`, quoted(t, shortCV(i)))).ok(t)
		}
		const all = `{"required_skills":["Go"]}`
		found := second.rest().post(t, "search_by_skills", all).facts(t)
		if found.Total != 3 {
			t.Fatalf("the other process finds %d, want 3", found.Total)
		}
		gone := found.Candidates[0].ID
		mail := mailOf(t, second, gone)
		if !tracesOf(t, env, mail) {
			t.Errorf("nothing holds %s before it is deleted: this test could not fail", mail)
		}
		first.rest().post(t, "delete_candidate", fmt.Sprintf(`{"candidate_id":%q,"confirm":true}`, gone)).ok(t)

		if left := second.rest().post(t, "search_by_skills", all).facts(t); left.Total != 2 {
			t.Errorf("the other process still finds %d, want 2", left.Total)
		}
		second.rest().post(t, "get_candidate_details", fmt.Sprintf(`{"candidate_id":%q}`, gone)).refused(t, 404, "not_found")
		first.rest().post(t, "delete_candidate", fmt.Sprintf(`{"candidate_id":%q,"confirm":true}`, gone)).refused(t, 404, "not_found")
		if tracesOf(t, env, mail) {
			t.Errorf("the data still hold %s", mail)
		}
		if strings.Contains(first.log.String()+second.log.String(), mail) {
			t.Errorf("a log holds %s", mail)
		}
	})
}

func mailOf(t *testing.T, s *server, id string) string {
	t.Helper()
	looked := s.rest().post(t, "get_candidate_details", fmt.Sprintf(`{"candidate_id":%q}`, id))
	looked.ok(t)
	return decode[struct {
		Contacts struct{ Emails []string }
	}](t, looked.body).Contacts.Emails[0]
}

// tracesOf reports whether a text stands in any file of the data folder, or in any row of
// the PostgreSQL schema that the processes of the test use.
func tracesOf(t *testing.T, env []string, text string) bool {
	t.Helper()
	for _, variable := range env {
		name, value, _ := strings.Cut(variable, "=")
		switch name {
		case "KADRY_DATA":
			for _, content := range files(t, value) {
				if strings.Contains(content, text) {
					return true
				}
			}
		case "KADRY_DATABASE_URL":
			if inRows(t, value, text) {
				return true
			}
		}
	}
	return false
}

func inRows(t *testing.T, address, text string) bool {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	rows, err := conn.Query(t.Context(), "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
	if err != nil {
		t.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(tables) == 0 {
		t.Fatalf("%d tables: %v", len(tables), err)
	}
	for _, table := range tables {
		var found bool
		query := "SELECT EXISTS (SELECT FROM " + pgx.Identifier{table}.Sanitize() + " AS r WHERE strpos(r::text, $1) > 0 OR strpos(r::text, $2) > 0)"
		if err := conn.QueryRow(t.Context(), query, text, hex.EncodeToString([]byte(text))).Scan(&found); err != nil {
			t.Fatalf("%s: %v", table, err)
		}
		if found {
			return true
		}
	}
	return false
}
