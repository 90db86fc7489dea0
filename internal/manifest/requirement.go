package manifest

import (
	"path"
	"regexp"
	"strings"
)

// The patterns of a requirement as pip reads it (PEP 508): name, extras, versions, marker.
var (
	requirementPattern = regexp.MustCompile(`^([A-Za-z0-9][A-Za-z0-9._-]*)[ \t]*(?:\[([^\]]*)\])?[ \t]*(.*)$`)
	eggPattern         = regexp.MustCompile(`[#&]egg=([A-Za-z0-9][A-Za-z0-9._-]*)`)
)

// requirement reads one requirement: "name[extra]>=1; marker", "name @ address", an address
// with #egg=, a wheel. A path gives a local one, if its name is known.
func requirement(text string) (d Dependency, ok bool) {
	text = strings.TrimSpace(text)
	d.Ecosystem = PyPI
	if address := strings.Contains(beforeMarker(text), "://"); address && !strings.Contains(text, "@ ") && !strings.Contains(text, "@\t") && !namedAddress.MatchString(text) {
		return addressed(text)
	}
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "/") || strings.HasSuffix(beforeMarker(text), ".whl") {
		return addressed(text)
	}
	m := requirementPattern.FindStringSubmatch(text)
	if m == nil {
		return d, false
	}
	d.Name = strings.TrimRight(m[1], "-_.")
	rest := strings.TrimSpace(m[3])
	if target, at := strings.CutPrefix(rest, "@"); at {
		d.Version = strings.TrimSpace(beforeMarker(target))
		d.Local = strings.HasPrefix(d.Version, "file:") || strings.HasPrefix(d.Version, ".")
		return d, true
	}
	if rest != "" && !strings.ContainsRune("<>=!~;(,", rune(rest[0])) {
		return d, false // "see the manual": prose
	}
	d.Version = strings.Trim(beforeMarker(rest), "() \t")
	return d, true
}

// namedAddress is "name@https://…" without a space.
var namedAddress = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*(\[[^\]]*\])?@[a-z+]+://`)

// beforeMarker is a requirement without its environment marker.
func beforeMarker(text string) string {
	before, _, _ := strings.Cut(text, ";")
	return strings.TrimSpace(before)
}

// addressed reads an address or a path of a package: its egg, its wheel's name, or for a
// repository its last part.
func addressed(text string) (d Dependency, ok bool) {
	d.Ecosystem = PyPI
	d.Version = beforeMarker(text)
	d.Local = !strings.Contains(text, "://") || strings.HasPrefix(text, "file:")
	if m := eggPattern.FindStringSubmatch(text); m != nil {
		d.Name = m[1]
		return d, true
	}
	where, _, _ := strings.Cut(d.Version, "#")
	base := path.Base(where)
	switch {
	case strings.HasSuffix(base, ".whl"):
		d.Name, _, _ = strings.Cut(base, "-")
	case strings.HasPrefix(text, "git+"):
		base, _, _ = strings.Cut(base, "@")
		d.Name = strings.TrimSuffix(base, ".git")
	default:
		return d, false
	}
	return d, true
}

// require enters a requirement under a scope.
func (s *sheet) require(text string, scope Scope, group string, line int) {
	if d, ok := requirement(text); ok {
		d.Scope, d.Group, d.Line = scope, group, line
		s.add(d)
	}
}
