package codematch

import (
	"slices"
	"testing"

	"kadry/internal/codematch/match"
	"kadry/internal/codematch/mirror"
	"kadry/internal/fault"
)

func TestPolicy(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		policy Policy
		spdx   string
		want   bool
	}{
		{AnyLicence, "", true},
		{AnyLicence, "GPL-3.0-only", true},
		{HasLicence, "", false},
		{HasLicence, "GPL-3.0-only", true},
		{Permissive, "", false},
		{Permissive, "MIT", true},
		{Permissive, "MIT OR GPL-2.0-only", true},
		{Permissive, "MIT AND GPL-2.0-only", false},
		{Permissive, "(Apache-2.0 OR MIT)", true},
		{Permissive, "Apache-2.0 WITH LLVM-exception", true},
		{NoCopyleft, "", true},
		{NoCopyleft, "AGPL-3.0-or-later", false},
		{NoCopyleft, "LGPL-2.1-only OR MIT", true},
		{NoCopyleft, "MPL-2.0", false},
	} {
		if got := c.policy.allows(c.spdx); got != c.want {
			t.Errorf("%s allows %q: %t", c.policy, c.spdx, got)
		}
	}
}

func TestShelf_allowed(t *testing.T) {
	t.Parallel()
	s := shelf{byID: map[int64]mirror.Repository{}}
	for i, url := range []string{"github.com/acme/pay", "github.com/acme/mail", "gitlab.com/acme/pay", "/srv/code/pay"} {
		r := mirror.Repository{ID: int64(i + 1), URL: url, Generation: 1}
		if i == 0 {
			r.Licence = match.Licence{SPDX: "MIT"}
		}
		s.all = append(s.all, r)
		s.byID[r.ID] = r
	}
	for _, c := range []struct {
		entries []string
		policy  Policy
		want    []int64 // nil is all
	}{
		{nil, AnyLicence, nil},
		{nil, Permissive, []int64{1}},
		{[]string{"acme/pay"}, AnyLicence, []int64{1, 3}},
		{[]string{"github.com/acme/pay"}, AnyLicence, []int64{1}},
		{[]string{"https://GitHub.com/Acme/pay.git"}, AnyLicence, []int64{1}},
		{[]string{"acme/"}, AnyLicence, []int64{1, 2, 3}},
		{[]string{"gitlab.com/acme/"}, AnyLicence, []int64{3}},
		{[]string{"gitlab.com/"}, AnyLicence, []int64{3}},
		{[]string{"/srv/code/pay"}, AnyLicence, []int64{4}},
		{[]string{"gitlab.com/acme/pay"}, Permissive, []int64{}},
	} {
		got, err := s.allowed("allow_repositories", c.entries, c.policy)
		if err != nil || !slices.Equal(got, c.want) || (got == nil) != (c.want == nil) {
			t.Errorf("%v, %s: %v, %v", c.entries, c.policy, got, err)
		}
	}
	for _, entry := range []string{"acme/pai", "pay", "ac/", "/", "", "github.com/acme/pay/x"} {
		_, err := s.allowed("allow_repositories", []string{entry}, AnyLicence)
		if fault.KindOf(err) != fault.NotFound {
			t.Errorf("%q: %v", entry, err)
		}
	}
	_, err := s.allowed("allow_repositories", []string{"github.com/acme/pai"}, AnyLicence)
	if near := fault.From(err).Candidates; !slices.Contains(near, "github.com/acme/pay") {
		t.Errorf("nearest of a misspelt one: %v", near)
	}
}
