package codematchweb

import (
	"net/http"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/webui/kit"
)

// side is one piece of code as compare_code takes it.
type side struct {
	Code     string `json:"code"`
	Language string `json:"language,omitempty"`
}

// comparison is two pieces of code, and how they relate once that is known.
type comparison struct {
	a, b   side
	verify string
	done   *compared
	fault  *fault.Error
}

// compared is what compare_code answers.
type compared struct {
	LanguageA string `json:"language_a"`
	LanguageB string `json:"language_b"`
	Match     found  `json:"match"`
	Note      string `json:"note"`
}

// comparing shows the two empty fields.
func (w *web) comparing(s *screen) error {
	if !s.May(opCompare) {
		return kit.Denied()
	}
	return s.Show(http.StatusOK, comparePage(s, comparison{verify: levels[0]}))
}

// compare shows how two pieces of code relate.
func (w *web) compare(s *screen) error {
	if !s.May(opCompare) {
		return kit.Denied()
	}
	v, err := s.parse()
	if err != nil {
		return err
	}
	c := comparison{
		a:      side{strings.ReplaceAll(v.Get(fieldFirst), "\r\n", "\n"), v.Get(fieldFirstLang)},
		b:      side{strings.ReplaceAll(v.Get(fieldSecond), "\r\n", "\n"), v.Get(fieldSecondLang)},
		verify: among(v.Get(fieldVerify), levels),
	}
	c.done, err = s.related(c)
	if err != nil {
		c.fault = inForm(fault.From(err))
	}
	return s.Show(kit.Status(c.fault), comparePage(s, c))
}

func (s *screen) related(c comparison) (*compared, error) {
	missing := fault.Say("paste code on both sides", "вставьте код с обеих сторон")
	if strings.TrimSpace(c.a.Code) == "" {
		return nil, fault.Wrong(fieldFirst, missing)
	}
	if strings.TrimSpace(c.b.Code) == "" {
		return nil, fault.Wrong(fieldSecond, missing)
	}
	var done compared
	err := s.Call(opCompare, struct {
		A      side   `json:"a"`
		B      side   `json:"b"`
		Verify string `json:"verify"`
	}{c.a, c.b, c.verify}, &done)
	if err != nil {
		return nil, err
	}
	done.Match.Code = c.b.Code
	return &done, nil
}
