package evidence

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"kadry/internal/op"
)

// batchPoint is what a task keeps: who has been dealt with. A hundred people with all their
// evidence are megabytes, so the list is packed, and shortened where it is still too large.
type batchPoint struct {
	People   []byte `json:"people"` // gzip of their JSON
	Detail   detail `json:"detail"`
	Requests int    `json:"requests"`
}

// detail says how much is kept of people who have been dealt with.
type detail int

const (
	whole    detail = iota
	unquoted        // without what evidence quotes, repositories and languages
	bare            // skills with their score and status alone
)

// resumedNote is said where a restart or pause left less than everything.
const resumedNote = "Analyses from before a pause are shortened; analyze_github shows one person whole."

const (
	// largestUnpacked bounds the JSON of the people, so that packing them costs little.
	largestUnpacked = 4 << 20
	// largestPacked leaves room for base64 and the rest of the point.
	largestPacked = op.MaxCheckpoint/4*3 - 4<<10
)

// save keeps who has been dealt with, as whole as there is room. The caller holds the lock.
func (b *batch) save(ctx context.Context) error {
	if b.point == nil {
		return nil
	}
	for ; ; b.kept++ {
		packed, err := packed(b.people, b.kept)
		if err != nil {
			return err
		}
		if packed != nil || b.kept == bare { // bare is far below the limits; without people the next attempt begins anew
			return b.point.Save(ctx, batchPoint{People: packed, Detail: max(b.kept, b.told), Requests: b.budget.Requests}, b.output())
		}
	}
}

// packed is nil where the people are too large.
func packed(people []personWire, kept detail) ([]byte, error) {
	text, err := json.Marshal(shortened(people, kept))
	if err != nil {
		return nil, fmt.Errorf("evidence: resume point: %w", err)
	}
	if len(text) > largestUnpacked {
		return nil, nil
	}
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(text); err != nil {
		return nil, fmt.Errorf("evidence: resume point: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("evidence: resume point: %w", err)
	}
	if out.Len() > largestPacked {
		return nil, nil
	}
	return out.Bytes(), nil
}

// resume takes over who was dealt with before. A point that cannot be read is none.
func (b *batch) resume() {
	b.budget.Remaining = -1
	var before batchPoint
	if !b.point.Load(&before) {
		return
	}
	r, err := gzip.NewReader(bytes.NewReader(before.People))
	if err != nil {
		return
	}
	text, err := io.ReadAll(io.LimitReader(r, largestUnpacked+1))
	var people []personWire
	if err != nil || json.Unmarshal(text, &people) != nil || len(people) != len(b.people) {
		return
	}
	for i, p := range people {
		if p.Status != pending {
			b.people[i] = p
		}
	}
	b.budget.Requests, b.told = before.Requests, before.Detail
}

// shortened are the people with so much of their analyses.
func shortened(people []personWire, kept detail) []personWire {
	if kept == whole {
		return people
	}
	list := make([]personWire, len(people))
	for i, p := range people {
		if p.Analysis != nil {
			less := *p.Analysis
			less.Skills = make([]skillWire, len(p.Analysis.Skills))
			for j, s := range p.Analysis.Skills {
				if s.Items = nil; kept == bare {
					s = skillWire{Skill: s.Skill, Name: s.Name, Score: s.Score, Status: s.Status, Confidence: s.Confidence}
				}
				less.Skills[j] = s
			}
			less.Repos, less.Languages, less.Unknown = nil, nil, nil
			p.Analysis = &less
		}
		list[i] = p
	}
	return list
}
