package app

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"kadry/internal/access"
	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/op"
)

// webhook is how an operator sets up the receivers of a tenant.
func (c *commands) webhook() *cobra.Command {
	cmd := &cobra.Command{Use: "webhook", Short: "Say how a tenant's webhooks are signed and sent, and try them"}
	tenant := cmd.PersistentFlags().String("tenant", access.DefaultTenant, "whose webhooks")
	cmd.AddCommand(c.webhookSecret(tenant), c.webhookShow(tenant), c.webhookSet(tenant), c.webhookTest(tenant), c.webhookRedeliver(tenant))
	return cmd
}

// opened runs a command in a house that it opens.
func (c *commands) opened(run func(ctx context.Context, h *house) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, _ []string) (err error) {
		if c.home, err = c.open(cmd.Context(), cmd); err != nil {
			return err
		}
		return run(op.WithCaller(cmd.Context(), c.caller()), c.home)
	}
}

func (c *commands) webhookSecret(tenant *string) *cobra.Command {
	var overlap time.Duration
	cmd := &cobra.Command{
		Use:   "secret",
		Short: "Make a new signing secret and show it, once",
		Long: "Make a new signing secret and show it, once. For the overlap every webhook carries two signatures, " +
			"by the new secret and by the old one, so that receivers can change over.",
		Args: cobra.NoArgs,
		RunE: c.opened(func(ctx context.Context, h *house) error {
			secret, err := h.interviews.RotateSecret(ctx, *tenant, overlap)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(c.env.Out, secret)
			return err
		}),
	}
	cmd.Flags().DurationVar(&overlap, "overlap", 24*time.Hour, "how long the old secret signs beside the new one")
	return cmd
}

func (c *commands) webhookShow(tenant *string) *cobra.Command {
	return &cobra.Command{
		Use:   "show",
		Short: "Show how a tenant's webhooks are sent; the secret is not shown",
		Args:  cobra.NoArgs,
		RunE: c.opened(func(ctx context.Context, h *house) error {
			e, err := h.interviews.Endpoint(ctx, *tenant)
			if err != nil {
				return err
			}
			return c.showEndpoint(h, e)
		}),
	}
}

func (c *commands) showEndpoint(h *house, e interview.Endpoint) error {
	w := tabwriter.NewWriter(c.env.Out, 0, 4, 2, ' ', 0)
	signed := "no secret yet"
	if e.Signed {
		signed = "since " + e.SecretSince.Format(time.RFC3339)
	}
	fmt.Fprintf(w, "payload\t%s\nhosts\t%s\nretention_days\t%d\nsecret\t%s\n", e.Shape, strings.Join(e.Hosts, ","), e.Retain, signed)
	if !e.OldUntil.IsZero() {
		fmt.Fprintf(w, "old secret until\t%s\n", e.OldUntil.Format(time.RFC3339))
	}
	lang := c.env.lang(h.cfg.Lang)
	for _, warning := range warnings(h.cfg) {
		fmt.Fprintf(w, "warning\t%s\n", warning.In(lang))
	}
	return w.Flush()
}

func (c *commands) webhookSet(tenant *string) *cobra.Command {
	var said interview.Endpoint
	cmd := &cobra.Command{
		Use:   "set",
		Short: "Change how a tenant's webhooks are sent; what is not named stays",
		Args:  cobra.NoArgs,
	}
	cmd.Flags().StringVar(&said.Shape, "payload", "", strings.Join(interview.Shapes(), ", "))
	cmd.Flags().StringSliceVar(&said.Hosts, "hosts", nil, "the only receivers, by name or .domain; an empty value allows any public one")
	cmd.Flags().IntVar(&said.Retain, "retention-days", 0, "days an interview is kept after its end; 0 is the server's rule")
	cmd.RunE = c.opened(func(ctx context.Context, h *house) error {
		e, err := h.interviews.Endpoint(ctx, *tenant)
		if err != nil {
			return err
		}
		if cmd.Flags().Changed("payload") {
			e.Shape = said.Shape
		}
		if cmd.Flags().Changed("hosts") {
			e.Hosts = said.Hosts
		}
		if cmd.Flags().Changed("retention-days") {
			e.Retain = said.Retain
		}
		if e, err = h.interviews.SaveEndpoint(ctx, *tenant, e); err != nil {
			return err
		}
		return c.showEndpoint(h, e)
	})
	return cmd
}

func (c *commands) webhookTest(tenant *string) *cobra.Command {
	var to string
	cmd := &cobra.Command{
		Use:   "test",
		Short: "Send a signed test event to an address and say how it went",
		Args:  cobra.NoArgs,
		RunE: c.opened(func(ctx context.Context, h *house) error {
			if to == "" {
				return usage(fault.Say("Name the receiver with --url.", "Укажите получателя через --url."), nil)
			}
			d, err := h.interviews.TestDelivery(ctx, *tenant, to)
			if err != nil {
				return err
			}
			for _, a := range d.Attempts {
				fmt.Fprintf(c.env.Out, "%s %d in %d ms\n", a.Class, a.Status, a.Took.Milliseconds())
			}
			if d.State != interview.DeliveryDone {
				return fault.E(fault.Upstream, fault.Say("The receiver did not take the event.", "Получатель не принял событие."), nil)
			}
			return nil
		}),
	}
	cmd.Flags().StringVar(&to, "url", "", "the receiver")
	return cmd
}

func (c *commands) webhookRedeliver(tenant *string) *cobra.Command {
	var age time.Duration
	cmd := &cobra.Command{
		Use:   "redeliver",
		Short: "Send again what was given up",
		Args:  cobra.NoArgs,
		RunE: c.opened(func(ctx context.Context, h *house) error {
			n, err := h.interviews.RedeliverDead(ctx, *tenant, time.Now().Add(-age))
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(c.env.Out, "%d events are sent again\n", n)
			return err
		}),
	}
	cmd.Flags().DurationVar(&age, "since", 72*time.Hour, "how old the events may be")
	return cmd
}
