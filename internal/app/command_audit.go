package app

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"kadry/internal/audit"
	"kadry/internal/fault"
	"kadry/internal/jobs"
)

func (c *commands) audit() *cobra.Command {
	cmd := &cobra.Command{Use: "audit", Short: "Check and read the log of who did what to interviews"}
	cmd.AddCommand(c.auditVerify(), c.auditHead(), c.auditList())
	return cmd
}

// sealed is opened over a log without entries that wait for their place in the chain.
func (c *commands) sealed(run func(ctx context.Context, h *house) error) func(*cobra.Command, []string) error {
	return c.opened(func(ctx context.Context, h *house) error {
		if _, err := h.audit.Seal(ctx); err != nil {
			return err
		}
		return run(ctx, h)
	})
}

func (c *commands) auditVerify() *cobra.Command {
	var known string
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Compute the chain of the log anew and say whether it holds",
		Long: "Compute the chain of the log anew and say whether it holds: an entry that was changed, removed, moved or put in breaks it. " +
			"With a head that was written down before, a log that lost its end is found too.",
		Args: cobra.NoArgs,
		RunE: c.sealed(func(ctx context.Context, h *house) error {
			mark, err := readMark(known)
			if err != nil {
				return err
			}
			verdict, err := h.audit.Verify(ctx, mark)
			if err != nil {
				return err
			}
			if verdict.Broken != nil {
				return brokenChain(verdict)
			}
			_, err = fmt.Fprintf(c.env.Out, "%d entries hold\n", verdict.Verified)
			return err
		}),
	}
	cmd.Flags().StringVar(&known, "head", "", "a head of `kadry audit head`, written down before")
	return cmd
}

func brokenChain(v audit.Verdict) error {
	return fault.E(fault.Internal, fault.Say("The audit log does not hold at entry %d: %s.", "Журнал аудита нарушен на записи %d: %s.", v.Broken.Seq, v.Broken.What), nil)
}

func (c *commands) auditHead() *cobra.Command {
	return &cobra.Command{
		Use:   "head",
		Short: "Show the end of the chain, to be written down elsewhere",
		Args:  cobra.NoArgs,
		RunE: c.sealed(func(ctx context.Context, h *house) error {
			head, err := h.audit.Head(ctx)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(c.env.Out, "%d:%s\n", head.Seq, head.Hash)
			return err
		}),
	}
}

func readMark(text string) (audit.Mark, error) {
	if text == "" {
		return audit.Mark{}, nil
	}
	number, hash, _ := strings.Cut(text, ":")
	seq, err := strconv.ParseInt(number, 10, 64)
	if err != nil || hash == "" {
		return audit.Mark{}, usage(fault.Say("%q is no head of a log.", "%q — не конец журнала.", fault.Clip(text)), err)
	}
	return audit.Mark{Seq: seq, Hash: hash}, nil
}

func (c *commands) auditList() *cobra.Command {
	var tenant string
	var filter audit.Filter
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the newest entries of a tenant",
		Args:  cobra.NoArgs,
		RunE: c.sealed(func(ctx context.Context, h *house) error {
			if filter.Limit < 1 {
				return usage(fault.Say("--limit must be above 0.", "--limit должен быть больше 0."), nil)
			}
			entries, err := h.audit.List(ctx, tenant, filter)
			if err != nil {
				return err
			}
			w := tabwriter.NewWriter(c.env.Out, 0, 4, 2, ' ', 0)
			fmt.Fprintln(w, "SEQ\tAT\tACTOR\tACTION\tSUBJECT\tDETAIL")
			for _, e := range entries {
				fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\n", e.Seq, e.At.Format(time.RFC3339), e.Actor, e.Action, e.Subject, details(e.Detail))
			}
			return w.Flush()
		}),
	}
	cmd.Flags().StringVar(&tenant, "tenant", "default", "whose entries")
	cmd.Flags().StringVar(&filter.Subject, "subject", "", "only of this interview or vacancy")
	cmd.Flags().IntVar(&filter.Limit, "limit", 50, "how many")
	return cmd
}

func (c *commands) jobs() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "jobs",
		Short: "Show how the queue stands",
		Args:  cobra.NoArgs,
		RunE: c.opened(func(ctx context.Context, h *house) error {
			counts, err := h.queue.Snapshot(ctx)
			if err != nil {
				return err
			}
			w := tabwriter.NewWriter(c.env.Out, 0, 4, 2, ' ', 0)
			fmt.Fprintln(w, "KIND\tREADY\tWAITING\tRUNNING\tDEAD\tOLDEST READY")
			for _, kind := range sortedKinds(counts) {
				n := counts[kind]
				fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%s\n", kind, n.Ready, n.Waiting, n.Running, n.Dead, n.OldestReady.Round(time.Millisecond))
			}
			return w.Flush()
		}),
	}
	cmd.AddCommand(c.jobsDead(), c.jobsRequeue())
	return cmd
}

func (c *commands) jobsDead() *cobra.Command {
	return &cobra.Command{
		Use:   "dead",
		Short: "List jobs that were given up, with the last error",
		Args:  cobra.NoArgs,
		RunE: c.opened(func(ctx context.Context, h *house) error {
			list, err := h.queue.List(ctx, jobs.Filter{State: jobs.Dead})
			if err != nil {
				return err
			}
			w := tabwriter.NewWriter(c.env.Out, 0, 4, 2, ' ', 0)
			fmt.Fprintln(w, "ID\tKIND\tATTEMPTS\tGIVEN UP\tERROR")
			for _, j := range list {
				fmt.Fprintf(w, "%d\t%s\t%d\t%s\t%s\n", j.ID, j.Kind, j.Attempt, j.Finished.Format(time.RFC3339), oneLine(j.Error))
			}
			return w.Flush()
		}),
	}
}

func (c *commands) jobsRequeue() *cobra.Command {
	var kind string
	cmd := &cobra.Command{
		Use:   "requeue",
		Short: "Make jobs that were given up ready again; webhooks are redelivered with `kadry webhook redeliver`",
		Args:  cobra.NoArgs,
		RunE: c.opened(func(ctx context.Context, h *house) error {
			counts, err := h.queue.Snapshot(ctx)
			if err != nil {
				return err
			}
			if _, known := counts[kind]; kind != "" && !known {
				kinds := strings.Join(sortedKinds(counts), ", ")
				return usage(fault.Say("There is no kind of job %q; there are %s.", "Заданий вида %q нет; есть %s.", fault.Clip(kind), kinds), nil)
			}
			n := 0
			err = h.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
				n, err = h.queue.RequeueAll(ctx, tx, jobs.Filter{Kind: kind})
				return err
			})
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(c.env.Out, "%d jobs are ready again\n", n)
			return err
		}),
	}
	cmd.Flags().StringVar(&kind, "kind", "", "only of this kind; empty is all")
	return cmd
}

func sortedKinds(counts map[string]jobs.Count) []string { return slices.Sorted(maps.Keys(counts)) }

// details writes an entry's detail on one line.
func details(detail map[string]string) string {
	var parts []string
	for _, key := range slices.Sorted(maps.Keys(detail)) {
		if detail[key] != "" {
			parts = append(parts, key+"="+detail[key])
		}
	}
	return oneLine(strings.Join(parts, " "))
}

// oneLine keeps foreign text from forging lines of a table.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}
