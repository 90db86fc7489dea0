package evidenceroom

import (
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"kadry/internal/evidence/quality"
	"kadry/internal/github"
	"kadry/internal/github/api"
	"kadry/internal/github/replica"
	"kadry/internal/upstream"
)

// TestEvaluation_own holds the scores to what they reached on worlds that others wrote who had
// not seen the code: fictional people, genuine ones and those who would cheat.
func TestEvaluation_own(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		world           string
		high, low, trap int
		area            float64
	}{
		{ownWorld, 119, 156, 106, 0.99},
		{filepath.Join("testdata", "second"), 103, 94, 87, 0.99},
		{filepath.Join("testdata", "third"), 85, 78, 78, 0.99},
		{filepath.Join("testdata", "fourth"), 83, 76, 82, 0.99},
		{filepath.Join("testdata", "fifth"), 84, 81, 84, 0.99},
	} {
		t.Run(filepath.Base(c.world), func(t *testing.T) {
			t.Parallel()
			var notes bytes.Buffer
			r, err := evaluateWorld(t.Context(), c.world, 0, &notes)
			if err != nil {
				t.Fatal(err)
			}
			if r.High.OK < c.high || r.Low.OK < c.low || r.Trap.OK < c.trap || r.AUC < c.area || r.Requests.Max > 15 || r.Failed > 0 {
				t.Errorf("%+v\n%s", r, notes.String())
			}
		})
	}
}

// TestEvaluation_organisationsFork: work in a fork that belongs to an organisation is found, though
// GitHub counts it as no contribution and lists it under nobody.
func TestEvaluation_organisationsFork(t *testing.T) {
	t.Parallel()
	const was, is = "ravi-sodhi/tessera-cold", "cold-store/tessera-cold"
	dir := t.TempDir()
	put := func(name string, body []byte) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, body, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	take := func(name string) []byte {
		t.Helper()
		body, err := os.ReadFile(filepath.Join(ownWorld, name))
		if err != nil {
			t.Fatal(err)
		}
		return body
	}
	move := strings.NewReplacer(was, is, `"owner":"ravi-sodhi","owner_type":"User"`, `"owner":"cold-store","owner_type":"Organization"`)
	for _, name := range []string{"repos.jsonl", "contributions.jsonl"} {
		var kept strings.Builder
		for line := range strings.Lines(string(take(name))) {
			if strings.Contains(line, `"full_name":"`+was+`"`) {
				kept.WriteString(move.Replace(line))
			}
		}
		put(name, []byte(kept.String()))
	}
	put("users.jsonl", take("users.jsonl"))
	file := strings.NewReplacer("/", "__")
	put("commits/"+file.Replace(is)+".jsonl.gz", take("commits/"+file.Replace(was)+".jsonl.gz"))
	put("tarballs/"+file.Replace(is)+".tar.gz", take("tarballs/"+file.Replace(was)+".tar.gz"))
	put("truth.tsv", []byte("login\tskill\tlabel\tmin_score\tmax_score\nravi-sodhi\tpython\thigh\t0.5\t1\n"))
	var notes bytes.Buffer
	r, err := evaluateWorld(t.Context(), dir, 0, &notes)
	if err != nil || r.High.OK != 1 || r.Requests.Max > 15 {
		t.Errorf("%+v, %v\n%s", r, err, notes.String())
	}
}

var ownWorld = filepath.Join("testdata", "world")

// TestQuality_own compares what is computed of pull requests, reviews and issues with figures
// that were counted apart.
func TestQuality_own(t *testing.T) {
	t.Parallel()
	world, err := replica.Load(ownWorld)
	if err != nil {
		t.Fatal(err)
	}
	served, err := serve(t.Context(), replica.New(world, replica.Options{Tokens: []string{replicaToken}}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = served.Close() })
	up, err := upstream.New(upstream.Config{Policies: api.Policies(served.api, served.archives)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = up.Close() })
	client, err := api.New(api.Config{
		Upstream: up, API: served.api, Archives: served.archives, Now: time.Now, Token: func() (string, error) { return replicaToken, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	gold := goldOf(t)
	if len(gold) < 30 {
		t.Fatalf("gold of %d people", len(gold))
	}
	for login, want := range gold {
		session, err := client.Session(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		p, err := session.Participation(t.Context(), login)
		if err != nil {
			t.Fatal(err)
		}
		q := quality.Of(login, p)
		got := map[string]float64{
			"merged": float64(q.Merged), "closed_unmerged": float64(q.Declined), "open": float64(q.Open),
			"pulls_reviewed": float64(q.Reviewed), "issues_opened": float64(q.Issues),
		}
		if q.ToMerge.Sufficient {
			got["median_hours_to_merge"] = q.ToMerge.Hours
		}
		for metric, n := range got {
			if math.Abs(want[metric]-n) > 0.06 { // hours are rounded to a tenth
				t.Errorf("%s %s: %v, want %v", login, metric, n, want[metric])
			}
		}
	}
}

func goldOf(t *testing.T) map[string]map[string]float64 {
	t.Helper()
	body, err := os.ReadFile(filepath.Join(ownWorld, "quality.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	gold := map[string]map[string]float64{}
	for _, line := range strings.Split(strings.TrimSpace(string(body)), "\n")[1:] {
		cells := strings.Split(line, "\t")
		n, err := strconv.ParseFloat(cells[2], 64)
		if err != nil || github.IsBot(cells[0]) {
			continue // no figure; GitHub shows programs as no users
		}
		if gold[cells[0]] == nil {
			gold[cells[0]] = map[string]float64{}
		}
		gold[cells[0]][cells[1]] = n
	}
	return gold
}
