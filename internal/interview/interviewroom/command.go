package interviewroom

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/delivery"
	"kadry/internal/room"
)

// webhook is how an operator sets up the receivers of a tenant: operations of the room in a
// form for a terminal.
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

func (c *webhookCommand) call(ctx context.Context, operation string, in, out any) error {
	return c.console.Call(ctx, *c.tenant, operation, in, out)
}

func (c *webhookCommand) secret() *cobra.Command {
	var overlap time.Duration
	cmd := &cobra.Command{
		Use:   "secret",
		Short: "Make a new signing secret and show it, once",
		Long: "Make a new signing secret and show it, once. For the overlap every webhook carries two signatures, " +
			"by the new secret and by the old one, so that receivers can change over.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := interview.CheckOverlap(overlap); err != nil {
				return err
			}
			var made struct{ Secret string }
			if err := c.call(cmd.Context(), "rotate_webhook_secret", map[string]any{"overlap_s": int(overlap.Seconds())}, &made); err != nil {
				return err
			}
			_, err := fmt.Fprintln(c.console.Out, made.Secret)
			return err
		},
	}
	cmd.Flags().DurationVar(&overlap, "overlap", 24*time.Hour, "how long the old secret signs beside the new one")
	return cmd
}

func (c *webhookCommand) show() *cobra.Command {
	return &cobra.Command{
		Use:   "show",
		Short: "Show how a tenant's webhooks are sent; the secret is not shown",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return c.showEndpoint(cmd.Context(), "get_webhook", nil) },
	}
}

// showEndpoint shows the settings that an operation answers.
func (c *webhookCommand) showEndpoint(ctx context.Context, operation string, in map[string]any) error {
	var e struct {
		Payload     string
		Hosts       []string
		Retention   int `json:"retention_days"`
		Signed      bool
		SecretSince time.Time `json:"secret_since"`
		OldUntil    time.Time `json:"old_secret_until"`
	}
	if err := c.call(ctx, operation, in, &e); err != nil {
		return err
	}
	w := tabwriter.NewWriter(c.console.Out, 0, 4, 2, ' ', 0)
	lang := c.console.Lang()
	signed := fault.Say("no secret yet", "секрета пока нет")
	if e.Signed {
		signed = fault.Say("since %s", "с %s", e.SecretSince.Format(time.RFC3339))
	}
	fmt.Fprintf(w, "payload\t%s\nhosts\t%s\nretention_days\t%d\nsecret\t%s\n", e.Payload, strings.Join(e.Hosts, ","), e.Retention, signed.In(lang))
	if !e.OldUntil.IsZero() {
		fmt.Fprintln(w, fault.Say("old secret until\t%s", "прежний секрет до\t%s", e.OldUntil.Format(time.RFC3339)).In(lang))
	}
	for _, warning := range c.house.Warnings {
		fmt.Fprintf(w, "%s\t%s\n", fault.Say("warning", "предупреждение").In(lang), warning.In(lang))
	}
	return w.Flush()
}

func (c *webhookCommand) set() *cobra.Command {
	var payload string
	var hosts []string
	var days int
	cmd := &cobra.Command{
		Use:   "set",
		Short: "Change how a tenant's webhooks are sent; what is not named stays",
		Args:  cobra.NoArgs,
	}
	cmd.Flags().StringVar(&payload, "payload", "", strings.Join(delivery.Shapes(), ", "))
	cmd.Flags().StringSliceVar(&hosts, "hosts", nil, "the only receivers, by name or .domain; an empty value allows any public one")
	cmd.Flags().IntVar(&days, "retention-days", 0, "days an interview is kept after its end; 0 is the server's rule")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		said := map[string]any{"payload": payload, "hosts": hosts, "retention_days": days}
		for field, flag := range map[string]string{"payload": "payload", "hosts": "hosts", "retention_days": "retention-days"} {
			if !cmd.Flags().Changed(flag) {
				delete(said, field)
			}
		}
		return c.showEndpoint(cmd.Context(), "save_webhook", said)
	}
	return cmd
}

func (c *webhookCommand) test() *cobra.Command {
	var to string
	cmd := &cobra.Command{
		Use:   "test",
		Short: "Send a signed test event to an address and say how it went",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if to == "" {
				return fault.E(fault.Invalid, fault.Say("Name the receiver with --url.", "Укажите получателя через --url."), nil)
			}
			var d struct {
				State    delivery.State
				Attempts []struct {
					Class  string
					Status int
					Took   int64 `json:"took_ms"`
				}
			}
			if err := c.call(cmd.Context(), "test_webhook", map[string]any{"webhook_url": to}, &d); err != nil {
				return err
			}
			for _, a := range d.Attempts {
				fmt.Fprintln(c.console.Out, fault.Say("%s %d in %d ms", "%s %d за %d мс", a.Class, a.Status, a.Took).In(c.console.Lang()))
			}
			if d.State != delivery.Done {
				return fault.E(fault.Upstream, fault.Say("The receiver did not take the event.", "Получатель не принял событие."), nil)
			}
			return nil
		},
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
		RunE: func(cmd *cobra.Command, _ []string) error {
			var done struct{ Redelivered int }
			since := time.Now().Add(-age).Format(time.RFC3339Nano)
			if err := c.call(cmd.Context(), "redeliver_dead", map[string]any{"since": since}, &done); err != nil {
				return err
			}
			_, err := fmt.Fprintln(c.console.Out, fault.Say("%d events are sent again", "отправлено заново событий: %d", done.Redelivered).In(c.console.Lang()))
			return err
		},
	}
	cmd.Flags().DurationVar(&age, "since", 72*time.Hour, "how old the events may be")
	return cmd
}
