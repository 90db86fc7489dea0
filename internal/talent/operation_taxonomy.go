package talent

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/skill"
)

type taxonomyInput struct {
	Skills   []string `json:"skills,omitempty" max:"100" doc:"Only these skills, asked in any spelling."`
	Prefix   string   `json:"prefix,omitzero" max:"80" doc:"Only skills with a name that starts so."`
	Language string   `json:"lang,omitzero" pattern:"^(ru|en)$" doc:"Only names in this script: ru or en."`
	Limit    int      `json:"limit,omitzero" min:"1" max:"20000" default:"20000" doc:"Most names answered."`
}

// skillNames maps a canonical skill to its spellings, the canonical one first: the shape
// callers of this operation know.
type skillNames map[string][]string

func (d *handlers) skillTaxonomy() *op.Op {
	return op.New(op.Spec{
		Name: "get_skill_taxonomy", Toolset: hrToolset, Title: "Skill names and synonyms", Effect: op.Reads,
		Doc: "Maps canonical skills to every spelling that is understood, English and Russian: {\"python\": [\"python\", \"py\", \"python3\", \"питон\"]}. " +
			"A skill nobody knows has an empty list. When all do not fit into an answer, those that roles ask for most are kept: narrow by skills or prefix.",
		Examples: []op.Example{
			{Title: "Two skills", Input: `{"skills":["K8s","питон"]}`},
			{Title: "By prefix", Input: `{"prefix":"post","limit":10}`},
		},
	}, func(ctx context.Context, in taxonomyInput) (skillNames, error) {
		if len(in.Skills) > 0 {
			return d.asked(in), nil
		}
		return d.listed(in, from(ctx).Room()), nil
	})
}

// asked explains the skills a caller named.
func (d *handlers) asked(in taxonomyInput) skillNames {
	out := skillNames{}
	for _, asked := range in.Skills {
		if r := d.base.Skills.Resolve(asked); r.Known {
			out[string(r.Skill)] = spellings(d.base.Skills, r.Skill, in.Language)
		} else {
			out[clipID(asked)] = nil
		}
	}
	return out
}

// listed lists skills until room bytes are full, first those that most role profiles ask
// for. No room is no limit.
func (d *handlers) listed(in taxonomyInput, room int) skillNames {
	var fitting []skill.Skill
	for s := range d.base.Skills.All() {
		if startsWith(d.base.Skills, s.ID, in.Prefix) {
			fitting = append(fitting, s)
		}
	}
	wanted := d.wanted()
	slices.SortStableFunc(fitting, func(a, b skill.Skill) int { return cmp.Compare(wanted[b.ID], wanted[a.ID]) })
	out, size := skillNames{}, 0
	for _, s := range fitting {
		list := spellings(d.base.Skills, s.ID, in.Language)
		size += len(s.ID) + len(strings.Join(list, `","`)) + len(`"":[""],`)
		if len(out) == in.Limit || (room > 0 && size > room) {
			break
		}
		out[string(s.ID)] = list
	}
	return out
}

// wanted counts the role profiles that ask for a skill.
func (d *handlers) wanted() map[skill.ID]int {
	count := map[skill.ID]int{}
	for _, p := range d.base.Profiles.Profiles() {
		for _, s := range p.Skills {
			if r := d.base.Skills.Resolve(s.Name); r.Known {
				count[r.Skill]++
			}
		}
	}
	return count
}

func startsWith(g *skill.Graph, id skill.ID, prefix string) bool {
	if prefix == "" {
		return true
	}
	prefix = skill.Fold(prefix)
	return slices.ContainsFunc(g.Names(id), func(name string) bool { return strings.HasPrefix(skill.Fold(name), prefix) })
}

// spellings lists the names of a skill in lower case, its key first.
func spellings(g *skill.Graph, id skill.ID, lang string) []string {
	list := []string{string(id)}
	for _, name := range g.Names(id) {
		lower := strings.ToLower(name)
		if !slices.Contains(list, lower) && inScript(lower, lang) {
			list = append(list, lower)
		}
	}
	return list
}

func inScript(name, lang string) bool {
	cyrillic := strings.ContainsFunc(name, func(r rune) bool { return r >= 'а' && r <= 'я' || r == 'ё' })
	return lang == "" || (lang == "ru") == cyrillic
}

// Resources declares what of the room can be read by address.
func Resources(base *Base) []op.Resource {
	d := &handlers{base: base}
	return []op.Resource{
		{
			Toolset: talentToolset, URI: "kadry://candidate/{id}", Name: "candidate", Title: "Candidate",
			Doc:  "The record and the text of one candidate; get_candidate_details answers the same.",
			MIME: "application/json", Read: d.readCandidate,
		},
		{
			Toolset: talentToolset, URI: "kadry://profile/{id}", Name: "profile", Title: "Role profile",
			Doc:  "The weighted skills of a role of the library.",
			MIME: "application/json", Read: d.readProfile,
			Complete: map[string]op.Completer{"id": d.completeProfile},
		},
		{
			Toolset: hrToolset, URI: "kadry://skill/{name}", Name: "skill", Title: "Skill",
			Doc:  "The names of a skill and what answers for it.",
			MIME: "application/json", Read: d.readSkill,
			Complete: map[string]op.Completer{"name": d.completeSkill},
		},
	}
}

func (d *handlers) completeSkill(_ context.Context, prefix string) ([]string, error) {
	var names []string
	for _, s := range d.base.Skills.Complete(prefix, 20) {
		names = append(names, s.Name)
	}
	return names, nil
}

func (d *handlers) completeProfile(_ context.Context, prefix string) ([]string, error) {
	var ids []string
	for _, p := range d.base.Profiles.Profiles() {
		if strings.HasPrefix(p.ID, strings.ToLower(prefix)) {
			ids = append(ids, p.ID)
		}
	}
	return ids, nil
}

func (d *handlers) readSkill(_ context.Context, vars map[string]string) (string, error) {
	g := d.base.Skills
	r := g.Resolve(vars["name"])
	if !r.Known {
		return "", fault.E(fault.NotFound, fault.Say("There is no skill %q.", "Навыка %q нет.", clipID(vars["name"])), nil).
			WithCandidates(r.Nearest...)
	}
	type relation struct {
		Skill string  `json:"skill"`
		How   string  `json:"how"`
		Score float64 `json:"score"`
	}
	out := struct {
		ID         string     `json:"id"`
		Name       string     `json:"name"`
		Names      []string   `json:"names"`
		AnsweredBy []relation `json:"answered_by"`
	}{ID: string(r.Skill), Name: r.Name, Names: spellings(g, r.Skill, ""), AnsweredBy: []relation{}}
	for _, e := range g.Satisfying(r.Skill) {
		if e.Skill != r.Skill {
			out.AnsweredBy = append(out.AnsweredBy, relation{Skill: string(e.Skill), How: string(e.How), Score: e.Score})
		}
	}
	return op.AsJSON(out)
}

func (d *handlers) readProfile(ctx context.Context, vars map[string]string) (string, error) {
	p, ok := d.base.Profiles.ByID(vars["id"])
	if !ok {
		return "", fault.E(fault.NotFound, fault.Say("There is no profile %q.", "Профиля %q нет.", clipID(vars["id"])), nil)
	}
	type weighted struct {
		Name   string  `json:"name"`
		Weight float64 `json:"weight"`
		Core   bool    `json:"core"`
	}
	out := struct {
		ID     string     `json:"id"`
		Title  string     `json:"title"`
		About  string     `json:"about"`
		Skills []weighted `json:"skills"`
	}{ID: p.ID, Title: p.Title.In(from(ctx).Lang), About: p.About.In(from(ctx).Lang)}
	for _, s := range p.Skills {
		out.Skills = append(out.Skills, weighted(s))
	}
	return op.AsJSON(out)
}
