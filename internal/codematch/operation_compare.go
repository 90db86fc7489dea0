package codematch

import (
	"context"
	"strings"

	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/match"
	"kadry/internal/fault"
	"kadry/internal/op"
)

type sideInput struct {
	Code     string `json:"code,omitzero" max:"262144" doc:"Text; or give file_url."`
	Language string `json:"language,omitzero" max:"20" doc:"Empty is guessed."`
	URL      string `json:"file_url,omitzero" max:"2000" doc:"Link to a file, with #L10-L20 for lines."`
}

type compareInput struct {
	A      sideInput `json:"a"`
	B      sideInput `json:"b"`
	Verify Verify    `json:"verify,omitzero" default:"auto" doc:"As in search_similar_code."`
}

type compareOutput struct {
	LanguageA string    `json:"language_a"`
	LanguageB string    `json:"language_b"`
	Match     matchWire `json:"match" doc:"b as it answers to a."`
	Evidence  string    `json:"evidence_pack,omitempty" doc:"To judge by, where no model did."`
	Note      string    `json:"note,omitempty"`
}

func (h *handlers) compare() *op.Op {
	return op.New(op.Spec{
		Name: "compare_code", Toolset: toolset, Title: "Compare two pieces of code", Effect: op.Reads, World: true, Timeout: callTimeout, BodyLimit: 4 << 20,
		Doc: "Says how two given pieces of code relate, in the same language or not: verdict, clone type, aligned lines, differences that matter, with reasons. Nothing needs to be indexed.",
		Examples: []op.Example{{
			Title: "The same in two languages",
			Input: `{"a":{"code":"def total(xs):\n    s = 0\n    for x in xs:\n        s += x\n    return s\n"},"b":{"code":"function sum(list) {\n  let result = 0;\n  for (const v of list) { result += v; }\n  return result;\n}\n"}}`,
		}},
	}, func(ctx context.Context, in compareInput) (compareOutput, error) {
		a, err := h.side(ctx, "a", in.A)
		if err != nil {
			return compareOutput{}, err
		}
		b, err := h.side(ctx, "b", in.B)
		if err != nil {
			return compareOutput{}, err
		}
		q, _, err := h.narrowed(ctx, question{code: a.code, language: a.language}, where{}, how{Verify: in.Verify})
		if err != nil {
			return compareOutput{}, err
		}
		s := &searcher{Parts: h.Parts, tenant: op.CallerFrom(ctx).Tenant, lang: langOf(ctx), q: q, stage: func(int, int, fault.Text) {}}
		found := []Match{{Match: match.Match{Language: string(b.language), Code: string(b.code), Place: b.place, Verdict: match.Unknown, VerifiedBy: match.None}}}
		if err := s.verified(ctx, string(a.code), a.language, found); err != nil {
			return compareOutput{}, err
		}
		one := Search{Asked: Asked{Code: string(a.code)}, Matches: found}
		if err := h.withVerdicts(ctx, s.tenant, &one); err != nil {
			return compareOutput{}, err
		}
		found[0].Score = found[0].Confidence
		return compareOutput{LanguageA: string(a.language), LanguageB: string(b.language), Match: wireOf(found[0], langOf(ctx)), Note: s.note.In(langOf(ctx))}, nil
	})
}

// sideCode is one side of a comparison.
type sideCode struct {
	code     []byte
	language lexer.Language
	place    match.Place
}

// largestSide is of one side that is fetched, in bytes.
const largestSide = 256 << 10

func (h *handlers) side(ctx context.Context, name string, in sideInput) (sideCode, error) {
	if (strings.TrimSpace(in.Code) == "") == (in.URL == "") {
		return sideCode{}, fault.Wrong(name, fault.Say("give either code or file_url", "укажите code или file_url"))
	}
	if err := checkLanguage(name+".language", in.Language); err != nil {
		return sideCode{}, err
	}
	side := sideCode{code: []byte(in.Code), language: lexer.Language(in.Language)}
	if in.URL != "" {
		f, err := h.fileAt(ctx, in.URL)
		if err != nil {
			return side, err
		}
		if len(f.code) > largestSide {
			return side, fault.E(fault.TooLarge, fault.Say("%s has %d KB; name its lines by #L10-L90.", "%s: %d КБ; укажите строки через #L10-L90.", name, len(f.code)>>10), nil)
		}
		side.code = f.code
		side.place = match.Place{RepositoryURL: f.repository, Commit: f.commit, FilePath: f.path, StartLine: f.first, EndLine: f.last}
		if side.language == "" {
			side.language, _ = lexer.Detect(f.path, head(f.code))
		}
	}
	if side.language == "" {
		side.language = lexer.Guess(side.code)
	}
	return side, nil
}
