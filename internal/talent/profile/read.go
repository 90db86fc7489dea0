package profile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"kadry/internal/fault"
)

// maxFindings keeps a rejected file readable: past that many the file is wrong as a whole.
const maxFindings = 20

var idForm = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,63}$`)

// reader walks the YAML tree itself instead of decoding into structs, because a finding
// must name the line and the field, and all findings should come at once.
type reader struct{ findings []fault.Field }

// parse reads a YAML list of roles and returns them by id.
func parse(content []byte, words *lexicon) ([]Profile, error) {
	root, err := document(content)
	if err != nil {
		return nil, err
	}
	r := &reader{}
	var profiles []Profile
	for i, node := range r.list(root, "") {
		profiles = append(profiles, r.profile(node, fmt.Sprintf("[%d]", i)))
	}
	if len(r.findings) == 0 {
		r.clashes(profiles, root, words)
	}
	if len(r.findings) > 0 {
		return nil, rejected(r.findings)
	}
	slices.SortFunc(profiles, func(a, b Profile) int { return strings.Compare(a.ID, b.ID) })
	return profiles, nil
}

func document(content []byte) (*yaml.Node, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(content))
	var root, rest yaml.Node
	if err := decoder.Decode(&root); errors.Is(err, io.EOF) {
		return nil, fault.E(fault.Invalid, fault.Say("The file of roles is empty.", "Файл с ролями пуст."), nil)
	} else if err != nil {
		return nil, notYAML(err)
	}
	switch err := decoder.Decode(&rest); {
	case err == nil:
		return nil, fault.E(fault.Invalid, fault.Say(
			"line %d: a second YAML document starts here; put all roles into one list.",
			"строка %d: здесь начинается второй документ YAML; поместите все роли в один список.", rest.Line), nil)
	case !errors.Is(err, io.EOF):
		return nil, notYAML(err)
	}
	return root.Content[0], nil
}

func notYAML(err error) error {
	reason := strings.TrimPrefix(err.Error(), "yaml: ")
	return fault.E(fault.Invalid, fault.Say(
		"The file of roles is not valid YAML: %s.", "Файл с ролями не читается как YAML: %s.", reason), err)
}

func rejected(findings []fault.Field) error {
	if len(findings) > maxFindings {
		findings = findings[:maxFindings]
	}
	first := findings[0]
	e := fault.E(fault.Invalid, fault.Text{
		EN: "The file of roles has errors, the first: " + labelled(first.Path, first.Text.EN),
		RU: "В файле с ролями есть ошибки, первая: " + labelled(first.Path, first.Text.RU),
	}, nil)
	e.Fields = findings
	return e
}

func labelled(path, text string) string {
	if path == "" {
		return text
	}
	return path + ": " + text
}

// report adds one finding; the line comes first because that is where the person looks.
func (r *reader) report(node *yaml.Node, path, en, ru string, operands ...any) {
	text := fault.Say(en, ru, operands...)
	line := fault.Say("line %d: ", "строка %d: ", node.Line)
	r.findings = append(r.findings, fault.Field{
		Path: strings.TrimPrefix(path, "."),
		Text: fault.Text{EN: line.EN + text.EN, RU: line.RU + text.RU},
	})
}

func (r *reader) profile(node *yaml.Node, path string) Profile {
	fields := r.mapping(node, path, "id", "domain", "title", "aliases", "about", "levels", "skills")
	p := Profile{
		ID:      r.id(node, fields["id"], path),
		Domain:  r.text(fields["domain"], path+".domain"),
		Title:   r.bilingual(fields["title"], path+".title"),
		Aliases: r.texts(fields["aliases"], path+".aliases"),
		About:   r.bilingual(fields["about"], path+".about"),
		Levels:  r.levels(fields["levels"], path+".levels"),
		Skills:  r.skills(fields["skills"], path+".skills"),
	}
	if fields == nil {
		return p
	}
	for _, required := range []string{"title", "skills"} {
		if fields[required] == nil {
			r.report(node, path+"."+required, "is required", "обязательное поле")
		}
	}
	return p
}

func (r *reader) id(parent, node *yaml.Node, path string) string {
	if node == nil {
		if parent.Kind == yaml.MappingNode {
			r.report(parent, path+".id", "is required", "обязательное поле")
		}
		return ""
	}
	id := r.text(node, path+".id")
	if id != "" && !idForm.MatchString(id) {
		r.report(node, path+".id",
			"must be 1-64 small Latin letters, digits and hyphens, got %q",
			"допустимы 1–64 строчные латинские буквы, цифры и дефис, получено %q", id)
	}
	return id
}

func (r *reader) levels(node *yaml.Node, path string) Levels {
	fields := r.mapping(node, path, "junior", "mid", "senior")
	return Levels{
		Junior: r.bilingual(fields["junior"], path+".junior"),
		Mid:    r.bilingual(fields["mid"], path+".mid"),
		Senior: r.bilingual(fields["senior"], path+".senior"),
	}
}

func (r *reader) skills(node *yaml.Node, path string) []Skill {
	if node == nil {
		return nil
	}
	var skills []Skill
	seen := make(map[string]bool)
	core := false
	for i, item := range r.list(node, path) {
		at := fmt.Sprintf("%s[%d]", path, i)
		s := r.skill(item, at)
		if key := fold(s.Name); key != "" && seen[key] {
			r.report(item, at+".name", "%q is listed twice", "%q указано дважды", s.Name)
		} else {
			seen[key] = true
		}
		core = core || s.Core
		skills = append(skills, s)
	}
	if len(skills) > 0 && !core {
		r.report(node, path,
			"at least one skill must have core: true, or a search has nothing to require",
			"хотя бы у одного навыка должно быть core: true, иначе поиску нечего требовать")
	}
	sortSkills(skills)
	return skills
}

func (r *reader) skill(node *yaml.Node, path string) Skill {
	fields := r.mapping(node, path, "name", "weight", "core")
	if fields == nil {
		return Skill{}
	}
	s := Skill{Name: r.text(fields["name"], path+".name")}
	if fields["name"] == nil {
		r.report(node, path+".name", "is required", "обязательное поле")
	}
	weight := fields["weight"]
	if weight == nil {
		r.report(node, path+".weight", "is required", "обязательное поле")
	} else if err := weight.Decode(&s.Weight); err != nil || !(s.Weight > 0 && s.Weight <= 1) {
		r.report(weight, path+".weight",
			"must be a number above 0 and at most 1, got %q",
			"нужно число больше 0 и не больше 1, получено %q", weight.Value)
	}
	if core := fields["core"]; core != nil && (core.Decode(&s.Core) != nil || core.ShortTag() != "!!bool") {
		r.report(core, path+".core", "must be true or false, got %q", "нужно true или false, получено %q", core.Value)
	}
	return s
}

// clashes reports an id or a title that two roles of one file share: the second could
// never be found.
func (r *reader) clashes(profiles []Profile, root *yaml.Node, words *lexicon) {
	ids, titles := make(map[string]int), make(map[string]int)
	for i, p := range profiles {
		node := root.Content[i]
		if first, taken := ids[p.ID]; taken {
			r.report(node, fmt.Sprintf("[%d].id", i),
				"%q is already the id of role [%d]", "%q уже занято ролью [%d]", p.ID, first)
		} else {
			ids[p.ID] = i
		}
		for _, title := range p.titles() {
			key := words.key(title)
			if first, taken := titles[key]; taken && first != i {
				r.report(node, fmt.Sprintf("[%d]", i),
					"the title %q means the same as one of role [%d]",
					"название %q означает то же, что одно из названий роли [%d]", title, first)
				continue
			}
			titles[key] = i
		}
	}
}
