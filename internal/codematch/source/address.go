package source

import (
	"fmt"
	"net/url"
	"path"
	"strconv"
	"strings"
)

// Kind is what an address names.
type Kind string

// The kinds of addresses.
const (
	Repository Kind = "repository" // of git, over the network; a part of it where Path is set
	Blob       Kind = "file"       // of such a repository
	Archive    Kind = "archive"    // zip or tar, over the network
	Local      Kind = "local"      // a file, folder, repository or archive of this machine
)

// Forge is the kind of software that serves a repository; it decides what links look like.
type Forge string

// The forges; a Plain host serves git and no pages that are known.
const (
	GitHub    Forge = "github"
	GitLab    Forge = "gitlab"
	Bitbucket Forge = "bitbucket"
	Gitea     Forge = "gitea" // and Forgejo
	Plain     Forge = "git"
)

// known are the forges of hosts that everybody knows. On other hosts links tell.
var known = map[string]Forge{
	"github.com": GitHub, "gitlab.com": GitLab, "bitbucket.org": Bitbucket, "codeberg.org": Gitea, "gitea.com": Gitea,
}

// Address is a place of code.
type Address struct {
	Kind  Kind
	Forge Forge
	Host  string // in lower case, with a port that is not the usual one
	Name  string // of the repository on its host: "owner/name", with sub-groups where there are
	Ref   string // branch, tag or commit; "" is the default branch
	Path  string // of the file or folder in the repository, of the place on this machine
	First int    // line that a link points at, from 1; 0 is none
	Last  int    // line
	// rest is ref and path as a link has them, where the ref may have slashes of its own.
	rest  string
	query string // of an archive's address
}

// String is the canonical form: "github.com/owner/name", "https://host/file.zip", an absolute
// path; Parse reads it back. Ref, file and lines are not in it.
func (a Address) String() string {
	switch a.Kind {
	case Local:
		return a.Path
	case Archive:
		return "https://" + a.Host + "/" + escape(a.Path)
	}
	if !strings.ContainsAny(a.Host, ".:") { // a name of the company's own network, which reads like an owner
		return "https://" + a.Host + "/" + a.Name
	}
	return a.Host + "/" + a.Name
}

// Key is the same for addresses of one place: hosts with pages for people tell names apart
// without regard to case.
func (a Address) Key() string {
	if a.Kind == Local || a.Kind == Archive || a.Forge == Plain {
		return a.String()
	}
	return strings.ToLower(a.String())
}

// Base is the last part of the name, for people.
func (a Address) Base() string {
	if a.Kind == Local || a.Kind == Archive {
		return path.Base(a.Path)
	}
	return path.Base(a.Name)
}

// Web is the page of the repository, "" where there is none.
func (a Address) Web() string {
	if a.Kind != Repository && a.Kind != Blob {
		return ""
	}
	return "https://" + a.Host + "/" + escape(a.Name)
}

// Permalink is the page of lines of a file at a commit, "" where the host has no such pages.
// Lines count from 1; first 0 is the file, last 0 the one line.
func (a Address) Permalink(commit, file string, first, last int) string {
	page, lines := a.Web(), ""
	if page == "" || commit == "" || file == "" {
		return ""
	}
	if last <= first {
		last = first
	}
	if first > 0 {
		lines = a.Forge.lines(first, last)
	}
	file = escape(file)
	switch a.Forge {
	case GitHub:
		return page + "/blob/" + commit + "/" + file + lines
	case GitLab:
		return page + "/-/blob/" + commit + "/" + file + lines
	case Bitbucket:
		return page + "/src/" + commit + "/" + file + lines
	case Gitea:
		return page + "/src/commit/" + commit + "/" + file + lines
	}
	return ""
}

// lines is the fragment by which a forge's pages mark lines.
func (f Forge) lines(first, last int) string {
	between := map[Forge][2]string{
		GitHub: {"#L", "-L"}, GitLab: {"#L", "-"}, Gitea: {"#L", "-L"}, Bitbucket: {"#lines-", ":"},
	}[f]
	if first == last {
		return fmt.Sprintf("%s%d", between[0], first)
	}
	return fmt.Sprintf("%s%d%s%d", between[0], first, between[1], last)
}

// lined reads the fragment of a link: #L10, #L10-L20, #L10-20, #L10C3-L20C5, #lines-10:20. What
// is none of these points at no lines.
func lined(fragment string) (first, last int) {
	rest, ok := strings.CutPrefix(fragment, "lines-")
	if !ok {
		rest, ok = strings.CutPrefix(fragment, "L")
	}
	if !ok {
		return 0, 0
	}
	from, to, ranged := strings.Cut(strings.Replace(rest, ":", "-", 1), "-")
	first = lineOf(from)
	if last = first; ranged {
		last = lineOf(strings.TrimPrefix(to, "L"))
	}
	if first == 0 || last == 0 {
		return 0, 0
	}
	return min(first, last), max(first, last)
}

// lineOf reads a line with or without a column behind it.
func lineOf(text string) int {
	line, _, _ := strings.Cut(text, "C")
	n, err := strconv.ParseUint(line, 10, 31)
	if err != nil {
		return 0
	}
	return int(n)
}

// escape writes a path as it stands in an address.
func escape(name string) string { return (&url.URL{Path: name}).EscapedPath() }

// Split divides ref and path of a link by the refs that the repository has: the longest one
// that fits is the ref. A link that was not cut at a place of its own stays as it is.
func (a Address) Split(refs []string) Address {
	longest := ""
	for _, ref := range refs {
		if len(ref) > len(longest) && (a.rest == ref || strings.HasPrefix(a.rest, ref+"/")) {
			longest = ref
		}
	}
	if longest != "" {
		a.Ref, a.Path = longest, strings.TrimPrefix(strings.TrimPrefix(a.rest, longest), "/")
	}
	return a
}
