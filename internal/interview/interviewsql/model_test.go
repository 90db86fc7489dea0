package interviewsql

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/analysis"
	"kadry/internal/interview/bias"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
	"kadry/internal/store/storetest"
)

// words are texts that storage gets wrong first: NUL, marks of direction, signs outside the
// basic plane, what JSON and SQL quote, ends of lines.
var words = rapid.OneOf(
	rapid.SampledFrom([]string{"", "Горутины", "a\x00b", "\u202eabc\u202c", "😀𝔘𐍈", `"\<>&'$1;--`, "\r\n\t\u2028", "e\u0301", "null", "\ufffd"}),
	rapid.String(),
)

// anything fills every field below v: a field that is added to the room is filled without
// anybody thinking of it.
func anything(rt *rapid.T, v reflect.Value) {
	if at, ok := reflect.TypeAssert[*time.Time](v.Addr()); ok {
		if rapid.Bool().Draw(rt, "dated") {
			*at = noon.Add(time.Duration(rapid.Int64Range(1, 1e12).Draw(rt, "time")) * time.Microsecond)
		}
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(words.Draw(rt, "text"))
	case reflect.Int:
		v.SetInt(int64(rapid.Int32().Draw(rt, "number")))
	case reflect.Int64:
		v.SetInt(rapid.Int64().Draw(rt, "long"))
	case reflect.Float64:
		v.SetFloat(rapid.Float64Range(-1, 1e9).Draw(rt, "share"))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(rt, "flag"))
	case reflect.Slice:
		if n := rapid.IntRange(-1, 2).Draw(rt, "length"); n >= 0 { // absent, empty, one, two
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := range n {
				anything(rt, v.Index(i))
			}
		}
	case reflect.Pointer:
		if rapid.Bool().Draw(rt, "there") {
			v.Set(reflect.New(v.Type().Elem()))
			anything(rt, v.Elem())
		}
	case reflect.Struct:
		for _, field := range v.Fields() {
			anything(rt, field)
		}
	default:
		rt.Fatalf("a %s has a kind that nobody fills", v.Type())
	}
}

// anyChange is a session and all that can come with it. What columns hold is text without
// NUL, which the room sees to.
func anyChange(rt *rapid.T, created session.Session) session.Change {
	c := session.Change{}
	anything(rt, reflect.ValueOf(&c.Session).Elem())
	n := &c.Session
	n.ID, n.Tenant, n.UserID, n.SurveyKey, n.Resume = created.ID, created.Tenant, created.UserID, created.SurveyKey, created.Resume
	n.CreatedAt, n.Version = created.CreatedAt, created.Version+1
	n.Vacancy.ID, n.Plan.Hash = column1(n.Vacancy.ID), column1(n.Plan.Hash)
	n.Status, n.Stage = session.Status(column1(string(n.Status))), session.Stage(column1(string(n.Stage)))
	for _, list := range []any{&c.Messages, &c.Marks, &c.Overrides, &c.Events} {
		anything(rt, reflect.ValueOf(list).Elem())
	}
	for i := range c.Messages {
		c.Messages[i].Seq = i + 1
		if rapid.Bool().Draw(rt, "bytes") {
			c.Messages[i].Raw = string(rapid.SliceOf(rapid.Byte()).Draw(rt, "raw"))
		}
	}
	for i := range c.Events {
		c.Events[i].Seq, c.Events[i].Tenant, c.Events[i].Session = i+1, n.Tenant, n.ID
	}
	return c
}

func column1(s string) string { return strings.ReplaceAll(s, "\x00", "") }

// Every field of a state comes back, whatever is in it, and as the fake gives it.
func TestInterviews_roundTrip(t *testing.T) {
	keepers(t, func(t *testing.T, k keeper) {
		n := 0
		rapid.Check(t, func(rt *rapid.T) {
			n++
			created := aSession(acme, fmt.Sprintf("s%06d", n))
			anything(rt, reflect.ValueOf(&created.Resume).Elem())
			created.Resume = column1(created.Resume)
			if _, err := k.Create(t.Context(), interview.Opening{Session: created}); err != nil {
				rt.Fatal(err)
			}
			c := anyChange(rt, created)
			if err := k.Commit(t.Context(), c); err != nil {
				rt.Fatal(err)
			}
			want := session.State{Session: created}.With(c)
			got, err := k.Load(t.Context(), acme, created.ID)
			if diff := gocmp.Diff(want, got); err != nil || diff != "" {
				rt.Fatalf("%v\n%s", err, diff)
			}
			events, err := k.Events(t.Context(), acme, created.ID, 0, 100)
			if len(c.Events) == 0 {
				c.Events = nil
			}
			if diff := gocmp.Diff(c.Events, events); err != nil || diff != "" {
				rt.Fatalf("%v\n%s", err, diff)
			}
			list, err := k.Sessions(t.Context(), acme, interview.Filter{Limit: 1})
			if err != nil || len(list) != 1 {
				rt.Fatal(list, err)
			}
			list[0].Resume, want.Resume = "", ""
			if diff := gocmp.Diff(want.Session, list[0]); diff != "" {
				rt.Fatal(diff)
			}
		})
	})
}

// Whatever is done in whatever order, each engine answers as the fake does.
func TestInterviews_doAsTheFakeDoes(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		k, round := NewInterviews(b.Open(t), TxHooks{}), 0
		rapid.Check(t, func(rt *rapid.T) {
			round++
			m := &model{rt: rt, real: k, fake: newMemory(), suffix: fmt.Sprintf("-%06d", round), versions: map[string]int{}}
			rt.Repeat(map[string]func(*rapid.T){
				"create": m.create, "commit": m.commit, "load": m.load, "list": m.list, "erase": m.erase,
				"survey": m.survey, "put": m.putVacancy, "drop": m.dropVacancy, "read": m.readVacancies,
			})
		})
	}, Schema())
}

// model does everything twice. Tenants are of its round, so that rounds share a database.
type model struct {
	rt         *rapid.T
	real, fake keeper
	suffix     string
	made       int
	versions   map[string]int // of sessions, by tenant and id
}

func (m *model) pick(what string, from ...string) string {
	return rapid.SampledFrom(from).Draw(m.rt, what)
}
func (m *model) tenant() string { return m.pick("tenant", acme, globex) + m.suffix }

// session draws the id of a session that was made, or of none.
func (m *model) session() string {
	return fmt.Sprintf("s%03d", rapid.IntRange(0, m.made+1).Draw(m.rt, "session"))
}

// same compares two answers.
func same[T any](m *model, what string, ask func(k keeper) (T, error)) T {
	real, err := ask(m.real)
	fake, want := ask(m.fake)
	if meaning(err) != meaning(want) {
		m.rt.Fatalf("%s: %v, the fake says %v", what, err, want)
	}
	if diff := gocmp.Diff(fake, real); diff != "" {
		m.rt.Fatalf("%s differs (-fake +real):\n%s", what, diff)
	}
	return real
}

func (m *model) same(what string, do func(k keeper) error) {
	same(m, what, func(k keeper) (struct{}, error) { return struct{}{}, do(k) })
}

// meaning is what the room tells errors apart by.
func meaning(err error) string {
	for _, known := range []error{interview.ErrMoved, interview.ErrKeyReused} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	return string(fault.KindOf(err))
}

func (m *model) create(rt *rapid.T) {
	m.rt = rt
	m.made++
	s := aSession(m.tenant(), fmt.Sprintf("s%03d", m.made))
	s.UserID, s.Vacancy.ID = m.pick("user", "ann", "bob", ""), m.pick("vacancy", "v1", "v2", "")
	s.CreatedAt = noon.Add(time.Duration(rapid.IntRange(0, 100).Draw(rt, "minute")) * time.Minute)
	o := interview.Opening{
		Session: s, Key: m.pick("key", "", "k1", "k2"), Request: m.pick("request", "r1", "r2"), Until: s.CreatedAt.Add(time.Hour),
	}
	kept := same(m, "create", func(k keeper) (session.Session, error) { return k.Create(m.rt.Context(), o) })
	if kept.ID == s.ID {
		m.versions[s.Tenant+s.ID] = 1
	}
}

func (m *model) commit(rt *rapid.T) {
	m.rt = rt
	s := aSession(m.tenant(), m.session())
	kept, err := m.fake.Load(m.rt.Context(), s.Tenant, s.ID)
	if err == nil {
		s = kept.Session
	}
	s.Version += rapid.SampledFrom([]int{1, 1, 1, 0, 2}).Draw(rt, "step")
	s.Status = rapid.SampledFrom([]session.Status{session.Active, session.Waiting, session.Completed}).Draw(rt, "status")
	s.Vacancy.ID = m.pick("vacancy", "v1", "v2")
	c := session.Change{}
	if s.Status == session.Completed {
		s.EndedAt = noon.Add(time.Duration(rapid.IntRange(0, 10).Draw(rt, "ended")) * time.Minute)
		s.Analysis = &analysis.Analysis{OverallScore: rapid.IntRange(0, 100).Draw(rt, "score")}
	}
	if rapid.Bool().Draw(rt, "says") {
		s.MessageCount++
		c.Messages = []session.Message{{Seq: s.MessageCount, Text: words.Draw(rt, "text")}}
		c.Marks = []marking.Mark{{Question: "q", Score: 0.5}, {Question: "p"}}
	}
	if rapid.Bool().Draw(rt, "tells") {
		s.EventCount++
		c.Events = []session.Event{{Tenant: s.Tenant, Session: s.ID, Seq: s.EventCount, Type: session.EventQuestion}}
		c.Overrides = []analysis.Override{{Question: "q", Who: "olga"}}
	}
	c.Session = s
	m.same("commit", func(k keeper) error { return k.Commit(m.rt.Context(), c) })
}

func (m *model) load(rt *rapid.T) {
	m.rt = rt
	tenant, id := m.tenant(), m.session()
	same(m, "load", func(k keeper) (session.State, error) { return k.Load(m.rt.Context(), tenant, id) })
	after := rapid.IntRange(0, 4).Draw(rt, "after")
	same(m, "events", func(k keeper) ([]session.Event, error) { return k.Events(m.rt.Context(), tenant, id, after, 2) })
}

func (m *model) list(rt *rapid.T) {
	m.rt = rt
	tenant := m.tenant()
	f := interview.Filter{
		UserID: m.pick("user", "", "ann", "bob"), Vacancy: m.pick("vacancy", "", "v1", "v2"),
		Status: session.Status(m.pick("status", "", string(session.Active), string(session.Completed))),
		Before: m.pick("before", "", m.session()), Limit: rapid.IntRange(1, 5).Draw(rt, "limit"),
	}
	if rapid.Bool().Draw(rt, "ended") {
		f.EndedBefore = noon.Add(time.Duration(rapid.IntRange(0, 10).Draw(rt, "minute"))*time.Minute + time.Duration(rapid.IntRange(-1, 1).Draw(rt, "ns")))
	}
	same(m, fmt.Sprintf("list %+v", f), func(k keeper) ([]session.Session, error) {
		list, err := k.Sessions(m.rt.Context(), tenant, f)
		for i := range list {
			list[i].Resume = ""
		}
		if len(list) == 0 {
			list = nil
		}
		return list, err
	})
}

func (m *model) erase(rt *rapid.T) {
	m.rt = rt
	tenant, ids := m.tenant(), []string{m.session(), m.session(), ""}
	m.same("erase", func(k keeper) error { return k.Erase(m.rt.Context(), tenant, ids) })
}

func (m *model) survey(rt *rapid.T) {
	m.rt = rt
	tenant, key := m.tenant(), m.pick("key", "", "survey of "+m.session())
	said := map[string]string{"a": m.pick("said", "x", "y")}
	m.same("survey", func(k keeper) error { return k.PutSurvey(m.rt.Context(), tenant, key, said) })
	vacancy := m.pick("vacancy", "", "v1")
	same(m, "outcomes", func(k keeper) ([]bias.Outcome, error) {
		list, err := k.Outcomes(m.rt.Context(), tenant, vacancy)
		slices.SortFunc(list, func(a, b bias.Outcome) int {
			return cmp.Or(cmp.Compare(a.Groups["a"], b.Groups["a"]), cmp.Compare(a.Score, b.Score))
		})
		return list, err
	})
}

func (m *model) putVacancy(rt *rapid.T) {
	m.rt = rt
	v := aVacancy(m.tenant(), m.pick("id", "v1", "v2", "v3"), m.pick("external", "", "x", "y"), 1)
	if kept, err := m.fake.Vacancy(m.rt.Context(), v.Tenant, v.ID); err == nil {
		v.Version = kept.Version + rapid.SampledFrom([]int{1, 1, 0}).Draw(rt, "step")
	}
	anything(rt, reflect.ValueOf(&v.Needs).Elem())
	m.same("put vacancy", func(k keeper) error { return k.PutVacancy(m.rt.Context(), v) })
}

func (m *model) dropVacancy(rt *rapid.T) {
	m.rt = rt
	tenant, id := m.tenant(), m.pick("id", "v1", "v2")
	m.same("drop vacancy", func(k keeper) error { return k.DropVacancy(m.rt.Context(), tenant, id) })
}

func (m *model) readVacancies(rt *rapid.T) {
	m.rt = rt
	tenant, external := m.tenant(), m.pick("external", "", "x", "y")
	same(m, "external", func(k keeper) (vacancy.Vacancy, error) { return k.External(m.rt.Context(), tenant, external) })
	same(m, "vacancies", func(k keeper) ([]vacancy.Vacancy, error) {
		list, err := k.Vacancies(m.rt.Context(), tenant)
		slices.SortFunc(list, func(a, b vacancy.Vacancy) int { return cmp.Compare(a.ID, b.ID) })
		return list, err
	})
	same(m, "stamp", func(k keeper) (bool, error) {
		stamp, err := k.Stamp(m.rt.Context(), tenant)
		return stamp == "", err
	})
}

// A session of a newer program is refused, and so is a damaged one.
func TestInterviews_documentsOfAnotherTime(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		db := b.Open(t)
		k := NewInterviews(db, TxHooks{})
		for i, damage := range []string{
			"UPDATE interview SET record_version = 2", "UPDATE interview SET record = '{'", "UPDATE interview_message SET record_version = 2",
			"UPDATE interview_mark SET record = '[]'", "UPDATE interview_override SET record = ''", "UPDATE interview_paper SET plan = 'null '''",
			"UPDATE interview_paper SET analysis = '7'",
		} {
			s := aSession(acme, fmt.Sprint(i))
			create(t, k, s)
			advance(t, k, &s, func(c *session.Change) {
				c.Messages, c.Marks, c.Overrides = make([]session.Message, 1), make([]marking.Mark, 1), make([]analysis.Override, 1)
			})
			if _, err := k.Load(t.Context(), acme, s.ID); err != nil {
				t.Fatal(err)
			}
			perform(t, db, damage)
			if _, err := k.Load(t.Context(), acme, s.ID); fault.KindOf(err) != fault.Internal {
				t.Errorf("%s: %v, want kind %s", damage, err, fault.Internal)
			}
			if err := k.Erase(t.Context(), acme, []string{s.ID}); err != nil {
				t.Errorf("%s: a damaged session cannot be erased: %v", damage, err)
			}
		}
	}, Schema())
}

// Floats keep their last bit, and so does zero its absence.
func TestInterviews_sharesAreExact(t *testing.T) {
	keepers(t, func(t *testing.T, k keeper) {
		for i, share := range []float64{0.1, 1.0 / 3, math.SmallestNonzeroFloat64, math.MaxFloat64, 0.8500000000000001} {
			s := aSession(acme, fmt.Sprint(i))
			create(t, k, s)
			mark := marking.Mark{Question: "q", Score: share}
			advance(t, k, &s, func(c *session.Change) { c.Marks = []marking.Mark{mark} })
			wantState(t, k, session.State{Session: s, Marks: []marking.Mark{mark}})
		}
	})
}
