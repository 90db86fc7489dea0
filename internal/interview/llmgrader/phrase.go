package llmgrader

import (
	"context"
	"fmt"
	"strings"

	"kadry/internal/interview/leadin"
)

// sentenceTokens bounds a lead-in. Russian takes about two characters a token, and some
// models think aloud before they speak.
const sentenceTokens = 300

// Phrase asks for a lead-in sentence. The room checks whether it may be said.
func (r *Grader) Phrase(ctx context.Context, phrasing leadin.Phrasing) (string, error) {
	ctx, stop := context.WithTimeout(ctx, r.sentence)
	defer stop()
	p, err := r.phrase.Fill(map[string]any{
		"Language": language(phrasing.Language), "Question": phrasing.Question, "First": phrasing.First, "Probe": phrasing.Probe,
	})
	if err != nil {
		return "", fmt.Errorf("llmgrader: %w", err)
	}
	p.MaxTokens = sentenceTokens
	a, err := r.daily.Complete(ctx, r.client, p, r.perCall)
	if err != nil {
		return "", fmt.Errorf("llmgrader: %w", err)
	}
	return strings.TrimSpace(a.Text), nil
}
