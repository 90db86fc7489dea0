package kit

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"kadry/internal/fault"
)

// Fail shows an error as a page, or as a fragment where a fragment was asked for. What
// failed is already in the log; the page gives the id to find it by.
func (s *Screen) Fail(err error) {
	f := fault.From(err)
	status := fault.AnswerTo(f.Kind).Status
	s.askAgain(f)
	page := errorPage(s, f)
	if s.Fragment() {
		page = Problem(s, f)
	}
	if s.Show(status, page) != nil {
		http.Error(s.Out, s.Say(f.Text), status)
	}
}

// askAgain tells a program that asks when to come again; nil says nothing.
func (s *Screen) askAgain(f *fault.Error) {
	if f != nil && f.RetryAfter > 0 {
		s.Out.Header().Set("Retry-After", seconds(f.RetryAfter))
	}
}

// Status is what a page answers that shows f in its place; nil is a page without a fault.
func Status(f *fault.Error) int {
	if f == nil {
		return http.StatusOK
	}
	return fault.AnswerTo(f.Kind).Status
}

// title is the headline of an error, by kind.
func (s *Screen) title(f *fault.Error) string {
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
func (s *Screen) meaning(f *fault.Error) string {
	if s.Request.Method == http.MethodGet || f.Kind == fault.Denied || f.Kind == fault.Invalid || f.Kind == fault.Conflict {
		return s.T("error.nothingChanged")
	}
	return s.T("error.maybeChanged")
}

// fieldName is what the form calls the field a finding is about. A room names fields as its
// operations do.
func (s *Screen) fieldName(path string) string {
	name, _, _ := strings.Cut(path, "[")
	if s.pages != nil && s.pages.Fields[name] != "" {
		return s.T(s.pages.Fields[name])
	}
	return name
}

// seconds is a wait in whole seconds, at least one.
func seconds(d time.Duration) string { return strconv.Itoa(max(1, int(d.Seconds()+.5))) }
