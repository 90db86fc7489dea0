// Package admin declares the operations of whoever runs a server: access tokens, the audit
// log and the queue, which belong to no room. It decides only what a caller of one tenant
// may see of another; how tokens, entries and jobs are kept is in access, audit and jobs.
package admin

import (
	"context"
	"time"

	"kadry/internal/audit"
	"kadry/internal/jobs"
	"kadry/internal/op"
	"kadry/internal/store"
)

// Toolset is that of the operations.
const Toolset = "admin"

// Guide says to assistants how the operations belong together.
const Guide = "For whoever runs the server. list_tokens, create_token and revoke_token decide who may call; " +
	"list_audit_entries says who did what, verify_audit whether the log holds; " +
	"get_queue shows the work in the background, requeue_jobs tries again what list_dead_jobs shows; load_sample fills an empty base with made-up data."

// Config is what the operations work with.
type Config struct {
	DB       *store.DB
	Queue    *jobs.Queue
	Audit    *audit.Log
	Tokens   string       // path of the tokens file
	Registry *op.Registry // every operation there is: a token can only name their toolsets
	Now      func() time.Time
	Sample   func(ctx context.Context, tenant string) error         // puts made-up data into a tenant's part of the base
	Empty    func(ctx context.Context, tenant string) (bool, error) // whether a tenant has nothing yet
}

// Operations declares the operations. Over the zero Config they can be described and not
// called.
func Operations(c Config) []*op.Op {
	h := handlers{c}
	return []*op.Op{
		h.listTokens(), h.createToken(), h.revokeToken(),
		h.listAuditEntries(), h.verifyAudit(), h.getAuditHead(),
		h.getQueue(), h.listDeadJobs(), h.requeueJobs(),
		h.loadSample(),
	}
}

type handlers struct{ Config }

// declared fills in what all operations of the package share.
func declared[In, Out any](spec op.Spec, run func(context.Context, In) (Out, error)) *op.Op {
	spec.Toolset, spec.Scope = Toolset, op.ScopeAdmin
	return op.New(spec, run)
}

type none struct{}
