package kit

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
	_ "time/tzdata"

	"kadry/internal/i18n"
)

func TestMoment(t *testing.T) {
	words, err := i18n.Load(i18n.Source{Name: "kit", Files: files})
	if err != nil {
		t.Fatal(err)
	}
	site := &Site{Words: words}
	at := time.Date(2026, time.November, 20, 22, 30, 15, 0, time.UTC)
	for _, c := range []struct{ lang, cookie, moment, zoned, day, zone string }{
		{"en", "", "20 Nov 2026, 22:30 UTC", "20 Nov 2026, 22:30 UTC", "20 Nov 2026", ""},
		{"en", "UTC", "20 Nov 2026, 22:30", "20 Nov 2026, 22:30 UTC", "20 Nov 2026", "Times are in UTC."},
		{"en", "Asia/Kolkata", "21 Nov 2026, 04:00", "21 Nov 2026, 04:00 UTC+5:30", "21 Nov 2026", "Times are local: Asia/Kolkata, UTC+5:30."},
		{"ru", "Europe/Moscow", "21\u00a0ноября\u00a02026, 01:30", "21\u00a0ноября\u00a02026, 01:30 UTC+3", "21\u00a0ноября\u00a02026", "Время местное: Europe/Moscow, UTC+3."},
		{"en", "America/Caracas", "20 Nov 2026, 18:30", "20 Nov 2026, 18:30 UTC−4", "20 Nov 2026", "Times are local: America/Caracas, UTC−4."},
		{"en", "Nowhere/City", "20 Nov 2026, 22:30 UTC", "20 Nov 2026, 22:30 UTC", "20 Nov 2026", ""},
		{"en", "../../etc/passwd", "20 Nov 2026, 22:30 UTC", "20 Nov 2026, 22:30 UTC", "20 Nov 2026", ""},
		{"en", "Local", "20 Nov 2026, 22:30 UTC", "20 Nov 2026, 22:30 UTC", "20 Nov 2026", ""},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		r.AddCookie(&http.Cookie{Name: LangCookie, Value: c.lang})
		r.AddCookie(&http.Cookie{Name: ZoneCookie, Value: c.cookie})
		s := site.Screen(httptest.NewRecorder(), r, nil)
		if got := s.zoneText(); got != "" {
			t.Errorf("%s: a page without times says %q", c.cookie, got)
		}
		if got := [...]string{s.Moment(at), s.MomentZoned(at), s.Day(at), s.zoneText()}; got != [...]string{c.moment, c.zoned, c.day, c.zone} {
			t.Errorf("%s %s: %q", c.lang, c.cookie, got)
		}
	}
}
