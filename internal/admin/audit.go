package admin

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"kadry/internal/audit"
	"kadry/internal/cursor"
	"kadry/internal/fault"
	"kadry/internal/op"
)

// MaxEntries is the most entries of one page.
const MaxEntries = 200

// chainTime is how long an operation on the whole log may take.
const chainTime = 10 * time.Minute

// sealed is declared over a log without entries that wait for their place in the chain.
func sealed[In, Out any](h handlers, spec op.Spec, run func(context.Context, In) (Out, error)) *op.Op {
	spec.Effect, spec.Timeout = op.Reads, chainTime
	return declared(spec, func(ctx context.Context, in In) (out Out, err error) {
		if _, err := h.Audit.Seal(ctx); err != nil {
			return out, err
		}
		return run(ctx, in)
	})
}

type entriesInput struct {
	Tenant  string `json:"tenant,omitzero" max:"63" doc:"Whose entries; yours when left out."`
	Subject string `json:"subject,omitzero" max:"200" doc:"Only of this interview, vacancy or token."`
	Actor   string `json:"actor,omitzero" max:"200" doc:"Only of whoever has a token of this name."`
	Action  string `json:"action,omitzero" max:"200" doc:"Only of this kind, token.created for instance."`
	Limit   int    `json:"limit,omitzero" min:"1" max:"200" default:"50" doc:"On a page."`
	Cursor  string `json:"cursor,omitzero" max:"200" doc:"next_cursor of the answer before."`
}

// Entries is a page of the audit log, newest first.
type Entries struct {
	Items      []audit.Sealed `json:"items"`
	HasMore    bool           `json:"has_more"`
	NextCursor string         `json:"next_cursor,omitzero"`
}

func (h handlers) listAuditEntries() *op.Op {
	return sealed(h, op.Spec{
		Name: "list_audit_entries", Title: "The audit log",
		Doc: "Who did what to which thing, and when, newest first. The log holds no text of people.",
	}, func(ctx context.Context, in entriesInput) (Entries, error) {
		tenant, err := op.CallerFrom(ctx).ForTenant(in.Tenant)
		if err != nil {
			return Entries{}, err
		}
		asked := cursor.Ask("list_audit_entries", tenant, in.Subject, in.Actor, in.Action)
		before, err := asked.Offset(in.Cursor)
		if err != nil {
			return Entries{}, err
		}
		found, err := h.Audit.List(ctx, tenant, audit.Filter{Actor: in.Actor, Action: in.Action, Subject: in.Subject, Before: int64(before), Limit: in.Limit})
		if err != nil {
			return Entries{}, err
		}
		page := Entries{Items: found}
		if len(found) == in.Limit {
			page.HasMore, page.NextCursor = true, asked.After(strconv.FormatInt(found[in.Limit-1].Seq, 10))
		}
		return page, nil
	})
}

type verifyInput struct {
	Head string `json:"head,omitzero" max:"200" doc:"A head of get_audit_head, written down before: a log that lost its end is found too."`
}

func (h handlers) verifyAudit() *op.Op {
	return sealed(h, op.Spec{
		Name: "verify_audit", Title: "Check the audit log",
		Doc: "Computes the chain of the whole log anew and says whether it holds: an entry that was changed, removed, moved or put in breaks it.",
	}, func(ctx context.Context, in verifyInput) (audit.Verdict, error) {
		mark, err := readMark(in.Head)
		if err != nil {
			return audit.Verdict{}, err
		}
		return h.Audit.Verify(ctx, mark)
	})
}

func readMark(text string) (audit.Mark, error) {
	if text == "" {
		return audit.Mark{}, nil
	}
	number, hash, _ := strings.Cut(text, ":")
	seq, err := strconv.ParseInt(number, 10, 64)
	if err != nil || hash == "" {
		return audit.Mark{}, fault.E(fault.Invalid, fault.Say("%q is no head of a log.", "%q — не конец журнала.", fault.Clip(text)), err)
	}
	return audit.Mark{Seq: seq, Hash: hash}, nil
}

// Head is the end of the chain.
type Head struct {
	Head string `json:"head" doc:"Number and hash of the last entry."`
}

func (h handlers) getAuditHead() *op.Op {
	return sealed(h, op.Spec{
		Name: "get_audit_head", Title: "The end of the audit log",
		Doc: "The end of the chain, to be written down elsewhere: verify_audit with it also finds a log that lost its end.",
	}, func(ctx context.Context, _ none) (Head, error) {
		mark, err := h.Audit.Head(ctx)
		return Head{fmt.Sprintf("%d:%s", mark.Seq, mark.Hash)}, err
	})
}
