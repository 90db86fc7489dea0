package dossier

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"kadry/internal/dossier/identity"
	"kadry/internal/dossier/report"
	"kadry/internal/dossier/requirement"
	"kadry/internal/dossier/source"
	"kadry/internal/fault"
)

// order is what a report is to be made of.
type order struct {
	Role       report.Role
	Mandatory  []string
	Preferred  []string
	Thresholds requirement.Thresholds
	Market     *source.Role // nil does not ask the market
	People     []source.Person
}

// peopleAtOnce are read at one time; their sources have limits of their own.
const peopleAtOnce = 6

// keptEvery is how many people are read between two times that a task keeps how far it is.
const keptEvery = 5

// id names the report of an order: the same order has the same report.
func (o order) id() (string, error) {
	text, err := json.Marshal(o)
	if err != nil {
		return "", fmt.Errorf("dossier: order: %w", err)
	}
	sum := sha256.Sum256(text)
	return "rep_" + hex.EncodeToString(sum[:10]), nil
}

// joined makes one person of entries with the same id, with what each of them brought.
func joined(list []source.Person) []source.Person {
	var ids []identity.Identity
	for _, p := range list {
		ids = append(ids, p.Identity)
	}
	var people []source.Person
	for _, one := range identity.Join(ids) {
		p := list[one.Entries[0]]
		for _, i := range one.Entries[1:] {
			p = p.With(list[i])
		}
		p.Identity = one.Identity
		people = append(people, p)
	}
	return people
}

// desk makes one report.
type desk struct {
	Parts
	tenant, lang string
	order        order
	id           string
	report       func(done, total int, text fault.Text)
	keep         func(ctx context.Context, done int) error // nil in a plain call

	mu    sync.Mutex
	made  report.Case
	tally source.Tally
	done  int
}

// run asks the market and everybody's sources, and keeps the case. A person whom an attempt
// before has read is not read again.
func (d *desk) run(ctx context.Context) error {
	o := d.order
	asked := requirement.Of(d.Skills, o.Mandatory, o.Preferred)
	d.made = report.Case{
		Role: o.Role, Mandatory: o.Mandatory, Preferred: o.Preferred, Thresholds: o.Thresholds,
		Subjects: make([]report.Subject, len(o.People)), At: d.Now().UTC(), Engine: d.Engine,
	}
	left := d.resume(ctx)
	g, inner := errgroup.WithContext(ctx)
	g.SetLimit(peopleAtOnce)
	if o.Market != nil {
		g.Go(func() error {
			market, tally := d.Sources.Market(inner, d.tenant, *o.Market, asked, d.lang)
			d.mu.Lock()
			defer d.mu.Unlock()
			d.made.Market = market
			d.count(tally)
			return nil
		})
	}
	for _, i := range left {
		g.Go(func() error {
			subject, tally, err := d.Sources.Read(inner, o.People[i], asked, d.lang)
			if err != nil {
				return err
			}
			return d.note(inner, i, subject, tally)
		})
	}
	if err := g.Wait(); err != nil {
		return fmt.Errorf("dossier: report: %w", err)
	}
	return d.Keeper.Put(ctx, d.tenant, d.id, d.made, true)
}

// resume takes over whom an unfinished report of this order has read already, and lists the
// others.
func (d *desk) resume(ctx context.Context) (left []int) {
	var earlier report.Case
	if d.keep != nil {
		if c, complete, err := d.Keeper.Get(ctx, d.tenant, d.id); err == nil && !complete && len(c.Subjects) == len(d.made.Subjects) {
			earlier = c
		}
	}
	for i, p := range d.order.People {
		if i < len(earlier.Subjects) && len(earlier.Subjects[i].Readings) > 0 {
			d.made.Subjects[i] = earlier.Subjects[i]
			d.done++
			continue
		}
		d.made.Subjects[i] = report.Subject{Identity: p.Identity, Name: p.Name}
		left = append(left, i)
	}
	return left
}

func (d *desk) count(t source.Tally) {
	d.tally.Hits += t.Hits
	d.tally.Misses += t.Misses
}

// note adds a person who was read. In a task that is kept now and then.
func (d *desk) note(ctx context.Context, i int, s report.Subject, tally source.Tally) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.made.Subjects[i] = s
	d.count(tally)
	d.done++
	d.report(d.done, len(d.made.Subjects), fault.Say("Candidates read", "Кандидатов прочитано"))
	if d.keep == nil || d.done%keptEvery != 0 {
		return nil
	}
	if err := d.Keeper.Put(ctx, d.tenant, d.id, d.made, false); err != nil {
		return err
	}
	return d.keep(ctx, d.done)
}
