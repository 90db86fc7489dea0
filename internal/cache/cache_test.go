package cache_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/redis/rueidis"
	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"kadry/internal/cache"
	"kadry/internal/cache/redistest"
	"kadry/internal/fault"
)

func TestMain(m *testing.M) {
	// A client that found no cluster lets one goroutine sleep for a second, whether it is closed or not.
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/redis/rueidis.(*call).DelayDo.func1"))
}

// patience is how long a test waits for what must happen; it is for machines that are busy.
const patience = 60 * time.Second

// place is where a cache under test keeps values.
type place struct {
	*cache.Cache
	// pass lets time pass until the condition holds; it fails the test when it never does.
	pass func(t *testing.T, until func() bool)
}

func open(t testing.TB, c cache.Config) *cache.Cache {
	t.Helper()
	if c.Log == nil {
		c.Log = slog.New(slog.NewTextHandler(t.Output(), nil))
	}
	made, err := cache.New(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(made.Close)
	return made
}

// conform runs a test of what a cache promises on every backend.
func conform(t *testing.T, test func(t *testing.T, p place)) {
	t.Helper()
	t.Parallel()
	t.Run("memory", func(t *testing.T) {
		t.Parallel()
		var passed atomic.Int64
		now := func() time.Time { return time.Unix(1_800_000_000, 0).Add(time.Duration(passed.Load())) }
		test(t, place{open(t, cache.Config{Now: now}), func(t *testing.T, until func() bool) {
			t.Helper()
			for range 100_000 {
				if until() {
					return
				}
				passed.Add(int64(time.Millisecond))
			}
			t.Fatal("it does not happen in 100 s")
		}})
	})
	t.Run("redis", func(t *testing.T) {
		t.Parallel()
		c := open(t, cache.Config{URL: redistest.URL(t), Patience: patience})
		test(t, place{c, await})
		if c.Stats().Down {
			t.Error("Redis was not what was tested")
		}
	})
	t.Run("redis that is away", func(t *testing.T) {
		t.Parallel()
		test(t, place{open(t, cache.Config{URL: "redis://127.0.0.1:1"}), await})
	})
}

// await waits in real time.
func await(t *testing.T, until func() bool) {
	t.Helper()
	over := time.NewTimer(patience)
	defer over.Stop()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !until() {
		select {
		case <-over.C:
			t.Fatal("it does not happen")
		case <-tick.C:
		}
	}
}

// fresh is a key that no other test has: the Redis may be anybody's.
func fresh() string { return "kadry:test:" + strings.ToLower(rand.Text()) }

func want(t *testing.T, c *cache.Cache, key string, value []byte) {
	t.Helper()
	if got, found := c.Get(t.Context(), key); !found || !bytes.Equal(got, value) {
		t.Errorf("%s: %d bytes, %t; want %d", key, len(got), found, len(value))
	}
}

func absent(t *testing.T, c *cache.Cache, key string) {
	t.Helper()
	if got, found := c.Get(t.Context(), key); found || got != nil {
		t.Errorf("%s: %q is there", key, got)
	}
}

func TestCache_keepsWhatItIsGiven(t *testing.T) {
	conform(t, func(t *testing.T, p place) {
		all := make([]byte, 256)
		for i := range all {
			all[i] = byte(i)
		}
		for name, value := range map[string][]byte{
			"text": []byte(`{"имя":"Ада"}`), "every byte": all, "empty": {}, "nil": nil,
			"lines": []byte("\r\n$-1\r\n"), "as large as may be": bytes.Repeat([]byte{0xff, 0, 1, 2}, cache.LargestValue/4),
		} {
			key := fresh() + " ключ\r\n" + name
			absent(t, p.Cache, key)
			p.Set(t.Context(), key, value, time.Minute)
			want(t, p.Cache, key, value)
			p.Set(t.Context(), key, []byte("second"), time.Minute)
			want(t, p.Cache, key, []byte("second"))
			_ = p.Delete(t.Context(), key) // one that is away says so, which is another test
			absent(t, p.Cache, key)
		}
	})
}

// Whatever is done in whatever order, a key has what was set last and not deleted since.
func TestCache_anyOrder(t *testing.T) {
	conform(t, func(t *testing.T, p place) {
		rapid.Check(t, func(rt *rapid.T) {
			prefix, kept := fresh(), map[string][]byte{}
			anyKey := rapid.Map(rapid.IntRange(0, 3), func(n int) string { return fmt.Sprint(prefix, n) })
			rt.Repeat(map[string]func(*rapid.T){
				"set": func(rt *rapid.T) {
					key, value := anyKey.Draw(rt, "key"), rapid.SliceOfN(rapid.Byte(), 0, 64).Draw(rt, "value")
					p.Set(t.Context(), key, value, time.Hour)
					kept[key] = value
				},
				"delete": func(rt *rapid.T) {
					key := anyKey.Draw(rt, "key")
					_ = p.Delete(t.Context(), key) // one that is away says so
					delete(kept, key)
				},
				"get": func(rt *rapid.T) {
					key := anyKey.Draw(rt, "key")
					value, want := kept[key]
					if got, found := p.Get(t.Context(), key); found != want || !bytes.Equal(got, value) {
						rt.Errorf("%s: %q, %t; want %q, %t", key, got, found, value, want)
					}
				},
			})
		})
	})
}

func TestCache_forgetsInTime(t *testing.T) {
	conform(t, func(t *testing.T, p place) {
		short, long, never := fresh(), fresh(), fresh()
		p.Set(t.Context(), long, []byte("long"), time.Hour)
		p.Set(t.Context(), short, []byte("short"), time.Hour)
		p.Set(t.Context(), short, []byte("short"), 50*time.Millisecond) // the last word counts
		p.Set(t.Context(), never, []byte("never"), 0)
		p.Set(t.Context(), never, []byte("never"), -time.Second)
		absent(t, p.Cache, never)
		p.pass(t, func() bool { _, found := p.Get(t.Context(), short); return !found })
		want(t, p.Cache, long, []byte("long"))
	})
}

// Lifetimes that a server would refuse are as short or long as it takes.
func TestSet_anyLifetime(t *testing.T) {
	conform(t, func(t *testing.T, p place) {
		key := fresh()
		p.Set(t.Context(), key, []byte("x"), time.Duration(1<<63-1))
		want(t, p.Cache, key, []byte("x"))
		p.Set(t.Context(), key, []byte("x"), time.Nanosecond)
		p.pass(t, func() bool { _, found := p.Get(t.Context(), key); return !found })
		if s := p.Stats(); s.Down != (p.Check(t.Context()) != nil) {
			t.Errorf("a lifetime took Redis away: %+v", s)
		}
	})
}

func TestSet_doesNotKeepWhatIsTooLarge(t *testing.T) {
	conform(t, func(t *testing.T, p place) {
		key := fresh()
		p.Set(t.Context(), key, []byte("small"), time.Minute)
		p.Set(t.Context(), key, make([]byte, cache.LargestValue+1), time.Minute)
		absent(t, p.Cache, key) // neither the new value nor the one that it was to replace
		if s := p.Stats(); s.Refused != 1 {
			t.Errorf("%+v", s)
		}
	})
}

func TestStats_countWhatWasAsked(t *testing.T) {
	conform(t, func(t *testing.T, p place) {
		key := fresh()
		absent(t, p.Cache, key)
		load := func(context.Context) ([]byte, time.Duration, error) { return []byte("made"), time.Minute, nil }
		for i := range 3 {
			if value, hit, err := p.Do(t.Context(), key, load); err != nil || hit != (i > 0) || string(value) != "made" {
				t.Errorf("%d: %q, %t, %v", i, value, hit, err)
			}
		}
		want(t, p.Cache, key, []byte("made"))
		if s := p.Stats(); s.Hits != 3 || s.Misses != 2 || s.Total != 5 {
			t.Errorf("%+v", s)
		}
	})
}

func TestDo_keepsNoErrorAndNothingHalf(t *testing.T) {
	conform(t, func(t *testing.T, p place) {
		key, failure := fresh(), errors.New("upstream is away")
		_, _, err := p.Do(t.Context(), key, func(context.Context) ([]byte, time.Duration, error) { return []byte("junk"), time.Minute, failure })
		if !errors.Is(err, failure) {
			t.Error(err)
		}
		absent(t, p.Cache, key)
		value, hit, err := p.Do(t.Context(), key, func(context.Context) ([]byte, time.Duration, error) { return []byte("half"), 0, nil })
		if string(value) != "half" || hit || err != nil {
			t.Errorf("%q, %t, %v", value, hit, err)
		}
		absent(t, p.Cache, key)
	})
}

// Many callers at once: every key is made once, and everybody gets what belongs to the key.
func TestDo_oneLoadForAll(t *testing.T) {
	conform(t, func(t *testing.T, p place) {
		const callers, keys = 1000, 10
		var (
			made [keys]atomic.Int64
			all  sync.WaitGroup
			name = fresh()
		)
		for i := range callers {
			all.Go(func() {
				which := i % keys
				key := fmt.Sprint(name, which)
				value, _, err := p.Do(t.Context(), key, func(context.Context) ([]byte, time.Duration, error) {
					made[which].Add(1)
					return []byte(key), time.Minute, nil
				})
				if err != nil || string(value) != key {
					t.Errorf("%s: %q, %v", key, value, err)
				}
				p.Set(t.Context(), fmt.Sprint(key, i), value, time.Minute)
				if got, found := p.Get(t.Context(), fmt.Sprint(key, i)); !found || string(got) != key {
					t.Errorf("%s: %q, %t", key, got, found)
				}
				_ = p.Delete(t.Context(), fmt.Sprint(key, i)) // one that is away says so
			})
		}
		all.Wait()
		for which := range made {
			if n := made[which].Load(); n != 1 {
				t.Errorf("key %d was made %d times", which, n)
			}
		}
		if s := p.Stats(); s.Total != 2*callers || s.Misses < keys {
			t.Errorf("%+v", s)
		}
	})
}

// Who is called off does not take the others along.
func TestDo_anotherTakesOver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t, cache.Config{})
		first, giveUp := context.WithCancel(t.Context())
		var all sync.WaitGroup
		all.Go(func() {
			_, _, err := c.Do(first, "k", func(ctx context.Context) ([]byte, time.Duration, error) {
				<-ctx.Done()
				return nil, 0, ctx.Err()
			})
			if !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
		synctest.Wait()
		impatient, leave := context.WithCancel(t.Context())
		all.Go(func() {
			if _, _, err := c.Do(impatient, "k", nil); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
		made := 0
		for range 5 {
			all.Go(func() {
				value, _, err := c.Do(t.Context(), "k", func(context.Context) ([]byte, time.Duration, error) {
					made++
					return []byte("v"), time.Minute, nil
				})
				if err != nil || string(value) != "v" {
					t.Errorf("%q, %v", value, err)
				}
			})
		}
		synctest.Wait()
		leave()
		synctest.Wait()
		giveUp()
		all.Wait()
		if made != 1 {
			t.Errorf("made %d times", made)
		}
	})
}

// A load that panics ends its own caller and nobody else.
func TestDo_panics(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t, cache.Config{})
		begun, end := make(chan struct{}), make(chan struct{})
		var all sync.WaitGroup
		all.Go(func() {
			defer func() {
				if recover() == nil {
					t.Error("the panic is lost")
				}
			}()
			_, _, _ = c.Do(t.Context(), "k", func(context.Context) ([]byte, time.Duration, error) {
				close(begun)
				<-end
				panic("broken")
			})
		})
		<-begun
		all.Go(func() {
			value, _, err := c.Do(t.Context(), "k", func(context.Context) ([]byte, time.Duration, error) { return []byte("v"), 0, nil })
			if err != nil || string(value) != "v" {
				t.Errorf("%q, %v", value, err)
			}
		})
		synctest.Wait()
		close(end)
		all.Wait()
	})
}

// What is deleted while it is being made is not kept afterwards.
func TestDelete_reachesALoadUnderWay(t *testing.T) {
	conform(t, func(t *testing.T, p place) {
		key := fresh()
		value, _, err := p.Do(t.Context(), key, func(ctx context.Context) ([]byte, time.Duration, error) {
			_ = p.Delete(ctx, key) // one that is away says so
			return []byte("of a person who is to be forgotten"), time.Minute, nil
		})
		if err != nil || len(value) == 0 {
			t.Errorf("%q, %v", value, err)
		}
		absent(t, p.Cache, key)
	})
}

func TestMemory_staysWithinItsSize(t *testing.T) {
	t.Parallel()
	c := open(t, cache.Config{Bytes: 1 << 20})
	for i := range 4000 {
		c.Set(t.Context(), fmt.Sprint("k", i), make([]byte, 1<<10), time.Hour)
	}
	await(t, func() bool { return c.Stats().Bytes <= 1<<20 })
	if s := c.Stats(); s.Bytes < 1<<18 || s.Backend != cache.Memory {
		t.Errorf("%+v", s)
	}
}

func TestNew_refuses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]cache.Config{
		"no scheme":  {URL: "127.0.0.1:6379"},
		"a database": {URL: "redis://who:s3cret@h/first"},
		"no URL":     {URL: "redis://who:s3cret@h:%zz"},
		"HTTP":       {URL: "http://who:s3cret@h"},
		"size":       {Bytes: -1},
		"patience":   {Patience: -1},
	} {
		made, err := cache.New(t.Context(), c)
		if err == nil || made != nil {
			t.Errorf("%s passed", name)
			continue
		}
		if text := fmt.Sprintf("%+v %v", err, fault.From(err).Text); strings.Contains(text, "s3cret") {
			t.Errorf("%s: the password is in %q", name, text)
		}
	}
}

// Another program's value of another type is no value, and no reason to go without Redis.
func TestRedis_foreignTypes(t *testing.T) {
	t.Parallel()
	url := redistest.URL(t)
	c, key := open(t, cache.Config{URL: url, Patience: patience}), fresh()
	raw := client(t, url)
	if err := raw.Do(t.Context(), raw.B().Rpush().Key(key).Element("x").Build()).Error(); err != nil {
		t.Fatal(err)
	}
	absent(t, c, key)
	if c.Stats().Down {
		t.Error("Redis is away")
	}
	c.Set(t.Context(), key, []byte("ours"), time.Minute)
	want(t, c, key, []byte("ours"))
	if left, err := raw.Do(t.Context(), raw.B().Pttl().Key(key).Build()).AsInt64(); err != nil || left <= 0 || left > time.Minute.Milliseconds() {
		t.Errorf("it lives for %d ms, %v", left, err)
	}
}

func client(t testing.TB, url string) rueidis.Client {
	t.Helper()
	option, err := rueidis.ParseURL(url)
	if err != nil {
		t.Fatal(err)
	}
	option.ForceSingleClient, option.DisableCache = true, true
	c, err := rueidis.NewClient(option)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func benchmarkGet(b *testing.B, c *cache.Cache) {
	key := fresh()
	c.Set(b.Context(), key, bytes.Repeat([]byte("x"), 16<<10), time.Hour)
	b.ReportAllocs()
	for b.Loop() {
		if _, found := c.Get(b.Context(), key); !found {
			b.Fatal("it is gone")
		}
	}
}

func BenchmarkGet_memory(b *testing.B) { benchmarkGet(b, open(b, cache.Config{})) }

func BenchmarkGet_redis(b *testing.B) {
	c := open(b, cache.Config{URL: redistest.URL(b)})
	benchmarkGet(b, c)
	if c.Stats().Down {
		b.Error("Redis was away")
	}
}

// A Redis that is away costs nothing but the value.
func BenchmarkGet_redisAway(b *testing.B) {
	benchmarkGet(b, open(b, cache.Config{URL: "redis://127.0.0.1:1"}))
}

func BenchmarkSet_memory(b *testing.B) { benchmarkSet(b, open(b, cache.Config{})) }

func BenchmarkSet_redis(b *testing.B) { benchmarkSet(b, open(b, cache.Config{URL: redistest.URL(b)})) }

func benchmarkSet(b *testing.B, c *cache.Cache) {
	key, value := fresh(), bytes.Repeat([]byte("x"), 16<<10)
	b.ReportAllocs()
	for b.Loop() {
		c.Set(b.Context(), key, value, time.Minute)
	}
}
