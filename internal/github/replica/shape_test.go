package replica

import (
	"fmt"
	"sort"
	"strings"
	"testing"
)

// The shapes are those of GitHub's own answers: a field and the kind of its value. What a
// reader may find null is marked so. An answer must have these fields.
var (
	userShape = `login:s id:n node_id:s avatar_url:s gravatar_id:s url:s html_url:s followers_url:s following_url:s gists_url:s starred_url:s
		subscriptions_url:s organizations_url:s repos_url:s events_url:s received_events_url:s type:s site_admin:b`
	repoShape = `id:n node_id:s name:s full_name:s private:b owner:o html_url:s description:s? fork:b url:s languages_url:s contributors_url:s
		commits_url:s contents_url:s created_at:s updated_at:s pushed_at:s clone_url:s size:n stargazers_count:n watchers_count:n language:s? forks_count:n
		mirror_url:s? archived:b disabled:b open_issues_count:n license:o? is_template:b topics:l visibility:s default_branch:s`
	commitShape = `sha:s node_id:s commit:o url:s html_url:s comments_url:s author:o? committer:o? parents:l`
	issueShape  = `url:s repository_url:s html_url:s id:n node_id:s number:n title:s user:o? labels:l state:s locked:b assignee:o? assignees:l milestone:o?
		comments:n created_at:s updated_at:s closed_at:s? author_association:s body:s?`
)

func TestAnswersHaveTheShapesOfGitHub(t *testing.T) {
	s := open(t, Options{})
	for _, c := range []struct {
		path  string
		at    []any
		shape string
	}{
		{"/users/ada-example", nil, userShape + ` name:s? company:s? blog:s location:s? email:s? hireable:b? bio:s? public_repos:n public_gists:n followers:n following:n created_at:s updated_at:s`},
		{"/users/ADA-Example/repos", []any{0}, repoShape},
		{"/users/ada-example/repos", []any{0, "owner"}, userShape},
		{"/users/ada-example/repos", []any{0, "license"}, `key:s name:s spdx_id:s url:s? node_id:s`},
		{"/users/ada-example/events/public", []any{0}, `id:s type:s actor:o repo:o payload:o public:b created_at:s`},
		{"/users/ada-example/events/public", []any{0, "actor"}, `id:n login:s display_login:s gravatar_id:s url:s avatar_url:s`},
		{"/repos/orchard-org/weather-desk", nil, repoShape + ` organization:o network_count:n subscribers_count:n`},
		{"/repos/dmitri-fixture/weather-desk", nil, repoShape + ` parent:o source:o`},
		{"/repositories/201", nil, repoShape},
		{"/repos/ada-example/ledger-kit/contributors", []any{0}, userShape + ` contributions:n`},
		{"/repos/ada-example/ledger-kit/commits", []any{0}, commitShape},
		{"/repos/ada-example/ledger-kit/commits", []any{0, "commit"}, `author:o committer:o message:s tree:o url:s comment_count:n verification:o`},
		{"/repos/ada-example/ledger-kit/commits", []any{0, "commit", "author"}, `name:s email:s date:s`},
		{"/repos/ada-example/ledger-kit/commits/" + digest("ada-exampleada-example/ledger-kit0"), nil, commitShape + ` stats:o files:l`},
		{"/repos/ada-example/ledger-kit/commits/" + digest("ada-exampleada-example/ledger-kit0"), []any{"files", 0}, `sha:s filename:s status:s additions:n deletions:n changes:n blob_url:s raw_url:s contents_url:s`},
		{"/repos/ada-example/ledger-kit/contents", []any{0}, `name:s path:s sha:s size:n url:s html_url:s git_url:s download_url:s? type:s _links:o`},
		{"/repos/ada-example/ledger-kit/contents/book/book.go", nil, `name:s path:s sha:s size:n content:s encoding:s type:s _links:o`},
		{"/repos/ada-example/ledger-kit/git/trees/main?recursive=1", nil, `sha:s url:s tree:l truncated:b`},
		{"/repos/ada-example/ledger-kit/git/trees/main?recursive=1", []any{"tree", 0}, `path:s mode:s type:s sha:s size:n url:s`},
		{"/repos/orchard-org/weather-desk/pulls?state=all", []any{0}, `url:s id:n node_id:s number:n state:s title:s user:o? created_at:s updated_at:s closed_at:s? merged_at:s? draft:b head:o base:o author_association:s`},
		{"/repos/orchard-org/weather-desk/issues?state=all", []any{0}, issueShape},
		{"/search/commits?q=author:ada-example", nil, `total_count:n incomplete_results:b items:l`},
		{"/search/commits?q=author:ada-example", []any{"items", 0}, commitShape + ` repository:o score:n`},
		{"/search/issues?q=author:ada-example+is:pr+is:merged", []any{"items", 0}, issueShape + ` pull_request:o score:n draft:b`},
		{"/search/code?q=pgx+language:go", []any{"items", 0}, `name:s path:s sha:s url:s git_url:s html_url:s repository:o score:n`},
		{"/rate_limit", nil, `resources:o rate:o`},
		{"/rate_limit", []any{"resources", "code_search"}, `limit:n used:n remaining:n reset:n`},
		{"/users/nobody-here", nil, `message:s documentation_url:s status:s`},
	} {
		got := s.known(c.path)
		if d := misfit(dig(got.json(t), c.at...), c.shape); d != "" {
			t.Errorf("%s %v: %s", c.path, c.at, d)
		}
	}
}

// misfit names the fields a value lacks or has of another kind.
func misfit(v any, shape string) string {
	m, ok := v.(map[string]any)
	if !ok {
		return fmt.Sprintf("is %v", v)
	}
	var out []string
	for f := range strings.FieldsSeq(shape) {
		name, kind, _ := strings.Cut(f, ":")
		got, ok := m[name]
		if !ok || (kindOf(got) != strings.TrimSuffix(kind, "?") && (got != nil || !strings.HasSuffix(kind, "?"))) {
			out = append(out, fmt.Sprintf("%s is %v", f, got))
		}
	}
	sort.Strings(out)
	return strings.Join(out, ", ")
}

func kindOf(v any) string {
	switch v.(type) {
	case string:
		return "s"
	case float64:
		return "n"
	case bool:
		return "b"
	case map[string]any:
		return "o"
	case []any:
		return "l"
	}
	return "null"
}
