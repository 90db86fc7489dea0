package embed_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"kadry/internal/embed"
	"kadry/internal/embed/embedtest"
	"kadry/internal/fault"
)

const key = "sk-do-not-print-me-0123456789"

func client(tb testing.TB, s *embedtest.Server, change ...func(*embed.Config)) *embed.Client {
	tb.Helper()
	cfg := embed.Config{BaseURL: "http://model.test:8000/v1", Model: "code-small", APIKey: key, Transport: s}
	for _, c := range change {
		c(&cfg)
	}
	made, err := embed.New(cfg)
	if err != nil {
		tb.Fatal(err)
	}
	return made
}

// isFailure checks that callers can go on without vectors and know why.
func isFailure(tb testing.TB, err error, why embed.Why) *fault.Error {
	tb.Helper()
	f, ok := errors.AsType[*embed.Failure](err)
	if !ok || fault.KindOf(err) != fault.Unavailable || f.Why != why {
		tb.Fatalf("got %v (%s), want unavailable for %s", err, fault.KindOf(err), why)
	}
	if strings.Contains(err.Error(), key) {
		tb.Errorf("the key is in %v", err)
	}
	e := fault.From(err)
	if e.Text.EN == "" || e.Text.RU == "" {
		tb.Errorf("%s says nothing to people", why)
	}
	return e
}

func some(n int) (texts []string) {
	for i := range n {
		texts = append(texts, fmt.Sprintf("func add%d(a, b int) int { return a + b }", i))
	}
	return texts
}

// isVectorOf checks that a vector is the text's own, of length 1.
func isVectorOf(tb testing.TB, got []float32, text string, dimension int) {
	tb.Helper()
	if len(got) != dimension {
		tb.Fatalf("dimension %d, want %d", len(got), dimension)
	}
	want := embedtest.Vector(text, dimension)
	length, dot, norm := 0.0, 0.0, 0.0
	for i, x := range got {
		length += float64(x) * float64(x)
		dot += float64(x) * want[i]
		norm += want[i] * want[i]
	}
	if math.Abs(length-1) > 1e-5 || dot/math.Sqrt(norm) < 1-1e-5 {
		tb.Errorf("length %f, cosine %f with its own vector", math.Sqrt(length), dot/math.Sqrt(norm))
	}
}

func TestDocuments(t *testing.T) {
	t.Parallel()
	for name, reply := range map[string]embedtest.Reply{"in order": embedtest.Good(24), "in another order": embedtest.Reversed(24)} {
		s := embedtest.New(reply)
		c := client(t, s, func(cfg *embed.Config) { cfg.DocumentPrefix, cfg.QueryPrefix = "passage: ", "query: " })
		texts := some(130)
		got, err := c.Documents(t.Context(), texts)
		if err != nil || len(got) != len(texts) {
			t.Fatalf("%s: %d vectors, %v", name, len(got), err)
		}
		for i, v := range got {
			isVectorOf(t, v, "passage: "+texts[i], 24)
		}
		if seen := s.Requests(); len(seen) != 3 || len(seen[0].Input) != 64 || len(seen[2].Input) != 2 || seen[0].Authorization != "Bearer "+key || seen[0].Model != "code-small" || seen[0].Path != "/v1/embeddings" {
			t.Errorf("%s: %d requests, first %+v", name, len(seen), seen[0])
		}
		v, err := c.Query(t.Context(), texts[0])
		if err != nil {
			t.Fatal(err)
		}
		isVectorOf(t, v, "query: "+texts[0], 24)
	}
	if got, err := client(t, embedtest.New(embedtest.Hangs())).Documents(t.Context(), nil); err != nil || len(got) > 0 {
		t.Errorf("of nothing: %v, %v", got, err)
	}
	if _, err := client(t, embedtest.New(embedtest.Good(4))).Documents(t.Context(), []string{"x", " \n"}); err == nil {
		t.Error("an empty text is taken")
	}
}

func TestDimensions(t *testing.T) {
	t.Parallel()
	s := embedtest.New(embedtest.Good(24))
	if _, err := client(t, s).Query(t.Context(), "x"); err != nil || s.Requests()[0].Dimensions != 0 {
		t.Errorf("%v, asked for %d dimensions", err, s.Requests()[0].Dimensions)
	}
	of8 := func(cfg *embed.Config) { cfg.Dimensions = 8 }
	if v, err := client(t, s, of8).Query(t.Context(), "x"); err != nil || len(v) != 8 {
		t.Errorf("%d dimensions, %v", len(v), err)
	}
	// A model that takes no notice of what was asked for.
	deaf := embedtest.Says(`{"data":[{"index":0,"embedding":[1,2,3]}]}`)
	_, err := client(t, embedtest.New(deaf), of8).Query(t.Context(), "x")
	isFailure(t, err, embed.Unusable)
	// One that changes in the middle.
	_, err = client(t, embedtest.New(embedtest.Good(8), embedtest.Good(16))).Documents(t.Context(), some(100))
	isFailure(t, err, embed.Unusable)
}

func TestUnusable(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"NaN":                 `{"data":[{"index":0,"embedding":[NaN,1]},{"index":1,"embedding":[1,1]}]}`,
		"null":                `{"data":[{"index":0,"embedding":[null,1]},{"index":1,"embedding":[1,1]}]}`,
		"infinite":            `{"data":[{"index":0,"embedding":[1e999,1]},{"index":1,"embedding":[1,1]}]}`,
		"overflow":            `{"data":[{"index":0,"embedding":[1e300,1]},{"index":1,"embedding":[1,1]}]}`,
		"zeros":               `{"data":[{"index":0,"embedding":[0,0]},{"index":1,"embedding":[1,1]}]}`,
		"empty vectors":       `{"data":[{"index":0,"embedding":[]},{"index":1,"embedding":[]}]}`,
		"one too many":        `{"data":[{"embedding":[1,1]},{"embedding":[1,1]},{"embedding":[1,1]}]}`,
		"an index twice":      `{"data":[{"index":1,"embedding":[1,1]},{"index":1,"embedding":[1,1]}]}`,
		"an index outside":    `{"data":[{"index":1,"embedding":[1,1]},{"index":2,"embedding":[1,1]}]}`,
		"a negative index":    `{"data":[{"index":-1,"embedding":[1,1]},{"index":0,"embedding":[1,1]}]}`,
		"two dimensions":      `{"data":[{"index":0,"embedding":[1,1]},{"index":1,"embedding":[1,1,1]}]}`,
		"texts for numbers":   `{"data":[{"index":0,"embedding":["a","b"]},{"index":1,"embedding":[1,1]}]}`,
		"base64":              `{"data":[{"index":0,"embedding":"AACAPw=="},{"index":1,"embedding":"AACAPw=="}]}`,
		"an error with 200":   `{"error":{"message":"model is loading"}}`,
		"no JSON":             `<html>`,
		"nothing":             ``,
		"another shape":       `[1,2]`,
		"more than is wanted": `{"data":[` + strings.Repeat(" ", 5000) + `]}`,
	} {
		c := client(t, embedtest.New(embedtest.Says(body)), func(cfg *embed.Config) { cfg.MaxBytes = 4096 })
		got, err := c.Documents(t.Context(), some(2))
		if err == nil {
			t.Errorf("%s is taken: %v", name, got)
			continue
		}
		isFailure(t, err, embed.Unusable)
	}
	_, err := client(t, embedtest.New(embedtest.Fewer(4))).Documents(t.Context(), some(2))
	isFailure(t, err, embed.Unusable)
	// Without indexes the order is that of the texts; what float32 cannot hold is still a direction.
	got, err := client(t, embedtest.New(embedtest.Says(`{"data":[{"embedding":[3e100,4e100]},{"embedding":[0,-2e-30]}]}`))).Documents(t.Context(), some(2))
	if err != nil || !slices.Equal(got[0], []float32{0.6, 0.8}) || !slices.Equal(got[1], []float32{0, -1}) {
		t.Errorf("%v, %v", got, err)
	}
}

func TestTries(t *testing.T) {
	t.Parallel()
	good := embedtest.Good(4)
	for name, c := range map[string]struct {
		replies []embedtest.Reply
		why     embed.Why // "" is an answer
		asked   int
		least   time.Duration
		most    time.Duration
		after   time.Duration
	}{
		"busy once":             {[]embedtest.Reply{embedtest.Fails(429, "", "7"), good}, "", 2, 7 * time.Second, 7 * time.Second, 0},
		"busy for long":         {[]embedtest.Reply{embedtest.Fails(429, "", "600"), good}, embed.Busy, 1, 0, 0, 10 * time.Minute},
		"busy for ever":         {[]embedtest.Reply{embedtest.Fails(429, "", "99999999999999999999"), good}, embed.Busy, 1, 0, 0, time.Hour},
		"busy all the time":     {[]embedtest.Reply{embedtest.Fails(429, "", "")}, embed.Busy, 3, 3 * time.Second, 4 * time.Second, 0},
		"unwell once":           {[]embedtest.Reply{embedtest.Fails(500, "oops", ""), good}, "", 2, time.Second, 2 * time.Second, 0},
		"unwell":                {[]embedtest.Reply{embedtest.Fails(503, "", "2")}, embed.Unreachable, 3, 4 * time.Second, 5 * time.Second, 2 * time.Second},
		"not able":              {[]embedtest.Reply{embedtest.Fails(501, "", "")}, embed.Unreachable, 1, 0, 0, 0},
		"broken off twice":      {[]embedtest.Reply{embedtest.Breaks(), embedtest.Breaks(), good}, "", 3, 3 * time.Second, 4 * time.Second, 0},
		"hung":                  {[]embedtest.Reply{embedtest.Hangs()}, embed.Slow, 1, time.Minute, time.Minute, 0},
		"a wrong key":           {[]embedtest.Reply{embedtest.Fails(401, `{"error":{"message":"bad key `+key+`"}}`, "")}, embed.Rejected, 1, 0, 0, 0},
		"no such model":         {[]embedtest.Reply{embedtest.Fails(404, "no model", "")}, embed.Rejected, 1, 0, 0, 0},
		"a redirect":            {[]embedtest.Reply{embedtest.Fails(302, "", "")}, embed.Rejected, 1, 0, 0, 0},
		"a text that is quoted": {[]embedtest.Reply{embedtest.Fails(400, "cannot read func add0(a, b int) int { return a + b }", "")}, embed.Rejected, 1, 0, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := embedtest.New(c.replies...)
				began := time.Now()
				_, err := client(t, s).Query(t.Context(), some(1)[0])
				took := time.Since(began)
				if took < c.least || took > c.most || len(s.Requests()) != c.asked {
					t.Errorf("%d requests in %s, want %d in %s to %s", len(s.Requests()), took, c.asked, c.least, c.most)
				}
				if c.why == "" {
					if err != nil {
						t.Fatal(err)
					}
					return
				}
				e := isFailure(t, err, c.why)
				if e.RetryAfter != c.after || strings.Contains(err.Error(), "add0") {
					t.Errorf("again after %s, want %s: %v", e.RetryAfter, c.after, err)
				}
			})
		})
	}
}

// An endpoint that fails time after time is left alone for a while, then asked again.
func TestBreaker(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := embedtest.New(embedtest.Hangs())
		c := client(t, s)
		for range 3 {
			_, err := c.Query(t.Context(), "x")
			isFailure(t, err, embed.Slow)
		}
		s.Then(embedtest.Good(4))
		began := time.Now()
		_, err := c.Query(t.Context(), "x")
		if e := isFailure(t, err, embed.Resting); e.RetryAfter == 0 || time.Since(began) > 0 || len(s.Requests()) != 3 {
			t.Errorf("%+v after %s, %d requests", e, time.Since(began), len(s.Requests()))
		}
		time.Sleep(31 * time.Second)
		if _, err := c.Query(t.Context(), "x"); err != nil {
			t.Error(err)
		}
	})
}

// Callers who leave say nothing of the endpoint.
func TestLeft(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := embedtest.New(embedtest.Hangs())
		c := client(t, s)
		for range 5 {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			_, err := c.Query(ctx, "x")
			cancel()
			if !errors.Is(err, context.DeadlineExceeded) || fault.KindOf(err) == fault.Unavailable {
				t.Fatalf("got %v", err)
			}
		}
		s.Then(embedtest.Good(4))
		if _, err := c.Query(t.Context(), "x"); err != nil {
			t.Error(err)
		}
	})
}

// What is too long is cut until it fits, in whole characters.
func TestLength(t *testing.T) {
	t.Parallel()
	s := embedtest.New(embedtest.Longest(700, 4))
	c := client(t, s, func(cfg *embed.Config) { cfg.LongestText, cfg.DocumentPrefix = 5000, "p: " })
	long := strings.Repeat("ы", 6000)
	if _, err := c.Documents(t.Context(), []string{"x", long}); err != nil {
		t.Fatal(err)
	}
	for i, q := range s.Requests() {
		for _, text := range q.Input {
			if len(text) > 5003 || !utf8.ValidString(text) || strings.ContainsRune(text, utf8.RuneError) {
				t.Errorf("request %d has a text of %d bytes that ends in %q", i, len(text), text[len(text)-3:])
			}
		}
	}
	if last := s.Requests()[len(s.Requests())-1]; len(last.Input[1]) < 300 {
		t.Errorf("cut to %d bytes", len(last.Input[1]))
	}
	_, err := client(t, embedtest.New(embedtest.Longest(10, 4))).Query(t.Context(), long)
	isFailure(t, err, embed.TooLong)
}

// An endpoint that takes fewer texts at once is given fewer, and that is remembered.
func TestBatches(t *testing.T) {
	t.Parallel()
	s := embedtest.New(embedtest.AtMost(20, 4))
	c := client(t, s)
	for range 2 {
		got, err := c.Documents(t.Context(), some(70))
		if err != nil || len(got) != 70 {
			t.Fatalf("%d vectors, %v", len(got), err)
		}
		isVectorOf(t, got[69], some(70)[69], 4)
	}
	if n := len(s.Requests()); n != 2+5+5 {
		t.Errorf("%d requests", n)
	}
}

// One text that the endpoint cannot take keeps no other from its vector.
func TestApart(t *testing.T) {
	t.Parallel()
	c := client(t, embedtest.New(embedtest.Refusing("poison", embedtest.Good(4))))
	texts := some(9)
	texts[0], texts[5] = "poison", "poison too"
	got, err := c.Documents(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range got {
		if (v == nil) != (i == 0 || i == 5) {
			t.Errorf("text %d has %v", i, v)
		}
	}
	s := embedtest.New(embedtest.Fails(400, "no", ""))
	_, err = client(t, s).Documents(t.Context(), some(60))
	isFailure(t, err, embed.Rejected)
	if len(s.Requests()) > 4 {
		t.Errorf("%d requests to an endpoint that refuses everything", len(s.Requests()))
	}
}

func TestSpace(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for name, change := range map[string]func(*embed.Config){
		"plain":          func(*embed.Config) {},
		"another model":  func(c *embed.Config) { c.Model = "code-large" },
		"a query prefix": func(c *embed.Config) { c.QueryPrefix = "p" },
		"another prefix": func(c *embed.Config) { c.DocumentPrefix = "p" },
		"both":           func(c *embed.Config) { c.QueryPrefix, c.DocumentPrefix = "p", "p" },
	} {
		for _, dimension := range []int{4, 8} {
			space := client(t, embedtest.New(), change).Space(dimension)
			name := fmt.Sprint(name, dimension)
			if other, taken := seen[space]; taken || len(space) != 32 {
				t.Errorf("%s and %s share the space %q", name, other, space)
			}
			seen[space] = name
			moved := func(c *embed.Config) { c.BaseURL, c.APIKey = "https://elsewhere.test", "other" }
			if client(t, embedtest.New(), change, moved).Space(dimension) != space {
				t.Errorf("%s: the space depends on where the model runs", name)
			}
		}
	}
}

func TestNew(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"http://h:1":               "/v1/embeddings",
		"http://h/v1//":            "/v1/embeddings",
		"http://h/v1/embeddings/":  "/v1/embeddings",
		"https://h/api/openai":     "/api/openai/embeddings",
		"http://[::1]:8080/tei/v1": "/tei/v1/embeddings",
	} {
		s := embedtest.New(embedtest.Good(4))
		if _, err := client(t, s, func(c *embed.Config) { c.BaseURL = given }).Query(t.Context(), "x"); err != nil || s.Requests()[0].Path != want {
			t.Errorf("%s: asked at %s, %v", given, s.Requests()[0].Path, err)
		}
	}
	for name, change := range map[string]func(*embed.Config){
		"no URL":           func(c *embed.Config) { c.BaseURL = "" },
		"another scheme":   func(c *embed.Config) { c.BaseURL = "file:///etc/passwd" },
		"a password":       func(c *embed.Config) { c.BaseURL = "http://user:hunter2@h/v1" },
		"a bad password":   func(c *embed.Config) { c.BaseURL = "http://user:hunter2%zz@h/v1" },
		"a key in a query": func(c *embed.Config) { c.BaseURL = "http://h/v1?key=hunter2" },
		"no model":         func(c *embed.Config) { c.Model = "" },
		"no transport":     func(c *embed.Config) { c.Transport = nil },
		"a negative limit": func(c *embed.Config) { c.Timeout = -1 },
		"no dimension":     func(c *embed.Config) { c.Dimensions = -1 },
		"many dimensions":  func(c *embed.Config) { c.Dimensions = 1 << 20 },
		"a key of lines":   func(c *embed.Config) { c.APIKey = "hunter2\r\nX: y" },
	} {
		cfg := embed.Config{BaseURL: "http://h/v1", Model: "m", Transport: http.DefaultTransport}
		change(&cfg)
		if _, err := embed.New(cfg); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestKey_neverShows(t *testing.T) {
	t.Parallel()
	cfg := embed.Config{BaseURL: "http://h/v1", Model: "m", APIKey: key, Transport: embedtest.New()}
	c, err := embed.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x"} {
		fmt.Fprintf(&out, verb+verb, cfg, c)
	}
	slog.New(slog.NewJSONHandler(&out, nil)).Info("x", "key", cfg.APIKey, "config", cfg.BaseURL)
	encoded, err := json.Marshal(cfg.APIKey)
	if err != nil {
		t.Fatal(err)
	}
	out.Write(encoded)
	for _, bad := range []string{key, fmt.Sprintf("%x", key)} {
		if strings.Contains(out.String(), bad) {
			t.Errorf("the key is in %.300s", out.String())
		}
	}
}

// Whatever an endpoint says, there are vectors of one dimension and length 1, or a failure.
func FuzzAnswer(f *testing.F) {
	for _, body := range []string{
		`{"data":[{"index":0,"embedding":[1,2]},{"index":1,"embedding":[3,4]}]}`, `{"data":[{"embedding":[1e-200,1e200]},{"embedding":[1,2]}]}`,
		`{"data":[{"index":1,"embedding":[]},{}]}`, `{"data":null}`, `[]`, `{`, "\xff", `{"data":[{"index":0,"embedding":[0.0]},{"index":1,"embedding":[5e-324]}]}`,
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		got, err := client(t, embedtest.New(embedtest.Says(body))).Documents(t.Context(), []string{"a", "b"})
		if err != nil {
			isFailure(t, err, embed.Unusable)
			return
		}
		for _, v := range got {
			sum := 0.0
			for _, x := range v {
				sum += float64(x) * float64(x)
			}
			if len(v) == 0 || len(v) != len(got[0]) || math.Abs(sum-1) > 1e-3 {
				t.Errorf("%q gives %v", body, got)
			}
		}
	})
}

// However texts fall into batches, each gets its own vector.
func TestDocuments_keepTheirOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 150).Draw(t, "texts")
		takes := rapid.IntRange(1, 70).Draw(t, "at once")
		s := embedtest.New(embedtest.AtMost(takes, 8))
		c, err := embed.New(embed.Config{BaseURL: "http://h", Model: "m", Transport: s})
		if err != nil {
			t.Fatal(err)
		}
		texts := some(n)
		got, err := c.Documents(context.Background(), texts)
		if err != nil || len(got) != n {
			t.Fatalf("%d vectors, %v", len(got), err)
		}
		i := rapid.IntRange(0, n-1).Draw(t, "which")
		one, err := c.Documents(context.Background(), texts[i:i+1])
		if err != nil || !slices.Equal(one[0], got[i]) {
			t.Fatalf("text %d has %v, by itself %v, %v", i, got[i], one, err)
		}
	})
}
