package outbox_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/jobs"
	"kadry/internal/outbox"
	"kadry/internal/seal"
	"kadry/internal/store"
	"kadry/internal/store/storetest"
	"kadry/internal/webhook"
)

func (o *office) endpoint(t testing.TB, tenant string) outbox.Endpoint {
	t.Helper()
	e, err := o.Endpoint(t.Context(), tenant)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func (o *office) keys(t testing.TB, tenant string) (texts []string) {
	t.Helper()
	keys, err := o.Keys(t.Context(), tenant)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range keys {
		texts = append(texts, k.Reveal())
	}
	return texts
}

func shared(t testing.TB) webhook.Secret {
	t.Helper()
	s, err := webhook.ParseSecret("the secret that all tenants share")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestEndpoint_isKept(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		o := newOffice(t, b.Open(t), plan{idle: true})
		if diff := cmp.Diff(outbox.Endpoint{Shape: webhook.Compat, Hosts: []string{}}, o.endpoint(t, acme)); diff != "" {
			t.Error(diff)
		}
		saved := outbox.Endpoint{
			Shape: webhook.Envelope, Retain: 90,
			Hosts: []string{" Hooks.Example.ORG ", ".пример.рф", "crm.example.org:8443", "hooks.example.org", "[2001:db8::1]:8443", "203.0.113.7"},
		}
		if err := o.Save(t.Context(), acme, saved); err != nil {
			t.Fatal(err)
		}
		secret := o.rotate(t, acme, 0)
		saved.Hosts = []string{"hooks.example.org", ".xn--e1afmkfd.xn--p1ai", "crm.example.org:8443", "[2001:db8::1]:8443", "203.0.113.7"}
		saved.Signed, saved.SecretSince = true, o.clock.now()
		if diff := cmp.Diff(saved, o.endpoint(t, acme)); diff != "" {
			t.Error(diff)
		}
		o.write(t, func(ctx context.Context, tx *sql.Tx) error {
			for tenant, want := range map[string]webhook.Shape{acme: webhook.Envelope, globex: webhook.Compat} {
				if shape, err := o.ShapeIn(ctx, tx, tenant); shape != want || err != nil {
					t.Errorf("%s: %q, %v", tenant, shape, err)
				}
			}
			return nil
		})
		if err := o.Save(t.Context(), acme, outbox.Endpoint{Shape: webhook.Flat}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{secret.Reveal()}, o.keys(t, acme)); diff != "" || len(o.keys(t, globex)) != 0 {
			t.Errorf("saving touches secrets: %s", diff)
		}
	})
}

func TestEndpoint_refusesWhatItIsNot(t *testing.T) {
	t.Parallel()
	o := newOffice(t, storetest.SQLite(t, jobs.Schema(), outbox.Schema()).Open(t), plan{idle: true})
	for _, host := range []string{
		"", ".", "..", "*.example.org", "https://example.org", "example.org/hook", "a b", "example.org:", "example.org:0", "example.org:65536",
		"example.org:https", ".example.org:443", "user@example.org", "exa\x00mple.org", "example..org", "[::1", "example.org#x",
	} {
		err := o.Save(t.Context(), acme, outbox.Endpoint{Hosts: []string{host}})
		if f := fault.From(err); f.Kind != fault.Invalid || len(f.Fields) != 1 || f.Fields[0].Path != "hosts" || f.Text.RU == f.Text.EN {
			t.Errorf("%q: %v", host, err)
		}
	}
	for _, e := range []outbox.Endpoint{{Shape: "Flat"}, {Retain: -1}} {
		if err := o.Save(t.Context(), acme, e); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%+v: %v", e, err)
		}
	}
	if _, err := o.Rotate(t.Context(), acme, -time.Second); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
	if _, err := outbox.New(outbox.Config{DB: o.db, Queue: o.queue, Send: o.way.Send, Check: o.way.Check}); err == nil {
		t.Error("an outbox that cannot seal")
	}
}

// An address is refused where it is given, by the field it was given in.
func TestAccept_tellsTheField(t *testing.T) {
	t.Parallel()
	o := newOffice(t, storetest.SQLite(t, jobs.Schema(), outbox.Schema()).Open(t), plan{idle: true, config: outbox.Config{Shared: shared(t)}})
	if err := o.Save(t.Context(), globex, outbox.Endpoint{Hosts: []string{".globex.example"}}); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		tenant, url string
		fits        bool
	}{
		{acme, "https://hooks.example.org/a", true},
		{globex, "https://hooks.globex.example/a", true},
		{globex, "https://hooks.example.org/a", false},
		{acme, "", false},
		{acme, "ftp://hooks.example.org/a", false},
		{acme, "https://127.0.0.1/a", false},
		{acme, "https://169.254.169.254/latest", false},
		{acme, "https://user:pass@hooks.example.org/", false},
		{acme, "https://hooks.example.org:22/", false},
	} {
		err := o.Accept(t.Context(), row.tenant, row.url)
		f := fault.From(err)
		if row.fits && err != nil || !row.fits && (f.Kind != fault.Invalid || len(f.Fields) != 1 || f.Fields[0].Path != "webhook_url" || f.Text.RU == f.Text.EN) {
			t.Errorf("%s %q: %v", row.tenant, row.url, err)
		}
	}
}

// While a secret is changed receivers with either verify; a change holds at once in every
// process; after the overlap the old one is of no use.
func TestRotate_bothSignForAWhile(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		r := newReceiver(t, status(200))
		db := b.Open(t)
		c := standing()
		o := newOffice(t, db, plan{receivers: []*receiver{r}, clock: c, config: outbox.Config{Shared: shared(t)}})
		other := newOffice(t, b.Open(t), plan{clock: c, idle: true, config: outbox.Config{Shared: shared(t)}})
		verified := func(key webhook.Secret, n int, url string) (valid, short bool) {
			o.add(t, message(acme, url, n, r.url))
			a := receive(t, r.news)
			o.await(t, 1, jobs.Finished)
			return webhook.Verify(a.stamp(), []byte(a.body), c.now(), key) == nil, webhook.Verify256(a.stamp().Signature256, []byte(a.body), key) == nil
		}
		n := 0
		want := func(step string, key webhook.Secret, valid, short bool) {
			t.Helper()
			n++
			if v, s := verified(key, n, "s1"); v != valid || s != short {
				t.Errorf("%s: verifies %t, the short form %t; want %t, %t", step, v, s, valid, short)
			}
		}
		want("the shared one signs", shared(t), true, true)
		first := other.rotate(t, acme, time.Hour)
		want("its own", first, true, true)
		want("the shared one beside it", shared(t), true, false)
		if e := o.endpoint(t, acme); !e.Signed || !e.SecretSince.Equal(c.now()) || !e.OldUntil.Equal(c.now().Add(time.Hour)) {
			t.Errorf("%+v", e)
		}
		c.step(10 * time.Minute)
		second := other.rotate(t, acme, time.Hour)
		want("the second", second, true, true)
		want("the first beside it", first, true, false)
		want("the shared one no more", shared(t), false, false)
		c.step(time.Hour)
		want("the overlap is over", first, false, false)
		want("the second alone", second, true, true)
		if e := o.endpoint(t, acme); !e.OldUntil.IsZero() {
			t.Errorf("%+v", e)
		}
		third := other.rotate(t, acme, 0)
		want("without overlap", second, false, false)
		want("the third", third, true, true)
		if diff := cmp.Diff([]string{shared(t).Reveal()}, o.keys(t, globex)); diff != "" {
			t.Error(diff)
		}
	})
}

// A server with another key says so, signs nothing with nonsense, and loses nothing.
func TestKey_aWrongOneIsTold(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		r := newReceiver(t, status(200))
		db := b.Open(t)
		secret := newOffice(t, db, plan{idle: true}).rotate(t, acme, 0)
		wrong := newOffice(t, db, plan{receivers: []*receiver{r}, config: outbox.Config{Seal: newVault(t, bytes.Repeat([]byte{7}, 32)), Unsigned: true}, idle: true})
		refused := func(what string, err error) {
			t.Helper()
			if f := fault.From(err); !errors.Is(err, seal.ErrKey) || f.Kind != fault.Unavailable || f.Hint.RU == "" {
				t.Errorf("%s: %v", what, err)
			}
		}
		_, err := wrong.Keys(t.Context(), acme)
		refused("keys", err)
		refused("accept", wrong.Accept(t.Context(), acme, r.url))
		_, err = wrong.Probe(t.Context(), acme, r.url, testBody)
		refused("probe", err)
		_, err = wrong.Rotate(t.Context(), acme, time.Hour)
		refused("rotate with an overlap", err)
		if e := wrong.endpoint(t, acme); !e.Signed {
			t.Errorf("%+v", e)
		}

		stop := wrong.start(t)
		wrong.add(t, message(acme, "s1", 1, r.url))
		wrong.await(t, 1, jobs.Snoozed)
		stop()
		if s := wrong.stream(t, acme, "s1")[0]; s.State != outbox.Pending || s.Count != 0 || len(r.arrived()) != 0 {
			t.Errorf("%+v", s)
		}
		right := newOffice(t, db, plan{receivers: []*receiver{r}, clock: &clock{at: time.Now().Add(time.Hour)}})
		right.await(t, 1, jobs.Finished)
		got := receive(t, r.news)
		if err := webhook.Verify(got.stamp(), []byte(got.body), right.clock.now(), secret); err != nil {
			t.Error(err)
		}
		if fresh := wrong.rotate(t, acme, 0); len(wrong.keys(t, acme)) != 1 || wrong.keys(t, acme)[0] != fresh.Reveal() {
			t.Error("a new secret without overlap is the way out")
		}
	})
}

// A sealed secret that was moved to another tenant or altered opens for nobody.
func TestKey_sealedSecretsCannotBeMoved(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		o := newOffice(t, b.Open(t), plan{idle: true})
		o.rotate(t, acme, 0)
		o.rotate(t, globex, 0)
		o.perform(t, `UPDATE outbox_endpoint SET secret = (SELECT secret FROM outbox_endpoint WHERE tenant = 'globex') WHERE tenant = 'acme'`)
		if keys, err := o.Keys(t.Context(), acme); fault.KindOf(err) != fault.Unavailable || errors.Is(err, seal.ErrKey) {
			t.Errorf("%v, %v", keys, err)
		}
		for _, sealed := range [][]byte{{1}, {2, 3, 4}, bytes.Repeat([]byte{1}, 200)} {
			o.perform(t, `UPDATE outbox_endpoint SET secret = $1 WHERE tenant = 'acme'`, sealed)
			if keys, err := o.Keys(t.Context(), acme); fault.KindOf(err) != fault.Unavailable {
				t.Errorf("%v: %v, %v", sealed, keys, err)
			}
		}
		if len(o.keys(t, globex)) != 1 {
			t.Error("the other tenant's is gone")
		}
	})
}

// Neither the database nor the log holds a secret as it is.
func TestSecrets_areNowhereInTheClear(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		r := newReceiver(t, status(500))
		db := b.Open(t)
		var log bytes.Buffer
		o := newOffice(t, db, plan{receivers: []*receiver{r}, config: outbox.Config{Shared: shared(t)}, idle: true})
		queue, err := jobs.New(db, jobs.Config{})
		if err != nil {
			t.Fatal(err)
		}
		loud, err := outbox.New(outbox.Config{
			DB: db, Queue: queue, Send: o.way.Send, Check: o.way.Check, Seal: newVault(t, testKey), Shared: shared(t), Log: slog.New(slog.NewJSONHandler(&log, nil)), Now: o.clock.now,
		})
		if err != nil {
			t.Fatal(err)
		}
		secrets := []string{shared(t).Reveal(), o.rotate(t, acme, time.Hour).Reveal(), o.rotate(t, globex, 0).Reveal(), o.rotate(t, globex, time.Hour).Reveal()}
		o.start(t)
		o.add(t, message(acme, "s1", 1, r.url))
		o.await(t, 1, jobs.Retried)
		if _, err := loud.Probe(t.Context(), acme, r.url, testBody); err != nil {
			t.Error(err)
		}
		kept := log.String()
		switch b.Engine {
		case store.SQLite:
			for _, suffix := range []string{"", "-wal"} {
				file, err := os.ReadFile(b.URL + suffix)
				if err != nil {
					t.Fatal(err)
				}
				kept += string(file)
			}
			if !strings.Contains(kept, "outbox_endpoint") {
				t.Error("the file is not the database")
			}
		case store.PostgreSQL:
			err := db.Read(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
				var rows string
				err := tx.QueryRowContext(ctx, `SELECT string_agg(encode(secret, 'escape') || encode(previous, 'escape') || hosts, ' ') FROM outbox_endpoint`).Scan(&rows)
				kept += rows
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for i, secret := range secrets {
			if raw := strings.TrimPrefix(secret, "whsec_"); strings.Contains(kept, raw[:16]) {
				t.Errorf("secret %d is in the clear", i)
			}
		}
	})
}

// Secrets that are changed at once follow one another: the last one signs, and one before it.
func TestRotate_atOnce(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		o := newOffice(t, b.Open(t), plan{idle: true})
		made := make(chan string, 8)
		for range cap(made) {
			go func() {
				secret, err := o.Rotate(t.Context(), acme, time.Hour)
				if err != nil {
					t.Error(err)
				}
				made <- secret
			}()
		}
		secrets := map[string]bool{}
		for range cap(made) {
			secrets[receive(t, made)] = true
		}
		keys := o.keys(t, acme)
		if len(secrets) != cap(made) || len(keys) != 2 || !secrets[keys[0]] || !secrets[keys[1]] || keys[0] == keys[1] {
			t.Errorf("%d secrets, %d keys", len(secrets), len(keys))
		}
	})
}
