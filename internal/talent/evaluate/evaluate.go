// Package evaluate measures the talent room on labelled sets of CVs: extraction against
// exact gold, search against expected answers, file reading against known texts. It goes
// through the same functions as the product, over memory, and learns nothing
// from the data it is given.
package evaluate

import (
	"context"
	"fmt"
	"io"
	"time"

	"kadry/internal/evaldata"
	"kadry/internal/skill"
	"kadry/internal/talent"
	"kadry/internal/talent/document"
	"kadry/internal/talent/inmemory"
	"kadry/internal/talent/profile"
	"kadry/internal/talent/resume"
)

// Result is what was measured; a set that is not in the directory is nil.
type Result struct {
	Fictional  *Fictional  `json:"fictional,omitempty"`
	LiveCareer *LiveCareer `json:"livecareer,omitempty"`
	IT         *IT         `json:"it,omitempty"`
	Layouts    *Layouts    `json:"layouts,omitempty"`
	Questions  *Questions  `json:"questions,omitempty"`
	Facts      *Facts      `json:"facts,omitempty"`
	Asked      *Asked      `json:"asked,omitempty"`
}

// Fictional compares with exact gold: answers of search_by_skills as sets, and facts.
type Fictional struct {
	F1                 float64 `json:"f1"` // of candidate ids, over all queries together
	ExactSet           float64 `json:"exact_set"`
	LevelAccuracy      float64 `json:"level_accuracy"`
	SkillMonthsWithin1 float64 `json:"skill_months_within_1"`
}

// LiveCareer compares rankings with weak labels; in the skill tasks the sections that
// declare skills are cut out before the CV is taken in.
type LiveCareer struct {
	Skill1   float64 `json:"skill1_masked_ndcg10"`
	Skill2   float64 `json:"skill2_masked_ndcg10"`
	Category float64 `json:"category_ndcg10"`
}

// IT compares rankings for the names of categories.
type IT struct {
	Category float64 `json:"category_ndcg10"`
}

// Layouts compares the text read from files with the known text, as bags of words.
type Layouts struct {
	WordRecall    float64 `json:"word_recall"`
	WordPrecision float64 `json:"word_precision"`
}

// Options say what to measure and against which month.
type Options struct {
	Dir     string
	AsOf    time.Time // the month that "present" means in the CVs
	Notes   io.Writer // one line per set that is missing and per thing left out
	Details bool      // also a line per fact that was read wrongly
}

// run is one evaluation: the parts every set is measured with.
type run struct {
	Options
	graph    *skill.Graph
	resumes  *resume.Extractor
	profiles *profile.Library
	found    []string // every file under Dir, as relative slash paths
}

// Run measures every set found under the directory.
func Run(ctx context.Context, o Options) (Result, error) {
	graph, err := skill.Load()
	if err != nil {
		return Result{}, err
	}
	profiles, err := profile.Load()
	if err != nil {
		return Result{}, err
	}
	resumes, err := resume.New(graph)
	if err != nil {
		return Result{}, err
	}
	r := &run{Options: o, graph: graph, resumes: resumes, profiles: profiles}
	if r.found, err = evaldata.Files(o.Dir); err != nil {
		return Result{}, fmt.Errorf("evaluate: directory %q: %w", o.Dir, err)
	}
	var result Result
	if result.Fictional, err = r.fictional(ctx); err != nil {
		return result, fmt.Errorf("evaluate: fictional: %w", err)
	}
	if result.LiveCareer, err = r.liveCareer(ctx); err != nil {
		return result, fmt.Errorf("evaluate: livecareer: %w", err)
	}
	if result.IT, err = r.it(ctx); err != nil {
		return result, fmt.Errorf("evaluate: it: %w", err)
	}
	if result.Layouts, err = r.layouts(ctx); err != nil {
		return result, fmt.Errorf("evaluate: layouts: %w", err)
	}
	if result.Questions, err = r.questions(ctx); err != nil {
		return result, fmt.Errorf("evaluate: questions: %w", err)
	}
	if result.Facts, err = r.facts(ctx); err != nil {
		return result, fmt.Errorf("evaluate: facts: %w", err)
	}
	if result.Asked, err = r.asked(ctx); err != nil {
		return result, fmt.Errorf("evaluate: asked: %w", err)
	}
	return result, nil
}

func (r *run) note(format string, operands ...any) {
	fmt.Fprintf(r.Notes, format+"\n", operands...)
}

// base returns an empty base of candidates whose clock stands in the month of the data.
func (r *run) base() *talent.Base {
	stored := inmemory.New()
	return talent.New(talent.Parts{
		Store: stored, Feed: stored, Skills: r.graph, Profiles: r.profiles,
		Read: func(ctx context.Context, name string, data []byte) (document.Document, error) {
			return document.Read(ctx, name, data, document.DefaultLimits)
		},
		Extract: r.resumes.Extract,
		Now:     func() time.Time { return r.AsOf },
	})
}

// tenant is the one tenant of an evaluation.
const tenant = "evaluation"

// kept are the candidates of one base by the ids of the data set, and back.
type kept struct {
	base    *talent.Base
	product map[string]string   // data id -> candidate id
	data    map[string][]string // candidate id -> data ids; equal texts are one candidate
}

// keep takes in texts by data id.
func (r *run) keep(ctx context.Context, ids, texts []string) (*kept, error) {
	k := &kept{base: r.base(), product: map[string]string{}, data: map[string][]string{}}
	for i, id := range ids {
		outcome, err := k.base.Ingest(ctx, tenant, talent.File{Text: texts[i]}, nil)
		if err != nil {
			return nil, fmt.Errorf("cv %q: %w", id, err)
		}
		if outcome.Status == talent.Rejected {
			r.note("cv %s was rejected: %v", id, outcome.Problem)
			continue
		}
		k.product[id] = outcome.ID
		k.data[outcome.ID] = append(k.data[outcome.ID], id)
	}
	return k, nil
}
