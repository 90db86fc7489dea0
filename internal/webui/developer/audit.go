package developer

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"kadry/internal/webui/kit"
)

// entry is a line of the audit log.
type entry struct {
	Seq     int64             `json:"seq"`
	At      time.Time         `json:"at"`
	Actor   string            `json:"actor"`
	Action  string            `json:"action"`
	Subject string            `json:"subject"`
	Detail  map[string]string `json:"detail"`
}

// details are the facts of an entry in a fixed order.
func (e entry) details() string {
	var list []string
	for _, key := range slices.Sorted(maps.Keys(e.Detail)) {
		if e.Detail[key] != "" {
			list = append(list, key+" "+e.Detail[key])
		}
	}
	return strings.Join(list, ", ")
}

// question is what list_audit_entries takes.
type question struct {
	Actor   string `json:"actor,omitempty"`
	Action  string `json:"action,omitempty"`
	Subject string `json:"subject,omitempty"`
	Cursor  string `json:"cursor,omitempty"`
}

// verdict is what verify_audit answers.
type verdict struct {
	Verified int64 `json:"verified"`
	Broken   *struct {
		Seq  int64  `json:"seq"`
		What string `json:"what"`
	} `json:"broken"`
}

// logShown is everything the page of the audit log shows.
type logShown struct {
	asked   question
	entries []entry
	next    string
	verdict *verdict
}

// audit shows the log, and where that was asked for whether it holds.
func (w *web) audit(s *kit.Screen) error {
	q := s.Request.URL.Query()
	if kit.HasEmpty(q) {
		for key, values := range q {
			if q[key] = slices.DeleteFunc(values, func(v string) bool { return v == "" }); len(q[key]) == 0 {
				q.Del(key)
			}
		}
		s.Redirect(string(kit.Href(auditPath, q)))
		return nil
	}
	l := logShown{asked: question{Actor: q.Get("actor"), Action: q.Get("action"), Subject: q.Get("subject"), Cursor: q.Get("cursor")}}
	var page struct {
		Items []entry `json:"items"`
		Next  string  `json:"next_cursor"`
	}
	if err := s.Call(opAudit, l.asked, &page); err != nil {
		return err
	}
	l.entries, l.next = page.Items, page.Next
	if q.Has("verify") {
		l.verdict = &verdict{}
		if err := s.Call(opVerify, struct{}{}, l.verdict); err != nil {
			return err
		}
	}
	return s.Show(http.StatusOK, auditPage(s, l))
}

// address is the log asked for with one thing changed.
func (l logShown) address(key, value string) url.Values {
	v := url.Values{}
	for name, text := range map[string]string{"actor": l.asked.Actor, "action": l.asked.Action, "subject": l.asked.Subject} {
		if text != "" {
			v.Set(name, text)
		}
	}
	v.Set(key, value)
	return v
}
