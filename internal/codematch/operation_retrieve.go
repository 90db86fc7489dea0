package codematch

import (
	"context"

	"kadry/internal/codematch/match"
	"kadry/internal/op"
)

// narrow is where pure retrieval looks.
type narrow struct {
	Allow []string `json:"allow_repositories,omitempty" max:"200" doc:"Search in these only: address, owner/name, or owner/. Empty is all."`
	Top   int      `json:"top_k,omitzero" min:"1" max:"50" default:"10"`
}

type retrieveCodeInput struct {
	Code     string `json:"code" min:"1" max:"1048576"`
	Language string `json:"language,omitzero" max:"20" doc:"Empty is guessed."`
	narrow
}

type retrieveFileInput struct {
	URL string `json:"file_url" min:"1" max:"2000" doc:"Link to a file, which this server fetches."`
	narrow
}

type retrieveRepositoryInput struct {
	URL string `json:"repository_url" min:"1" max:"2000" doc:"Link to a repository, which this server reads."`
	narrow
}

type retrieveOutput struct {
	Result []retrieved `json:"result"`
	Note   string      `json:"note,omitempty"`
}

type retrieved struct {
	RepositoryURL string  `json:"repository_url"`
	Branch        string  `json:"branch"`
	FilePath      string  `json:"file_path"`
	Code          string  `json:"code"`
	Commit        string  `json:"commit"`
	StartLine     int     `json:"start_line"`
	EndLine       int     `json:"end_line"`
	Language      string  `json:"language"`
	Score         float64 `json:"score"`
}

// Condense drops the last matches.
func (o retrieveOutput) Condense() (retrieveOutput, bool) {
	if len(o.Result) < 2 {
		return o, false
	}
	o.Result, o.Note = o.Result[:(len(o.Result)+1)/2], "Shortened to fit: ask for fewer, or for less code."
	return o, true
}

func retrieve[In any](h *handlers, spec op.Spec, ask func(context.Context, In) (question, narrow, error), run func(*searcher, context.Context) (Search, error)) *op.Op {
	spec.Toolset, spec.Effect, spec.Timeout = retrieval, op.Reads, callTimeout
	return op.New(spec, func(ctx context.Context, in In) (retrieveOutput, error) {
		q, within, err := ask(ctx, in)
		if err != nil {
			return retrieveOutput{}, err
		}
		found, err := h.answer(ctx, q, where{Allow: within.Allow, Top: within.Top, Policy: AnyLicence}, how{Verify: Verify(match.None)}, run)
		out := retrieveOutput{Result: []retrieved{}, Note: found.Note}
		for _, m := range found.Matches {
			out.Result = append(out.Result, retrieved{
				m.RepositoryURL, m.Branch, m.FilePath, m.Code, m.Commit, m.StartLine, m.EndLine, m.Language, m.Score,
			})
		}
		return out, err
	})
}

func (h *handlers) retrieveCode() *op.Op {
	return retrieve(h, op.Spec{
		Name: "retrieve_similar_code", StandsFor: "search_similar_code", Title: "Retrieve similar code",
		Doc: "Functions of indexed repositories that share most with a piece of code; nothing is verified.",
	}, func(_ context.Context, in retrieveCodeInput) (question, narrow, error) {
		q, err := h.codeQuestion(codeInput{Code: in.Code, Language: in.Language, Granularity: Functions})
		return q, in.narrow, err
	}, (*searcher).run)
}

func (h *handlers) retrieveFile() *op.Op {
	return retrieve(h, op.Spec{
		Name: "retrieve_similar_file", StandsFor: "search_similar_file", Title: "Retrieve similar files", World: true,
		Doc: "Files of indexed repositories that share most with a given one; nothing is verified.",
	}, func(ctx context.Context, in retrieveFileInput) (question, narrow, error) {
		q, err := h.fileQuestion(ctx, in.URL)
		return q, in.narrow, err
	}, (*searcher).runFile)
}

func (h *handlers) retrieveRepository() *op.Op {
	return retrieve(h, op.Spec{
		Name: "retrieve_similar_repository", StandsFor: "search_similar_repository", Title: "Retrieve similar repositories", World: true,
		Doc: "Indexed repositories that share most with a given one; nothing is verified.",
	}, func(ctx context.Context, in retrieveRepositoryInput) (question, narrow, error) {
		q, err := h.repositoryQuestion(ctx, in.URL)
		return q, in.narrow, err
	}, (*searcher).runRepository)
}
