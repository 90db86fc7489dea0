package codematch

import (
	"context"
	"slices"
	"strings"

	"kadry/internal/codematch/mirror"
	"kadry/internal/fault"
)

// Policy is which licences a match may have.
type Policy string

// The policies. A repository whose licence is not known is no permissive one.
const (
	AnyLicence  Policy = "any"
	Permissive  Policy = "permissive"
	NoCopyleft  Policy = "no_copyleft" // unknown is allowed
	HasLicence  Policy = "licensed"
	mostNearest        = 5
)

// Enum lists the policies for schemas.
func (Policy) Enum() []string {
	return []string{string(AnyLicence), string(Permissive), string(NoCopyleft), string(HasLicence)}
}

// permissive are licences that ask for little more than a notice.
var permissive = []string{"MIT", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "ISC", "0BSD", "Zlib", "Unlicense", "CC0-1.0", "BSL-1.0", "PostgreSQL", "Python-2.0", "PSF-2.0", "MIT-0", "WTFPL"}

// allows reports whether code under an SPDX expression may be found. Of a choice the best part
// counts, of a conjunction each.
func (p Policy) allows(spdx string) bool {
	switch p {
	case HasLicence:
		return spdx != ""
	case Permissive:
		return spdx != "" && holds(spdx, func(id string) bool { return slices.Contains(permissive, id) })
	case NoCopyleft:
		return spdx == "" || holds(spdx, func(id string) bool {
			return !strings.Contains(id, "GPL") && !strings.HasPrefix(id, "MPL") && !strings.HasPrefix(id, "EPL") && !strings.HasPrefix(id, "EUPL") && !strings.HasPrefix(id, "CDDL") && !strings.HasPrefix(id, "OSL") && !strings.Contains(id, "-SA-")
		})
	}
	return true
}

// holds evaluates an SPDX expression of OR over AND, brackets left out.
func holds(spdx string, good func(id string) bool) bool {
	spdx = strings.NewReplacer("(", "", ")", "").Replace(spdx)
	return slices.ContainsFunc(strings.Split(spdx, " OR "), func(choice string) bool {
		return !slices.ContainsFunc(strings.Split(choice, " AND "), func(id string) bool {
			id, _, _ = strings.Cut(strings.TrimSpace(id), " WITH ")
			return !good(strings.TrimSuffix(strings.TrimSuffix(id, "-only"), "-or-later"))
		})
	})
}

// shelf is what a tenant has indexed, as one search sees it.
type shelf struct {
	all  []mirror.Repository
	byID map[int64]mirror.Repository
}

func (p Parts) shelf(ctx context.Context, tenant string) (shelf, error) {
	all, err := p.Mirror.List(ctx, tenant, false)
	s := shelf{byID: map[int64]mirror.Repository{}}
	for _, r := range all {
		if r.Generation > 0 {
			s.all = append(s.all, r)
			s.byID[r.ID] = r
		}
	}
	return s, err
}

// allowed are the repositories that entries of a list name: an address with or without its
// host, or an owner with a slash behind. None is all, which nil stands for. What names nothing
// is an error with the nearest addresses.
func (s shelf) allowed(field string, entries []string, policy Policy) ([]int64, error) {
	var ids []int64
	for _, entry := range entries {
		found := false
		for _, r := range s.all {
			if named(r.URL, entry) {
				found = true
				ids = append(ids, r.ID)
			}
		}
		if !found {
			return nil, s.unknown(field, entry)
		}
	}
	if len(entries) == 0 && policy == AnyLicence {
		return nil, nil
	}
	kept := []int64{}
	for _, r := range s.all {
		if policy.allows(r.Licence.SPDX) && (len(entries) == 0 || slices.Contains(ids, r.ID)) {
			kept = append(kept, r.ID)
		}
	}
	return kept, nil
}

// named reports whether an entry means a repository.
func named(url, entry string) bool {
	entry = strings.TrimSuffix(strings.ToLower(strings.TrimSpace(entry)), ".git")
	for _, scheme := range []string{"https://", "http://", "ssh://git@", "git@"} {
		entry = strings.TrimPrefix(entry, scheme)
	}
	url = strings.ToLower(url)
	_, path, _ := strings.Cut(url, "/")
	if strings.HasSuffix(entry, "/") && strings.Count(entry, "/") <= 2 && len(entry) > 1 {
		return strings.HasPrefix(url, entry) || strings.HasPrefix(path, entry)
	}
	entry = strings.TrimSuffix(entry, "/")
	return entry == url || entry == path && path != ""
}

func (s shelf) unknown(field, entry string) error {
	var names []string
	for _, r := range s.all {
		names = append(names, r.URL)
	}
	return fault.E(fault.NotFound, fault.Say("No indexed repository is %q (%s).", "Среди проиндексированных нет репозитория «%s» (%s).", fault.Clip(entry), field), nil).
		WithHint(fault.Say("list_repositories tells what is indexed; index_repository adds one.", "list_repositories покажет, что проиндексировано; index_repository добавит репозиторий.")).
		WithCandidates(fault.Nearest(entry, names, mostNearest)...)
}
