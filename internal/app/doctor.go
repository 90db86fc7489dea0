package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"kadry/internal/access"
	"kadry/internal/audit"
	"kadry/internal/config"
	"kadry/internal/fault"
)

// finding is one line of the doctor's report.
type finding struct {
	what, state string
	err         error
}

func (c *commands) doctor() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check that everything this installation needs is there and works",
		Args:  cobra.NoArgs,
		RunE: c.configured(func(ctx context.Context, cfg *config.Loaded) error {
			findings := c.examine(ctx, cfg)
			w := tabwriter.NewWriter(c.env.Out, 0, 4, 2, ' ', 0)
			var failed []error
			for _, f := range findings {
				state := f.state
				if f.err != nil {
					state, failed = "FAILED "+fault.From(f.err).Text.In(c.env.lang(cfg.Lang)), append(failed, f.err)
				}
				fmt.Fprintf(w, "%s\t%s\n", f.what, state)
			}
			return errors.Join(errors.Join(failed...), w.Flush())
		}),
	}
	return cmd
}

// examine opens everything as serve would and tries it.
func (c *commands) examine(ctx context.Context, cfg *config.Loaded) []finding {
	tokens, err := access.Open(cfg.Tokens())
	if err != nil {
		return []finding{{what: "tokens", err: err}}
	}
	found := []finding{{what: "tokens", state: fmt.Sprintf("%d in %s", tokens.Len(), cfg.Tokens())}}
	for _, said := range openToOthers(cfg.Data) {
		found = append(found, finding{what: "data folder", state: said.In(c.env.lang(cfg.Lang))})
	}
	h, err := build(ctx, c.program, cfg, c.logger(cfg), "")
	if err != nil {
		return append(found, finding{what: "database", err: err})
	}
	versions, err := h.db.Version(ctx, schemas(c.rooms)...)
	found = append(found, finding{what: "database", state: string(h.db.Engine()), err: err})
	for _, v := range versions {
		found = append(found, finding{what: "schema " + v.Schema, state: fmt.Sprintf("%d of %d", v.Current, v.Latest)})
	}
	found = append(found, finding{what: "cache", state: string(h.cache.Stats().Backend), err: h.cache.Check(ctx)})
	found = append(found, finding{what: "taxonomy", state: fmt.Sprintf("%d skills, %s", h.skills.Len(), h.skills.Version())})
	for _, r := range h.rooms {
		for _, check := range r.Checks {
			state, err := check.Run(ctx)
			found = append(found, finding{what: check.Name, state: state, err: err})
		}
	}
	found = append(found, h.examineQueue(ctx)...)
	return append(found, finding{what: "shutdown", state: "clean", err: h.close()})
}

// openToOthers says that other users of this machine can look into the data folder, if they can.
func openToOthers(folder string) []fault.Text {
	info, err := os.Stat(folder)
	if err != nil || info.Mode().Perm()&0o077 == 0 || runtime.GOOS == "windows" {
		return nil // one that is not there yet is made for its owner alone
	}
	return []fault.Text{fault.Say("Other users of this machine have access to the data folder %s (mode %#o): run `chmod 700 %[1]s`.",
		"У других пользователей этой машины есть доступ к папке данных %s (права %#o): выполните `chmod 700 %[1]s`.", folder, info.Mode().Perm())}
}

func (c *commands) migrateTo(ctx context.Context, cfg *config.Loaded, onlyShow bool) error {
	tables := schemas(c.rooms)
	db, err := openUntouched(ctx, cfg)
	if err == nil && !onlyShow {
		err = db.Migrate(ctx, tables...)
	}
	if err != nil {
		return err
	}
	versions, err := db.Version(ctx, tables...)
	for _, v := range versions {
		fmt.Fprintf(c.env.Out, "%s: schema %s %d of %d\n", db.Engine(), v.Schema, v.Current, v.Latest)
	}
	return errors.Join(err, db.Close())
}

// examineQueue checks the queue and the chain of the audit log.
func (h *house) examineQueue(ctx context.Context) []finding {
	counts, err := h.queue.Snapshot(ctx)
	ready, dead := int64(0), int64(0)
	for _, n := range counts {
		ready, dead = ready+n.Ready, dead+n.Dead
	}
	found := []finding{{what: "queue", state: fmt.Sprintf("%d ready, %d given up", ready, dead), err: err}}
	verdict, err := h.audit.Verify(ctx, audit.Mark{})
	if err == nil && verdict.Broken != nil {
		err = brokenChain(verdict)
	}
	return append(found, finding{what: "audit log", state: fmt.Sprintf("%d entries hold", verdict.Verified), err: err})
}
