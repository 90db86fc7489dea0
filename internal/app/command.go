package app

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"kadry/internal/access"
	"kadry/internal/cli"
	"kadry/internal/config"
	"kadry/internal/fault"
	"kadry/internal/obs"
	"kadry/internal/op"
	"kadry/internal/room"
)

// commands builds the command tree of one run.
type commands struct {
	env Env
	*program
	file string // --config
	set  flags
	runs *cobra.Command // the command being run
	solo bool           // the command is the only one with its address; see identity
	home *house         // opened for the first operation; close closes it

	started func() // ends what startMemory began
}

// flags are the settings that the command line may override.
type flags struct {
	addr, data                                  string
	toolsets, tools, excludeTools, allowedHosts []string
	readOnly, sample, idle, takeover            bool
}

func (c *commands) root() (*cobra.Command, error) {
	root := &cobra.Command{
		Use:              "kadry",
		Short:            "Hire on evidence: one server for assistants, systems and people",
		Version:          Version,
		PersistentPreRun: func(cmd *cobra.Command, _ []string) { c.runs = cmd },
	}
	root.PersistentFlags().StringVar(&c.file, "config", "", "settings file (default: kadry.toml in this folder, if there is one)")
	root.PersistentFlags().StringVar(&c.set.data, "data", "", "folder for the embedded database (KADRY_DATA)")
	root.AddCommand(c.serve(), c.work(), c.stdio(), c.migrate(), c.token(), c.audit(), c.jobs(), c.config(), c.doctor(), c.health(), c.docs())
	root.AddCommand(children(c.rooms, c.env.In, c.env.Out)...)
	root.AddCommand(c.operations()...)
	c.addCommands(root)
	root.SetIn(c.env.In)
	root.SetOut(c.env.Out)
	root.SetErr(c.env.Err)
	return root, cli.Adopt(root, c.env.lang(""), helpOf(c.rooms)...)
}

//go:embed help.ru.json
var help []byte

// helpOf is the Russian help of the commands here and of those that rooms bring.
func helpOf(rooms []room.Room) []cli.HelpFile {
	files := []cli.HelpFile{{Name: "app", Text: help}}
	for _, r := range rooms {
		if len(r.Help) > 0 {
			files = append(files, cli.HelpFile{Name: r.Name, Text: r.Help})
		}
	}
	return files
}

// load reads the settings and puts the flags over them.
func (c *commands) load(cmd *cobra.Command) (*config.Loaded, error) {
	cfg, err := config.Load(cmd.Context(), c.file, c.env.Lookup, c.sections()...)
	if err != nil {
		return nil, usage(fault.Say("The settings are not usable: %s", "Настройки непригодны: %s", err.Error()), err)
	}
	changed := func(flag, key string, apply func()) {
		if f := cmd.Flags().Lookup(flag); f != nil && f.Changed {
			apply()
			cfg.Override(key)
		}
	}
	changed("data", "data", func() { cfg.Data = c.set.data })
	changed("addr", "addr", func() { cfg.Addr = c.set.addr })
	changed("toolsets", "toolsets", func() { cfg.Toolsets = c.set.toolsets })
	changed("tools", "tools", func() { cfg.Tools = c.set.tools })
	changed("exclude-tools", "exclude_tools", func() { cfg.ExcludeTools = c.set.excludeTools })
	changed("read-only", "read_only", func() { cfg.ReadOnly = c.set.readOnly })
	changed("allowed-hosts", "allowed_hosts", func() { cfg.AllowedHosts = c.set.allowedHosts })
	return cfg, nil
}

func (c *commands) selectionFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringSliceVar(&c.set.toolsets, "toolsets", nil, "toolsets to serve (KADRY_TOOLSETS)")
	f.StringSliceVar(&c.set.tools, "tools", nil, "single operations to serve (KADRY_TOOLS)")
	f.StringSliceVar(&c.set.excludeTools, "exclude-tools", nil, "operations to leave out (KADRY_EXCLUDE_TOOLS)")
	f.BoolVar(&c.set.readOnly, "read-only", false, "serve only operations that change nothing (KADRY_READ_ONLY)")
	f.BoolVar(&c.set.sample, "sample", false, "put the bundled fictional data of every room into the base")
}

// logger writes to stderr: stdout belongs to results and to JSON-RPC.
func (c *commands) logger(cfg *config.Loaded) *slog.Logger {
	file, ok := c.env.Err.(*os.File)
	terminal := false
	if ok {
		info, err := file.Stat()
		terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return obs.NewLogger(c.env.Err, cfg.LogLevel, terminal)
}

func (c *commands) serve() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve pages, REST and MCP over HTTP",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c.solo = !c.set.takeover
			return c.serving(cmd, func(ctx context.Context, h *house) error {
				h.idle, h.takeover = c.set.idle, c.set.takeover
				return h.serve(ctx, func(addr net.Addr) {
					h.log.InfoContext(ctx, "kadry is ready", "page", "http://"+addr.String(), "mcp", "http://"+addr.String()+"/mcp", "engine", h.db.Engine())
				})
			})
		},
	}
	cmd.Flags().StringVar(&c.set.addr, "addr", "", "address to listen on (KADRY_ADDR)")
	cmd.Flags().BoolVar(&c.set.idle, "no-work", false, "leave the queue to `kadry work` processes on the same database")
	cmd.Flags().BoolVar(&c.set.takeover, "takeover", false, "listen beside the server that has the address, which you then stop (Linux)")
	cmd.Flags().StringSliceVar(&c.set.allowedHosts, "allowed-hosts", nil, "host names to answer to behind a proxy (KADRY_ALLOWED_HOSTS)")
	c.selectionFlags(cmd)
	return cmd
}

func (c *commands) stdio() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Serve MCP over stdin and stdout",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.serving(cmd, func(ctx context.Context, h *house) error {
				server, err := h.mcp()
				if err != nil {
					return err
				}
				h.work(ctx)
				err = server.ServeStdio(ctx, c.env.In, c.env.Out)
				drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime) // the client left; calls in flight still end well
				defer cancel()
				return errors.Join(err, server.Close(drain))
			})
		},
	}
	c.selectionFlags(cmd)
	return cmd
}

// serving builds the house, fills it, serves in it and closes it.
func (c *commands) serving(cmd *cobra.Command, serve func(context.Context, *house) error) error {
	ctx := cmd.Context()
	h, err := c.open(ctx, cmd)
	if err != nil {
		return unlessStopped(ctx, err)
	}
	c.started()
	limitMemory(h.cfg.MemoryLimit)
	if err = h.prepare(ctx, c.set.sample); err == nil {
		settleMemory()
		err = serve(ctx, h)
	}
	return errors.Join(unlessStopped(ctx, err), h.close())
}

// unlessStopped is nil for what a server could not finish because it was told to stop: that is
// its right end, also while it starts.
func unlessStopped(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// identity names this process for the queue, so that what it held when it was killed is
// taken back at its next start and not after the lease. No two processes of one machine
// listen on one address; a port that the system chooses names nobody.
func (c *commands) identity(cfg *config.Loaded) string {
	host, err := os.Hostname()
	if !c.solo || err != nil || strings.HasSuffix(cfg.Addr, ":0") {
		return ""
	}
	return "serve " + host + " " + cfg.Addr
}

// work is the other role: no front, only the queue.
func (c *commands) work() *cobra.Command {
	return &cobra.Command{
		Use:   "work",
		Short: "Work the queue only: interviews go on and webhooks go out, beside `kadry serve` processes on the same database",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.serving(cmd, func(ctx context.Context, h *house) error {
				h.warn(ctx)
				h.log.InfoContext(ctx, "kadry works the queue", "engine", h.db.Engine(), "workers", workers(h.cfg))
				return h.serveQueue(ctx)
			})
		},
	}
}

// open builds the house of the settings that a command was given.
func (c *commands) open(ctx context.Context, cmd *cobra.Command) (*house, error) {
	cfg, err := c.load(cmd)
	if err != nil {
		return nil, err
	}
	return build(ctx, c.program, cfg, c.logger(cfg), c.identity(cfg))
}

// operations derives the commands of every toolset, and opens the house only to call.
func (c *commands) operations() []*cobra.Command {
	return cli.Commands(cli.Config{
		Registry: c.registry, Call: c.call, Begin: c.begin, In: c.env.In, Out: c.env.Out, Err: c.env.Err,
		Caller: c.caller(), Dumb: c.env.dumb(),
	})
}

// addCommands puts the rooms' own commands below those they name.
func (c *commands) addCommands(root *cobra.Command) {
	console := room.Console{
		Out: c.env.Out, Err: c.env.Err,
		Open: func(cmd *cobra.Command) (context.Context, error) {
			return op.WithCaller(cmd.Context(), c.caller()), c.opens(cmd.Context())
		},
		Call:   c.operate,
		Follow: c.follow,
		Lang: func() string {
			if c.home != nil {
				return c.env.lang(c.home.cfg.Lang)
			}
			return c.env.lang("")
		},
	}
	for _, r := range c.rooms {
		for _, own := range r.Commands {
			above := root
			for _, cmd := range root.Commands() {
				if cmd.Name() == own.Below {
					above = cmd
				}
			}
			cmd := own.New(console)
			for _, derived := range above.Commands() {
				if derived.Name() == cmd.Name() {
					above.RemoveCommand(derived)
				}
			}
			above.AddCommand(cmd)
		}
	}
}

// Children are the commands that a program starts as processes of its own for the parts of rooms
// that run apart; people never call them.
func Children(in io.Reader, out io.Writer) []*cobra.Command { return children(rooms(), in, out) }

func children(rooms []room.Room, in io.Reader, out io.Writer) []*cobra.Command {
	var list []*cobra.Command
	for _, r := range rooms {
		for _, child := range r.Children {
			list = append(list, &cobra.Command{
				Use: child.Name, Hidden: true, Args: cobra.NoArgs,
				RunE: func(cmd *cobra.Command, _ []string) error { return child.Run(cmd.Context(), in, out) },
			})
		}
	}
	return list
}

// caller is who sits at the command line.
func (c *commands) caller() op.Caller {
	return op.Caller{Name: "cli", Admin: true, Tenant: access.DefaultTenant, Lang: c.env.lang(""), Local: true}
}

// call runs one operation of the command line in a house that is opened for the first
// and kept for those that follow: a long list is many calls.
func (c *commands) call(ctx context.Context, o *op.Op, args []byte) (op.Result, error) {
	known, err := c.served(ctx, o)
	if err != nil {
		return op.Result{}, err
	}
	if o.Effect != op.Reads && c.home.leavesWork(o.Toolset) {
		c.home.work(ctx) // nobody else may be there to put the next question
	}
	return c.home.pipeline.Call(ctx, known, args)
}

// begin makes a long call of the command line a task, and works it here: nobody else may be
// there to do it.
func (c *commands) begin(ctx context.Context, o *op.Op, args []byte) (op.Tasks, op.Task, bool, error) {
	known, err := c.served(ctx, o)
	if err != nil || !known.IsLong(ctx, args) {
		return nil, op.Task{}, false, err
	}
	submitted, err := c.home.tasks.Submit(ctx, known, args)
	if err != nil {
		return nil, op.Task{}, false, err
	}
	c.home.work(ctx)
	return c.home.tasks, submitted, true, nil
}

// served opens the house for the first call and finds the operation among those it serves.
func (c *commands) served(ctx context.Context, o *op.Op) (*op.Op, error) {
	if err := c.opens(ctx); err != nil {
		return nil, err
	}
	return c.home.registry.Lookup(o.Name)
}

// opens opens the house of the command that runs, unless it is open.
func (c *commands) opens(ctx context.Context) (err error) {
	if c.home == nil {
		c.home, err = c.open(ctx, c.runs)
	}
	return err
}

// close releases what calls opened.
func (c *commands) close() error {
	if c.home == nil {
		return nil
	}
	return c.home.close()
}

func (c *commands) migrate() *cobra.Command {
	var only bool
	cmd := &cobra.Command{
		Use:   "migrate",
		Short: "Bring the database schema up to date",
		Args:  cobra.NoArgs,
		RunE:  c.configured(func(ctx context.Context, cfg *config.Loaded) error { return c.migrateTo(ctx, cfg, only) }),
	}
	cmd.Flags().BoolVar(&only, "status", false, "only show the versions")
	return cmd
}

// configured runs a command that needs the settings and no house.
func (c *commands) configured(run func(context.Context, *config.Loaded) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, _ []string) error {
		cfg, err := c.load(cmd)
		if err != nil {
			return err
		}
		return run(cmd.Context(), cfg)
	}
}

func (c *commands) config() *cobra.Command {
	return &cobra.Command{
		Use:   "config",
		Short: "Show every setting, its value and where it came from",
		Args:  cobra.NoArgs,
		RunE: c.configured(func(_ context.Context, cfg *config.Loaded) error {
			return c.table(fault.Say("KEY\tVALUE\tFROM\tVARIABLE", "НАСТРОЙКА\tЗНАЧЕНИЕ\tОТКУДА\tПЕРЕМЕННАЯ"), func(w io.Writer) {
				for _, s := range cfg.Settings() {
					fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", s.Key, s.Value, c.said(origin(s.Origin)), s.Env)
				}
			})
		}),
	}
}

// origin says in words where a value came from.
func origin(o config.Origin) fault.Text {
	switch o {
	case config.FromDefault:
		return fault.Say("default", "по умолчанию")
	case config.FromFile:
		return fault.Say("file", "файл")
	case config.FromEnv:
		return fault.Say("environment", "окружение")
	case config.FromFlag:
		return fault.Say("flag", "флаг")
	}
	return asIs(string(o))
}

func (c *commands) health() *cobra.Command {
	return &cobra.Command{
		Use:   "health",
		Short: "Ask the server at the configured address whether it is ready; for container checks",
		Args:  cobra.NoArgs,
		RunE: c.configured(func(ctx context.Context, cfg *config.Loaded) error {
			ctx, cancel := context.WithTimeout(ctx, healthTime)
			defer cancel()
			request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+cfg.Addr+"/readyz", nil)
			if err != nil {
				return usage(fault.Say("The address %s is not usable.", "Адрес %s непригоден.", cfg.Addr), err)
			}
			client := http.Client{}
			response, err := client.Do(request)
			if err != nil {
				return fault.E(fault.Unavailable, fault.Say("Nobody answers at %s.", "По адресу %s никто не отвечает.", cfg.Addr), err)
			}
			defer response.Body.Close()
			if response.StatusCode != http.StatusOK {
				return fault.E(fault.Unavailable, fault.Say("The server is not ready.", "Сервер не готов."), nil)
			}
			return nil
		}),
	}
}
