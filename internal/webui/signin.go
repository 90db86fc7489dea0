package webui

import (
	"net/http"
	"net/url"
	"strings"
)

// tokenAge is how long a browser keeps a token, in seconds; a revoked one dies at once.
const tokenAge = 30 * 24 * 60 * 60

// tokenLimit bounds the sign-in form: a token has under a hundred characters.
const tokenLimit = 4096

func (w *site) signIn(s *screen) error {
	q := s.r.URL.Query()
	if lang := q.Get("lang"); lang == "ru" || lang == "en" {
		s.keep(langCookie, lang, choiceAge)
		s.Speaker = w.Words.In(lang)
	}
	return s.show(http.StatusOK, signInPage(s, q.Has("wrong"), local(q.Get("next"), "")))
}

// takeToken puts the token where only the browser's requests carry it. Whether it is known
// is not for the pages to say: the next request passes the same gate as every other.
func (w *site) takeToken(s *screen) error {
	s.r.Body = http.MaxBytesReader(s.out, s.r.Body, tokenLimit)
	token := strings.TrimSpace(s.r.PostFormValue("token"))
	q := url.Values{}
	if next := local(s.r.PostFormValue("next"), ""); next != "" {
		q.Set("next", next)
	}
	if token == "" || strings.ContainsAny(token, " ;,\\\"\r\n") {
		q.Set("wrong", "1")
		s.redirect(string(href(SignInPath, q)))
		return nil
	}
	s.keep(w.TokenCookie, token, tokenAge)
	s.redirect(string(href(SignInPath+"/check", q)))
	return nil
}

// tokenWorks is reached with a good token only.
func (w *site) tokenWorks(s *screen) error {
	s.redirect(local(s.r.URL.Query().Get("next"), "/"))
	return nil
}

func (w *site) signOut(s *screen) error {
	s.keep(w.TokenCookie, "", -1)
	s.redirect(SignInPath)
	return nil
}

// accessText says who the caller is here and what they may do.
func (s *screen) accessText() string {
	key := "access.full"
	if s.caller.ReadOnly {
		key = "access.readOnly"
	}
	name := s.caller.Name
	if s.caller.Local {
		name = s.T("access.local")
	}
	return s.T(key, "Name", name)
}

func pressed(is bool) string {
	if is {
		return "true"
	}
	return "false"
}
