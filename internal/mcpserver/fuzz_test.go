package mcpserver

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func FuzzSeal(f *testing.F) {
	s, err := newSeal(nil, time.Now)
	if err != nil {
		f.Fatal(err)
	}
	subject := []byte("subject")
	state, err := s.close(subject)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(state)
	f.Add(state + "A")
	f.Add("")
	f.Fuzz(func(t *testing.T, given string) {
		// Base64 ignores line ends, so those spell the same state.
		same := strings.NewReplacer("\r", "", "\n", "").Replace(given) == state
		if err := s.open(given, subject); (err == nil) != same {
			t.Errorf("%q: %v", given, err)
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add(`{"jsonrpc":"2.0","id":1,"method":"initialize"}`)
	f.Add(`{"jsonrpc":"2.0","id":"x","method":"tools/list","params":{"_meta":{}}}`)
	f.Add(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[1]}`)
	f.Add(`[]`)
	f.Add(` `)
	f.Fuzz(func(t *testing.T, body string) {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodPost, MountPath, strings.NewReader(body))
		_, ok := read(w, r, 1<<20)
		if ok != (w.Body.Len() == 0) {
			t.Errorf("%q: read %v and answered %q", body, ok, w.Body)
		}
		if ok {
			return
		}
		if m := parse(t, w.Body.Bytes()); len(m) != 1 || m[0].Error == nil || m[0].Error.Code > -32600 || m[0].Error.Code < -32700 {
			t.Errorf("%q: answered %q", body, w.Body)
		}
	})
}
