package invitation_test

import (
	"strings"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview/invitation"
)

var noon = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)

func day(n int) time.Time { return noon.AddDate(0, 0, n) }

func sent() invitation.Invitation {
	return invitation.Invitation{
		ID: "i1", Tenant: "acme", Digest: "d", CreatedAt: noon, ExpiresAt: day(14),
		Terms: invitation.Terms{Name: "Ann Example", Language: "en"},
	}
}

func TestStatus_followsTheCandidate(t *testing.T) {
	t.Parallel()
	i := sent()
	for _, step := range []struct {
		change func()
		at     time.Time
		want   invitation.Status
		live   bool
	}{
		{func() {}, noon, invitation.Sent, true},
		{func() {}, day(14).Add(-time.Second), invitation.Sent, true},
		{func() {}, day(14), invitation.Expired, false},
		{func() { i.OpenedAt = day(1) }, day(1), invitation.Opened, true},
		{func() { i.ConsentAt = day(2) }, day(2), invitation.Consented, true},
		{func() {}, day(15), invitation.Expired, false}, // agreed and never begun
		{func() { i.Session = "s1" }, day(15), invitation.Consented, true},
		{func() { i.AnsweredAt = day(3) }, day(91), invitation.Answering, true},
		{func() {}, day(92), invitation.Expired, false}, // paused for ever
		{func() { i.FinishedAt = day(4) }, day(5), invitation.Finished, true},
		{func() {}, day(11), invitation.Finished, false},
		{func() { i.Withdrawn = day(4) }, day(4), invitation.Withdrawn, false},
	} {
		step.change()
		if got, live := i.Status(step.at), i.Live(step.at); got != step.want || live != step.live {
			t.Errorf("at %s: %s, live %v; want %s, %v", step.at, got, live, step.want, step.live)
		}
	}
}

func TestReissue_andRevoke(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		make            func(*invitation.Invitation)
		reissue, revoke bool // are allowed
	}{
		"sent":      {func(*invitation.Invitation) {}, true, true},
		"expired":   {func(i *invitation.Invitation) { i.ExpiresAt = noon }, true, true},
		"answering": {func(i *invitation.Invitation) { i.Session, i.AnsweredAt = "s", noon }, true, true},
		"finished":  {func(i *invitation.Invitation) { i.FinishedAt = noon }, false, false},
		"withdrawn": {func(i *invitation.Invitation) { i.Withdrawn = noon }, false, false},
		"revoked":   {func(i *invitation.Invitation) { i.RevokedAt = noon }, false, true},
	} {
		i := sent()
		c.make(&i)
		again := i
		err := i.Reissue("new", noon, day(7))
		if (err == nil) != c.reissue || err != nil && fault.KindOf(err) != fault.Conflict {
			t.Errorf("%s: reissue says %v", name, err)
		}
		if err == nil && (i.Digest != "new" || !i.Live(day(6)) || i.Live(day(7)) && i.Session == "") {
			t.Errorf("%s: the new link is not the one that works: %+v", name, i)
		}
		if _, err := again.Revoke(noon); (err == nil) != c.revoke {
			t.Errorf("%s: revoke says %v", name, err)
		} else if err == nil && (again.Live(noon) || again.Status(noon) != invitation.Revoked) {
			t.Errorf("%s: the link still works after it was revoked", name)
		}
	}
}

func TestTerms_checkSaysEverythingWrong(t *testing.T) {
	t.Parallel()
	good := invitation.Terms{Name: " Ann ", Email: " Ann@Example.ORG ", Message: "Hello\nthere", Language: "ru", MoreTime: 300}.Clean()
	var c fault.Check
	good.Check(&c)
	if err := c.Err(); err != nil || good.Email != "ann@example.org" || good.Name != "Ann" {
		t.Errorf("good terms: %v, %+v", err, good)
	}
	for path, bad := range map[string]invitation.Terms{
		"name":              {Name: "\u200b "},
		"email":             {Name: "A", Email: "Ann <ann@example.org>"},
		"person_id":         {Name: "A", PersonID: "x\x00y"},
		"asked_by":          {Name: "A", AskedBy: strings.Repeat("a", 201)},
		"message":           {Name: "A", Message: strings.Repeat("я", 2001)},
		"language":          {Name: "A", Language: "de"},
		"more_time_percent": {Name: "A", MoreTime: 301},
		"answer_minutes":    {Name: "A", PerAnswer: time.Second},
		"total_hours":       {Name: "A", Total: 400 * time.Hour},
	} {
		var c fault.Check
		bad.Clean().Check(&c)
		if got := fault.From(c.Err()); c.Err() == nil || len(got.Fields) != 1 || got.Fields[0].Path != path {
			t.Errorf("%s: %v", path, c.Err())
		}
	}
}

func TestTerms_moreTime(t *testing.T) {
	t.Parallel()
	for percent, want := range map[int]struct{ answer, total time.Duration }{
		0: {10 * time.Minute, time.Hour}, 25: {12*time.Minute + 30*time.Second, 75 * time.Minute}, 300: {40 * time.Minute, 4 * time.Hour},
	} {
		l := invitation.Terms{PerAnswer: 10 * time.Minute, Total: time.Hour, MoreTime: percent}.Limits()
		if l.PerAnswer != want.answer || l.Total != want.total {
			t.Errorf("%d%% more: %v and %v, want %v and %v", percent, l.PerAnswer, l.Total, want.answer, want.total)
		}
	}
	if l := (invitation.Terms{MoreTime: 100}).Limits(); l.PerAnswer != 0 || l.Total != 14*24*time.Hour {
		t.Errorf("no limit for an answer, a week for all, twice: %+v", l)
	}
}
