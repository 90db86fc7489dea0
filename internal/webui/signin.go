package webui

import (
	"net/http"
	"net/url"
	"strings"

	"kadry/internal/webui/kit"
)

// tokenAge is how long a browser keeps a token, in seconds; a revoked one dies at once.
const tokenAge = 30 * 24 * 60 * 60

// tokenLimit bounds the sign-in form: a token has under a hundred characters.
const tokenLimit = 4096

func (w *Front) signIn(s *kit.Screen) error {
	q := s.Request.URL.Query()
	if lang := q.Get("lang"); lang == "ru" || lang == "en" {
		s.Keep(kit.LangCookie, lang, kit.ChoiceAge)
		s.Speaker = w.kit.Words.In(lang)
	}
	return s.Show(http.StatusOK, signInPage(s, q.Has("wrong"), kit.Local(q.Get("next"), "")))
}

// takeToken puts the token where only the browser's requests carry it. Whether it is known
// is not for the pages to say: the next request passes the same gate as every other.
func (w *Front) takeToken(s *kit.Screen) error {
	s.Request.Body = http.MaxBytesReader(s.Out, s.Request.Body, tokenLimit)
	token := strings.TrimSpace(s.Request.PostFormValue("token"))
	q := url.Values{}
	if next := kit.Local(s.Request.PostFormValue("next"), ""); next != "" {
		q.Set("next", next)
	}
	if token == "" || strings.ContainsAny(token, " ;,\\\"\r\n") {
		q.Set("wrong", "1")
		s.Redirect(string(kit.Href(kit.SignInPath, q)))
		return nil
	}
	s.Keep(w.TokenCookie, token, tokenAge)
	s.Redirect(string(kit.Href(kit.SignInPath+"/check", q)))
	return nil
}

// tokenWorks is reached with a good token only.
func (w *Front) tokenWorks(s *kit.Screen) error {
	s.Redirect(kit.Local(s.Request.URL.Query().Get("next"), "/"))
	return nil
}

func (w *Front) signOut(s *kit.Screen) error {
	s.Keep(w.TokenCookie, "", -1)
	s.Redirect(kit.SignInPath)
	return nil
}

// accessText says who the caller is here and what they may do.
func accessText(s *kit.Screen) string {
	key := "access.full"
	if s.Caller.ReadOnly {
		key = "access.readOnly"
	}
	name := s.Caller.Name
	if s.Caller.Local {
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
