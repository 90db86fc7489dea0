package cache_test

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/cache"
	"kadry/internal/cache/redistest"
	"kadry/internal/fault"
	"kadry/internal/store/storetest"
)

// lines is a log that a test reads while it is written.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) count(what string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.text.String(), what)
}

// outage is a cache over a Redis that goes and comes.
type outage struct {
	*cache.Cache
	log lines
}

func newOutage(t *testing.T, url string, patience time.Duration) *outage {
	o := &outage{}
	o.Cache = open(t, cache.Config{URL: url, Patience: patience, Log: slog.New(slog.NewTextHandler(&o.log, nil))})
	return o
}

// told waits until Redis went away and came back as often as the log says, and no line more.
func (o *outage) told(t *testing.T, away, back int) {
	t.Helper()
	await(t, func() bool { return o.log.count("is back") >= back && o.Stats().Down == (away > back) })
	if gone, come := o.log.count("is away"), o.log.count("is back"); gone != away || come != back {
		t.Errorf("away %d times and back %d times, want %d and %d", gone, come, away, back)
	}
}

// Redis dies and comes back: nobody fails, the log says it once each way, and values of the
// time between do not come up again at the next outage.
func TestRedis_diesAndComesBack(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t)
	o := newOutage(t, server.URL, patience)
	o.Set(t.Context(), "shared", []byte("redis"), time.Hour)
	want(t, o.Cache, "shared", []byte("redis"))
	o.told(t, 0, 0)

	for round := 1; round <= 2; round++ {
		server.Kill(t)
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() { o.Set(t.Context(), "between", []byte("memory"), time.Hour) })
		}
		all.Wait()
		want(t, o.Cache, "between", []byte("memory"))
		absent(t, o.Cache, "shared")
		if err := o.Delete(t.Context(), "shared"); err == nil {
			t.Error("a key is said to be deleted where nobody is")
		}
		if f := fault.From(o.Check(t.Context())); f.Kind != fault.Unavailable || f.Text.RU == f.Text.EN || f.Hint.RU == "" {
			t.Errorf("%+v", f)
		}
		o.told(t, round, round-1)

		server.Again(t)
		o.told(t, round, round)
		absent(t, o.Cache, "between")
		o.Set(t.Context(), "shared", []byte("redis"), time.Hour)
		want(t, o.Cache, "shared", []byte("redis"))
		if err := o.Check(t.Context()); err != nil {
			t.Error(err)
		}
		if err := o.Delete(t.Context(), "shared"); err != nil {
			t.Error(err)
		}
	}
}

// A process starts while Redis is away, and finds it later.
func TestRedis_isThereLater(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t)
	server.Kill(t)
	o := newOutage(t, server.URL, patience)
	o.told(t, 1, 0)
	if s := o.Stats(); s.Backend != cache.Redis || !s.Down {
		t.Errorf("%+v", s)
	}
	o.Set(t.Context(), "k", []byte("memory"), time.Hour)
	want(t, o.Cache, "k", []byte("memory"))
	server.Again(t)
	o.told(t, 1, 1)
	o.Set(t.Context(), "k", []byte("redis"), time.Hour)
	raw := client(t, server.URL)
	if got, err := raw.Do(t.Context(), raw.B().Get().Key("k").Build()).ToString(); got != "redis" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

// One that takes connections and answers nothing holds up the first callers for a moment, and
// nobody after them.
func TestRedis_fallsSilent(t *testing.T) {
	t.Parallel()
	relay := storetest.NewRelay(t, redistest.URL(t))
	o, key := newOutage(t, relay.URL, 2*time.Second), fresh()
	o.Set(t.Context(), key, []byte("redis"), time.Minute)
	relay.Silence()
	absent(t, o.Cache, key)
	o.told(t, 1, 0)
	began := time.Now()
	const calls = 1000
	for range calls {
		o.Set(t.Context(), key, []byte("memory"), time.Minute)
		want(t, o.Cache, key, []byte("memory"))
	}
	if each := time.Since(began) / (2 * calls); each > 3*time.Millisecond {
		t.Errorf("a call takes %v", each)
	}
	relay.Mend()
	o.told(t, 1, 1)
	want(t, o.Cache, key, []byte("redis"))
}

// A Redis without room, or one that only follows another, answers and keeps nothing.
func TestRedis_answersAndKeepsNothing(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t)
	o, raw := newOutage(t, server.URL, patience), client(t, server.URL)
	room := func(bytes string) {
		t.Helper()
		if err := raw.Do(t.Context(), raw.B().ConfigSet().ParameterValue().ParameterValue("maxmemory", bytes).Build()).Error(); err != nil {
			t.Fatal(err)
		}
	}
	room("1")
	o.Set(t.Context(), "k", []byte("memory"), time.Hour)
	want(t, o.Cache, "k", []byte("memory"))
	o.told(t, 1, 0)
	if f := fault.From(o.Check(t.Context())); !strings.Contains(f.Text.EN, "OOM") {
		t.Errorf("%+v", f)
	}
	room("0")
	o.told(t, 1, 1)
}

// A cache is closed while Redis is away, and while it is looked for.
func TestClose_whileRedisIsAway(t *testing.T) {
	t.Parallel()
	c, err := cache.New(t.Context(), cache.Config{URL: "redis://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	c.Close() // TestMain looks for what it left running
}
