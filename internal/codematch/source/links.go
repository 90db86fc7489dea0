package source

import (
	"slices"
	"strings"

	"kadry/internal/fault"
)

// marks find out by their own words in a path what a link of a forge names. Where no host is
// known they tell the forge as well.
var marks = []func(Address, []string) (Address, bool){gitlabLink, giteaLink, bitbucketLink, githubLink}

// pages are the words before ref and path in links of GitHub and GitLab.
var pages = []string{"blob", "tree", "raw", "blame", "edit", "commits"}

// githubLink is owner/name/blob/REF/path and the like; on GitLab this was once the way too.
func githubLink(a Address, parts []string) (Address, bool) {
	if a.Forge != GitHub && a.Forge != Plain || len(parts) < 4 {
		return a, false
	}
	word, rest := parts[2], parts[3:]
	if a.Forge == Plain && !slices.Contains([]string{"blob", "tree", "blame"}, word) {
		return a, false
	}
	a.Name = strings.Join(parts[:2], "/")
	switch {
	case slices.Contains(pages, word):
		a.Forge = GitHub
		return a.at(word == "tree" || word == "commits", rest), true
	case word == "commit":
		a.Ref = rest[0]
	case word == "releases" && rest[0] == "tag" && len(rest) > 1:
		a.Ref = strings.Join(rest[1:], "/")
	case word == "archive":
		a.Ref = archived(rest)
	default:
		return a, false
	}
	return a, true
}

// archived is the ref of an archive that a forge packs itself.
func archived(rest []string) string {
	name := unprefixed(strings.Join(rest, "/"))
	if end, ok := archiveEnd(name); ok {
		name = name[:len(name)-len(end)]
	}
	return name
}

// unprefixed takes away what says of a ref whether it is a branch or a tag.
func unprefixed(ref string) string {
	for _, kind := range []string{"refs/heads/", "refs/tags/"} {
		ref = strings.TrimPrefix(ref, kind)
	}
	return ref
}

// gitlabLink is group/sub/name/-/blob/REF/path and the like.
func gitlabLink(a Address, parts []string) (Address, bool) {
	at := slices.Index(parts, "-")
	if a.Forge == GitLab && at < 0 { // as links were before version 12
		if at = slices.IndexFunc(parts, func(p string) bool { return slices.Contains(pages[:3], p) }); at >= 2 {
			parts = slices.Insert(slices.Clone(parts), at, "-")
		}
	}
	if a.Forge != GitLab && a.Forge != Plain || at < 2 || len(parts) < at+2 {
		return a, false
	}
	a.Forge, a.Name = GitLab, strings.Join(parts[:at], "/")
	word, rest := parts[at+1], parts[at+2:]
	switch {
	case len(rest) == 0:
	case slices.Contains(pages, word):
		return a.at(word == "tree" || word == "commits", rest), true
	case word == "commit" || word == "archive":
		a.Ref = rest[0]
	case word == "tags":
		a.Ref = strings.Join(rest, "/")
	}
	return a, true
}

// giteaLink is owner/name/src/branch/REF/path and the like.
func giteaLink(a Address, parts []string) (Address, bool) {
	if a.Forge != Gitea && a.Forge != Plain || len(parts) < 5 || !slices.Contains([]string{"src", "raw", "media", "blame"}, parts[2]) ||
		!slices.Contains([]string{"branch", "tag", "commit"}, parts[3]) {
		if a.Forge == Gitea && len(parts) >= 4 && (parts[2] == "commit" || parts[2] == "archive") {
			a.Name, a.Ref = strings.Join(parts[:2], "/"), archived(parts[3:])
			return a, true
		}
		return a, false
	}
	a.Forge, a.Name = Gitea, strings.Join(parts[:2], "/")
	return a.at(false, parts[4:]), true
}

// bitbucketLink is owner/name/src/REF/path and the like.
func bitbucketLink(a Address, parts []string) (Address, bool) {
	if a.Forge != Bitbucket || len(parts) < 4 {
		return a, false
	}
	a.Name = strings.Join(parts[:2], "/")
	switch word, rest := parts[2], parts[3:]; word {
	case "src", "raw", "annotate":
		return a.at(false, rest), true
	case "commits":
		a.Ref = rest[0]
	case "get":
		a.Ref = archived(rest)
	case "branch":
		a.Ref = strings.Join(rest, "/")
	default:
		return a, false
	}
	return a, true
}

// beside reads links of the hosts on which GitHub keeps files and archives.
func (a Address) beside(parts []string) (Address, error) {
	raw := a.Host == "raw.githubusercontent.com"
	a.Host, a.Forge = "github.com", GitHub
	if len(parts) < 4 {
		return Address{}, notAddress(fault.Say("The address names no file of a repository.", "В адресе нет файла репозитория."))
	}
	a.Name = strings.Join(parts[:2], "/")
	if !raw {
		a.Ref = unprefixed(strings.Join(parts[3:], "/"))
		return a.checked()
	}
	return a.at(false, parts[2:]).checked()
}

// at sets ref and path, the first part being the ref until Split knows better. What a link calls
// no folder is a file where anything is behind the ref.
func (a Address) at(folder bool, rest []string) Address {
	a.rest = unprefixed(strings.Join(rest, "/"))
	a.Ref, a.Path, _ = strings.Cut(a.rest, "/")
	if !folder && a.Path != "" {
		a.Kind = Blob
	}
	return a
}
