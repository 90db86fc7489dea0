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

// address is what stands before the path in any way of writing a repository or a profile.
var address = regexp.MustCompile(`(?i)^(?:git\+)?(?:(?:https?|git|ssh)://)?(?:git@)?(?:www\.)?(?:github\.com[/:])?`)

// trimmed is a name without the address before it and, of an address, without query and
// fragment after it.
func trimmed(given string) string {
	name := strings.TrimSpace(given)
	before := address.FindString(name)
	name = name[len(before):]
	if end := strings.IndexAny(name, "?#"); end >= 0 && before != "" {
		name = name[:end]
	}
	return strings.TrimSuffix(name, "/")
}

// CheckLogin returns the login that a name, a @mention or an address of a profile stands for.
func CheckLogin(given string) (string, error) {
	name := strings.TrimPrefix(trimmed(given), "@")
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
	name := trimmed(given)
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
