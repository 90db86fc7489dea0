package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kadry/internal/fault"
)

// pipes is a listener within the test: what is sent over it takes the time of the bubble.
type pipes struct {
	offered chan net.Conn
	closed  chan struct{}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.offered:
		return conn, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { close(p.closed); return nil }
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{} }

// servedOverPipes runs a front behind the guard of bodies, inside a bubble, and returns how a
// client connects to it.
func servedOverPipes(t *testing.T, front http.HandlerFunc) (dial func() net.Conn) {
	t.Helper()
	l, u := &pipes{make(chan net.Conn), make(chan struct{})}, newUploads()
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer u.admit(w, r, "acme")()
		front(w, r)
	})}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	t.Cleanup(func() {
		if err := errors.Join(server.Close(), <-ended); !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	})
	return func() net.Conn {
		client, served := net.Pipe()
		l.offered <- served
		t.Cleanup(func() { _ = client.Close() })
		return client
	}
}

// A client that sends a byte now and then is cut off soon; one that is slow and steady is not.
func TestAdmit_endsABodyThatNeverComes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		bytes, each int // so many, so many a second
		whole       bool
	}{
		"nothing at all":             {1 << 10, 0, false},
		"a byte a second":            {1 << 10, 1, false},
		"half the rate":              {512 << 10, bodyRate / 2, false},
		"the rate":                   {1 << 20, bodyRate, true},
		"slow, and soon over":        {20 << 10, 2 << 10, true},
		"large, longer than allowed": {4 << 20, bodyRate + 1, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			ended := make(chan error, 1)
			dial := servedOverPipes(t, func(_ http.ResponseWriter, r *http.Request) {
				_, err := io.Copy(io.Discard, r.Body)
				ended <- err
			})
			client := dial()
			go func() { _, _ = io.Copy(io.Discard, client) }()
			go func() {
				_, _ = fmt.Fprintf(client, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n", c.bytes)
				tick := time.NewTicker(time.Second)
				defer tick.Stop()
				for sent := 0; sent < c.bytes && c.each > 0; sent += c.each {
					if _, err := client.Write(make([]byte, min(c.each, c.bytes-sent))); err != nil {
						return
					}
					select {
					case <-tick.C:
					case <-t.Context().Done():
						return
					}
				}
			}()
			start := time.Now()
			err := <-ended
			took := time.Since(start)
			if c.whole && err != nil {
				t.Errorf("%s: %v after %v", name, err, took)
			}
			if !c.whole && (!errors.Is(err, os.ErrDeadlineExceeded) || fault.KindOf(err) != fault.Invalid || took > bodyTime) {
				t.Errorf("%s: %v after %v", name, err, took)
			}
		})
	}
}

// The clock of the body must not run on into the answer.
func TestAdmit_leavesTheAnswerItsTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dial := servedOverPipes(t, func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			select {
			case <-time.After(2 * bodyTime):
			case <-r.Context().Done():
				err = errors.Join(err, r.Context().Err())
			}
			_, _ = fmt.Fprint(w, string(body), " ", err == nil)
		})
		client := http.Client{Transport: &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return dial(), nil }}}
		defer client.CloseIdleConnections()
		for range 2 { // the second goes over the same connection
			response, err := client.Post("http://kadry/", "text/plain", strings.NewReader("whole"))
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(response.Body)
			if err != nil || string(got) != "whole true" {
				t.Errorf("got %q, %v", got, err)
			}
			if err := response.Body.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}

// upload reads a body of a tenant to its end, as a front does.
func upload(u uploads, tenant string, size int) (leave func(), err error) {
	r := httptest.NewRequest(http.MethodPost, "/", io.LimitReader(endless{}, int64(size)))
	leave = u.admit(httptest.NewRecorder(), r, tenant)
	n, err := io.Copy(io.Discard, r.Body)
	if err == nil && n != int64(size) {
		err = fmt.Errorf("%d bytes arrived of %d", n, size)
	}
	return leave, err
}

// Large bodies are read a few at a time, and each tenant has its share; small ones never wait.
func TestAdmit_seatsLargeBodies(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u := newUploads()
		var seated []func()
		for _, tenant := range []string{"acme", "globex"} {
			for i := range largeOfTenant {
				leave, err := upload(u, tenant, 2*largeBody)
				if err != nil {
					t.Fatalf("body %d of %s: %v", i, tenant, err)
				}
				seated = append(seated, leave)
			}
		}
		for tenant, kind := range map[string]fault.Kind{"acme": fault.Limited, "initech": fault.Unavailable} {
			for size, name := range map[int]string{smallBody: "a small body", largeBody: "one that is not large"} {
				leave, err := upload(u, tenant, size)
				leave()
				if err != nil {
					t.Errorf("%s of %s: %v", name, tenant, err)
				}
			}
			start := time.Now()
			leave, err := upload(u, tenant, 2*largeBody)
			leave() // a request without a seat gives none back
			if f := fault.From(err); f.Kind != kind || f.RetryAfter == 0 || f.Hint.RU == "" || time.Since(start) != bodyWait {
				t.Errorf("one too many, of %s: %v after %v", tenant, err, time.Since(start))
			}
		}
		seated[0]()
		if _, err := upload(u, "acme", 2*largeBody); err != nil {
			t.Errorf("after a seat got free: %v", err)
		}
	})
}

// Uploads that one tenant lets come slowly hold its own seats alone, and no memory: neither
// those of other tenants nor the places of large bodies.
func TestAdmit_slowUploadsHoldUpNobodyElse(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u := newUploads()
		begin := func() (end func() error) {
			client, served := net.Pipe()
			r := httptest.NewRequest(http.MethodPost, "/", served)
			leave := u.admit(httptest.NewRecorder(), r, "hostile")
			ended := make(chan error, 1)
			go func() {
				_, err := io.Copy(io.Discard, r.Body)
				ended <- err
			}()
			if _, err := client.Write(make([]byte, 2*largeBody)); err != nil { // and then nothing
				t.Fatal(err)
			}
			return func() error {
				defer leave()
				return errors.Join(client.Close(), <-ended)
			}
		}
		var ends []func() error
		for range filesOfTenant {
			ends = append(ends, begin())
		}
		synctest.Wait()
		start := time.Now()
		for range 2 * largeOfTenant {
			leave, err := upload(u, "good", 4*largeBody)
			leave()
			if err != nil {
				t.Errorf("an upload of another tenant: %v", err)
			}
		}
		if waited := time.Since(start); waited != 0 {
			t.Errorf("another tenant waited %v", waited)
		}
		if leave, err := upload(u, "hostile", largeBody); fault.KindOf(err) != fault.Limited {
			leave()
			t.Errorf("one too many of the same tenant: %v", err)
		}
		for _, end := range ends {
			if err := end(); err != nil {
				t.Error(err)
			}
		}
	})
}

// What a body went through leaves nothing behind.
func TestAdmit_leavesNoFile(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	leave, err := upload(newUploads(), "acme", 3*smallBody)
	if err != nil {
		t.Fatal(err)
	}
	during, err := os.ReadDir(folder)
	if err != nil || len(during) != 0 && runtime.GOOS != "windows" {
		t.Errorf("%d files while it is read, which a killed process would leave, %v", len(during), err)
	}
	leave()
	if after, err := os.ReadDir(folder); err != nil || len(after) != 0 {
		t.Errorf("%d files are left, %v", len(after), err)
	}
}

// What is declared larger than any front takes is only dropped, which needs no place.
func TestAdmit_keepsNoPlaceForWhatIsTooLarge(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	r := httptest.NewRequest(http.MethodPost, "/", io.LimitReader(endless{}, 2*largeBody))
	r.ContentLength = uploadLimit + 1
	defer newUploads().admit(httptest.NewRecorder(), r, "acme")()
	if n, err := io.Copy(io.Discard, r.Body); n != 2*largeBody || err != nil {
		t.Errorf("%d bytes, %v", n, err)
	}
	if kept, err := os.ReadDir(folder); err != nil || len(kept) != 0 {
		t.Errorf("%d files, %v", len(kept), err)
	}
}

// endless never runs dry.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }
