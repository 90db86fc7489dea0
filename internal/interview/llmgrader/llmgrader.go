// Package llmgrader is the interview room's second grader, the voice that may introduce its
// questions, and the hand that drafts further ones, over a language model. It asks and checks the shape of what comes back; what a
// rating is worth, and whether a sentence may be said, the room decides. It keeps no answer
// and knows neither candidate, resume nor vacancy.
package llmgrader

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"kadry/internal/interview/bank"
	"kadry/internal/llm"
)

//go:embed prompts/*.md
var files embed.FS

// Config is a model and what may be spent on it. A zero field means what its comment says.
type Config struct {
	Client   *llm.Client
	PerCall  llm.Spending     // of one rating, both its readings and their retries; 0 is 8 calls, 48,000 tokens, 1 min
	PerDay   llm.Spending     // of this process in a UTC day; 0 is 10,000 calls, 20,000,000 tokens, 24 h
	Now      func() time.Time // the calendar of days; nil is time.Now
	Sentence time.Duration    // for a lead-in; 0 is 4 s
}

// Grader asks a model. It is safe for concurrent use.
type Grader struct {
	client       *llm.Client
	rate, phrase *llm.Template
	draft        *llm.Template
	shape        *llm.Schema
	draftShape   *llm.Schema
	perCall      llm.Spending
	sentence     time.Duration
	daily        *llm.Daily
}

// New returns a grader.
func New(cfg Config) (*Grader, error) {
	if cfg.Client == nil {
		return nil, errors.New("llmgrader: there is no client")
	}
	wordings, err := fs.Sub(files, "prompts")
	if err != nil {
		return nil, fmt.Errorf("llmgrader: prompts: %w", err)
	}
	templates, err := llm.ReadTemplates(wordings)
	if err != nil {
		return nil, fmt.Errorf("llmgrader: prompts: %w", err)
	}
	shape, err := llm.NewSchema("points", ratingShape())
	if err != nil {
		return nil, fmt.Errorf("llmgrader: %w", err)
	}
	drafts, err := llm.NewSchema("questions", draftShape())
	if err != nil {
		return nil, fmt.Errorf("llmgrader: %w", err)
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	return &Grader{
		client: cfg.Client, rate: templates["rate"], phrase: templates["phrase"], draft: templates["draft"], shape: shape, draftShape: drafts,
		perCall:  filled(cfg.PerCall, llm.Spending{Calls: 8, Tokens: 48_000, Time: time.Minute}),
		sentence: cmp.Or(cfg.Sentence, 4*time.Second),
		daily:    llm.NewDaily(filled(cfg.PerDay, llm.Spending{Calls: 10_000, Tokens: 20_000_000, Time: 24 * time.Hour}), cfg.Now),
	}, nil
}

func filled(s, instead llm.Spending) llm.Spending {
	return llm.Spending{
		Calls: cmp.Or(s.Calls, instead.Calls), Tokens: cmp.Or(s.Tokens, instead.Tokens), Time: cmp.Or(s.Time, instead.Time),
	}
}

// engine names who answered and by which wording: "model@prompt version". It is stable, so
// that a record of it tells equal conditions from others.
func engine(model string, t *llm.Template) string { return model + "@" + t.Version }

func language(l bank.Language) string {
	if l == bank.Russian {
		return "Russian"
	}
	return "English"
}
