package upstream_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kadry/internal/fault"
	"kadry/internal/upstream"
)

func TestStream_handsTheBodyOverAsItComes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		second := make(chan struct{})
		w := newTown(t, func(rw http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(rw, "first ")
			rw.(http.Flusher).Flush()
			<-second
			_, _ = io.WriteString(rw, "second")
		})
		c := client(t, w, upstream.Config{Folder: t.TempDir()}, plain())
		var all string
		res, err := c.Stream(t.Context(), page("archive"), func(res upstream.Response, body io.Reader) error {
			if res.Status != http.StatusOK {
				t.Errorf("status %d", res.Status)
			}
			piece := make([]byte, len("first "))
			if _, err := io.ReadFull(body, piece); err != nil {
				return err
			}
			close(second)
			rest, err := io.ReadAll(body)
			all = string(piece) + string(rest)
			return err
		})
		if err != nil || all != "first second" || res.Requests != 1 || res.Body != nil {
			t.Errorf("%q, %+v, %v", all, res, err)
		}
	})
}

func TestStream_endsAtTheBound(t *testing.T) {
	t.Parallel()
	p := plain()
	p.MaxBytes = 1000
	for name, length := range map[string]int{"exactly": 1000, "over": 1001, "far over": 100_000} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newTown(t, func(rw http.ResponseWriter, _ *http.Request) {
					rw.(http.Flusher).Flush() // so that the length is not announced
					_, _ = io.WriteString(rw, strings.Repeat("x", length))
				})
				c := client(t, w, upstream.Config{}, p)
				var got int
				_, err := c.Stream(t.Context(), page("archive"), func(_ upstream.Response, body io.Reader) error {
					all, err := io.ReadAll(body)
					got = len(all)
					return err
				})
				if got != 1000 || (err != nil) != (length > 1000) || err != nil && fault.KindOf(err) != fault.Upstream {
					t.Errorf("%d bytes, %v", got, err)
				}
			})
		})
	}
}

func TestStream_triesAgainOnlyBeforeItIsRead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := plain()
		p.Attempts = 4
		var asked atomic.Int64
		w := newTown(t, func(rw http.ResponseWriter, _ *http.Request) {
			if asked.Add(1) == 1 {
				rw.WriteHeader(http.StatusBadGateway)
				return
			}
			rw.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(rw, "broken off")
		})
		c := client(t, w, upstream.Config{}, p)
		reads := 0
		_, err := c.Stream(t.Context(), page("archive"), func(_ upstream.Response, body io.Reader) error {
			reads++
			_, err := io.ReadAll(body)
			return err
		})
		if !errors.Is(err, io.ErrUnexpectedEOF) || reads != 1 || asked.Load() != 2 {
			t.Errorf("read %d times, asked %d times: %v", reads, asked.Load(), err)
		}
	})
}

func TestStream_endsWithItsCallerAndWithTheClient(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(context.CancelFunc, *upstream.Client){
		"caller": func(leave context.CancelFunc, _ *upstream.Client) { leave() },
		"client": func(_ context.CancelFunc, c *upstream.Client) { _ = c.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newTown(t, func(rw http.ResponseWriter, r *http.Request) {
					rw.(http.Flusher).Flush()
					<-r.Context().Done()
				})
				c := client(t, w, upstream.Config{}, plain())
				ctx, leave := context.WithCancel(t.Context())
				defer leave()
				go func() {
					synctest.Wait()
					end(leave, c)
				}()
				done := false
				_, err := c.Stream(ctx, page("archive"), func(_ upstream.Response, body io.Reader) error {
					_, err := io.ReadAll(body)
					done = true
					return err
				})
				if err == nil || !done {
					t.Errorf("it ended with %v, read to the end: %t", err, done)
				}
			})
		})
	}
}

func TestGet_asksWithAQuery(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newTown(t, func(rw http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			_, _ = io.WriteString(rw, r.Method+" "+r.Header.Get("Authorization")+" "+string(body))
		})
		c := client(t, w, upstream.Config{Folder: t.TempDir()}, plain())
		ask := func(query, credential string) upstream.Response {
			r := page("graphql")
			r.Query, r.Header = []byte(query), http.Header{"Authorization": {credential}}
			res, err := c.Get(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			return res
		}
		for _, q := range [][2]string{{"a", "one"}, {"b", "one"}, {"a", "two"}} {
			want := "POST " + q[1] + " " + q[0]
			if first := ask(q[0], q[1]); first.FromCache || string(first.Body) != want {
				t.Errorf("%v: %+v", q, first)
			}
			if again := ask(q[0], q[1]); !again.FromCache || string(again.Body) != want {
				t.Errorf("%v again: %+v", q, again)
			}
		}
		time.Sleep(2 * time.Hour)
		if late := ask("a", "one"); late.FromCache {
			t.Errorf("over its lifetime: %+v", late)
		}
	})
}

func TestGet_tellsACredentialToItsHostAlone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		told := map[string]string{}
		w := newTown(t, func(rw http.ResponseWriter, r *http.Request) {
			told[r.Host] = r.Header.Get("Authorization")
			if r.Host == "front.town.test" {
				http.Redirect(rw, r, "http://back.town.test/", http.StatusFound)
			}
		})
		c := client(t, w, upstream.Config{}, plain())
		r := page("archive")
		r.Header = http.Header{"Authorization": {"secret"}}
		if _, err := c.Get(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		if told["front.town.test"] != "secret" || told["back.town.test"] != "" || len(told) != 2 {
			t.Errorf("told: %v", told)
		}
	})
}
