package assignment

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
	"kadry/internal/linktoken"
)

// ErrMoved says that another version of a paper is kept than the one that was changed.
var ErrMoved = errors.New("assignment: the paper has changed")

// keeper keeps assignments and papers, each of one tenant. What is not there is fault.NotFound.
type keeper interface {
	Put(ctx context.Context, list []Assignment) error
	Assignment(ctx context.Context, tenant, id string) (Assignment, error)
	ByDigest(ctx context.Context, digest string) (Assignment, error) // of any tenant
	// Assignments are the newest, of one candidate of the CV base where one is named.
	Assignments(ctx context.Context, tenant, candidate string, limit int) ([]Listed, error)
	Withdraw(ctx context.Context, tenant, id string, at time.Time) error
	Delete(ctx context.Context, tenant, id string) error // with its papers
	// Forget deletes the assignments of a candidate with their papers; of nobody is no error.
	Forget(ctx context.Context, tenant, candidate string) error
	Purge(ctx context.Context, before time.Time) (int, error)

	// PutPaper keeps a paper in the place of its version before, none for version 1, of which it
	// takes at most so many of one assignment. ErrMoved when another version is there.
	PutPaper(ctx context.Context, p Paper, most int) error
	Paper(ctx context.Context, tenant, assignment, digest string) (Paper, error)
	Papers(ctx context.Context, tenant, assignment string) ([]Paper, error) // by name
	DeletePaper(ctx context.Context, tenant, assignment, id string) error
}

// Listed is an assignment with how many papers it has.
type Listed struct {
	Assignment
	Papers, Sent int
}

// Desk gives out tests and takes in papers.
type Desk struct {
	Keeper keeper
	// Problems answers those of the problems that the bank holds; it asks no other system.
	Problems func(ctx context.Context, course subject.Course, ids []string) (map[string]problem.Problem, error)
	// Known fails for a candidate that the CV base does not hold for the caller of ctx.
	Known func(ctx context.Context, candidate string) error
	Now   func() time.Time
}

// Out is an assignment with its link, which is shown once.
type Out struct {
	Assignment
	Token linktoken.Token
}

// Assign makes a link for each of the terms.
func (d *Desk) Assign(ctx context.Context, tenant string, days int, terms []Terms) ([]Out, error) {
	now := d.Now().UTC().Truncate(time.Microsecond)
	var c fault.Check
	if days < 1 || days > DaysMost {
		c.Wrong("days", fault.Say("must be 1-%d, got %d", "должно быть от 1 до %d, передано %d", DaysMost, days))
	}
	out, list := make([]Out, len(terms)), make([]Assignment, len(terms))
	for i, t := range terms {
		t = t.Clean()
		t.Check(&c)
		if t.Candidate != "" {
			if err := d.Known(ctx, t.Candidate); err != nil {
				return nil, err
			}
		}
		token, err := linktoken.New()
		if err != nil {
			return nil, err
		}
		list[i] = Assignment{
			ID: rand.Text(), Tenant: tenant, Digest: token.Digest(), Terms: t, CreatedAt: now, ExpiresAt: now.AddDate(0, 0, days),
		}
		out[i] = Out{list[i], token}
	}
	if err := c.Err(); err != nil {
		return nil, err
	}
	if err := d.Keeper.Put(ctx, list); err != nil {
		return nil, fmt.Errorf("assignment: assign: %w", err)
	}
	return out, nil
}

// Recipient is who is given a test: a name, and who of the CV base that is, if anybody.
type Recipient struct{ Pupil, Candidate string }

// Repeat gives a test that was given out once more, the same problems to one recipient.
func (d *Desk) Repeat(ctx context.Context, tenant, id string, days int, to Recipient) (Out, error) {
	a, err := d.Keeper.Assignment(ctx, tenant, id)
	if err != nil {
		return Out{}, fmt.Errorf("assignment: repeat: %w", err)
	}
	terms := a.Terms
	terms.Pupil, terms.Candidate = to.Pupil, to.Candidate
	out, err := d.Assign(ctx, tenant, days, []Terms{terms})
	if err != nil {
		return Out{}, err
	}
	return out[0], nil
}

// deadLink is the one answer to every link that leads nowhere.
func deadLink() error {
	return fault.E(fault.NotFound, fault.Say("This link does not work.", "Эта ссылка не работает."), nil)
}

// ByLink returns the assignment of a link that works; fault.NotFound, in the same words, of every
// other.
func (d *Desk) ByLink(ctx context.Context, token linktoken.Token) (Assignment, error) {
	a, err := d.Keeper.ByDigest(ctx, token.Digest())
	if err != nil && fault.KindOf(err) != fault.NotFound {
		return Assignment{}, fmt.Errorf("assignment: link: %w", err)
	}
	if !token.Fits(a.Digest) || err != nil || !a.Live(d.Now()) {
		return Assignment{}, deadLink()
	}
	return a, nil
}

// PaperBy returns the paper of an assignment by its own token; fault.NotFound like a dead link.
func (d *Desk) PaperBy(ctx context.Context, a Assignment, own linktoken.Token) (Paper, error) {
	p, err := d.Keeper.Paper(ctx, a.Tenant, a.ID, own.Digest())
	if err != nil && fault.KindOf(err) != fault.NotFound {
		return Paper{}, fmt.Errorf("assignment: paper: %w", err)
	}
	if err != nil || !own.Fits(p.Digest) {
		return Paper{}, deadLink()
	}
	return p, nil
}

// Begin begins a paper under a name. The link for one pupil is the address of their paper too, and
// beginning again finds the paper there is.
func (d *Desk) Begin(ctx context.Context, a Assignment, link linktoken.Token, name string) (own linktoken.Token, err error) {
	own, most := link, 1
	if a.Pupil != "" {
		name = a.Pupil
	} else if own, err = linktoken.New(); err != nil {
		return "", err
	} else {
		most = PapersMost
	}
	name = Line(name)
	if name == "" || len([]rune(name)) > NameMost {
		return "", fault.Wrong("name", fault.Say("write your name, at most %d characters", "напишите имя, не длиннее %d знаков", NameMost))
	}
	p := Paper{
		ID: rand.Text(), Tenant: a.Tenant, Assignment: a.ID, Digest: own.Digest(), Version: 1, Name: name,
		Answers: map[string]string{}, BegunAt: d.Now().UTC().Truncate(time.Microsecond),
	}
	err = d.Keeper.PutPaper(ctx, p, most)
	if a.Pupil != "" && (errors.Is(err, ErrMoved) || fault.KindOf(err) == fault.Limited) {
		return own, nil
	}
	if err != nil {
		return "", fmt.Errorf("assignment: begin: %w", err)
	}
	return own, nil
}

// tries bounds how often a change is made anew after another page of the same pupil changed first.
const tries = 5

// Save takes what was typed on a page into the paper; where send is set it is marked and closed.
func (d *Desk) Save(ctx context.Context, a Assignment, own linktoken.Token, edits map[string]Edit, send bool) (Paper, error) {
	for range tries {
		p, err := d.PaperBy(ctx, a, own)
		if err != nil {
			return Paper{}, err
		}
		if err := p.Apply(edits, a.Problems); err != nil {
			return p, err
		}
		if send {
			known, err := d.Problems(ctx, a.Course, a.Problems)
			if err != nil {
				return Paper{}, fmt.Errorf("assignment: send: %w", err)
			}
			p.Send(a.Problems, known, d.Now().UTC().Truncate(time.Microsecond))
		}
		p.Version++
		err = d.Keeper.PutPaper(ctx, p, PapersMost)
		if err == nil {
			return p, nil
		}
		if !errors.Is(err, ErrMoved) {
			return Paper{}, fmt.Errorf("assignment: save: %w", err)
		}
	}
	return Paper{}, fault.E(fault.Unavailable, fault.Say("Try again in a moment.", "Повторите через минуту."), ErrMoved)
}

// Sweep removes what has been over for long enough, and reports how many assignments that were.
func (d *Desk) Sweep(ctx context.Context) (int, error) {
	gone, err := d.Keeper.Purge(ctx, d.Now().Add(-Kept))
	if err != nil {
		return 0, fmt.Errorf("assignment: sweep: %w", err)
	}
	return gone, nil
}
