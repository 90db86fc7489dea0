package interview

import (
	"context"
	"fmt"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview/session"
)

// maxPage bounds a list of sessions or events.
const maxPage = 200

// Interviews lists the sessions of a tenant, newest first, without their conversations.
func (r *Room) Interviews(ctx context.Context, tenant string, f Filter) ([]session.Session, error) {
	if f.Limit < 1 || f.Limit > maxPage {
		return nil, fault.Wrong("limit", fault.Say("must be 1-%d, got %d", "должно быть от 1 до %d, передано %d", maxPage, f.Limit))
	}
	list, err := r.Archive.Sessions(ctx, tenant, f)
	if err != nil {
		return nil, fmt.Errorf("interview: list: %w", err)
	}
	return list, nil
}

// Events returns the events of a session after a sequence number, in order: what a caller
// without a webhook reads, and what one with a webhook checks. An unknown session is
// fault.NotFound.
func (r *Room) Events(ctx context.Context, tenant, id string, after, limit int) ([]session.Event, error) {
	if err := r.exists(ctx, tenant, id); err != nil {
		return nil, err
	}
	return r.eventsAfter(ctx, tenant, id, after, limit)
}

// eventsAfter reads events of a session that is there.
func (r *Room) eventsAfter(ctx context.Context, tenant, id string, after, limit int) ([]session.Event, error) {
	if limit < 1 || limit > maxPage {
		limit = maxPage
	}
	events, err := r.Archive.Events(ctx, tenant, id, max(0, after), limit)
	if err != nil {
		return nil, fmt.Errorf("interview: events: %w", err)
	}
	return events, nil
}

// Delete removes one interview with everything kept of it; fault.NotFound when there is none.
func (r *Room) Delete(ctx context.Context, tenant, id string) error {
	if err := r.exists(ctx, tenant, id); err != nil {
		return err
	}
	if err := r.Archive.Erase(ctx, tenant, []string{id}); err != nil {
		return fmt.Errorf("interview: delete: %w", err)
	}
	return nil
}

// DeletePerson removes every interview and every invitation of a candidate and returns how many
// there were; an interview and the invitation it came of are one.
func (r *Room) DeletePerson(ctx context.Context, tenant, userID string) (int, error) {
	if strings.TrimSpace(userID) == "" {
		return 0, fault.Wrong("user_id", fault.Say("must not be empty", "не может быть пустым"))
	}
	removed, err := r.deleteInvitations(ctx, tenant, userID)
	if err != nil {
		return removed, fmt.Errorf("interview: delete: %w", err)
	}
	for {
		ids, err := r.person(ctx, tenant, userID, "")
		if err != nil || len(ids) == 0 {
			return removed, err
		}
		if err := r.Archive.Erase(ctx, tenant, ids); err != nil {
			return removed, fmt.Errorf("interview: delete: %w", err)
		}
		removed += len(ids)
	}
}

// person returns one page of the ids of a candidate's interviews.
func (r *Room) person(ctx context.Context, tenant, userID, before string) ([]string, error) {
	if strings.TrimSpace(userID) == "" {
		return nil, fault.Wrong("user_id", fault.Say("must not be empty", "не может быть пустым"))
	}
	list, err := r.Archive.Sessions(ctx, tenant, Filter{UserID: userID, Before: before, Limit: maxPage})
	if err != nil {
		return nil, fmt.Errorf("interview: list: %w", err)
	}
	ids := make([]string, len(list))
	for i, s := range list {
		ids[i] = s.ID
	}
	return ids, nil
}

// Purge removes the interviews and invitations of a tenant that ended before a time and counts
// them.
func (r *Room) Purge(ctx context.Context, tenant string, before time.Time) (int, error) {
	removed, err := r.purgeInvitations(ctx, tenant, before)
	if err != nil {
		return removed, fmt.Errorf("interview: purge: %w", err)
	}
	for {
		list, err := r.Archive.Sessions(ctx, tenant, Filter{EndedBefore: before, Limit: maxPage})
		if err != nil {
			return removed, fmt.Errorf("interview: purge: %w", err)
		}
		if len(list) == 0 {
			return removed, nil
		}
		ids := make([]string, len(list))
		for i, s := range list {
			ids[i] = s.ID
		}
		if err := r.Archive.Erase(ctx, tenant, ids); err != nil {
			return removed, fmt.Errorf("interview: purge: %w", err)
		}
		removed += len(ids)
	}
}

// Dossier is everything kept of one interview.
type Dossier struct {
	State  session.State
	Events []session.Event
}

// Export returns everything kept of a candidate, newest interview first.
func (r *Room) Export(ctx context.Context, tenant, userID string) ([]Dossier, error) {
	var all []Dossier
	before := ""
	for {
		ids, err := r.person(ctx, tenant, userID, before)
		if err != nil || len(ids) == 0 {
			return all, err
		}
		for _, id := range ids {
			d, err := r.dossier(ctx, tenant, id)
			if fault.KindOf(err) == fault.NotFound {
				continue // removed meanwhile
			}
			if err != nil {
				return nil, err
			}
			all = append(all, d)
		}
		before = ids[len(ids)-1]
	}
}

func (r *Room) dossier(ctx context.Context, tenant, id string) (Dossier, error) {
	s, err := r.Load(ctx, tenant, id)
	if err != nil {
		return Dossier{}, err
	}
	d := Dossier{State: s}
	for len(d.Events) < s.EventCount {
		page, err := r.Archive.Events(ctx, tenant, id, len(d.Events), maxPage)
		if err != nil {
			return Dossier{}, fmt.Errorf("interview: events: %w", err)
		}
		if len(page) == 0 {
			break
		}
		d.Events = append(d.Events, page...)
	}
	return d, nil
}
