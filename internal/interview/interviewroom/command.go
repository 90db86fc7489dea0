package interviewroom

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"kadry/internal/fault"
	"kadry/internal/interview/delivery"
	"kadry/internal/room"
)

// webhook is how an operator sets up the receivers of a tenant.
func (w *wiring) webhook(console room.Console) *cobra.Command {
	cmd := &cobra.Command{Use: "webhook", Short: "Say how a tenant's webhooks are signed and sent, and try them"}
	c := &webhookCommand{wiring: w, console: console, tenant: cmd.PersistentFlags().String("tenant", "default", "whose webhooks")}
	cmd.AddCommand(c.secret(), c.show(), c.set(), c.test(), c.redeliver())
	return cmd
}

// webhookCommand is one run of a command on the webhooks of a tenant.
type webhookCommand struct {
	*wiring
	console room.Console
	tenant  *string
}

// opened runs a command in an open room.
func (c *webhookCommand) opened(run func(ctx context.Context) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, _ []string) error {
		ctx, err := c.console.Open(cmd)
		if err != nil {
			return err
		}
		return run(ctx)
	}
}

func (c *webhookCommand) secret() *cobra.Command {
	var overlap time.Duration
	cmd := &cobra.Command{
		Use:   "secret",
		Short: "Make a new signing secret and show it, once",
		Long: "Make a new signing secret and show it, once. For the overlap every webhook carries two signatures, " +
			"by the new secret and by the old one, so that receivers can change over.",
		Args: cobra.NoArgs,
		RunE: c.opened(func(ctx context.Context) error {
			secret, err := c.interviews.RotateSecret(ctx, *c.tenant, overlap)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(c.console.Out, secret)
			return err
		}),
	}
	cmd.Flags().DurationVar(&overlap, "overlap", 24*time.Hour, "how long the old secret signs beside the new one")
	return cmd
}

func (c *webhookCommand) show() *cobra.Command {
	return &cobra.Command{
		Use:   "show",
		Short: "Show how a tenant's webhooks are sent; the secret is not shown",
		Args:  cobra.NoArgs,
		RunE: c.opened(func(ctx context.Context) error {
			e, err := c.interviews.Endpoint(ctx, *c.tenant)
			if err != nil {
				return err
			}
			return c.showEndpoint(e)
		}),
	}
}

func (c *webhookCommand) showEndpoint(e delivery.Endpoint) error {
	w := tabwriter.NewWriter(c.console.Out, 0, 4, 2, ' ', 0)
	signed := "no secret yet"
	if e.Signed {
		signed = "since " + e.SecretSince.Format(time.RFC3339)
	}
	fmt.Fprintf(w, "payload\t%s\nhosts\t%s\nretention_days\t%d\nsecret\t%s\n", e.Shape, strings.Join(e.Hosts, ","), e.Retain, signed)
	if !e.OldUntil.IsZero() {
		fmt.Fprintf(w, "old secret until\t%s\n", e.OldUntil.Format(time.RFC3339))
	}
	lang := c.console.Lang()
	for _, warning := range c.house.Warnings {
		fmt.Fprintf(w, "warning\t%s\n", warning.In(lang))
	}
	return w.Flush()
}

func (c *webhookCommand) set() *cobra.Command {
	var said delivery.Endpoint
	cmd := &cobra.Command{
		Use:   "set",
		Short: "Change how a tenant's webhooks are sent; what is not named stays",
		Args:  cobra.NoArgs,
	}
	cmd.Flags().StringVar(&said.Shape, "payload", "", strings.Join(delivery.Shapes(), ", "))
	cmd.Flags().StringSliceVar(&said.Hosts, "hosts", nil, "the only receivers, by name or .domain; an empty value allows any public one")
	cmd.Flags().IntVar(&said.Retain, "retention-days", 0, "days an interview is kept after its end; 0 is the server's rule")
	cmd.RunE = c.opened(func(ctx context.Context) error {
		e, err := c.interviews.Endpoint(ctx, *c.tenant)
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
		if e, err = c.interviews.SaveEndpoint(ctx, *c.tenant, e); err != nil {
			return err
		}
		return c.showEndpoint(e)
	})
	return cmd
}

func (c *webhookCommand) test() *cobra.Command {
	var to string
	cmd := &cobra.Command{
		Use:   "test",
		Short: "Send a signed test event to an address and say how it went",
		Args:  cobra.NoArgs,
		RunE: c.opened(func(ctx context.Context) error {
			if to == "" {
				return fault.E(fault.Invalid, fault.Say("Name the receiver with --url.", "Укажите получателя через --url."), nil)
			}
			d, err := c.interviews.TestDelivery(ctx, *c.tenant, to)
			if err != nil {
				return err
			}
			for _, a := range d.Attempts {
				fmt.Fprintf(c.console.Out, "%s %d in %d ms\n", a.Class, a.Status, a.Took.Milliseconds())
			}
			if d.State != delivery.Done {
				return fault.E(fault.Upstream, fault.Say("The receiver did not take the event.", "Получатель не принял событие."), nil)
			}
			return nil
		}),
	}
	cmd.Flags().StringVar(&to, "url", "", "the receiver")
	return cmd
}

func (c *webhookCommand) redeliver() *cobra.Command {
	var age time.Duration
	cmd := &cobra.Command{
		Use:   "redeliver",
		Short: "Send again what was given up",
		Args:  cobra.NoArgs,
		RunE: c.opened(func(ctx context.Context) error {
			n, err := c.interviews.RedeliverDead(ctx, *c.tenant, time.Now().Add(-age))
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(c.console.Out, "%d events are sent again\n", n)
			return err
		}),
	}
	cmd.Flags().DurationVar(&age, "since", 72*time.Hour, "how old the events may be")
	return cmd
}
