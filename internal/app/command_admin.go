package app

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"kadry/internal/access"
	"kadry/internal/admin"
	"kadry/internal/audit"
	"kadry/internal/cli"
	"kadry/internal/fault"
	"kadry/internal/op"
)

// operate calls an operation for the operator at this machine, as one of a tenant, in the
// house of the settings that the command was given, and reads its answer into out. What
// this process would serve to others does not matter to it.
func (c *commands) operate(ctx context.Context, tenant, operation string, in, out any) error {
	return c.asked(ctx, tenant, operation, in, out, func(ctx context.Context, o *op.Op, args []byte) (op.Result, error) {
		return c.home.pipeline.Call(ctx, o, args)
	})
}

// follow is operate for work that is longer than a call.
func (c *commands) follow(ctx context.Context, operation string, in, out any) error {
	return c.asked(ctx, "", operation, in, out, func(ctx context.Context, o *op.Op, args []byte) (op.Result, error) {
		return cli.Call(ctx, cli.Config{Caller: op.CallerFrom(ctx), In: c.env.In, Err: c.env.Err, Dumb: c.env.dumb(), Call: c.home.pipeline.Call, Begin: c.begin}, o, args)
	})
}

// asked calls an operation as the operator at this machine, in the way that call does.
func (c *commands) asked(ctx context.Context, tenant, operation string, in, out any, call func(context.Context, *op.Op, []byte) (op.Result, error)) error {
	if err := c.opens(ctx); err != nil {
		return err
	}
	o, err := c.home.all.Lookup(operation)
	if err != nil {
		return err
	}
	args, err := json.Marshal(in)
	if err != nil {
		return fmt.Errorf("app: input of %s: %w", operation, err)
	}
	caller := c.caller()
	caller.Tenant, caller.Lang, caller.Budget = cmp.Or(tenant, caller.Tenant), c.env.lang(c.home.cfg.Lang), -1
	result, err := call(op.WithCaller(ctx, caller), o, args)
	if err != nil {
		return err
	}
	return json.Unmarshal(result.JSON, out)
}

// operation is the run of a command that asks one operation and shows what it answers. input
// is made when the flags are read.
func operation[Out any](c *commands, name string, input func(args []string) (any, error), show func(Out) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		in, err := input(args)
		if err != nil {
			return err
		}
		var out Out
		if err := c.operate(cmd.Context(), "", name, in, &out); err != nil {
			return err
		}
		return show(out)
	}
}

// given is the input of an operation that needs no more than these fields.
func given(fields map[string]any) func([]string) (any, error) {
	return func([]string) (any, error) { return fields, nil }
}

// said is a text in the language of whoever runs the command.
func (c *commands) said(text fault.Text) string { return text.In(c.caller().Lang) }

// table writes rows under a line of column names.
func (c *commands) table(columns fault.Text, rows func(io.Writer)) error {
	w := tabwriter.NewWriter(c.env.Out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, c.said(columns))
	rows(w)
	return w.Flush()
}

func (c *commands) token() *cobra.Command {
	cmd := &cobra.Command{Use: "token", Short: "Create, list and revoke access tokens"}
	cmd.AddCommand(c.tokenCreate(), &cobra.Command{
		Use:   "list",
		Short: "List tokens by name; the tokens themselves are not kept",
		Args:  cobra.NoArgs,
		RunE: operation(c, "list_tokens", given(nil), func(list admin.Tokens) error {
			return c.table(fault.Say("NAME\tTENANT\tTOOLSETS\tREAD-ONLY\tCREATED", "ИМЯ\tАРЕНДАТОР\tНАБОРЫ\tТОЛЬКО ЧТЕНИЕ\tСОЗДАН"), func(w io.Writer) {
				for _, g := range list.Items {
					fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", g.Name, g.Tenant, strings.Join(g.Toolsets, ","), c.said(yesNo(g.ReadOnly)), g.Created.Format(time.DateOnly))
				}
			})
		}),
	}, &cobra.Command{
		Use:   "revoke NAME",
		Short: "Revoke a token; running servers refuse it at once",
		Args:  cobra.ExactArgs(1),
		RunE: operation(c, "revoke_token", func(args []string) (any, error) {
			return map[string]any{"name": args[0], "confirm": true}, nil
		}, func(admin.Revoked) error { return nil }),
	})
	return cmd
}

// yesNo is true or false for people; scripts read the English words.
func yesNo(is bool) fault.Text {
	if is {
		return fault.Say("true", "да")
	}
	return fault.Say("false", "нет")
}

func (c *commands) tokenCreate() *cobra.Command {
	var grant access.Grant
	cmd := &cobra.Command{
		Use:   "create NAME",
		Short: "Create a token and show it, once",
		Args:  cobra.ExactArgs(1),
		RunE: operation(c, "create_token", func(args []string) (any, error) {
			return map[string]any{
				"name": args[0], "tenant": grant.Tenant, "toolsets": grant.Toolsets, "read_only": grant.ReadOnly, "admin": grant.Admin,
			}, nil
		}, func(made admin.Created) error {
			_, err := fmt.Fprintln(c.env.Out, made.Token)
			return err
		}),
	}
	cmd.Flags().StringVar(&grant.Tenant, "tenant", access.DefaultTenant, "whose data the token opens")
	cmd.Flags().StringSliceVar(&grant.Toolsets, "toolsets", nil, "toolsets the token may use, and metrics for /metrics; empty is all")
	cmd.Flags().BoolVar(&grant.ReadOnly, "read-only", false, "only operations that change nothing")
	cmd.Flags().BoolVar(&grant.Admin, "admin", false, "also operations on secrets, tokens and the audit log")
	return cmd
}

func (c *commands) audit() *cobra.Command {
	cmd := &cobra.Command{Use: "audit", Short: "Check and read the log of who did what"}
	cmd.AddCommand(c.auditVerify(), &cobra.Command{
		Use:   "head",
		Short: "Show the end of the chain, to be written down elsewhere",
		Args:  cobra.NoArgs,
		RunE: operation(c, "get_audit_head", given(nil), func(end admin.Head) error {
			_, err := fmt.Fprintln(c.env.Out, end.Head)
			return err
		}),
	}, c.auditList())
	return cmd
}

func (c *commands) auditVerify() *cobra.Command {
	var known string
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Compute the chain of the log anew and say whether it holds",
		Long: "Compute the chain of the log anew and say whether it holds: an entry that was changed, removed, moved or put in breaks it. " +
			"With a head that was written down before, a log that lost its end is found too.",
		Args: cobra.NoArgs,
		RunE: operation(c, "verify_audit", func([]string) (any, error) {
			return map[string]any{"head": known}, nil
		}, func(v audit.Verdict) error {
			if v.Broken != nil {
				return brokenChain(v)
			}
			_, err := fmt.Fprintln(c.env.Out, c.said(entriesHold(v)))
			return err
		}),
	}
	cmd.Flags().StringVar(&known, "head", "", "a head of `kadry audit head`, written down before")
	return cmd
}

func entriesHold(v audit.Verdict) fault.Text {
	return fault.Say("%d entries hold", "записей в порядке: %d", v.Verified)
}

func brokenChain(v audit.Verdict) error {
	return fault.E(fault.Internal, fault.Say("The audit log does not hold at entry %d: %s.", "Журнал аудита нарушен на записи %d: %s.", v.Broken.Seq, v.Broken.What), nil)
}

func (c *commands) auditList() *cobra.Command {
	var tenant, subject string
	var limit int
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the newest entries of a tenant",
		Args:  cobra.NoArgs,
		RunE: operation(c, "list_audit_entries", func([]string) (any, error) {
			if limit < 1 {
				return nil, usage(fault.Say("--limit must be above 0.", "--limit должен быть больше 0."), nil)
			}
			return map[string]any{"tenant": tenant, "subject": subject, "limit": min(limit, admin.MaxEntries)}, nil
		}, func(page admin.Entries) error {
			return c.table(fault.Say("SEQ\tAT\tACTOR\tACTION\tSUBJECT\tDETAIL", "НОМЕР\tВРЕМЯ\tКТО\tДЕЙСТВИЕ\tПРЕДМЕТ\tПОДРОБНОСТИ"), func(w io.Writer) {
				for _, e := range page.Items {
					fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\n", e.Seq, e.At.Format(time.RFC3339), e.Actor, e.Action, e.Subject, details(e.Detail))
				}
			})
		}),
	}
	cmd.Flags().StringVar(&tenant, "tenant", access.DefaultTenant, "whose entries")
	cmd.Flags().StringVar(&subject, "subject", "", "only of this interview or vacancy")
	cmd.Flags().IntVar(&limit, "limit", 50, "how many")
	return cmd
}

func (c *commands) jobs() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "jobs",
		Short: "Show how the queue stands",
		Args:  cobra.NoArgs,
		RunE: operation(c, "get_queue", given(nil), func(q admin.Queue) error {
			return c.table(fault.Say("KIND\tREADY\tWAITING\tRUNNING\tDEAD\tOLDEST READY", "ВИД\tГОТОВО\tЖДЁТ\tВ РАБОТЕ\tПРЕКРАЩЕНО\tСТАРШЕЕ ГОТОВОЕ"), func(w io.Writer) {
				for _, n := range q.Items {
					oldest := time.Duration(n.OldestReady) * time.Millisecond
					fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%s\n", n.Kind, n.Ready, n.Waiting, n.Running, n.Dead, oldest)
				}
			})
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
		RunE: operation(c, "list_dead_jobs", given(map[string]any{"limit": admin.MaxDeadJobs}), func(page admin.DeadJobs) error {
			return c.table(fault.Say("ID\tKIND\tATTEMPTS\tGIVEN UP\tERROR", "ID\tВИД\tПОПЫТКИ\tПРЕКРАЩЕНО\tОШИБКА"), func(w io.Writer) {
				for _, j := range page.Items {
					fmt.Fprintf(w, "%d\t%s\t%d\t%s\t%s\n", j.ID, j.Kind, j.Attempts, j.GivenUp.Format(time.RFC3339), oneLine(j.Error))
				}
			})
		}),
	}
}

func (c *commands) jobsRequeue() *cobra.Command {
	var kind string
	cmd := &cobra.Command{
		Use:   "requeue",
		Short: "Make jobs that were given up ready again; webhooks are redelivered with `kadry webhook redeliver`",
		Args:  cobra.NoArgs,
		RunE: operation(c, "requeue_jobs", func([]string) (any, error) {
			return map[string]any{"kind": kind}, nil
		}, func(again admin.Requeued) error {
			_, err := fmt.Fprintln(c.env.Out, c.said(fault.Say("%d jobs are ready again", "снова готово заданий: %d", again.Count)))
			return err
		}),
	}
	cmd.Flags().StringVar(&kind, "kind", "", "only of this kind; empty is all")
	return cmd
}

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
