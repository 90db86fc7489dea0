package webui

import (
	"net/http"
	"net/url"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/i18n"
)

// Refuse returns what answers a request that never reached a page: who is not signed in is
// led to the sign-in page, everyone else gets an error page in their language.
func Refuse(words *i18n.Catalogue) func(http.ResponseWriter, *http.Request, error) {
	files, err := loadAssets()
	if err != nil {
		files = &assets{} // the embedded files are checked by New; a bare page still answers
	}
	w := &site{Config: Config{Words: words}, assets: files}
	return func(out http.ResponseWriter, r *http.Request, err error) {
		guard(out.Header())
		s := newScreen(w, out, r)
		f := fault.From(err)
		if f.Kind != fault.Unauthenticated {
			s.fail(f)
			return
		}
		to := signInAddress(r)
		if s.fragment() {
			out.Header().Set("HX-Redirect", to)
			out.WriteHeader(http.StatusUnauthorized)
			return
		}
		if r.Method == http.MethodGet || r.Method == http.MethodHead || strings.HasPrefix(r.URL.Path, SignInPath) {
			s.redirect(to)
			return
		}
		s.fail(f)
	}
}

// signInAddress leads to the sign-in page and from there back to what was wanted.
func signInAddress(r *http.Request) string {
	q := url.Values{}
	wanted := r.URL.RequestURI()
	if strings.HasPrefix(r.URL.Path, SignInPath) {
		q.Set("wrong", "1")
		wanted = r.URL.Query().Get("next")
	}
	if wanted = local(wanted, ""); wanted != "" && wanted != "/" {
		q.Set("next", wanted)
	}
	return string(href(SignInPath, q))
}

// fail shows an error as a page, or as a fragment where a fragment was asked for. What
// failed is already in the log; the page gives the id to find it by.
func (s *screen) fail(err error) {
	f := fault.From(err)
	status := fault.AnswerTo(f.Kind).Status
	if f.RetryAfter > 0 {
		s.out.Header().Set("Retry-After", seconds(f.RetryAfter))
	}
	page := errorPage(s, f)
	if s.fragment() {
		page = problem(s, f)
	}
	if s.show(status, page) != nil {
		http.Error(s.out, s.say(f.Text), status)
	}
}

// title is the headline of an error, by kind.
func (s *screen) title(f *fault.Error) string {
	switch f.Kind {
	case fault.Invalid, fault.Denied, fault.NotFound, fault.TooLarge, fault.Limited, fault.Timeout, fault.Unavailable, fault.Upstream,
		fault.Conflict:
		return s.T("error." + string(f.Kind))
	case fault.Unauthenticated:
		return s.T("error.denied")
	}
	return s.T("error.internal")
}

// meaning says what an error means for the person's data.
func (s *screen) meaning(f *fault.Error) string {
	if s.r.Method == http.MethodGet || f.Kind == fault.Denied || f.Kind == fault.Invalid || f.Kind == fault.Conflict {
		return s.T("error.nothingChanged")
	}
	return s.T("error.maybeChanged")
}

// fieldName is what the form calls the field a finding is about. The room names fields as
// its operations do.
func (s *screen) fieldName(path string) string {
	name, _, _ := strings.Cut(path, "[")
	for field, own := range map[string]string{
		"required_skills": fieldMust, "preferred_skills": fieldPlus, "excluded_skills": fieldNot, "experience_level": fieldLevel,
		"min_years": fieldMin, "max_years": fieldMax, "used_within_years": fieldWithin, "skill_years": fieldFor,
		"location": fieldPlace, "languages": fieldSpeaks, "education_level": fieldEdu, "tags": fieldTags,
		"min_coverage": fieldMatch, "match": fieldMatch, "query": fieldText,
	} {
		if name == field || name == own {
			return s.T("filter." + own)
		}
	}
	return name
}
