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
	what, state fault.Text
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
			lang := c.env.lang(cfg.Lang)
			var failed []error
			for _, f := range findings {
				state := f.state.In(lang)
				if f.err != nil {
					state, failed = fault.Say("FAILED", "СБОЙ").In(lang)+" "+fault.From(f.err).Text.In(lang), append(failed, f.err)
				}
				fmt.Fprintf(w, "%s\t%s\n", f.what.In(lang), state)
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
		return []finding{{what: fault.Say("tokens", "токены"), err: err}}
	}
	database := fault.Say("database", "база данных")
	found := []finding{{what: fault.Say("tokens", "токены"), state: fault.Say("%d in %s", "%d в файле %s", tokens.Len(), cfg.Tokens())}}
	for _, said := range openToOthers(cfg.Data) {
		found = append(found, finding{what: fault.Say("data folder", "папка данных"), state: said})
	}
	h, err := build(ctx, c.program, cfg, c.logger(cfg), "")
	if err != nil {
		return append(found, finding{what: database, err: err})
	}
	versions, err := h.db.Version(ctx, schemas(c.rooms)...)
	found = append(found, finding{what: database, state: asIs(string(h.db.Engine())), err: err})
	for _, v := range versions {
		found = append(found, finding{what: fault.Say("schema %s", "схема %s", v.Schema), state: fault.Say("%d of %d", "%d из %d", v.Current, v.Latest)})
	}
	found = append(found, finding{what: fault.Say("cache", "кэш"), state: asIs(string(h.cache.Stats().Backend)), err: h.cache.Check(ctx)})
	found = append(found, finding{what: fault.Say("taxonomy", "справочник"), state: fault.Say("%d skills, %s", "навыков: %d, %s", h.skills.Len(), h.skills.Version())})
	for _, r := range h.rooms {
		for _, check := range r.Checks {
			state, err := check.Run(ctx)
			found = append(found, finding{what: check.Name, state: state, err: err})
		}
	}
	found = append(found, h.examineQueue(ctx)...)
	return append(found, finding{what: fault.Say("shutdown", "завершение"), state: fault.Say("clean", "без ошибок"), err: h.close()})
}

// asIs is a name that no language translates.
func asIs(name string) fault.Text { return fault.Text{EN: name, RU: name} }

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
		fmt.Fprintln(c.env.Out, fault.Say("%s: schema %s %d of %d", "%s: схема %s %d из %d", db.Engine(), v.Schema, v.Current, v.Latest).In(c.env.lang(cfg.Lang)))
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
	found := []finding{{what: fault.Say("queue", "очередь"), state: fault.Say("%d ready, %d given up", "готово: %d, прекращено: %d", ready, dead), err: err}}
	verdict, err := h.audit.Verify(ctx, audit.Mark{})
	if err == nil && verdict.Broken != nil {
		err = brokenChain(verdict)
	}
	return append(found, finding{what: fault.Say("audit log", "журнал аудита"), state: entriesHold(verdict), err: err})
}
