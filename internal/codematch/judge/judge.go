// Package judge has two fragments of code judged by a language model, and prepares the
// evidence for an assistant that judges itself. The model is never believed on its word: it
// is asked in both orders, what it quotes is looked up, a counter-example is tried where it
// can be, and "equivalent" does not stand against a difference that the texts show.
//
// The way through: Judge asks twice (ask.go), weigh.go checks and joins both answers. Pack
// (pack.go) is the evidence without a model.
package judge

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"kadry/internal/codematch/align"
	"kadry/internal/codematch/match"
	"kadry/internal/fault"
	"kadry/internal/llm"
)

//go:embed prompts/*.md
var files embed.FS

// Config is a model and what one verdict may spend on it. A zero field means what its comment
// says.
type Config struct {
	Client  *llm.Client
	PerCall llm.Spending // of one verdict, both orders with their retries; 0 is 8 calls, 40,000 tokens, 2 min
}

// Judge asks a model. It is safe for concurrent use.
type Judge struct {
	client  *llm.Client
	prompt  *llm.Template
	shape   *llm.Schema
	perCall llm.Spending
}

// New returns a judge.
func New(cfg Config) (*Judge, error) {
	if cfg.Client == nil {
		return nil, errors.New("judge: there is no client")
	}
	wordings, err := fs.Sub(files, "prompts")
	if err != nil {
		return nil, fmt.Errorf("judge: prompts: %w", err)
	}
	templates, err := llm.ReadTemplates(wordings)
	if err != nil {
		return nil, fmt.Errorf("judge: prompts: %w", err)
	}
	shape, err := llm.NewSchema("verdict", answerShape())
	if err != nil {
		return nil, fmt.Errorf("judge: %w", err)
	}
	if cfg.PerCall == (llm.Spending{}) {
		cfg.PerCall = llm.Spending{Calls: 8, Tokens: 40_000, Time: 2 * time.Minute}
	}
	return &Judge{client: cfg.Client, prompt: templates["judge"], shape: shape, perCall: cfg.PerCall}, nil
}

// Executor runs both fragments on an input, the arguments as a JSON array. Ran is false where
// they cannot be run on it; agree is whether their outputs are the same.
type Executor func(ctx context.Context, input string) (agree, ran bool)

// Question is a pair to judge. A is the code asked about.
type Question struct {
	A, B       align.Fragment
	Comparison align.Comparison
	Lang       string   // of the reasons, "ru" or "en"
	Run        Executor // nil runs nothing
}

// Outcome is a verdict with its grounds.
type Outcome struct {
	Verdict    match.Verdict
	Clone      match.Clone
	Confidence float64 // 0..1
	Reasons    []match.Reason
	VerifiedBy match.Level
	Model      string     // that answered; "" where none did
	Note       fault.Text // what the caller should know: the model is out of reach, its answers disagree
	// Counterexample is an input on which both were run and differ; "" is none.
	Counterexample string
}

// Judge comes to a verdict. It has no error: without an answer of the model the outcome is
// what the texts tell, with a note; the end of ctx is such a case too.
func (j *Judge) Judge(ctx context.Context, q Question) Outcome {
	static := fromTexts(q.Comparison)
	if proven(q.Comparison) {
		return static
	}
	budget := llm.NewBudget(j.perCall, llm.Spending{})
	first, err := j.ask(ctx, q, false, budget)
	if err != nil {
		return noted(static, err)
	}
	second, err := j.ask(ctx, q, true, budget)
	if err != nil {
		return noted(static, err)
	}
	return weigh(ctx, q, static, first, second)
}

// fromTexts is what the comparison alone tells.
func fromTexts(c align.Comparison) Outcome {
	return Outcome{Verdict: c.Verdict, Clone: c.Clone, Confidence: c.Confidence, Reasons: c.Reasons, VerifiedBy: match.Static}
}

// proven tells whether there is nothing to ask.
func proven(c align.Comparison) bool {
	return c.Verdict == match.Equivalent && (c.Clone == match.T1 || c.Clone == match.T2)
}

// noted is the verdict of the texts with the reason why no model has judged.
func noted(static Outcome, err error) Outcome {
	known := fault.From(err)
	static.Note = fault.Text{EN: "No model has judged: " + known.Text.EN, RU: "Модель не оценивала: " + known.Text.RU}
	return static
}
