package evaluate

import (
	"context"
	"os"
	"path"
	"slices"

	"kadry/internal/talent"
)

// Asked compares the answers to questions in plain words over files with the files that a
// careful person would return.
type Asked struct {
	Count int `json:"count"`
	// Recall is the share of the relevant files among the first ten shown: matches, then
	// those close to matching.
	Recall Share `json:"recall10"`
	// Tempted is the share of the files that tempt and are wrong which were answered as
	// matches; lower is better.
	Tempted Share `json:"irrelevant_matched"`
}

// askedQuestion is a line of asked.jsonl. Files in neither list count for nothing.
type askedQuestion struct {
	ID         string   `json:"id"`
	Text       string   `json:"text"`
	Relevant   []string `json:"relevant"`
	Irrelevant []string `json:"irrelevant"`
}

// asked measures every asked.jsonl that stands beside a folder of files.
func (r *run) asked(ctx context.Context) (*Asked, error) {
	var sum Asked
	for _, name := range r.match(func(_, base string) bool { return base == "asked.jsonl" }) {
		questions, err := lines[askedQuestion](r, []string{name})
		if err != nil {
			return nil, err
		}
		base, files, err := r.ingestFolder(ctx, path.Join(path.Dir(name), "files"))
		if err != nil {
			return nil, err
		}
		for _, q := range questions {
			if err := r.ask(ctx, &sum, base, files, q); err != nil {
				return nil, err
			}
		}
	}
	if sum.Count == 0 {
		r.note("asked.jsonl with files/: not found, left out")
		return nil, nil
	}
	return &sum, nil
}

// ingestFolder takes in the files of one folder and returns them by candidate id.
func (r *run) ingestFolder(ctx context.Context, folder string) (*talent.Base, map[string]string, error) {
	base, files := r.base(), map[string]string{}
	for _, name := range r.found {
		if path.Dir(name) != folder {
			continue
		}
		data, err := os.ReadFile(r.path(name))
		if err != nil {
			return nil, nil, err
		}
		outcome, err := base.Ingest(ctx, tenant, talent.File{Name: path.Base(name), Data: data}, nil)
		if err != nil {
			return nil, nil, err
		}
		files[outcome.ID] = path.Base(name)
	}
	return base, files, base.Load(ctx, nil)
}

func (r *run) ask(ctx context.Context, sum *Asked, base *talent.Base, files map[string]string, q askedQuestion) error {
	answer, err := base.Find(ctx, tenant, talent.FreeQuery{Text: q.Text, TopK: depth})
	if err != nil {
		return err
	}
	var matched []string
	for _, hit := range answer.Candidates {
		matched = append(matched, files[hit.CandidateID])
	}
	shown := slices.Clone(matched)
	for _, hit := range answer.NearMisses {
		shown = append(shown, files[hit.CandidateID])
	}
	shown = shown[:min(len(shown), depth)]
	sum.Count++
	sum.Recall = sum.Recall.plus(r.among(q, "relevant, not shown", q.Relevant, shown, false))
	sum.Tempted = sum.Tempted.plus(r.among(q, "irrelevant, matched", q.Irrelevant, matched, true))
	return nil
}

// among counts the listed files that were answered, and notes those that are wrong.
func (r *run) among(q askedQuestion, wrong string, listed, answered []string, noted bool) Share {
	share := Share{Of: len(listed)}
	for _, file := range listed {
		is := slices.Contains(answered, file)
		share.Hits += btoi(is)
		if is == noted && r.Details {
			r.note("%s %q: %s: %s", q.ID, q.Text, wrong, file)
		}
	}
	return share
}
