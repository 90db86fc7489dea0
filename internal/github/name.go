// Package github has the nouns of GitHub that several parts of the program share: who a login
// belongs to, what a repository is, what a person left in one. It is pure; package api asks
// GitHub for them, package replica answers in its place.
package github

import (
	"regexp"
	"strings"

	"kadry/internal/fault"
)

// Login is what GitHub takes for a user name: letters, digits and single dashes inside, 39 at
// most. Old names may end in a dash.
var login = regexp.MustCompile(`^[A-Za-z0-9](-?[A-Za-z0-9]){0,38}-?$`)

// CheckLogin returns the login that a name, a @mention or an address of a profile stands for.
func CheckLogin(given string) (string, error) {
	name := strings.TrimSpace(given)
	if rest, ok := strings.CutPrefix(strings.TrimPrefix(strings.TrimPrefix(name, "https://"), "http://"), "github.com/"); ok {
		name = strings.TrimSuffix(rest, "/")
	}
	name = strings.TrimPrefix(name, "@")
	if len(name) > 39 || !login.MatchString(name) {
		return "", fault.E(fault.Invalid, fault.Say("%q is not a GitHub user name.", "«%s» — не имя пользователя GitHub.", fault.Clip(given)), nil).
			WithHint(fault.Say("A user name has 1 to 39 letters, digits and single dashes, like octocat.",
				"В имени пользователя от 1 до 39 латинских букв, цифр и одиночных дефисов, например octocat."))
	}
	return name, nil
}

var repositoryName = regexp.MustCompile(`^[A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}-?/[A-Za-z0-9._-]{1,100}$`)

// CheckRepository returns "owner/name" for that or for any address inside a repository.
func CheckRepository(given string) (string, error) {
	name := strings.TrimSpace(given)
	for _, prefix := range []string{"https://", "http://", "git@", "ssh://git@", "www.", "github.com/", "github.com:"} {
		name = strings.TrimPrefix(name, prefix)
	}
	parts := strings.SplitN(name, "/", 3)
	if len(parts) >= 2 {
		name = parts[0] + "/" + strings.TrimSuffix(parts[1], ".git")
	}
	if _, dotted, _ := strings.Cut(name, "/"); !repositoryName.MatchString(name) || dotted == "." || dotted == ".." {
		return "", fault.E(fault.Invalid, fault.Say("%q is not a GitHub repository.", "«%s» — не репозиторий GitHub.", fault.Clip(given)), nil).
			WithHint(fault.Say("Write owner/name or an address like https://github.com/owner/name.",
				"Укажите owner/name или адрес вида https://github.com/owner/name."))
	}
	return name, nil
}

// botNames are accounts that write on their own and are not marked as bots everywhere.
var botNames = map[string]bool{
	"dependabot": true, "dependabot-preview": true, "renovate": true, "renovate-bot": true, "github-actions": true,
	"pre-commit-ci": true, "greenkeeper": true, "greenkeeperio-bot": true, "snyk-bot": true, "pyup-bot": true, "codecov": true,
	"codecov-io": true, "coveralls": true, "mergify": true, "allcontributors": true, "semantic-release-bot": true, "imgbot": true,
	"stylecibot": true, "web-flow": true, "k8s-ci-robot": true, "rustbot": true, "bors": true, "netlify": true, "vercel": true,
	"sonarcloud": true, "deepsource-autofix": true, "lgtm-com": true, "whitesource-bolt-for-github": true, "google-cla": true, "cla-bot": true,
}

// IsBot reports whether a login is that of a program.
func IsBot(login string) bool {
	name := strings.ToLower(login)
	return strings.HasSuffix(name, "[bot]") || botNames[strings.TrimSuffix(name, "[bot]")]
}
