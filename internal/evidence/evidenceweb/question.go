package evidenceweb

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/a-h/templ"

	"kadry/internal/webui/kit"
)

// Names of the fields of a question: its whole state, so that its address is all it takes to
// ask it again.
const (
	fieldLogin  = "login"
	fieldSkills = "skills"
	fieldRepos  = "repos"
	fieldFirst  = "a"
	fieldSecond = "b"
)

const (
	usualRepos  = 5
	skillsLimit = 2000 // characters of the field
	loginLimit  = 120
)

// repoChoices are how many repositories the form offers to read.
var repoChoices = []int{usualRepos, 10, 20}

// question is what the pages ask about one person.
type question struct {
	login  string
	skills []string
	repos  int
}

// newQuestion reads a question about login from an address.
func newQuestion(login string, v url.Values) question {
	q := question{login: strings.TrimSpace(login), skills: splitSkills(v.Get(fieldSkills)), repos: usualRepos}
	if n := kit.Count(v.Get(fieldRepos)); n > 0 {
		q.repos = n
	}
	return q
}

// splitSkills takes apart what a person typed, by commas, semicolons and lines.
func splitSkills(text string) []string {
	var list []string
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ';' || r == '\n' || r == '\r' }) {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return list
}

// typed is the text of the field that makes the skills again.
func (q question) typed() string { return strings.Join(q.skills, ", ") }

// rest is the question without the person. What is as usual is left out.
func (q question) rest() url.Values {
	v := url.Values{}
	if len(q.skills) > 0 {
		v.Set(fieldSkills, q.typed())
	}
	if q.repos != usualRepos {
		v.Set(fieldRepos, strconv.Itoa(q.repos))
	}
	return v
}

// address is the page of the person. The page of two people stands where somebody called
// compare would.
func (q question) address() templ.SafeURL {
	login := q.login
	if strings.EqualFold(login, "compare") {
		login = "@" + login
	}
	return kit.Href(evidencePath+"/"+url.PathEscape(login), q.rest())
}

// beside is the page where the person stands first and second, if known, beside them.
func (q question) beside(second string) templ.SafeURL {
	v := q.rest()
	v.Set(fieldFirst, q.login)
	if second != "" {
		v.Set(fieldSecond, second)
	}
	return kit.Href(comparePath, v)
}

// choices are how many repositories can be chosen, that of the address among them.
func (q question) choices() []int {
	if slices.Contains(repoChoices, q.repos) {
		return repoChoices
	}
	return slices.Sorted(slices.Values(append(slices.Clone(repoChoices), q.repos)))
}

// visible is text of others as it can be shown: characters that cannot be seen, which could
// turn its order around or hide a part, stand as a mark.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// onGitHub is an address on GitHub, for a link; empty when it is any other.
func onGitHub(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.Host != "github.com" || u.User != nil {
		return ""
	}
	return u.String()
}
