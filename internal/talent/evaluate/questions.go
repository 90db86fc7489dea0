package evaluate

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"kadry/internal/retrieve"
	"kadry/internal/talent"
	"kadry/internal/talent/resume"
)

// Questions compares what questions in plain words are read as with exact gold.
type Questions struct {
	Count  int                `json:"count"`
	Exact  float64            `json:"parsed_exactly"`
	Parts  float64            `json:"parts_right"` // every word in its group, figures exact; names as they are called
	Fields map[string]float64 `json:"by_field"`    // share of questions with each field right
}

// question is a line of questions*.jsonl. Alternatives are parted by "|"; everything that
// is left out must not be read out of the question either.
type question struct {
	Text                string             `json:"q"`
	Required            []string           `json:"required"`
	Preferred           []string           `json:"preferred"`
	Excluded            []string           `json:"excluded"`
	Level               string             `json:"level"`
	ExcludedLevels      []resume.Level     `json:"excluded_levels"`
	MinYears            float64            `json:"min_years"`
	MaxYears            float64            `json:"max_years"`
	SkillYears          map[string]float64 `json:"skill_years"`
	Languages           []string           `json:"languages"` // "en:B2"
	Location            string             `json:"location"`
	Education           string             `json:"education"`
	Occupation          string             `json:"occupation"`
	ExcludedOccupations []string           `json:"excluded_occupations"`
	Person              string             `json:"person"`
	NotUnderstood       []string           `json:"not_understood"`
	Other               []string           `json:"other"` // likewise, in sets whose words are compared by parts alone
}

func (r *run) questions(ctx context.Context) (*Questions, error) {
	asked, err := lines[question](r, r.match(func(_, base string) bool {
		return strings.HasPrefix(base, "questions") && strings.HasSuffix(base, ".jsonl")
	}))
	if err != nil {
		return nil, err
	}
	if len(asked) == 0 {
		r.note("questions*.jsonl: not found, left out")
		return nil, nil
	}
	base, err := r.staffed(ctx)
	if err != nil {
		return nil, err
	}
	out := Questions{Count: len(asked), Fields: map[string]float64{}}
	for _, q := range asked {
		got := base.Parse(tenant, q.Text)
		wrong := r.judge(q, got)
		if words := misplaced(q, got); len(words) > 0 {
			r.note("question %q: %s", q.Text, strings.Join(words, "; "))
		} else if !slices.ContainsFunc(figureFields, func(field string) bool { return wrong[field] != "" }) {
			out.Parts++
		}
		for _, field := range questionFields {
			if _, bad := wrong[field]; !bad {
				out.Fields[field] += 1 / float64(len(asked))
			}
		}
		if len(wrong) == 0 {
			out.Exact++
			continue
		}
		for _, field := range slices.Sorted(maps.Keys(wrong)) {
			r.note("question %q: %s", q.Text, wrong[field])
		}
	}
	out.Exact /= float64(len(asked))
	out.Parts /= float64(len(asked))
	for field, share := range out.Fields {
		out.Fields[field] = float64(int(share*1e4+0.5)) / 1e4
	}
	return &out, nil
}

// staffed returns a base with the people whose CVs stand beside the questions: by their
// names a question for one of them is told from others.
func (r *run) staffed(ctx context.Context) (*talent.Base, error) {
	base := r.base()
	for _, name := range r.match(func(_, base string) bool { return base == "gold.jsonl" }) {
		gold, err := lines[goldCV](r, []string{name})
		if err != nil {
			return nil, err
		}
		for _, g := range gold {
			data, err := os.ReadFile(r.path(path.Join(path.Dir(name), "files", g.File)))
			if err != nil {
				return nil, err
			}
			if _, err := base.Ingest(ctx, tenant, talent.File{Name: g.File, Data: data}, nil); err != nil {
				return nil, err
			}
		}
	}
	return base, base.Load(ctx, nil)
}

// figureFields are the fields whose figures count where words are compared by parts.
var figureFields = []string{"levels", "years", "skill_years", "languages"}

var questionFields = []string{
	"required", "preferred", "excluded", "levels", "years", "skill_years", "languages", "location",
	"education", "occupation", "excluded_occupations", "person", "not_understood",
}

// judge returns what is wrong with a reading, by field.
func (r *run) judge(q question, got talent.Parsed) map[string]string {
	wrong := map[string]string{}
	compare := func(field string, want, have []string) {
		slices.Sort(want)
		slices.Sort(have)
		if !slices.Equal(want, have) {
			wrong[field] = fmt.Sprintf("%s is %q, want %q", field, have, want)
		}
	}
	compare("required", r.groups(q.Required), r.askedGroups(got.Query))
	compare("preferred", r.names(q.Preferred), r.names(got.Query.Preferred))
	compare("excluded", r.names(q.Excluded), r.names(got.Query.Excluded))
	compare("levels", q.levels(), admitted(got.Query.Level, got.Query.ExcludedLevels))
	compare("years", []string{plainNumber(q.MinYears) + "-" + plainNumber(q.MaxYears)}, []string{plainNumber(got.Query.MinYears) + "-" + plainNumber(got.Query.MaxYears)})
	var want, have []string
	for name, years := range q.SkillYears {
		want = append(want, r.name(name)+" "+plainNumber(years))
	}
	for _, s := range got.Query.SkillYears {
		have = append(have, r.name(s.Skill)+" "+plainNumber(s.Years))
	}
	compare("skill_years", want, have)
	have = nil
	for _, l := range got.Query.Languages {
		have = append(have, strings.TrimSuffix(l.Language+":"+l.CEFR, ":"))
	}
	compare("languages", slices.Clone(q.Languages), have)
	compare("location", strings.Split(q.Location, "|"), strings.Split(strings.ToLower(got.Query.Location), " or "))
	compare("education", []string{q.Education}, []string{got.Query.EducationLevel})
	compare("occupation", fieldsOf(q.Occupation), slices.Clone(got.Query.Occupations))
	compare("excluded_occupations", slices.Clone(q.ExcludedOccupations), slices.Clone(got.Query.ExcludedOccupations))
	compare("person", nameWords(q.Person, "|"), nameWords(got.Query.Person, " or "))
	var leftover []string
	for _, p := range got.NotUnderstood {
		leftover = append(leftover, p.Words)
	}
	compare("not_understood", contentWords(q.NotUnderstood), contentWords(leftover))
	return wrong
}

// levels are the levels a question admits, all when it says nothing of them.
func (q question) levels() []string {
	if !strings.Contains(q.Level, "|") {
		return admitted(resume.Level(q.Level), q.ExcludedLevels)
	}
	return strings.Split(q.Level, "|")
}

func admitted(only resume.Level, without []resume.Level) []string {
	var list []string
	for _, level := range []resume.Level{resume.Junior, resume.Mid, resume.Senior} {
		if (only == "" || only == level) && !slices.Contains(without, level) {
			list = append(list, string(level))
		}
	}
	return list
}

// name is the canonical name of a skill, or the word itself in one form.
func (r *run) name(said string) string {
	if res := r.graph.Resolve(said); res.Known {
		return res.Name
	}
	return strings.ToLower(said)
}

func (r *run) names(list []string) []string {
	var out []string
	for _, said := range list {
		out = append(out, r.name(said))
	}
	return out
}

// groups are the required groups, each as its sorted names.
func (r *run) groups(list []string) []string {
	var out []string
	for _, group := range list {
		out = append(out, strings.Join(slices.Sorted(slices.Values(r.names(strings.Split(group, "|")))), "|"))
	}
	return out
}

func (r *run) askedGroups(q talent.Query) []string {
	out := slices.Clone(q.Required)
	for _, group := range q.AnyOf {
		out = append(out, strings.Join(group, "|"))
	}
	return r.groups(out)
}

func fieldsOf(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, "|")
}

// nameWords are the words of people's names without their case endings.
func nameWords(list, separator string) []string {
	var out []string
	for person := range strings.SplitSeq(list, separator) {
		var words []string
		for _, t := range retrieve.Tokens(person) {
			words = append(words, talent.NameKey(t.Text))
		}
		slices.Sort(words)
		out = append(out, strings.Join(words, " "))
	}
	return out
}

// contentWords are the base forms of the words that say something, each once: where a
// phrase begins and ends is nobody's business.
func contentWords(phrases []string) []string {
	var out []string
	for _, p := range phrases {
		for _, t := range retrieve.Tokens(p) {
			if word := retrieve.Base(t.Text); !talent.Filler(t.Text) && !slices.Contains(out, word) {
				out = append(out, word)
			}
		}
	}
	return out
}

func plainNumber(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
