package developer

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/webui/kit"
)

// formLimit bounds a form in bytes.
const formLimit = 64 << 10

// grant is a token as list_tokens names it.
type grant struct {
	Name     string    `json:"name"`
	Tenant   string    `json:"tenant"`
	Toolsets []string  `json:"toolsets"`
	ReadOnly bool      `json:"read_only"`
	Admin    bool      `json:"admin"`
	Created  time.Time `json:"created_at"`
}

// rights says what a token allows.
func (g grant) rights(s *kit.Screen) string {
	switch {
	case g.Admin:
		return s.T("dev.token.admin")
	case g.ReadOnly:
		return s.T("dev.token.readOnly")
	}
	return s.T("dev.token.writes")
}

// keys is everything the page of tokens shows.
type keys struct {
	list    []grant
	asked   order
	made    string // the token that was just made, in clear
	revoked bool   // one was just revoked
	fault   *fault.Error
	offered []string // toolsets that a token can be for
}

// order is what create_token takes.
type order struct {
	Name     string   `json:"name"`
	Toolsets []string `json:"toolsets,omitempty"`
	ReadOnly bool     `json:"read_only,omitempty"`
	Admin    bool     `json:"admin,omitempty"`
}

func (w *web) tokens(s *kit.Screen) error {
	return w.keys(s, keys{revoked: s.Request.URL.Query().Has("revoked"), asked: order{ReadOnly: true}})
}

func (w *web) keys(s *kit.Screen, k keys) error {
	var answer struct {
		Items []grant `json:"items"`
	}
	if err := s.Call(opListTokens, struct{}{}, &answer); err != nil {
		return err
	}
	k.list, k.offered = answer.Items, w.served.Toolsets()
	return s.Show(kit.Status(k.fault), tokensPage(s, k))
}

// createToken makes a token and shows it in the answer, which nothing keeps.
func (w *web) createToken(s *kit.Screen) error {
	form, err := parse(s)
	if err != nil {
		return err
	}
	k := keys{asked: order{
		Name: strings.TrimSpace(form.Get("name")), Toolsets: form["toolsets"],
		ReadOnly: form.Get("rights") == "read", Admin: form.Get("rights") == "admin",
	}}
	var made struct {
		Token string `json:"token"`
	}
	if err := s.Call(opCreateToken, k.asked, &made); err != nil {
		if fault.KindOf(err) == fault.Denied && !s.May(opCreateToken) {
			return err
		}
		k.fault = fault.From(err)
		return w.keys(s, k)
	}
	k.made, k.asked = made.Token, order{Name: k.asked.Name, ReadOnly: true}
	return w.keys(s, k)
}

// revoking asks before a token is revoked.
func (w *web) revoking(s *kit.Screen) error {
	if !s.May(opRevokeToken) {
		return kit.Denied()
	}
	return s.Show(http.StatusOK, revokePage(s, s.Request.PathValue("name"), nil))
}

func (w *web) revoke(s *kit.Screen) error {
	name := s.Request.PathValue("name")
	var done struct{}
	err := s.Call(opRevokeToken, struct {
		Name    string `json:"name"`
		Confirm bool   `json:"confirm"`
	}{name, true}, &done)
	switch {
	case fault.KindOf(err) == fault.Conflict:
		f := fault.From(err)
		return s.Show(kit.Status(f), revokePage(s, name, f))
	case err != nil:
		return err
	}
	s.Redirect(tokensPath + "?revoked=1")
	return nil
}

func revokePath(name string) string { return tokensPath + "/" + url.PathEscape(name) + "/revoke" }

func (k keys) picked(toolset string) bool { return slices.Contains(k.asked.Toolsets, toolset) }

// rights is the choice of the form.
func (o order) rights() string {
	switch {
	case o.Admin:
		return "admin"
	case o.ReadOnly:
		return "read"
	}
	return "write"
}

// parse reads a form.
func parse(s *kit.Screen) (url.Values, error) {
	s.Request.Body = http.MaxBytesReader(s.Out, s.Request.Body, formLimit)
	if err := s.Request.ParseForm(); err != nil {
		return nil, kit.Unreadable(err, formLimit)
	}
	return s.Request.PostForm, nil
}

// nameAsked is what stays in the form: nothing once the token is made.
func nameAsked(k keys) string {
	if k.made != "" {
		return ""
	}
	return k.asked.Name
}
