package replica

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const candidateQuery = `query Candidate($login: String!, $first: Int = 50, $from: DateTime!, $to: DateTime!) {
  rateLimit { limit cost remaining resetAt used }
  user(login: $login) {
    id databaseId login name createdAt isHireable bio company
    followers { totalCount }
    repositories(first: $first, isFork: false, ownerAffiliations: [OWNER], privacy: PUBLIC, orderBy: {field: PUSHED_AT, direction: DESC}) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes { ...Facts }
    }
    repositoriesContributedTo(first: 20, contributionTypes: [COMMIT, PULL_REQUEST], includeUserRepositories: false) { nodes { nameWithOwner } }
    y: contributionsCollection(from: $from, to: $to) {
      contributionYears totalCommitContributions totalIssueContributions totalPullRequestContributions totalPullRequestReviewContributions restrictedContributionsCount
      commitContributionsByRepository(maxRepositories: 100) { repository { nameWithOwner } contributions(first: 100) { totalCount nodes { occurredAt commitCount } } }
      pullRequestContributionsByRepository(maxRepositories: 10) { repository { nameWithOwner } contributions(first: 5) { totalCount nodes { occurredAt pullRequest { number } } } }
      pullRequestReviewContributionsByRepository(maxRepositories: 10) { repository { nameWithOwner } contributions(first: 5) { totalCount nodes { pullRequestReview { state } } } }
      issueContributionsByRepository(maxRepositories: 10) { repository { nameWithOwner } contributions(first: 5) { totalCount nodes { issue { number } } } }
      contributionCalendar { totalContributions weeks { firstDay contributionDays { date contributionCount weekday } } }
    }
    pullRequests(first: 10, states: [MERGED, CLOSED], orderBy: {field: CREATED_AT, direction: ASC}) {
      totalCount
      nodes {
        number title createdAt mergedAt closedAt merged state url additions repository { nameWithOwner } author { login __typename } mergedBy { login }
        reviews(first: 10, states: [APPROVED]) { totalCount nodes { author { login __typename } state submittedAt createdAt } }
        comments(first: 10) { totalCount nodes { author { login __typename } createdAt } }
      }
    }
    issues(first: 10, states: CLOSED) {
      totalCount
      nodes { number closedAt comments(first: 3) { nodes { author { login } } } timelineItems(itemTypes: CLOSED_EVENT, last: 1) { nodes { ... on ClosedEvent { actor { login } } } } }
    }
  }
}
fragment Facts on Repository {
  nameWithOwner owner { login __typename } description isFork isArchived isTemplate isMirror isEmpty isDisabled isPrivate parent { nameWithOwner } createdAt pushedAt
  diskUsage stargazerCount forkCount licenseInfo { spdxId } primaryLanguage { name }
  languages(first: 10, orderBy: {field: SIZE, direction: DESC}) { totalSize edges { size node { name } } }
  repositoryTopics(first: 5) { nodes { topic { name } } }
  defaultBranchRef { name target { oid __typename ... on Commit { all: history(first: 0) { totalCount } mine: history(first: 2, author: {id: "U_ada"}) { totalCount pageInfo { hasNextPage } nodes {
    authoredDate additions deletions changedFilesIfAvailable author { name user { login id } } parents(first: 1) { totalCount } } } } } }
}`

func TestOneQueryTellsACandidate(t *testing.T) {
	s := open(t, Options{})
	got := s.ask(candidateQuery, map[string]any{"login": "Ada-Example", "from": "2025-06-02T00:00:00Z", "to": "2026-06-01T00:00:00Z"}).json(t)
	if e := dig(got, "errors"); e != nil {
		t.Fatalf("errors %v", e)
	}
	user := dig(got, "data", "user")
	for _, c := range []struct {
		path []any
		want any
	}{
		{[]any{"id"}, "U_ada"},
		{[]any{"createdAt"}, "2020-01-05T08:00:00Z"},
		{[]any{"isHireable"}, true},
		{[]any{"repositories", "totalCount"}, 1.0},
		{[]any{"repositories", "nodes", 0, "nameWithOwner"}, "ada-example/ledger-kit"},
		{[]any{"repositories", "nodes", 0, "languages", "edges", 0, "node", "name"}, "Go"},
		{[]any{"repositories", "nodes", 0, "languages", "totalSize"}, 45340.0},
		{[]any{"repositories", "nodes", 0, "defaultBranchRef", "target", "all", "totalCount"}, 70.0},
		{[]any{"repositories", "nodes", 0, "defaultBranchRef", "target", "mine", "totalCount"}, 60.0},
		{[]any{"repositories", "nodes", 0, "defaultBranchRef", "target", "mine", "pageInfo", "hasNextPage"}, true},
		{[]any{"repositories", "nodes", 0, "defaultBranchRef", "target", "mine", "nodes", 0, "author", "user", "login"}, "ada-example"},
		{[]any{"repositories", "nodes", 0, "parent"}, nil},
		{[]any{"repositoriesContributedTo", "nodes", 0, "nameWithOwner"}, "orchard-org/weather-desk"},
		{[]any{"y", "contributionYears", 0}, 2026.0},
		{[]any{"y", "totalPullRequestContributions"}, 2.0},
		{[]any{"y", "totalPullRequestReviewContributions"}, 1.0},
		{[]any{"y", "totalIssueContributions"}, 1.0},
		{[]any{"y", "commitContributionsByRepository", 0, "repository", "nameWithOwner"}, "ada-example/ledger-kit"},
		{[]any{"y", "pullRequestReviewContributionsByRepository", 0, "contributions", "nodes", 0, "pullRequestReview", "state"}, "COMMENTED"},
		{[]any{"pullRequests", "totalCount"}, 2.0},
		{[]any{"pullRequests", "nodes", 0, "state"}, "MERGED"},
		{[]any{"pullRequests", "nodes", 0, "title"}, "Cache the forecasts"},
		{[]any{"pullRequests", "nodes", 0, "additions"}, 120.0},
		{[]any{"pullRequests", "nodes", 0, "mergedBy", "login"}, "bora-sample"},
		{[]any{"pullRequests", "nodes", 0, "reviews", "totalCount"}, 1.0},
		{[]any{"pullRequests", "nodes", 0, "comments", "nodes", 0, "author", "__typename"}, "Bot"},
		{[]any{"pullRequests", "nodes", 0, "comments", "nodes", 0, "author", "login"}, "tidy-helper"},
		{[]any{"pullRequests", "nodes", 1, "mergedAt"}, nil},
		{[]any{"issues", "nodes", 0, "timelineItems", "nodes", 0, "actor", "login"}, "bora-sample"},
	} {
		if got := dig(user, c.path...); got != c.want {
			t.Errorf("%v is %v, want %v", c.path, got, c.want)
		}
	}
	commits := 0.0
	for _, day := range dig(user, "y", "commitContributionsByRepository", 0, "contributions", "nodes").([]any) {
		commits += dig(day, "commitCount").(float64)
	}
	if total := dig(user, "y", "totalCommitContributions"); total != commits {
		t.Errorf("days tell %v commits, the collection %v", commits, total)
	}
	days := 0
	for _, w := range dig(user, "y", "contributionCalendar", "weeks").([]any) {
		days += len(dig(w, "contributionDays").([]any))
	}
	if days != 365 {
		t.Errorf("%d days in the calendar", days)
	}
}

func TestYearsAddUpToTheTotal(t *testing.T) {
	s := open(t, Options{})
	var q strings.Builder
	q.WriteString(`{user(login:"ada-example"){`)
	for y := 2023; y <= 2026; y++ {
		fmt.Fprintf(&q, `y%d:contributionsCollection(from:"%d-01-01T00:00:00Z",to:"%d-12-31T23:59:59Z"){totalCommitContributions} `, y, y, y)
	}
	q.WriteString(`}}`)
	sum := 0.0
	user := dig(s.ask(q.String(), nil).json(t), "data", "user").(map[string]any)
	for _, c := range user {
		sum += dig(c, "totalCommitContributions").(float64)
	}
	if sum != 66 {
		t.Errorf("%v commits over the years, want 66", sum)
	}
}

func TestPathsShareACommit(t *testing.T) {
	s := open(t, Options{})
	got := s.ask(`{repository(owner:"ada-example",name:"ledger-kit"){defaultBranchRef{target{... on Commit{
		all:history(author:{id:"U_ada"}){totalCount}
		book:history(author:{id:"U_ada"},path:"book"){totalCount}
		both:history(author:{id:"U_ada"},path:"book/book.go"){totalCount}
		none:history(author:{id:"U_ada"},path:"nothing"){totalCount}
		mail:history(author:{emails:["ada-example@users.noreply.github.com"]}){totalCount}
		old:history(author:{id:"U_ada"},until:"2023-01-01T00:00:00Z"){totalCount}}}}}}`, nil).json(t)
	c := dig(got, "data", "repository", "defaultBranchRef", "target")
	all, book, both := dig(c, "all", "totalCount").(float64), dig(c, "book", "totalCount").(float64), dig(c, "both", "totalCount").(float64)
	if all != 60 || book <= both || both < 1 || book >= all {
		t.Errorf("all %v, folder %v, file %v", all, book, both)
	}
	if dig(c, "none", "totalCount") != 0.0 || dig(c, "old", "totalCount") != 0.0 || dig(c, "mail", "totalCount") != 60.0 {
		t.Errorf("%v", c)
	}
}

func TestObjectsAndNodes(t *testing.T) {
	s := open(t, Options{})
	got := s.ask(`{
		repository(owner:"orchard-org",name:"weather-desk"){
			owner{__typename login}
			tree:object(expression:"HEAD:"){__typename ... on Tree{oid entries{name type}}}
			file:object(expression:"trunk:pyproject.toml"){__typename ... on Blob{byteSize text isBinary}}
			none:object(expression:"HEAD:nothing"){__typename}
		}
		empty:repository(owner:"finn-blank",name:"untouched"){isEmpty defaultBranchRef{name} languages(first:1){totalSize} object(expression:"HEAD:"){__typename}}
		fork:repository(owner:"dmitri-fixture",name:"weather-desk"){isFork parent{nameWithOwner}}
		odd:repository(owner:"grace-mock",name:"starter"){isTemplate licenseInfo{spdxId}}
		node(id:"U_bora"){__typename ... on User{login}}
		organization(login:"orchard-org"){repositories(first:5){totalCount}}
		search(type:ISSUE,query:"author:ada-example is:pr",first:5){issueCount nodes{... on PullRequest{number repository{nameWithOwner}}}}
	}`, nil).json(t)
	if e := dig(got, "errors"); e != nil {
		t.Fatal(e)
	}
	for _, c := range []struct {
		path []any
		want any
	}{
		{[]any{"repository", "owner", "__typename"}, "Organization"},
		{[]any{"repository", "tree", "__typename"}, "Tree"},
		{[]any{"repository", "tree", "entries", 1, "name"}, "desk"},
		{[]any{"repository", "file", "isBinary"}, false},
		{[]any{"repository", "none"}, nil},
		{[]any{"empty", "isEmpty"}, true},
		{[]any{"empty", "defaultBranchRef"}, nil},
		{[]any{"fork", "parent", "nameWithOwner"}, "orchard-org/weather-desk"},
		{[]any{"odd", "licenseInfo", "spdxId"}, "NOASSERTION"},
		{[]any{"node", "login"}, "bora-sample"},
		{[]any{"organization", "repositories", "totalCount"}, 1.0},
		{[]any{"search", "issueCount"}, 2.0},
		{[]any{"search", "nodes", 0, "number"}, 2.0},
	} {
		if got := dig(got, append([]any{"data"}, c.path...)...); got != c.want {
			t.Errorf("%v is %v, want %v", c.path, got, c.want)
		}
	}
}

func TestErrorsOfQueriesHaveATypeAndAPlace(t *testing.T) {
	s := open(t, Options{})
	for _, c := range []struct{ query, kind, message, path, data string }{
		{`{user(login:"nobody-here"){id}}`, "NOT_FOUND", "Could not resolve to a User with the login of 'nobody-here'.", "[user]", "map[user:<nil>]"},
		{`{user(login:"orchard-org"){id}}`, "NOT_FOUND", "Could not resolve to a User with the login of 'orchard-org'.", "[user]", "map[user:<nil>]"},
		{`{r:repository(owner:"a",name:"b"){id}}`, "NOT_FOUND", "Could not resolve to a Repository with the name 'a/b'.", "[r]", "map[r:<nil>]"},
		{`{node(id:"X"){id}}`, "NOT_FOUND", "Could not resolve to a node with the global id of 'X'", "[node]", "map[node:<nil>]"},
		{`{user(login:"ada-example"){c:contributionsCollection(from:"2020-01-01T00:00:00Z",to:"2021-01-02T00:00:00Z"){totalCommitContributions}}}`, "VALIDATION", "The total time spanned by 'from' and 'to' must not exceed 1 year", "[user c]", "map[user:<nil>]"},
		{`{user(login:"ada-example"){repositories(first:101){totalCount}}}`, "EXCESSIVE_PAGINATION", "Requesting 101 records on the `repositories` connection exceeds the `first` limit of 100 records.", "[user repositories]", "map[user:<nil>]"},
		{`{user(login:"ada-example"){repositories{nodes{id}}}}`, "MISSING_PAGINATION_BOUNDARIES", "You must provide a `first` or `last` value to properly paginate the `repositories` connection.", "[user repositories nodes]", "map[user:map[repositories:map[nodes:<nil>]]]"},
		{`{user(login:"ada-example"){repositories(first:1,after:"x"){totalCount}}}`, "INVALID_CURSOR_ARGUMENTS", "`x` does not appear to be a valid cursor.", "[user repositories]", "map[user:<nil>]"},
	} {
		r := s.ask(c.query, nil)
		got := r.json(t)
		first := dig(got, "errors", 0)
		want := []string{c.kind, c.message, c.path, c.data}
		have := []string{fmt.Sprint(dig(first, "type")), fmt.Sprint(dig(first, "message")), fmt.Sprint(dig(first, "path")), fmt.Sprint(dig(got, "data"))}
		if d := cmp.Diff(want, have); d != "" || r.status != 200 || dig(first, "locations", 0, "line") != 1.0 {
			t.Errorf("%s: %d %s\n%s", c.query, r.status, r.body, d)
		}
	}
	unknown := s.ask(`{user(login:"ada-example"){shoeSize}}`, nil).json(t)
	if dig(unknown, "errors", 0, "extensions", "code") != "undefinedField" || dig(unknown, "data") != nil {
		t.Errorf("a field GitHub does not have: %v", unknown)
	}
	for _, broken := range []string{"", "{", "query", "}{", "mutation{a}", strings.Repeat("{a", 10000)} {
		if got := s.ask(broken, nil); got.status != 200 || dig(got.json(t), "errors", 0, "message") == nil {
			t.Errorf("%.20q: %d %s", broken, got.status, got.body)
		}
	}
}

func TestPagesOfAConnection(t *testing.T) {
	s := open(t, Options{})
	const query = `query($after:String){repository(owner:"orchard-org",name:"weather-desk"){defaultBranchRef{target{... on Commit{history(first:20,after:$after,author:{id:"U_bora"}){totalCount pageInfo{hasNextPage endCursor} nodes{oid committedDate}}}}}}}`
	seen, last := map[any]bool{}, "9"
	var after any
	for range 5 {
		h := dig(s.ask(query, map[string]any{"after": after}).json(t), "data", "repository", "defaultBranchRef", "target", "history")
		for _, n := range dig(h, "nodes").([]any) {
			seen[dig(n, "oid")] = true
			if at := dig(n, "committedDate").(string); at > last {
				t.Errorf("%s after %s", at, last)
			} else {
				last = at
			}
		}
		after = dig(h, "pageInfo", "endCursor")
		if dig(h, "pageInfo", "hasNextPage") == false {
			break
		}
	}
	if len(seen) != 40 {
		t.Errorf("%d commits, want 40", len(seen))
	}
}

func TestCostIsCountedAsGitHubDocumentsIt(t *testing.T) {
	for _, c := range []struct {
		query     string
		variables map[string]any
		want      cost
	}{
		// the two examples of GitHub's own documentation
		{`{viewer{repositories(first:100){edges{repository:node{issues(first:50){edges{node{labels(first:60){edges{node{name}}}}}}}}}}}`, nil, cost{51, 305100}},
		{`{viewer{repositories(first:50){edges{repository:node{name pullRequests(first:20){edges{pullRequest:node{title comments(first:10){edges{comment:node{bodyHTML}}}}}} issues(first:20){totalCount edges{issue:node{title bodyHTML comments(first:10){edges{comment:node{bodyHTML}}}}}}}}} followers(first:10){edges{follower:node{login}}}}}`, nil, cost{21, 22060}},
		{`{a}`, nil, cost{1, 0}},
		{`query($n:Int=7){a(first:$n)}`, nil, cost{1, 7}},
		{`query($n:Int=7){a(first:$n)}`, map[string]any{"n": 9.0}, cost{1, 9}},
		{`{a(x:{first:9} s:"first: 8" first:2){...F}} fragment F on T {b(last:3)}`, nil, cost{1, 8}},
		{`{...F} fragment F on T {a(first:2){...F}}`, nil, cost{1, 2}},
	} {
		if got := parseDocument(c.query).cost("", c.variables); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.query, got, c.want)
		}
	}
}

func TestPointsAreCharged(t *testing.T) {
	s := open(t, Options{Limits: Limits{Points: 3}})
	got := s.ask(`{rateLimit{cost limit remaining used nodeCount}}`, nil).json(t)
	if r := dig(got, "data", "rateLimit"); dig(r, "remaining") != 2.0 || dig(r, "cost") != 1.0 || dig(r, "limit") != 3.0 {
		t.Errorf("%v", r)
	}
	s.ask(`{rateLimit{cost}}`, nil)
	s.ask(`{rateLimit{cost}}`, nil)
	over := s.ask(`{rateLimit{cost}}`, nil)
	if over.status != 200 || dig(over.json(t), "errors", 0, "type") != "RATE_LIMITED" || over.header.Get("X-Ratelimit-Remaining") != "0" || over.header.Get("X-Ratelimit-Resource") != "graphql" {
		t.Errorf("%d %s %v", over.status, over.body, over.header)
	}
	many := s.ask(`{user(login:"ada-example"){repositories(first:100){nodes{pullRequests(first:100){nodes{comments(first:100){totalCount}}}}}}}`, nil).json(t)
	if dig(many, "errors", 0, "type") != "MAX_NODE_LIMIT_EXCEEDED" {
		t.Errorf("%v", many)
	}
}
