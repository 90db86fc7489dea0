package webui

import (
	"net/http"
	"net/url"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/webui/kit"
)

// Refuse answers a request that never reached a page: who is not signed in is led to the
// sign-in page, everyone else gets an error page in their language.
func (w *Front) Refuse(out http.ResponseWriter, r *http.Request, err error) {
	guard(out.Header())
	s := w.kit.Screen(out, r, nil)
	f := fault.From(err)
	if f.Kind != fault.Unauthenticated {
		s.Fail(f)
		return
	}
	to := signInAddress(r)
	if s.Fragment() {
		out.Header().Set("HX-Redirect", to)
		out.WriteHeader(http.StatusUnauthorized)
		return
	}
	if r.Method == http.MethodGet || r.Method == http.MethodHead || strings.HasPrefix(r.URL.Path, SignInPath) {
		s.Redirect(to)
		return
	}
	s.Fail(f)
}

// signInAddress leads to the sign-in page and from there back to what was wanted.
func signInAddress(r *http.Request) string {
	q := url.Values{}
	wanted := r.URL.RequestURI()
	if strings.HasPrefix(r.URL.Path, SignInPath) {
		q.Set("wrong", "1")
		wanted = r.URL.Query().Get("next")
	}
	if wanted = kit.Local(wanted, ""); wanted != "" && wanted != "/" {
		q.Set("next", wanted)
	}
	return string(kit.Href(SignInPath, q))
}
