package resume

import (
	"testing"
	"time"
)

func TestMonth(t *testing.T) {
	t.Parallel()
	m := MonthOf(time.Date(2024, time.January, 31, 23, 0, 0, 0, time.UTC))
	if m.String() != "2024-01" || m.Year() != 2024 {
		t.Errorf("MonthOf gives %v of %d", m, m.Year())
	}
	back, err := ParseMonth("2024-01")
	if err != nil || back != m {
		t.Errorf("ParseMonth gives %v, %v", back, err)
	}
	for _, bad := range []string{"", "2024", "2024-13", "01-2024", "2024-1-1"} {
		if got, err := ParseMonth(bad); err == nil {
			t.Errorf("ParseMonth(%q) = %v, want an error", bad, got)
		}
	}
	if Month(0).String() != "" {
		t.Errorf("unknown month prints %q", Month(0))
	}
}

// TestPeriods reads "from..to", "=" marking precision to the year, "+" an open end.
func TestPeriods(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, want string }{
		{"Mar 2019 - Apr 2020", "2019-03..2020-04"},
		{"March 2019 – April 2020", "2019-03..2020-04"},
		{"March, 2019 to April, 2020", "2019-03..2020-04"},
		{"Mar. 2019 — Sept. 2020", "2019-03..2020-09"},
		{"03/2019 - 04/2020", "2019-03..2020-04"},
		{"3/2019-4/2020", "2019-03..2020-04"},
		{"03 / 2019 – 04 / 2020", "2019-03..2020-04"},
		{"03.2019–04.2020", "2019-03..2020-04"},
		{"2019-03 — 2020-04", "2019-03..2020-04"},
		{"2019-03 — present", "2019-03..2026-11+"},
		{"2019/03 - 2020/04", "2019-03..2020-04"},
		{"2019.03 - 2020.04", "2019-03..2020-04"},
		{"01.03.2019 - 30.04.2020", "2019-03..2020-04"},
		{"2019-03-01 - 2020-04-30", "2019-03..2020-04"},
		{"15 March 2019 – 1 April 2020", "2019-03..2020-04"},
		{"March 15, 2019 – April 1st, 2020", "2019-03..2020-04"},
		{"Q1 2019 – Q3 2020", "2019-01..2020-09"},
		{"2019 Q1 - 2019 Q2", "2019-01..2019-06"},
		{"1 кв. 2019 – 2 квартал 2020", "2019-01..2020-06"},
		{"2018 - 2020", "=2018-07..2020-06"},
		{"2018–2018", "=2018-04..2018-09"},
		{"2018 – 22", "=2018-07..2022-06"},
		{"2018-22", "=2018-07..2022-06"},
		{"2016–21 Laboratory Assistant", "=2016-07..2021-06"},
		{"2015/16 – 2017/18", "=2015-07..2018-06"},
		{"2018—2020 гг.", "=2018-07..2020-06"},
		{"Mar 2019 - 2021", "=2019-03..2021-06"},
		{"2019–… Sample Works", "=2019-07..2026-11+"},
		{"2019 - present", "=2019-07..2026-11+"},
		{"2026 - present", "=2026-07..2026-11+"},
		{"Март 2019 — настоящее время", "2019-03..2026-11+"},
		{"Март 2019 —\nнастоящее время", "2019-03..2026-11+"},
		{"март 2019 г. – апрель 2020 г.", "2019-03..2020-04"},
		{"с марта 2019 г. по апрель 2020 г.", "2019-03..2020-04"},
		{"с марта 2019 г. по наст. время", "2019-03..2026-11+"},
		{"Апрель 2026 — по настоящее время", "2026-04..2026-11+"},
		{"январь 2024 г. – по н. вр.", "2024-01..2026-11+"},
		{"09.2025 – н.в.", "2025-09..2026-11+"},
		{"09.2025 – н/в", "2025-09..2026-11+"},
		{"с 09.2025 по сей день", "2025-09..2026-11+"},
		{"мар. 2019 – сент. 2020", "2019-03..2020-09"},
		{"март – июнь 2019", "2019-03..2019-06"},
		{"с марта по июнь 2019 г.", "2019-03..2019-06"},
		{"до этого: 03.2019 до 04.2020", "2019-03..2020-04"},
		{"since 2020", "=2020-07..2026-11+"},
		{"since March 2020", "2020-03..2026-11+"},
		{"с 2020 года", "=2020-07..2026-11+"},
		{"May 2024 to Current", "2024-05..2026-11+"},
		{"May 2024 till date", "2024-05..2026-11+"},
		{"May 2024 until now", "2024-05..2026-11+"},
		{"05/2024 Current", "2024-05..2026-11+"},
		{"From February 2015 till present", "2015-02..2026-11+"},
		{"10/2014 03/2016", "2014-10..2016-03"},
		{"May 2024 â€“ Current", "2024-05..2026-11+"},
		{"Jan '19 – Feb '21", "2019-01..2021-02"},
		{"Jan’98 – Feb’01", "1998-01..2001-02"},
		{"'15 – '19", "=2015-07..2019-06"},
		{"03/17 - 12/20", "2017-03..2020-12"},
		{"Jan-19 – Mar-21", "2019-01..2021-03"},
		{"Summer 2015 – Fall 2016", "=2015-06..2016-11"},
		{"Mar 2019 – Apr 2020 (1 yr 2 mos)", "2019-03..2020-04"},
		{"March 2020 – March 2019", "reversed_dates"},
		{"2021 – 2019", "reversed_dates"},
		{"March 2030 – present", "future_dates"},
		{"March 2020 – March 2029", "2020-03.. future_dates"},
		{"Март 2019 — Апрель 2020 3 года 7 месяцев", "2019-03..2020-04 duration_mismatch"},
	}
	for _, tt := range tests {
		s := dates{page: newPage(tt.text), asOf: monthAt(2026, 11)}
		found := s.periods()
		if len(found) != 1 || !found[0].ranged {
			t.Errorf("%q: found %+v, want one range", tt.text, found)
			continue
		}
		if got := show(found[0].settle(s.asOf, tt.text)); got != tt.want {
			t.Errorf("%q = %s, want %s", tt.text, got, tt.want)
		}
	}
}

func show(d dated) string {
	out := ""
	if d.from > 0 {
		out = d.from.String() + ".." + d.to.String()
	}
	if (d.fromYear || d.toYear) && d.from > 0 {
		out = "=" + out
	}
	if d.current && d.from > 0 {
		out += "+"
	}
	if d.warning != nil {
		if out != "" {
			out += " "
		}
		out += d.warning.Code
	}
	return out
}

// TestNoPeriods lists what looks like a range of dates and is none.
func TestNoPeriods(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"+7 (900) 201-20-21", "8-800-2000-2010", "$2010 - $2015", "budget 2000 - 2010 dollars", "2 000 - 2 010", "ISO 9001 - 2015",
		"Windows Server 2012 - 2016", "Office 2010 – 2016", "may 20 - may 21", "13/2019 - 14/2020", "1.2.3 - 1.2.4", "99.99.2019 - 99.99.2020",
		"10,2019 - 2020,5", "12:30 - 14:45", "1 - 2", "2019", "Mar 2019", "in the present time", "March – April", "v2019-2020x", "100% – 2010%", "", "—", "с по", "2019 –",
	} {
		s := dates{page: newPage(text), asOf: monthAt(2026, 11)}
		for _, p := range s.periods() {
			if p.ranged {
				t.Errorf("%q read as the range %q", text, text[p.start:p.end])
			}
		}
	}
}

func TestDurations(t *testing.T) {
	t.Parallel()
	tests := map[string]int{
		"5 лет 3 месяца": 63, "1 год": 12, "3 года и 2 мес.": 38, "7 месяцев": 7, "2 yrs 3 mos": 27, "10+ years": 120, "1.5 года": 18, "24 months": 24,
		"less than 1 year": 0, "Less than 1 year months": 0, "менее года": 0, "2 years and a bit": 24,
	}
	for text, want := range tests {
		s := dates{page: newPage(text)}
		if got, _, ok := s.durationAt(0); !ok || got != want {
			t.Errorf("%q = %d (%v), want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"5", "years", "5 people", "2019 год", "99 лет", "less than half"} {
		s := dates{page: newPage(text)}
		if got, _, ok := s.durationAt(0); ok {
			t.Errorf("%q read as %d months", text, got)
		}
	}
}
