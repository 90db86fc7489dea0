package exam

import (
	"context"

	"kadry/internal/exam/compose"
	"kadry/internal/op"
)

// classToolset is that of the operations for a teacher with a class.
const classToolset = "exams"

type variantsInput struct {
	courseWire
	Counts   map[string]int `json:"counts" doc:"Problems by type: {\"1\":2}."`
	Variants int            `json:"variants,omitzero" min:"1" max:"30" default:"2" doc:"How many."`
	Seed     int            `json:"seed,omitzero" min:"0" max:"9007199254740991" default:"1" doc:"Same seed, same variants."`
	Answers  bool           `json:"answers,omitzero" doc:"Show the right answers, for the teacher."`
}

type variantsOutput struct {
	Variants []classVariant `json:"variants"`
	Repeated map[string]int `json:"repeated" doc:"By type: how many more problems the bank would need for the variants to differ."`
	Missing  map[string]int `json:"missing" doc:"By type: how many a single variant lacks."`
	Warnings []string       `json:"warnings,omitempty"`
}

type classVariant struct {
	Number  int      `json:"number"`
	IDs     []string `json:"problem_ids" doc:"In the order of the exam's types."`
	Answers []string `json:"answers,omitempty" doc:"In the same order; empty for what a person marks."`
}

func (d *handlers) composeVariants() *op.Op {
	return op.New(op.Spec{
		Name: "compose_variants", Toolset: classToolset, Title: "Compose variants for a class", Effect: op.Reads, World: true, Timeout: siteTimeout,
		Doc: "Makes variants of one test for a class: the same types, equally hard, other problems. The same seed over the same bank gives the same variants; " +
			"the first is that of sdamgia_compose_test. repeated says where the bank is too small.",
		Examples: []op.Example{{Title: "Two variants", Input: `{"subject":"math","counts":{"1":1,"4":1},"variants":2,"seed":7,"answers":true}`}},
	}, func(ctx context.Context, in variantsInput) (variantsOutput, error) {
		tests, err := d.bank.Variants(watched(ctx), compose.Recipe{Course: in.course(), Counts: in.Counts, Seed: uint64(in.Seed)}, in.Variants)
		if err != nil {
			return variantsOutput{}, err
		}
		out := variantsOutput{Repeated: compose.Repeated(tests), Missing: tests[0].Short, Warnings: wireWarnings(langOf(ctx), tests[0].Warnings)}
		for i, test := range tests {
			v := classVariant{Number: i + 1}
			for _, p := range test.Problems {
				v.IDs = append(v.IDs, p.ID)
				if in.Answers {
					v.Answers = append(v.Answers, p.Answer)
				}
			}
			out.Variants = append(out.Variants, v)
		}
		return out, nil
	})
}
