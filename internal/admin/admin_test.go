package admin

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kadry/internal/access"
	"kadry/internal/audit"
	"kadry/internal/fault"
	"kadry/internal/jobs"
	"kadry/internal/op"
	"kadry/internal/store/storetest"
)

var (
	operator = op.Caller{Name: "cli", Tenant: "default", Admin: true, Local: true}
	acme     = op.Caller{Name: "boss", Tenant: "acme", Admin: true}
)

// server is the operations over an empty database and no token.
type server struct {
	Config
	ops    *op.Registry
	buried chan struct{}   // takes one for each job that was given up
	filled map[string]bool // tenants with a sample
}

func newServer(t *testing.T) *server {
	t.Helper()
	db := storetest.SQLite(t, jobs.Schema(), audit.Schema()).Open(t)
	s := &server{buried: make(chan struct{}, 10), filled: map[string]bool{}}
	queue, err := jobs.New(db, jobs.Config{Poll: 10 * time.Millisecond, Watch: func(e jobs.Event) {
		if e.What == jobs.Buried {
			s.buried <- struct{}{}
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	known, err := op.NewRegistry(append(Operations(Config{}), op.New(
		op.Spec{Name: "find", Toolset: "talent", Title: "Find", Doc: "Finds.", Effect: op.Reads},
		func(context.Context, none) (none, error) { return none{}, nil }))...)
	if err != nil {
		t.Fatal(err)
	}
	s.Config = Config{
		Empty:  func(_ context.Context, tenant string) (bool, error) { return !s.filled[tenant], nil },
		Sample: func(_ context.Context, tenant string) error { s.filled[tenant] = true; return nil },
		DB:     db, Queue: queue, Audit: audit.New(db, time.Now), Tokens: filepath.Join(t.TempDir(), "tokens.toml"), Registry: known, Now: time.Now,
	}
	if s.ops, err = op.NewRegistry(Operations(s.Config)...); err != nil {
		t.Fatal(err)
	}
	return s
}

// ask calls an operation and decodes what it answers.
func ask[Out any](t *testing.T, s *server, as op.Caller, name, input string) (out Out, err error) {
	t.Helper()
	o, err := s.ops.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	result, err := new(op.Pipeline).Call(op.WithCaller(t.Context(), as), o, []byte(input))
	if err == nil {
		if err := json.Unmarshal(result.JSON, &out); err != nil {
			t.Fatalf("%s: %v in %s", name, err, result.JSON)
		}
	}
	return out, err
}

// must is ask where no refusal is expected.
func must[Out any](t *testing.T, s *server, as op.Caller, name, input string) Out {
	t.Helper()
	out, err := ask[Out](t, s, as, name, input)
	if err != nil {
		t.Fatalf("%s %s: %v", name, input, err)
	}
	return out
}

func refused(t *testing.T, s *server, as op.Caller, want fault.Kind, name, input string) {
	t.Helper()
	if _, err := ask[map[string]any](t, s, as, name, input); fault.KindOf(err) != want {
		t.Errorf("%s %s: got %v, want %s", name, input, err, want)
	}
}

// actions are those of a tenant's log, newest first, with who did them and to what.
func actions(t *testing.T, s *server, tenant string) []string {
	t.Helper()
	var lines []string
	for _, e := range must[Entries](t, s, operator, "list_audit_entries", `{"tenant":"`+tenant+`"}`).Items {
		lines = append(lines, e.Actor+" "+e.Action+" "+e.Subject)
	}
	return lines
}

func names(list Tokens) []string {
	var all []string
	for _, g := range list.Items {
		all = append(all, g.Name)
	}
	return all
}

func TestOperations_needAnAdministrator(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	for _, o := range s.ops.All() {
		for name, caller := range map[string]op.Caller{
			"without the right":          {Name: "ann", Tenant: "acme"},
			"for another toolset":        {Name: "ann", Tenant: "acme", Admin: true, Toolsets: []string{"talent"}},
			"for reading, with the rest": {Name: "ann", Tenant: "acme", Admin: true, ReadOnly: true},
		} {
			if _, err := new(op.Pipeline).Call(op.WithCaller(t.Context(), caller), o, []byte(`{}`)); fault.KindOf(err) != fault.Denied {
				t.Errorf("%s %s: %v", o.Name, name, err)
			}
		}
	}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	made := must[Created](t, s, operator, "create_token", `{"name":"ats","tenant":"acme","toolsets":["talent"],"read_only":true}`)
	known, err := access.Open(s.Tokens)
	if err != nil {
		t.Fatal(err)
	}
	if g, err := known.Find(made.Token); err != nil || g.Tenant != "acme" || !g.ReadOnly || g.Admin || !slices.Equal(g.Toolsets, []string{"talent"}) {
		t.Errorf("%+v, %v", g, err)
	}
	list, err := ask[json.RawMessage](t, s, operator, "list_tokens", `{}`)
	if err != nil || strings.Contains(string(list), made.Token) || strings.Contains(string(list), "digest") || !strings.Contains(string(list), `"name":"ats"`) {
		t.Errorf("%s, %v", list, err)
	}
	refused(t, s, operator, fault.Conflict, "create_token", `{"name":"ats"}`)
	refused(t, s, operator, fault.Invalid, "create_token", `{"name":"no good"}`)
	refused(t, s, operator, fault.Invalid, "create_token", `{"name":"odd","toolsets":["tallent"]}`)
	refused(t, s, operator, fault.Invalid, "revoke_token", `{"name":"ats"}`)
	refused(t, s, operator, fault.NotFound, "revoke_token", `{"name":"nobody","confirm":true}`)
	must[Revoked](t, s, operator, "revoke_token", `{"name":"ats","confirm":true}`)
	if _, err := known.Find(made.Token); fault.KindOf(err) != fault.Unauthenticated {
		t.Errorf("a revoked token: %v", err)
	}
	if got := actions(t, s, "acme"); !slices.Equal(got, []string{"cli token.revoked ats", "cli token.created ats"}) {
		t.Errorf("the log has %q", got)
	}
}

// A token is not there when the log could not say so.
func TestTokens_noneWithoutItsEntry(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	if err := s.DB.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "DROP TABLE audit_pending")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	refused(t, s, operator, fault.Internal, "create_token", `{"name":"ats"}`)
	if got := names(must[Tokens](t, s, operator, "list_tokens", `{}`)); len(got) != 0 {
		t.Errorf("there is %q", got)
	}
}

// An administrator of one tenant, who is elsewhere, meets no other tenant and gives away no
// more than they have.
func TestTenants_stayApart(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	must[Created](t, s, operator, "create_token", `{"name":"other","tenant":"beta"}`)
	refused(t, s, acme, fault.Denied, "create_token", `{"name":"spy","tenant":"beta"}`)
	refused(t, s, acme, fault.Denied, "list_audit_entries", `{"tenant":"beta"}`)
	refused(t, s, acme, fault.NotFound, "revoke_token", `{"name":"other","confirm":true}`)
	must[Created](t, s, acme, "create_token", `{"name":"own"}`)
	if got := names(must[Tokens](t, s, acme, "list_tokens", `{}`)); !slices.Equal(got, []string{"own"}) {
		t.Errorf("acme sees %q", got)
	}
	if got := names(must[Tokens](t, s, operator, "list_tokens", `{}`)); !slices.Equal(got, []string{"other", "own"}) {
		t.Errorf("the operator sees %q", got)
	}
	if got := actions(t, s, "acme"); !slices.Equal(got, []string{"boss token.created own"}) {
		t.Errorf("the log of acme has %q", got)
	}
	narrow := acme
	narrow.Toolsets = []string{Toolset}
	refused(t, s, narrow, fault.Denied, "create_token", `{"name":"wide"}`)
	refused(t, s, narrow, fault.Denied, "create_token", `{"name":"wide","toolsets":["admin","talent"]}`)
	must[Created](t, s, narrow, "create_token", `{"name":"narrow","toolsets":["admin"]}`)
}

// Without a token a server on loopback is open: nobody elsewhere may open it.
func TestRevoke_notTheLastFromElsewhere(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	must[Created](t, s, acme, "create_token", `{"name":"own","admin":true}`)
	refused(t, s, acme, fault.Conflict, "revoke_token", `{"name":"own","confirm":true}`)
	must[Revoked](t, s, operator, "revoke_token", `{"name":"own","confirm":true}`)
}

func TestAudit(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	for _, name := range []string{"a", "b", "c"} {
		must[Created](t, s, acme, "create_token", `{"name":"`+name+`"}`)
	}
	first := must[Entries](t, s, acme, "list_audit_entries", `{"limit":2}`)
	if len(first.Items) != 2 || first.Items[0].Subject != "c" || !first.HasMore {
		t.Fatalf("%+v", first)
	}
	second := must[Entries](t, s, acme, "list_audit_entries", `{"limit":2,"cursor":"`+first.NextCursor+`"}`)
	if len(second.Items) != 1 || second.Items[0].Subject != "a" || second.HasMore {
		t.Errorf("%+v", second)
	}
	refused(t, s, acme, fault.Invalid, "list_audit_entries", `{"subject":"a","cursor":"`+first.NextCursor+`"}`)
	if own := must[Entries](t, s, acme, "list_audit_entries", `{"subject":"b","actor":"boss","action":"token.created"}`); len(own.Items) != 1 {
		t.Errorf("%+v", own)
	}
	head := must[Head](t, s, acme, "get_audit_head", `{}`).Head
	if v := must[audit.Verdict](t, s, acme, "verify_audit", `{"head":"`+head+`"}`); v.Broken != nil || v.Verified != 3 {
		t.Errorf("%+v", v)
	}
	refused(t, s, acme, fault.Invalid, "verify_audit", `{"head":"nonsense"}`)
	if err := s.DB.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE audit_entry SET actor = 'nobody' WHERE seq = 2")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if v := must[audit.Verdict](t, s, acme, "verify_audit", `{}`); v.Broken == nil || v.Broken.Seq != 2 || v.Broken.What != audit.Changed {
		t.Errorf("a changed entry: %+v", v)
	}
}

func TestQueue(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	fails := func(context.Context, jobs.Job) (jobs.Effect, error) {
		return nil, jobs.Permanent(errors.New("the receiver of beta is gone"))
	}
	if err := s.Queue.Handle(jobs.Kind{Name: "deliver", Work: fails}, jobs.Kind{Name: "advance", Work: fails}); err != nil {
		t.Fatal(err)
	}
	if err := s.DB.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		for range 3 {
			if _, err := s.Queue.Insert(ctx, tx, jobs.Spec{Kind: "deliver"}); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	giveUp(t, s, 3)
	if q := must[Queue](t, s, acme, "get_queue", `{}`); len(q.Items) != 2 || q.Items[0].Kind != "advance" || q.Items[1].Dead != 3 {
		t.Errorf("%+v", q)
	}
	first := must[DeadJobs](t, s, operator, "list_dead_jobs", `{"limit":2}`)
	if len(first.Items) != 2 || first.Items[0].Error == "" || first.Items[0].Attempts != 1 || !first.HasMore {
		t.Fatalf("%+v", first)
	}
	second := must[DeadJobs](t, s, acme, "list_dead_jobs", `{"limit":2}`)
	if len(second.Items) != 2 || second.Items[0].Error != "" {
		t.Errorf("from elsewhere: %+v", second)
	}
	if rest := must[DeadJobs](t, s, operator, "list_dead_jobs", `{"limit":2,"cursor":"`+first.NextCursor+`"}`); len(rest.Items) != 1 || rest.HasMore {
		t.Errorf("%+v", rest)
	}
	refused(t, s, acme, fault.Invalid, "requeue_jobs", `{"kind":"nope"}`)
	if none := must[Requeued](t, s, acme, "requeue_jobs", `{"kind":"advance"}`); none.Count != 0 {
		t.Errorf("%+v", none)
	}
	if again := must[Requeued](t, s, acme, "requeue_jobs", `{"kind":"deliver"}`); again.Count != 3 {
		t.Errorf("%+v", again)
	}
	if q := must[Queue](t, s, acme, "get_queue", `{}`); q.Items[1].Dead != 0 || q.Items[1].Ready != 3 {
		t.Errorf("%+v", q)
	}
	if got := actions(t, s, "acme"); !slices.Equal(got, []string{"boss jobs.requeued deliver"}) {
		t.Errorf("the log has %q", got)
	}
}

// giveUp works the queue until so many jobs are dead.
func giveUp(t *testing.T, s *server, n int) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Queue.Run(ctx) }()
	for range n {
		<-s.buried
	}
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

// The sample fills a base once, and only the caller's part of it.
func TestSample_onlyWhereNothingIs(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	if got := must[Loaded](t, s, acme, "load_sample", `{}`); !got.Loaded || !s.filled["acme"] || len(s.filled) != 1 {
		t.Errorf("%+v, filled %v", got, s.filled)
	}
	refused(t, s, acme, fault.Conflict, "load_sample", `{}`)
	if got := actions(t, s, "acme"); !slices.Equal(got, []string{"boss sample.loaded acme"}) {
		t.Errorf("the log has %q", got)
	}
}
