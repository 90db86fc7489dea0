package outbox_test

import (
	"strings"
	"testing"
	"time"

	"kadry/internal/outbox"
	"kadry/internal/store/storetest"
)

// The log shows the messages of all streams of one tenant, the newest first, page by page and by
// state, and nothing of another tenant.
func TestLog_isOfAllStreamsOfATenant(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		r := newReceiver(t, status(200))
		o := newOffice(t, b.Open(t), plan{receivers: []*receiver{r}, config: outbox.Config{Unsigned: true}, idle: true})
		var began time.Time
		for n, stream := range []string{"s1", "s2", "s1", "s3"} {
			m := message(acme, stream, n+1, r.url)
			began = m.At
			m.At = m.At.Add(time.Duration(n/2) * time.Minute) // two of one moment, twice
			o.add(t, m)
		}
		o.add(t, message(globex, "s9", 1, r.url))
		o.perform(t, `UPDATE outbox_message SET state = 'dead' WHERE id = 'acme-s2-2'`)
		ids := func(f outbox.LogFilter) string {
			t.Helper()
			list, err := o.Log(t.Context(), acme, f)
			if err != nil {
				t.Fatal(err)
			}
			var ids []string
			for _, s := range list {
				ids = append(ids, strings.TrimPrefix(s.ID, "acme-"))
				if s.Tenant != acme || s.Body != nil || s.Attempts != nil {
					t.Errorf("%s is of %q, with a body or attempts: %+v", s.ID, s.Tenant, s)
				}
			}
			return strings.Join(ids, " ")
		}
		first, err := o.Log(t.Context(), acme, outbox.LogFilter{Limit: 1})
		if err != nil || len(first) != 1 {
			t.Fatal(first, err)
		}
		for name, tt := range map[string]struct {
			filter outbox.LogFilter
			want   string
		}{
			"all":                 {outbox.LogFilter{Limit: 10}, "s3-4 s1-3 s2-2 s1-1"},
			"a page":              {outbox.LogFilter{Limit: 2}, "s3-4 s1-3"},
			"in the same moment":  {outbox.LogFilter{Limit: 10, Before: outbox.Place{At: first[0].At, ID: first[0].ID}}, "s1-3 s2-2 s1-1"},
			"of a state":          {outbox.LogFilter{Limit: 10, State: outbox.Dead}, "s2-2"},
			"since":               {outbox.LogFilter{Limit: 10, Since: began.Add(time.Second)}, "s3-4 s1-3"},
			"of a state and page": {outbox.LogFilter{Limit: 10, State: outbox.Dead, Before: outbox.Place{At: began, ID: "a"}}, ""},
		} {
			if got := ids(tt.filter); got != tt.want {
				t.Errorf("%s: %q, want %q", name, got, tt.want)
			}
		}
	})
}
