// Package llmreader asks a language model what a CV says where the rules found too little. It
// turns the model's quotes into places of the text and judges nothing: what is proved by a
// place, the room decides. It keeps no text.
package llmreader

import (
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"
	"unicode/utf8"

	"kadry/internal/llm"
	"kadry/internal/talent"
	"kadry/internal/talent/correction"
)

//go:embed prompts/*.md
var files embed.FS

// Config is a model and what may be spent on it. A zero field means what its comment says.
type Config struct {
	Client *llm.Client
	PerCV  llm.Spending     // with its retries; 0 is 3 calls, 24,000 tokens, 45 s
	PerDay llm.Spending     // of this process in a UTC day; 0 is 1,000 calls, 5,000,000 tokens, 24 h
	Now    func() time.Time // the calendar of days; nil is time.Now
}

// Reader asks a model. It is safe for concurrent use.
type Reader struct {
	client *llm.Client
	read   *llm.Template
	shape  *llm.Schema
	perCV  llm.Spending
	daily  *llm.Daily
}

// New returns a reader.
func New(cfg Config) (*Reader, error) {
	if cfg.Client == nil {
		return nil, errors.New("llmreader: there is no client")
	}
	wordings, err := fs.Sub(files, "prompts")
	if err != nil {
		return nil, fmt.Errorf("llmreader: prompts: %w", err)
	}
	templates, err := llm.ReadTemplates(wordings)
	if err != nil {
		return nil, fmt.Errorf("llmreader: prompts: %w", err)
	}
	shape, err := llm.NewSchema("cv", cvShape())
	if err != nil {
		return nil, fmt.Errorf("llmreader: %w", err)
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	return &Reader{
		client: cfg.Client, read: templates["read"], shape: shape,
		perCV: filled(cfg.PerCV, llm.Spending{Calls: 3, Tokens: 24_000, Time: 45 * time.Second}),
		daily: llm.NewDaily(filled(cfg.PerDay, llm.Spending{Calls: 1_000, Tokens: 5_000_000, Time: 24 * time.Hour}), cfg.Now),
	}, nil
}

func filled(s, instead llm.Spending) llm.Spending {
	return llm.Spending{
		Calls: cmp.Or(s.Calls, instead.Calls), Tokens: cmp.Or(s.Tokens, instead.Tokens), Time: cmp.Or(s.Time, instead.Time),
	}
}

// Bounds of a question and of its answer.
const (
	longestText  = 24_000 // bytes: what a person is stands at the beginning
	answerTokens = 3_000
)

// fieldNames are the fields as a model is told of them.
var fieldNames = map[correction.Field]string{
	correction.Name: "the person's name", correction.Positions: "jobs with dates",
	correction.Education: "education", correction.Skill: "skills",
}

// Read asks what a text says. Every failure is an error.
func (r *Reader) Read(ctx context.Context, q talent.SecondReading) (talent.Proposal, error) {
	fenced := llm.Fence("cv", cut(q.Text, longestText))
	var lacks []string
	for _, f := range q.Lacks {
		lacks = append(lacks, fieldNames[f])
	}
	p, err := r.read.Fill(map[string]any{"Lacks": lacks, "Text": fenced})
	if err != nil {
		return talent.Proposal{}, fmt.Errorf("llmreader: %w", err)
	}
	p.Schema, p.MaxTokens = r.shape, answerTokens
	a, err := r.daily.Complete(ctx, r.client, p, r.perCV)
	if err != nil {
		return talent.Proposal{}, fmt.Errorf("llmreader: %w", err)
	}
	var said answer
	if err := json.Unmarshal(a.JSON, &said); err != nil {
		return talent.Proposal{}, fmt.Errorf("llmreader: answer: %w", err)
	}
	proposal := said.proposal(fenced.Cleaned)
	proposal.By = a.Engine.Model + "@" + r.read.Version
	return proposal, nil
}

func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return strings.TrimRight(text[:most], " ")
}
