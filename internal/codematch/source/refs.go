package source

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp/capability"

	"kadry/internal/fault"
)

// refs are the names that a repository gives to commits.
type refs struct {
	named  map[string]plumbing.Hash // by whole name: "refs/heads/main"; of a tag its commit
	head   plumbing.Hash            // zero in an empty repository
	branch string                   // where the head is, "" where it is on none
}

const (
	heads = "refs/heads/"
	tags  = "refs/tags/"
)

// advertised are the refs that a host tells of.
func advertised(told *packp.AdvRefs) refs {
	r := refs{named: told.References}
	maps.Copy(r.named, told.Peeled) // of a tag with an object of its own, what it points at
	if told.Head != nil {
		r.head = *told.Head
	}
	for _, link := range told.Capabilities.Get(capability.SymRef) {
		if name, ok := strings.CutPrefix(link, "HEAD:"+heads); ok {
			r.branch = name
		}
	}
	return r
}

// short are the names of branches and tags as people write them.
func (r refs) short() []string {
	var names []string
	for name := range r.named {
		for _, kind := range []string{heads, tags} {
			if short, ok := strings.CutPrefix(name, kind); ok {
				names = append(names, short)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

var (
	wholeHash = regexp.MustCompile(`^[0-9a-f]{40}$`)
	shortHash = regexp.MustCompile(`^[0-9a-f]{7,39}$`)
)

// find returns the commit of a branch, tag or hash, and the branch or tag; "" is the head. What
// is both a branch and a tag is the branch. Errors: Conflict (empty), NotFound.
func (r refs) find(repository, ref string) (commit plumbing.Hash, branch string, err error) {
	if ref == "" || ref == "HEAD" {
		if r.head.IsZero() {
			return r.head, "", r.headless(repository)
		}
		return r.head, r.branch, nil
	}
	for _, whole := range []string{heads + ref, tags + ref, ref} {
		if hash, ok := r.named[whole]; ok {
			return hash, strings.TrimPrefix(strings.TrimPrefix(whole, heads), tags), nil
		}
	}
	lower := strings.ToLower(ref)
	if wholeHash.MatchString(lower) {
		return plumbing.NewHash(lower), "", nil
	}
	if hash, ok := r.begins(lower); ok {
		return hash, "", nil
	}
	return plumbing.ZeroHash, "", fault.E(fault.NotFound, fault.Say("%[1]s has no branch, tag or commit %[2]q.",
		"В %[1]s нет ветки, тега или коммита «%[2]s».", repository, fault.Clip(ref)), nil).
		WithCandidates(fault.Nearest(ref, r.short(), fault.NearestKept)...)
}

func (r refs) headless(repository string) error {
	if len(r.named) == 0 {
		return fault.E(fault.Conflict, fault.Say("Repository %[1]s is empty.", "Репозиторий %[1]s пуст.", repository), nil)
	}
	return fault.E(fault.NotFound, fault.Say("The default branch of %[1]s does not exist; name one.",
		"Ветки по умолчанию в %[1]s не существует; укажите ветку.", repository), nil).WithCandidates(r.short()[:min(len(r.named), fault.NearestKept)]...)
}

// begins finds the one commit that a short hash can mean among those with names.
func (r refs) begins(short string) (plumbing.Hash, bool) {
	found := plumbing.ZeroHash
	if !shortHash.MatchString(short) {
		return found, false
	}
	for _, hash := range r.named {
		if !strings.HasPrefix(hash.String(), short) || hash == found {
			continue
		}
		if !found.IsZero() {
			return plumbing.ZeroHash, false
		}
		found = hash
	}
	return found, !found.IsZero()
}
