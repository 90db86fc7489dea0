package interviewsql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/invitation"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
	"kadry/internal/store/storetest"
)

// invitationBench runs a test on each engine, with what was recorded of the invitations.
func invitationBench(t *testing.T, fn func(t *testing.T, k *Interviews, recorded func() []string)) {
	t.Helper()
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		var mu sync.Mutex
		var list []string
		k := NewInterviews(b.Open(t), TxHooks{Invitation: func(_ context.Context, _ *sql.Tx, i invitation.Invitation, action interview.InvitationAction) error {
			mu.Lock()
			defer mu.Unlock()
			list = append(list, i.ID+" "+string(action))
			return nil
		}})
		fn(t, k, func() []string { mu.Lock(); defer mu.Unlock(); return slices.Clone(list) })
	}, Schema())
}

func anInvitation(tenant, id string) invitation.Invitation {
	return invitation.Invitation{
		ID: id, Tenant: tenant, Version: 1, Digest: "digest-" + tenant + id,
		Vacancy: vacancy.Pin{ID: "v1", Title: "Сварщик", Version: 3},
		Terms: invitation.Terms{
			Name: "Анна «Пример» 😀", Email: "ann@example.org", PersonID: "p1", AskedBy: "Ольга", Message: "Здравствуйте!\nЖдём.",
			Language: "ru", MaxQuestions: 5, PerAnswer: 10 * time.Minute, Total: 48 * time.Hour, MoreTime: 50,
		},
		Shown: "en", CreatedAt: noon, ExpiresAt: noon.AddDate(0, 0, 14),
	}
}

func put(t *testing.T, k *Interviews, list ...invitation.Invitation) {
	t.Helper()
	for _, i := range list {
		if err := k.PutInvitation(t.Context(), i, interview.InvitationSent); err != nil {
			t.Fatal(err)
		}
	}
}

func TestInvitations_keepTheLastVersion(t *testing.T) {
	invitationBench(t, func(t *testing.T, k *Interviews, recorded func() []string) {
		one, theirs := anInvitation(acme, "i1"), anInvitation(globex, "i1")
		put(t, k, one, theirs)
		next := one
		next.Version, next.Digest, next.Session = 2, "another", "s1"
		next.OpenedAt, next.ConsentAt, next.Consent, next.AnsweredAt, next.RevokedAt = noon, noon, "invitation-1", noon, noon.Add(time.Hour)
		put(t, k, next)
		for name, find := range map[string]func() (invitation.Invitation, error){
			"by id":     func() (invitation.Invitation, error) { return k.Invitation(t.Context(), acme, "i1") },
			"by digest": func() (invitation.Invitation, error) { return k.InvitationBy(t.Context(), "another") },
		} {
			got, err := find()
			if diff := cmp.Diff(next, got); err != nil || diff != "" {
				t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
			}
		}
		again := one
		again.Version = 5
		for name, i := range map[string]invitation.Invitation{"the same version": next, "one that skips": again} {
			if err := k.PutInvitation(t.Context(), i, interview.InvitationSent); !errors.Is(err, interview.ErrMoved) {
				t.Errorf("%s: %v, want ErrMoved", name, err)
			}
		}
		same := anInvitation(acme, "i2")
		same.Digest = "another"
		if err := k.PutInvitation(t.Context(), same, interview.InvitationSent); err == nil {
			t.Error("two invitations have one link")
		}
		for name, find := range map[string]func() (invitation.Invitation, error){
			"the old link":     func() (invitation.Invitation, error) { return k.InvitationBy(t.Context(), one.Digest) },
			"nothing":          func() (invitation.Invitation, error) { return k.InvitationBy(t.Context(), "") },
			"no text":          func() (invitation.Invitation, error) { return k.InvitationBy(t.Context(), "\x00") },
			"another tenant's": func() (invitation.Invitation, error) { return k.Invitation(t.Context(), "nobody", "i1") },
		} {
			if got, err := find(); fault.KindOf(err) != fault.NotFound {
				t.Errorf("%s leads to %+v, %v", name, got, err)
			}
		}
		if got := recorded(); !slices.Equal(got[:3], []string{"i1 sent", "i1 sent", "i1 sent"}) {
			t.Errorf("recorded %v", got)
		}
	})
}

func TestInvitations_filters(t *testing.T) {
	invitationBench(t, func(t *testing.T, k *Interviews, _ func() []string) {
		var all []invitation.Invitation
		for n := range 6 {
			i := anInvitation(acme, fmt.Sprintf("i%d", n))
			i.Email, i.PersonID = fmt.Sprintf("c%d@example.org", n%3), ""
			if n%2 == 0 {
				i.Vacancy.ID, i.PersonID = "v2", "p2"
			}
			if n == 5 {
				i.Session, i.ExpiresAt = "s5", noon
			}
			if n == 4 {
				i.ExpiresAt = noon
			}
			all = append(all, i)
		}
		put(t, k, all...)
		put(t, k, anInvitation(globex, "i1"))
		for name, c := range map[string]struct {
			filter interview.InvitationFilter
			want   string
		}{
			"all":          {interview.InvitationFilter{Limit: 9}, "i5 i4 i3 i2 i1 i0"},
			"some":         {interview.InvitationFilter{Limit: 2}, "i5 i4"},
			"older":        {interview.InvitationFilter{Limit: 2, Before: "i4"}, "i3 i2"},
			"a vacancy":    {interview.InvitationFilter{Limit: 9, Vacancy: "v2"}, "i4 i2 i0"},
			"a person":     {interview.InvitationFilter{Limit: 9, Person: "p2"}, "i4 i2 i0"},
			"an address":   {interview.InvitationFilter{Limit: 9, Person: "C1@example.org"}, "i4 i1"},
			"an interview": {interview.InvitationFilter{Limit: 9, Session: "s5"}, "i5"},
			"over":         {interview.InvitationFilter{Limit: 9, OverBefore: noon.Add(time.Second)}, "i4"},
			"hostile":      {interview.InvitationFilter{Limit: 9, Person: "' OR 1=1 --"}, ""},
			"no text":      {interview.InvitationFilter{Limit: 9, Person: "\x00"}, ""},
		} {
			list, err := k.Invitations(t.Context(), acme, c.filter)
			var ids []string
			for _, i := range list {
				ids = append(ids, i.ID)
			}
			if got := strings.Join(ids, " "); err != nil || got != c.want {
				t.Errorf("%s: %q, %v; want %q", name, got, err, c.want)
			}
		}
	})
}

// begun is an invitation whose interview has begun, with a draft.
func begun(t *testing.T, k *Interviews, id string) (invitation.Invitation, session.Session) {
	t.Helper()
	s := session.Session{ID: "s-" + id, Tenant: acme, Status: session.Active, Stage: session.StageQueued, Version: 1, CreatedAt: noon, Invitation: id, Name: "Ann"}
	if _, err := k.Create(t.Context(), interview.Opening{Session: s}); err != nil {
		t.Fatal(err)
	}
	i := anInvitation(acme, id)
	i.Session = s.ID
	put(t, k, i)
	if err := k.PutDraft(t.Context(), acme, id, invitation.Draft{AskedID: "q", Text: "Половина ответа", At: noon}); err != nil {
		t.Fatal(err)
	}
	return i, s
}

func TestInvitations_endWithTheirInterview(t *testing.T) {
	invitationBench(t, func(t *testing.T, k *Interviews, _ func() []string) {
		i, s := begun(t, k, "i1")
		if d, err := k.Draft(t.Context(), acme, i.ID); err != nil || d != (invitation.Draft{AskedID: "q", Text: "Половина ответа", At: noon}) {
			t.Errorf("draft %+v, %v", d, err)
		}
		kept, err := k.Load(t.Context(), acme, s.ID)
		if err != nil || kept.Name != "Ann" || kept.Invitation != i.ID {
			t.Errorf("the interview does not say whom it is of: %+v, %v", kept.Session, err)
		}
		s.Version, s.Status, s.EndedAt = 2, session.Completed, noon.Add(time.Hour)
		if err := k.Commit(t.Context(), session.Change{Session: s}); err != nil {
			t.Fatal(err)
		}
		got, err := k.Invitation(t.Context(), acme, i.ID)
		if err != nil || !got.FinishedAt.Equal(s.EndedAt) {
			t.Errorf("finished at %v, %v", got.FinishedAt, err)
		}
		if d, err := k.Draft(t.Context(), acme, i.ID); err != nil || d != (invitation.Draft{}) {
			t.Errorf("a draft is left of a finished interview: %+v, %v", d, err)
		}
		if err := k.Erase(t.Context(), acme, []string{s.ID}); err != nil {
			t.Fatal(err)
		}
		if _, err := k.Invitation(t.Context(), acme, i.ID); fault.KindOf(err) != fault.NotFound {
			t.Errorf("the invitation outlives its interview: %v", err)
		}
	})
}

func TestInvitations_withdrawnLeaveNoAnswer(t *testing.T) {
	invitationBench(t, func(t *testing.T, k *Interviews, recorded func() []string) {
		i, s := begun(t, k, "i1")
		other, _ := begun(t, k, "i2")
		stale := i
		stale.Version, stale.Withdrawn = 1, noon
		if err := k.WithdrawInvitation(t.Context(), stale); err == nil {
			t.Error("an outdated version was withdrawn")
		}
		if _, err := k.Load(t.Context(), acme, s.ID); err != nil {
			t.Errorf("half of a withdrawal happened: %v", err)
		}
		i.Version = 2
		i.Withdraw(noon)
		if err := k.WithdrawInvitation(t.Context(), i); err != nil {
			t.Fatal(err)
		}
		got, err := k.Invitation(t.Context(), acme, i.ID)
		if err != nil || got.Status(noon) != invitation.Withdrawn || got.Session != "" || got.Name+got.Email+got.Message != "" {
			t.Errorf("%+v, %v", got, err)
		}
		if _, err := k.Load(t.Context(), acme, s.ID); fault.KindOf(err) != fault.NotFound {
			t.Errorf("the interview is still there: %v", err)
		}
		if d, err := k.Draft(t.Context(), acme, i.ID); err != nil || d.Text != "" {
			t.Errorf("the draft is still there: %+v, %v", d, err)
		}
		if _, err := k.Load(t.Context(), acme, other.Session); err != nil {
			t.Errorf("another interview went: %v", err)
		}
		if err := k.EraseInvitations(t.Context(), acme, []string{"i1", "unknown"}); err != nil {
			t.Fatal(err)
		}
		if got := recorded(); !slices.Contains(got, "i1 withdrawn") || !slices.Contains(got, "i1 erased") || slices.Contains(got, "unknown erased") {
			t.Errorf("recorded %v", got)
		}
	})
}

// Two devices change one invitation at once: every change is kept, none is overwritten.
func TestInvitations_changedAtOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		handles := []*Interviews{NewInterviews(b.Open(t), TxHooks{}), NewInterviews(b.Open(t), TxHooks{})}
		put(t, handles[0], anInvitation(acme, "i1"))
		next := anInvitation(acme, "i1")
		next.Version = 2
		var kept atomic.Int32
		var group sync.WaitGroup
		for n := range 8 {
			group.Go(func() {
				switch err := handles[n%2].PutInvitation(context.Background(), next, ""); {
				case err == nil:
					kept.Add(1)
				case !errors.Is(err, interview.ErrMoved):
					t.Error(err)
				}
			})
		}
		group.Wait()
		if kept.Load() != 1 {
			t.Errorf("%d of eight equal changes were kept", kept.Load())
		}
	}, Schema())
}
