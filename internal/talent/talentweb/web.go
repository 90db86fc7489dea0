package talentweb

import (
	"embed"
	"maps"
	"slices"
	"strings"

	"kadry/internal/talent"
	"kadry/internal/talent/correction"
	"kadry/internal/talent/profile"
	"kadry/internal/webui/kit"
)

//go:embed words static
var files embed.FS

const (
	linkCandidates = "candidates"
	linkRoles      = "roles"
)

// Config is what the pages are made from.
type Config struct {
	Base        *talent.Base
	UploadLimit int64 // bytes of one upload
}

// New returns the pages over a base.
func New(c Config) kit.Pages {
	w := &web{base: c.Base, uploadLimit: c.UploadLimit}
	return kit.Pages{
		Room: "talent", Files: files, Links: w.links, Jumps: w.jumps, Facts: w.facts, Fields: fields(), Works: w.works(), Accounts: w.accounts(),
		Home: w.cards(), Find: w.finders(), Roles: []kit.Role{kit.Hire}, Sample: "sample.talent",
		Door: &kit.Door{Role: kit.Hire, Text: "home.talent.door", Path: "/upload", May: func(s *kit.Screen) bool { return s.May(opIngest) }},
		Routes: kit.Routes(w.screen, map[string]func(*screen) error{
			"GET /candidates":              w.candidates,
			"GET /candidates/{id}":         w.candidate,
			"GET /candidates/{id}/file":    w.exportCandidate,
			"GET /candidates/{id}/print":   w.printCandidate,
			"GET /candidates/{id}/delete":  w.deleting,
			"POST /candidates/{id}/delete": w.delete,
			"POST /candidates/{id}/reveal": w.reveal,

			"GET /candidates/{id}/correct":    w.correct,
			"POST /candidates/{id}/correct":   w.saveCorrection,
			"POST /candidates/{id}/take-back": w.takeBack,
			"POST /candidates/{id}/link":      w.link,

			"GET /searches":              w.searches,
			"POST /searches":             w.saveSearch,
			"POST /searches/{id}/open":   w.openSearch,
			"POST /searches/{id}/delete": w.dropSearch,

			"GET /find":          w.find,
			"GET /mend":          w.mend,
			"GET /compare":       w.compare,
			"GET /upload":        w.uploading,
			"POST /upload":       w.upload,
			"POST /upload/files": w.keep,
			"POST /upload/start": w.start,
			"GET /skills":        w.skillNames,
			"GET /roles":         w.roles,
		}),
	}
}

// web is the pages of one base.
type web struct {
	base        *talent.Base
	uploadLimit int64
}

// screen is the answer of this room to one person.
type screen struct {
	*kit.Screen
	web *web
}

func (w *web) screen(s *kit.Screen) *screen { return &screen{Screen: s, web: w} }

func (w *web) links(s *kit.Screen) []kit.Link {
	if !s.May(opSearch) {
		return nil
	}
	return []kit.Link{
		{ID: linkCandidates, Text: s.T("nav.candidates"), Path: "/candidates", Back: s.T("error.toCandidates"), Beside: []string{"/roles"}},
		{ID: linkRoles, Text: s.T("nav.roles"), Path: "/roles", Back: s.T("nav.roles"), Seldom: true},
	}
}

// jumps are the upload, the role profiles, and the search in plain words.
func (w *web) jumps(s *kit.Screen) []kit.Jump {
	var list []kit.Jump
	if s.May(opIngest) {
		list = append(list, kit.Jump{Name: s.T("upload.title"), Kind: s.T("palette.page"), Path: "/upload"})
	}
	if !s.May(opSearch) {
		return list
	}
	roles := w.base.Profiles.Profiles()
	slices.SortStableFunc(roles, func(a, b profile.Profile) int { return strings.Compare(s.Say(a.Title), s.Say(b.Title)) })
	for _, p := range roles {
		list = append(list, kit.Jump{Name: s.Say(p.Title), Kind: s.T("palette.role"), Path: string(kit.Href("/candidates", address(roleQuery(p))))})
	}
	return append(list, kit.Jump{Kind: s.T("palette.find"), Path: "/find?q=", Typed: true})
}

func (w *web) facts(s *kit.Screen) []kit.Fact {
	return []kit.Fact{
		{Name: s.T("settings.skills"), Value: s.Number(w.base.Skills.Len())},
		{Name: s.T("settings.roles"), Value: s.Number(len(w.base.Profiles.Profiles()))},
	}
}

// fields are the words of the form for the fields that findings name: as the operations of
// the room do, and as the form itself does.
func fields() map[string]string {
	all := map[string]string{}
	for field, own := range map[string]string{
		"required_skills": fieldMust, "preferred_skills": fieldPlus, "excluded_skills": fieldNot, "experience_level": fieldLevel,
		"min_years": fieldMin, "max_years": fieldMax, "used_within_years": fieldWithin, "skill_years": fieldFor,
		"location": fieldPlace, "languages": fieldSpeaks, "education_level": fieldEdu, "tags": fieldTags,
		"min_coverage": fieldMatch, "match": fieldMatch, "query": fieldText,
	} {
		all[field], all[own] = "filter."+own, "filter."+own
	}
	for _, f := range correction.Fields() {
		if all[string(f)] == "" {
			all[string(f)] = "correct.field." + string(f)
		}
	}
	maps.Copy(all, map[string]string{"reason": "correct.reason", "add_skills": "correct.add", "remove_skills": "correct.remove"})
	return all
}
