package upstream_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kadry/internal/fault"
	"kadry/internal/upstream"
)

// raw answers the one request of a connection with whatever send writes.
func raw(send func(net.Conn)) func(net.Conn) {
	return func(conn net.Conn) {
		if _, err := http.ReadRequest(bufio.NewReader(conn)); err == nil {
			send(conn)
		}
	}
}

func endless(start, piece string) func(net.Conn) {
	return raw(func(conn net.Conn) {
		_, err := io.WriteString(conn, start)
		for err == nil {
			_, err = io.WriteString(conn, piece)
		}
	})
}

func bomb(size int) string {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write(make([]byte, size))
	_ = z.Close()
	return packed.String()
}

func TestFetch_survivesHostileServers(t *testing.T) {
	t.Parallel()
	const ok = "HTTP/1.1 200 OK\r\n"
	say := func(s string) func(net.Conn) {
		return raw(func(conn net.Conn) { _, _ = io.WriteString(conn, s) })
	}
	for name, c := range map[string]struct {
		serve   func(net.Conn)
		kind    fault.Kind
		longest time.Duration
	}{
		"a huge body":                   {endless(ok+"\r\n", strings.Repeat("x", 4096)), fault.Upstream, 0},
		"a huge body told of":           {say(ok + "Content-Length: 20000000\r\n\r\n"), fault.Upstream, 0},
		"endless chunks":                {endless(ok+"Transfer-Encoding: chunked\r\n\r\n", "4\r\nwiki\r\n"), fault.Upstream, 0},
		"a gzip bomb":                   {say(ok + "Content-Encoding: gzip\r\n\r\n" + bomb(10<<20)), fault.Upstream, 0},
		"a bomb in a bomb":              {say(ok + "Content-Encoding: gzip, gzip\r\n\r\n" + bomb(10<<20)), fault.Upstream, 0},
		"an encoding not asked for":     {say(ok + "Content-Encoding: br\r\nContent-Length: 3\r\n\r\nabc"), fault.Upstream, 0},
		"gzip that is none":             {say(ok + "Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc"), fault.Unavailable, 0},
		"gzip cut short":                {say(ok + "Content-Encoding: gzip\r\n\r\n" + bomb(500)[:20]), fault.Unavailable, 0},
		"endless headers":               {endless(ok, "X-More: and more\r\n"), fault.Unavailable, 0},
		"endless interim answers":       {endless("", "HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n"), fault.Unavailable, 0},
		"an endless status line":        {endless("HTTP/1.1 200 ", "very "), fault.Unavailable, 0},
		"fewer bytes than told":         {say(ok + "Content-Length: 100\r\n\r\nshort"), fault.Unavailable, 0},
		"a negative length":             {say(ok + "Content-Length: -1\r\n\r\nshort"), fault.Unavailable, 0},
		"two lengths":                   {say(ok + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab"), fault.Unavailable, 0},
		"not HTTP":                      {say("SSH-2.0-OpenSSH_9.9\r\n"), fault.Unavailable, 0},
		"nothing at all":                {say(""), fault.Unavailable, 0},
		"silence":                       {raw(func(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) }), fault.Unavailable, 5 * time.Second},
		"a body that drips":             {drip(ok + "Content-Length: 900\r\n\r\n"), fault.Unavailable, 5 * time.Second},
		"headers that drip":             {drip(ok), fault.Unavailable, 5 * time.Second},
		"more bytes than told":          {say(ok + "Content-Length: 4\r\n\r\npage and a smuggled answer"), "", 0},
		"a body up to the end":          {say(ok + "\r\npage"), "", 0},
		"a body of exactly the limit":   {say(ok + "\r\n" + strings.Repeat("x", 1000)), "", 0},
		"an explanation without an end": {endless("HTTP/1.1 404 Not Found\r\n\r\n", strings.Repeat("x", 4096)), fault.NotFound, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newTown(t, nil)
				w.serve = c.serve
				p := plain()
				p.MaxBytes, p.Timeout = 1000, 5*time.Second
				cl := client(t, w, upstream.Config{Folder: t.TempDir()}, p)
				start := time.Now()
				res, err := cl.Get(t.Context(), page("a"))
				if fault.KindOf(err) != c.kind {
					t.Fatalf("%v, want %q", err, c.kind)
				}
				if len(res.Body) > 1000 {
					t.Errorf("%d bytes came through", len(res.Body))
				}
				if took := time.Since(start); took > c.longest {
					t.Errorf("took %s", took)
				}
				if err == nil {
					return
				}
				w.down.Store(true)
				if res, err := cl.Get(t.Context(), page("a")); err == nil {
					t.Errorf("a broken answer was kept: %+v", res)
				}
			})
		})
	}
}

// drip sends a byte a second after the start.
func drip(start string) func(net.Conn) {
	return raw(func(conn net.Conn) {
		_, err := io.WriteString(conn, start)
		for err == nil {
			time.Sleep(time.Second)
			_, err = io.WriteString(conn, "x")
		}
	})
}

func TestFetch_decompresses(t *testing.T) {
	t.Parallel()
	w := newTown(t, func(rw http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Accept-Encoding") != "gzip" {
			rw.WriteHeader(http.StatusNotAcceptable)
			return
		}
		rw.Header().Set("Content-Encoding", "gzip")
		_, _ = io.WriteString(rw, bomb(900))
	})
	p := plain()
	p.MaxBytes = 1000
	c := client(t, w, upstream.Config{}, p)
	if res, err := c.Get(t.Context(), page("a")); err != nil || !bytes.Equal(res.Body, make([]byte, 900)) {
		t.Errorf("%d bytes, %v", len(res.Body), err)
	}
}

func TestFetch_saysWhoAsks(t *testing.T) {
	t.Parallel()
	w := newTown(t, func(rw http.ResponseWriter, r *http.Request) {
		_, _ = fmt.Fprintf(rw, "%s %s|%s|%s|%s", r.Method, r.Host, r.UserAgent(), r.Header.Get("Authorization"), r.Header.Get("Referer"))
	})
	p := plain()
	p.UserAgent, p.Header = "kadry/1 (+https://a.test)", http.Header{"authorization": {"token t"}}
	c := client(t, w, upstream.Config{}, p)
	res, err := c.Get(t.Context(), page("a"))
	if want := "GET front.town.test|kadry/1 (+https://a.test)|token t|"; err != nil || string(res.Body) != want {
		t.Errorf("%q, %v", res.Body, err)
	}
}

func TestRedirect_insideThePolicyOnly(t *testing.T) {
	t.Parallel()
	hops := map[string]string{
		"/1": "/2", "/2": "http://other.town.test/3", "/3": "//town.test/4", "/4": "?end=1#part", "/5": "/1",
		"/loop": "/loop", "/off": "http://evil.example/", "/near": "http://town.test.evil.example/", "/port": "http://town.test:8080/",
		"/user": "http://a:b@town.test/", "/file": "file:///etc/passwd", "/js": "javascript:alert(1)", "/bad": "http://%zz/", "/inside": "http://127.0.0.1/",
	}
	w := newTown(t, func(rw http.ResponseWriter, r *http.Request) {
		if to, ok := hops[r.URL.Path]; ok && r.URL.RawQuery == "" {
			rw.Header().Set("Location", to)
			rw.WriteHeader(http.StatusFound)
			return
		}
		_, _ = io.WriteString(rw, "arrived")
	})
	c := client(t, w, upstream.Config{Folder: t.TempDir()}, plain())
	for path, want := range map[string]string{"1": "http://town.test/4?end=1", "5": "http://town.test/4?end=1"} {
		for _, cached := range []bool{false, true} {
			res, err := c.Get(t.Context(), page(path))
			if err != nil || res.URL != want || string(res.Body) != "arrived" || res.FromCache != cached {
				t.Errorf("%s: %+v, %v", path, res, err)
			}
		}
	}
	for _, path := range []string{"loop", "off", "near", "port", "user", "file", "js", "bad", "inside"} {
		before := w.requests()
		res, err := c.Get(t.Context(), page(path))
		f := fault.From(err)
		if fault.KindOf(err) != fault.Upstream || !strings.Contains(f.Text.EN, "redirects") || !strings.Contains(f.Text.RU, "перенаправляет") {
			t.Errorf("%s: %+v, %v", path, res, err)
		}
		if n := w.requests() - before; path == "loop" && n != 6 || path != "loop" && n != 1 {
			t.Errorf("%s: %d requests", path, n)
		}
	}
}
