package kit

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"time"
)

// ZoneCookie keeps the time zone of the person's browser, which its script writes, or UTC where they
// chose it.
const ZoneCookie = "kadry_zone"

// clock is the zone that an answer writes times in, and whether it wrote any.
type clock struct {
	zone *time.Location // nil before the browser told: times are in UTC and say so
	used atomic.Bool
}

func newClock(r *http.Request) *clock {
	c, err := r.Cookie(ZoneCookie)
	if err != nil || c.Value == "" || c.Value == time.Local.String() { // "Local" is the zone of the server
		return &clock{}
	}
	zone, err := time.LoadLocation(c.Value)
	if err != nil {
		return &clock{}
	}
	return &clock{zone: zone}
}

// local is t on the person's clock.
func (s *Screen) local(t time.Time) time.Time {
	if s.clock.zone == nil {
		return t.UTC()
	}
	return t.In(s.clock.zone)
}

// Moment writes a time to the minute on the person's clock. Their zone is said once, at the end of the
// page; where it is not known, every time says that it is in UTC.
func (s *Screen) Moment(t time.Time) string { return s.moment(t, "15:04") }

// MomentSeconds is Moment to the second.
func (s *Screen) MomentSeconds(t time.Time) string { return s.moment(t, time.TimeOnly) }

// Clock is the time of a moment alone, to the second.
func (s *Screen) Clock(t time.Time) string {
	s.clock.used.Store(true)
	text := s.local(t).Format(time.TimeOnly)
	if s.clock.zone == nil {
		text += " UTC"
	}
	return text
}

func (s *Screen) moment(t time.Time, layout string) string {
	if t.IsZero() {
		return s.T("unknown")
	}
	s.clock.used.Store(true)
	t = s.local(t)
	key := "moment.local"
	if s.clock.zone == nil {
		key = "moment.utc"
	}
	return s.T(key, "Date", s.Date(t), "Time", t.Format(layout))
}

// MomentZoned is Moment with its zone, for words that leave the page.
func (s *Screen) MomentZoned(t time.Time) string {
	t = s.local(t)
	return s.T("moment.local", "Date", s.Date(t), "Time", t.Format("15:04")) + " " + offset(t)
}

// Day is the day of a moment on the person's calendar.
func (s *Screen) Day(t time.Time) string { return s.Date(s.local(t)) }

// zoneText names the zone of the times on the page; empty where each says it itself or none is shown.
func (s *Screen) zoneText() string {
	if s.clock.zone == nil || !s.clock.used.Load() {
		return ""
	}
	now := time.Now().In(s.clock.zone)
	if s.clock.zone == time.UTC {
		return s.T("zone.utc")
	}
	return s.T("zone.local", "Zone", s.clock.zone.String(), "Offset", offset(now))
}

// ZoneName is the zone that the person's times are written in; empty before it is known.
func (s *Screen) ZoneName() string {
	if s.clock.zone == nil {
		return ""
	}
	return s.clock.zone.String()
}

// offset is how far a time's zone is from UTC: UTC+3, UTC−3:30.
func offset(t time.Time) string {
	_, seconds := t.Zone()
	if seconds == 0 {
		return "UTC"
	}
	sign := "+"
	if seconds < 0 {
		sign, seconds = "−", -seconds
	}
	if minutes := seconds / 60 % 60; minutes > 0 {
		return fmt.Sprintf("UTC%s%d:%02d", sign, seconds/3600, minutes)
	}
	return fmt.Sprintf("UTC%s%d", sign, seconds/3600)
}
