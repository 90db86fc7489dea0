package source_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/codematch/source"
	"kadry/internal/codematch/source/tree"
	"kadry/internal/upstream"
)

func TestReadHosts(t *testing.T) {
	t.Parallel()
	got, err := source.ReadHosts([]string{"GitHub.com", "https://git.example.org=gitlab", "http://127.0.0.1:3000=gitea", "git.corp:443", " codeberg.org/ "},
		map[string]string{"github.com": "t1", "127.0.0.1:3000": "t2"})
	if err != nil {
		t.Fatal(err)
	}
	want := source.Hosts{
		{Name: "github.com", Forge: source.GitHub, Token: "t1"},
		{Name: "git.example.org", Forge: source.GitLab},
		{Name: "127.0.0.1:3000", Plain: true, Private: true, Forge: source.Gitea, Token: "t2"},
		{Name: "git.corp", Private: true},
		{Name: "codeberg.org", Forge: source.Gitea},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for i, want := range [][]string{
		{"github.com", "raw.githubusercontent.com", "objects.githubusercontent.com", "release-assets.githubusercontent.com"},
		{"git.example.org"},
		{"127.0.0.1:3000"},
		{"git.corp:443"},
		{"codeberg.org"},
	} {
		if diff := cmp.Diff(want, got.Policies(tree.Limits{})[i].Suffixes); diff != "" {
			t.Error(diff)
		}
	}
	if a := got.Settle(parsed(t, "https://git.example.org/g/s/n")); a.Forge != source.GitLab {
		t.Errorf("a host that runs GitLab is %q", a.Forge)
	}
}

func TestReadHostsRefuses(t *testing.T) {
	t.Parallel()
	for _, written := range []string{"", "https://", "a b", "github.com/owner", "user@host.example", "host.example=svn", "ftp://host.example", "host.example?x"} {
		if got, err := source.ReadHosts([]string{written}, nil); err == nil {
			t.Errorf("%q is %+v", written, got)
		}
	}
	if _, err := source.ReadHosts([]string{"github.com"}, map[string]string{"gitlab.com": "t"}); err == nil {
		t.Error("a token for a host that is not asked")
	}
}

// Whatever hosts an operator writes, upstream takes the policies of them.
func TestPoliciesAreTaken(t *testing.T) {
	t.Parallel()
	written := append(source.DefaultHosts(), "http://127.0.0.1:3000", "https://[::1]:8443", "git.corp:443", "http://git2.corp:80",
		"a-very-long-name-of-a-host-in-the-company.example.org", "a-very-long-name-of-a-host-in-the-company.example.net", "xn--e1afmkfd.xn--p1ai")
	hosts, err := source.ReadHosts(written, nil)
	if err != nil {
		t.Fatal(err)
	}
	client, err := upstream.New(upstream.Config{Policies: hosts.Policies(tree.Limits{})})
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Close(); err != nil {
		t.Error(err)
	}
}
