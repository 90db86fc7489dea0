package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"kadry/internal/access"
	"kadry/internal/admin"
	"kadry/internal/audit"
	"kadry/internal/cache"
	"kadry/internal/config"
	"kadry/internal/embed"
	"kadry/internal/jobs"
	"kadry/internal/llm"
	"kadry/internal/mcpserver"
	"kadry/internal/obs"
	"kadry/internal/op"
	"kadry/internal/outbox"
	"kadry/internal/room"
	"kadry/internal/seal"
	"kadry/internal/skill"
	"kadry/internal/store"
	"kadry/internal/task"
	"kadry/internal/turn"
	"kadry/internal/upstream"
	"kadry/internal/webui/kit"
)

// house is everything a running kadry consists of, below the fronts.
type house struct {
	cfg     *config.Loaded
	log     *slog.Logger
	metrics *obs.Metrics

	db       *store.DB
	writing  *writeProbe
	cache    *cache.Cache
	upstream *upstream.Client
	seal     *seal.Vault
	outbox   *outbox.Outbox
	audit    *audit.Log
	queue    *jobs.Queue
	tasks    *task.Tasks
	model    *llm.Client   // nil where none is configured
	embed    *embed.Client // nil where none is configured
	skills   *skill.Graph
	idle     bool        // the queue is left to other processes
	takeover bool        // listens beside the process that has the address, which is about to stop
	stopping atomic.Bool // drains
	working  *worker     // while the queue is worked here
	tally    tally

	rooms    []open
	offer    room.Offer
	all      *op.Registry
	registry *op.Registry // what this process serves
	limiter  *limiter
	inner    *op.Registry      // what rooms may ask of each other
	front    *mcpserver.Server // whose subscribers hear of changes; nil before mcp
	pipeline *op.Pipeline
	turns    *turn.Turns
}

// open is a room that was opened.
type open struct {
	room.Room
	room.Opened
}

// about is the first of the instructions that every MCP client reads; those of the rooms
// follow it.
const about = "kadry helps to hire on evidence."

// instructions are what MCP clients read: what the server is for, and by toolset how its
// operations are used.
func (h *house) instructions() (text string, guides map[string]string) {
	lines, guides := []string{about}, map[string]string{task.Toolset: task.Guide, admin.Toolset: admin.Guide}
	for _, r := range h.rooms {
		lines = append(lines, r.About)
		for toolset, guide := range r.Guides {
			guides[toolset] = strings.TrimSpace(guides[toolset] + " " + guide)
		}
	}
	return strings.Join(lines, " "), guides
}

// build opens the database, brings its schema up to date and puts the rooms together.
// What it opened is closed again when it fails. identity names the process for the queue.
func build(ctx context.Context, p *program, cfg *config.Loaded, log *slog.Logger, identity string) (h *house, err error) {
	h = &house{cfg: cfg, log: log, metrics: obs.NewMetrics(), tally: newTally()}
	defer func() {
		if err != nil {
			err = errors.Join(err, h.close())
			h = nil
		}
	}()
	if h.db, err = openStore(ctx, cfg, schemas(p.rooms)); err != nil {
		return h, err
	}
	h.writing, h.turns = newWriteProbe(h.db.Writable), turn.New(time.Now)
	if h.skills, err = skill.Load(); err != nil {
		return h, err
	}
	if err := h.openQueue(identity); err != nil {
		return h, err
	}
	if err := h.openCache(ctx); err != nil {
		return h, err
	}
	if err := h.openWays(p.rooms); err != nil {
		return h, err
	}
	if err := h.openRooms(ctx, p.rooms); err != nil {
		return h, err
	}
	if err := errors.Join(h.metrics.Watch(queueFigures, h.showQueue), h.metrics.Watch(roomFigures, h.showRooms), h.metrics.WatchTenants(deliveryFigures, h.showDeliveries)); err != nil {
		return h, err
	}
	if h.all, err = op.NewRegistry(slices.Concat(task.Operations(h.tasks), admin.Operations(h.operator(p)), h.offer.Operations)...); err != nil {
		return h, err
	}
	if h.registry, err = h.all.Select(selection(cfg)); err != nil {
		return h, err
	}
	if h.inner, err = h.all.Select(op.Selection{Exclude: cfg.ExcludeTools}); err != nil {
		return h, err
	}
	h.limiter = newLimiter(cfg.RatePerMin)
	h.pipeline = &op.Pipeline{Limit: h.limiter.allow, Turns: h.turns, Observe: observe(log, h.metrics, h.changed)}
	return h, h.tasks.Bind(h.queue, h.pipeline, h.registry, h.all)
}

// changed tells the subscribers of resources of a call that changed something, whichever
// front it came by.
func (h *house) changed(ctx context.Context, o *op.Op) {
	if h.front != nil {
		h.front.Changed(ctx, o)
	}
}

// operator is what the operations of whoever runs the server work with.
func (h *house) operator(p *program) admin.Config {
	return admin.Config{DB: h.db, Queue: h.queue, Audit: h.audit, Tokens: h.cfg.Tokens(), Registry: p.registry, Now: time.Now, Sample: h.putSample, Empty: h.empty}
}

// openRooms opens every room and collects what it offers.
func (h *house) openRooms(ctx context.Context, rooms []room.Room) error {
	given := room.House{
		DB: h.db, Queue: h.queue, Outbox: h.outbox, Audit: h.audit, Cache: h.cache, Upstream: h.upstream, Seal: h.seal, Model: h.model, Embed: h.embed,
		Skills: h.skills, Log: h.log, Now: time.Now,
		Forget:  h.forget,
		Version: Version, PublicURL: strings.TrimSuffix(h.cfg.PublicURL, "/"), Folder: h.cfg.Data, UploadLimit: uploadLimit, Offline: h.cfg.Offline, Workers: workers(h.cfg), Self: self, Warnings: warnings(h.cfg),
	}
	for _, r := range rooms {
		given.Ask = h.asker(r)
		opened, err := r.Open(ctx, given)
		if err != nil {
			return fmt.Errorf("app: open %s: %w", r.Name, err)
		}
		h.rooms = append(h.rooms, open{r, opened})
		h.offer = h.offer.With(opened.Offer)
	}
	return nil
}

// forget makes every room forget a candidate; see room.House.
func (h *house) forget(ctx context.Context, tenant, candidate string) error {
	for _, r := range h.rooms {
		if r.Forget == nil {
			continue
		}
		if err := r.Forget(ctx, tenant, candidate); err != nil {
			return fmt.Errorf("app: %s forgets: %w", r.Name, err)
		}
	}
	return nil
}

// openQueue makes the queue that the outbox and the rooms add their kinds of jobs to, and
// the tasks that run on it.
func (h *house) openQueue(identity string) (err error) {
	h.queue, err = jobs.New(h.db, jobs.Config{
		Workers: workers(h.cfg) + deliveriesAtOnce + choresAtOnce + 2*tasksAtOnce, Identity: identity, Turns: h.turns, Log: h.log, Watch: h.countJob,
	})
	if err != nil {
		return err
	}
	host, err := os.Hostname()
	if err != nil {
		return fmt.Errorf("app: host name: %w", err)
	}
	h.tasks = task.New(task.Config{DB: h.db, Host: host, AtOnce: tasksAtOnce})
	return nil
}

// prepare loads what the rooms need in memory, and puts the samples in first when they are
// wanted.
func (h *house) prepare(ctx context.Context, withSample bool) error {
	if withSample {
		ctx := op.WithCaller(ctx, op.Caller{Name: "sample", Admin: true, Tenant: access.DefaultTenant}) // whom the audit log names
		if err := h.putSample(ctx, access.DefaultTenant); err != nil {
			return err
		}
	}
	var loading errgroup.Group
	for _, r := range h.rooms {
		if r.Load != nil {
			loading.Go(func() error { return r.Load(ctx) })
		}
	}
	return loading.Wait()
}

// putSample puts the samples of all rooms into the tenant's part of the base.
func (h *house) putSample(ctx context.Context, tenant string) error {
	for _, r := range h.rooms {
		if r.Sample == nil {
			continue
		}
		if err := r.Sample(ctx, tenant); err != nil {
			return fmt.Errorf("app: sample of %s: %w", r.Name, err)
		}
	}
	return nil
}

// empty reports that no room has anything of the tenant.
func (h *house) empty(ctx context.Context, tenant string) (bool, error) {
	for _, r := range h.rooms {
		if r.Empty == nil {
			continue
		}
		if none, err := r.Empty(ctx, tenant); err != nil || !none {
			return false, err
		}
	}
	return true, nil
}

// declared are the rooms as they declare themselves.
func (h *house) declared() []room.Room {
	var list []room.Room
	for _, r := range h.rooms {
		list = append(list, r.Room)
	}
	return list
}

// pages are those of the rooms, in their order.
func (h *house) pages() []kit.Pages {
	var list []kit.Pages
	for _, r := range h.rooms {
		if r.Pages != nil {
			list = append(list, *r.Pages)
		}
	}
	return list
}

// leavesWork reports that calls of a toolset put jobs into the queue; see room.Opened.
func (h *house) leavesWork(toolset string) bool {
	return slices.ContainsFunc(h.rooms, func(r open) bool {
		return r.LeavesWork && slices.ContainsFunc(r.Operations, func(o *op.Op) bool { return o.Toolset == toolset })
	})
}

func selection(cfg *config.Loaded) op.Selection {
	return op.Selection{Toolsets: cfg.Toolsets, Tools: cfg.Tools, Exclude: cfg.ExcludeTools, ReadOnly: cfg.ReadOnly}
}

// self is the command line that runs a child of our own program.
func self(child string) ([]string, error) {
	path, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("app: own executable: %w", err)
	}
	return []string{path, child}, nil
}

// close releases what build opened, in reverse order.
func (h *house) close() error {
	errs := []error{h.rest()}
	for _, r := range slices.Backward(h.rooms) {
		if r.Close != nil {
			errs = append(errs, r.Close())
		}
	}
	if h.upstream != nil {
		errs = append(errs, h.upstream.Close())
	}
	if h.cache != nil {
		h.cache.Close()
	}
	if h.db != nil {
		errs = append(errs, h.db.Close())
	}
	return errors.Join(errs...)
}
