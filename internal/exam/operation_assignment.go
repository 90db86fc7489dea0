package exam

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"kadry/internal/exam/assignment"
	"kadry/internal/exam/bank"
	"kadry/internal/exam/compose"
	"kadry/internal/fault"
	"kadry/internal/op"
)

// PupilPath is where the pages of pupils begin; what follows is the token of their link.
const PupilPath = "/t/"

// teaching holds what the operations on assignments work with.
type teaching struct {
	desk *assignment.Desk
	bank *bank.Bank
}

// TeachingOperations declares the operations on tests that are out by a link, and on the papers of
// pupils. Over nils they can be described and not called.
func TeachingOperations(desk *assignment.Desk, bank *bank.Bank) []*op.Op {
	d := &teaching{desk, bank}
	return []*op.Op{d.assign(), d.repeat(), d.list(), d.papers(), d.export(), d.withdraw(), d.delete(), d.deletePaper()}
}

func teachingSpec(name, title string, effect op.Effect, doc string) op.Spec {
	return op.Spec{Name: name, Toolset: classToolset, Title: title, Effect: effect, Timeout: siteTimeout, Doc: doc}
}

// mostListed bounds the list of assignments.
const mostListed = 200

type assignInput struct {
	courseWire
	Counts    map[string]int   `json:"counts" doc:"Problems by type: {\"1\":2}."`
	Seed      int              `json:"seed,omitzero" min:"0" max:"9007199254740991" default:"1" doc:"Same seed, same test."`
	Variants  int              `json:"variants,omitzero" min:"1" max:"30" default:"1" doc:"How many."`
	Title     string           `json:"title" min:"1" max:"200" doc:"Pupils see it."`
	Pupils    []string         `json:"pupils,omitempty" max:"100" doc:"A link for each name, variants in turn; without names a link for each variant."`
	Days      int              `json:"days,omitzero" min:"1" max:"90" default:"7" doc:"How long the links work."`
	Shows     assignment.Shows `json:"shows,omitzero" default:"score" doc:"What a pupil sees after sending."`
	Candidate string           `json:"candidate_id,omitzero" max:"64" doc:"Who of the CV base the name is: the result shows on their page and goes when they are deleted."`
}

type assignOutput struct {
	Items []linkOut `json:"items"`
}

type linkOut struct {
	ID      string `json:"assignment_id"`
	Variant int    `json:"variant"`
	Pupil   string `json:"pupil,omitempty"`
	Path    string `json:"path" doc:"Of the link on this server. It is shown once and kept nowhere."`
}

func (d *teaching) assign() *op.Op {
	return op.New(teachingSpec("create_assignments", "Give out a test by links", op.Creates,
		"Makes links by which pupils answer a test without signing in: one for a class and variant, or one for each name. Only names and answers of pupils are kept."),
		func(ctx context.Context, in assignInput) (assignOutput, error) {
			tests, err := d.bank.Variants(ctx, compose.Recipe{Course: in.course(), Counts: in.Counts, Seed: uint64(in.Seed)}, in.Variants)
			if err != nil {
				return assignOutput{}, err
			}
			if len(tests[0].Problems) == 0 {
				return assignOutput{}, fault.E(fault.NotFound, fault.Say("The bank has no problems of these types.", "В банке нет заданий этих типов."), nil)
			}
			if in.Candidate != "" && len(in.Pupils) != 1 {
				return assignOutput{}, fault.Wrong("pupils", fault.Say("a candidate's test needs one name", "работе кандидата нужно одно имя"))
			}
			var terms []assignment.Terms
			var items []linkOut
			for i := range max(len(in.Pupils), len(tests)) {
				if len(in.Pupils) > 0 && i == len(in.Pupils) {
					break
				}
				t := assignment.Terms{Title: in.Title, Shows: in.Shows, Course: in.course()}
				if len(in.Pupils) > 0 {
					t.Pupil, t.Candidate = in.Pupils[i], in.Candidate
					if assignment.Line(t.Pupil) == "" {
						return assignOutput{}, fault.Wrong("pupils", fault.Say("a name is empty", "есть пустое имя"))
					}
				}
				for _, p := range tests[i%len(tests)].Problems {
					t.Problems = append(t.Problems, p.ID)
				}
				terms, items = append(terms, t), append(items, linkOut{Variant: i%len(tests) + 1})
			}
			out, err := d.desk.Assign(ctx, op.CallerFrom(ctx).Tenant, in.Days, terms)
			if err != nil {
				return assignOutput{}, err
			}
			for i, o := range out {
				items[i].ID, items[i].Pupil, items[i].Path = o.ID, o.Pupil, PupilPath+o.Token.Reveal()
			}
			return assignOutput{items}, nil
		})
}

type repeatInput struct {
	oneInput
	Pupil     string `json:"pupil" min:"1" max:"80" doc:"Name of whom the link is for."`
	Candidate string `json:"candidate_id,omitzero" max:"64" doc:"Who of the CV base the name is: the result shows on their page and goes when they are deleted."`
	Days      int    `json:"days,omitzero" min:"1" max:"90" default:"7" doc:"How long the link works."`
}

func (d *teaching) repeat() *op.Op {
	return op.New(teachingSpec("repeat_assignment", "Give a test to one more person", op.Creates,
		"Makes one more link to a test that was given out, with the same problems, for one person: a pupil, or a candidate of the CV base."),
		func(ctx context.Context, in repeatInput) (linkOut, error) {
			if assignment.Line(in.Pupil) == "" {
				return linkOut{}, fault.Wrong("pupil", fault.Say("the name is empty", "имя пустое"))
			}
			o, err := d.desk.Repeat(ctx, op.CallerFrom(ctx).Tenant, in.ID, in.Days, assignment.Recipient{Pupil: in.Pupil, Candidate: in.Candidate})
			if err != nil {
				return linkOut{}, err
			}
			return linkOut{ID: o.ID, Variant: 1, Pupil: o.Pupil, Path: PupilPath + o.Token.Reveal()}, nil
		})
}

type assignmentWire struct {
	ID        string           `json:"assignment_id"`
	Title     string           `json:"title"`
	Pupil     string           `json:"pupil,omitempty"`
	Candidate string           `json:"candidate_id,omitempty" doc:"Who of the CV base the pupil is."`
	Course    string           `json:"course"`
	IDs       []string         `json:"problem_ids"`
	Shows     assignment.Shows `json:"shows"`
	Created   string           `json:"created_at"`
	Expires   string           `json:"expires_at"`
	Withdrawn string           `json:"withdrawn_at,omitempty"`
	Live      bool             `json:"live" doc:"The link works."`
	Papers    int              `json:"papers"`
	Sent      int              `json:"sent"`
}

func (d *teaching) wire(a assignment.Assignment) assignmentWire {
	w := assignmentWire{
		ID: a.ID, Title: a.Title, Pupil: a.Pupil, Candidate: a.Candidate, Course: a.Course.String(), IDs: a.Problems, Shows: a.Shows,
		Created: a.CreatedAt.Format(time.RFC3339), Expires: a.ExpiresAt.Format(time.RFC3339), Live: a.Live(d.desk.Now()),
	}
	if !a.WithdrawnAt.IsZero() {
		w.Withdrawn = a.WithdrawnAt.Format(time.RFC3339)
	}
	return w
}

type listInput struct {
	Candidate string `json:"candidate_id,omitzero" max:"64" doc:"Only those given to this candidate of the CV base."`
}

type assignmentsOutput struct {
	Items []assignmentWire `json:"items"`
	Total int              `json:"total"`
}

func (d *teaching) list() *op.Op {
	return op.New(teachingSpec("list_assignments", "List tests that are out", op.Reads, "The 200 newest tests given out by links, with how many papers came back."),
		func(ctx context.Context, in listInput) (assignmentsOutput, error) {
			list, err := d.desk.Keeper.Assignments(ctx, op.CallerFrom(ctx).Tenant, in.Candidate, mostListed)
			out := assignmentsOutput{Total: len(list)}
			for _, one := range list {
				w := d.wire(one.Assignment)
				w.Papers, w.Sent = one.Papers, one.Sent
				out.Items = append(out.Items, w)
			}
			return out, err
		})
}

type oneInput struct {
	ID string `json:"assignment_id" min:"1" max:"64" doc:"Of list_assignments."`
}

type paperWire struct {
	ID    string            `json:"paper_id"`
	Name  string            `json:"name"`
	Begun string            `json:"begun_at"`
	Sent  string            `json:"sent_at,omitempty"`
	Right int               `json:"right"`
	Of    int               `json:"of" doc:"Problems that the exam's rules can mark."`
	Marks []assignment.Mark `json:"marks,omitempty"`
}

type papersOutput struct {
	Assignment assignmentWire `json:"assignment"`
	Items      []paperWire    `json:"items"`
	Total      int            `json:"total"`
}

func (d *teaching) results(ctx context.Context, id string) (papersOutput, error) {
	tenant := op.CallerFrom(ctx).Tenant
	a, err := d.desk.Keeper.Assignment(ctx, tenant, id)
	if err != nil {
		return papersOutput{}, err
	}
	papers, err := d.desk.Keeper.Papers(ctx, tenant, id)
	out := papersOutput{Assignment: d.wire(a), Total: len(papers)}
	for _, p := range papers {
		w := paperWire{ID: p.ID, Name: p.Name, Begun: p.BegunAt.Format(time.RFC3339), Marks: p.Marks}
		if !p.SentAt.IsZero() {
			w.Sent = p.SentAt.Format(time.RFC3339)
			out.Assignment.Sent++
		}
		w.Right, w.Of = p.Right()
		out.Items = append(out.Items, w)
	}
	out.Assignment.Papers = len(papers)
	return out, err
}

func (d *teaching) papers() *op.Op {
	return op.New(teachingSpec("get_papers", "Papers of a test", op.Reads, "Who answered, when, how many were right, and every answer with its outcome."),
		func(ctx context.Context, in oneInput) (papersOutput, error) { return d.results(ctx, in.ID) })
}

func (d *teaching) export() *op.Op {
	return op.New(teachingSpec("export_papers", "Papers as a table", op.Reads, "A CSV with a row a pupil and the answer and outcome of every problem."),
		func(ctx context.Context, in oneInput) (op.File, error) {
			r, err := d.results(ctx, in.ID)
			if err != nil {
				return op.File{}, err
			}
			head := []string{"name", "begun_at", "sent_at", "right", "of"}
			for _, id := range r.Assignment.IDs {
				head = append(head, id, id+" outcome")
			}
			rows := [][]string{head}
			for _, p := range r.Items {
				row := []string{p.Name, p.Begun, p.Sent, strconv.Itoa(p.Right), strconv.Itoa(p.Of)}
				for _, m := range p.Marks {
					row = append(row, m.Given, string(m.Outcome))
				}
				rows = append(rows, row)
			}
			return op.Table(fmt.Sprintf("papers-%s.csv", r.Assignment.ID), rows)
		})
}

type doneOutput struct {
	Done bool `json:"done"`
}

func (d *teaching) withdraw() *op.Op {
	return op.New(teachingSpec("withdraw_assignment", "Withdraw a link", op.Updates, "The link stops working at once; papers stay."),
		func(ctx context.Context, in oneInput) (doneOutput, error) {
			err := d.desk.Keeper.Withdraw(ctx, op.CallerFrom(ctx).Tenant, in.ID, d.desk.Now().UTC())
			return doneOutput{err == nil}, err
		})
}

type deleteInput struct {
	oneInput
	Confirm bool `json:"confirm,omitzero" doc:"true deletes; there is no undo."`
}

func (d *teaching) delete() *op.Op {
	return op.New(teachingSpec("delete_assignment", "Delete a test with its papers", op.Destroys, "Removes the link and all papers of pupils for good."),
		func(ctx context.Context, in deleteInput) (doneOutput, error) {
			if err := confirmed(in.Confirm); err != nil {
				return doneOutput{}, err
			}
			err := d.desk.Keeper.Delete(ctx, op.CallerFrom(ctx).Tenant, in.ID)
			return doneOutput{err == nil}, err
		})
}

type paperInput struct {
	deleteInput
	Paper string `json:"paper_id" min:"1" max:"64" doc:"Of get_papers."`
}

func (d *teaching) deletePaper() *op.Op {
	return op.New(teachingSpec("delete_paper", "Delete a paper", op.Destroys, "Removes one pupil's name and answers for good."),
		func(ctx context.Context, in paperInput) (doneOutput, error) {
			if err := confirmed(in.Confirm); err != nil {
				return doneOutput{}, err
			}
			err := d.desk.Keeper.DeletePaper(ctx, op.CallerFrom(ctx).Tenant, in.ID, in.Paper)
			return doneOutput{err == nil}, err
		})
}

func confirmed(confirm bool) error {
	if confirm {
		return nil
	}
	return fault.E(fault.Invalid, fault.Say("Deleting cannot be undone: call again with confirm=true.", "Удаление необратимо: повторите вызов с confirm=true."), nil)
}
