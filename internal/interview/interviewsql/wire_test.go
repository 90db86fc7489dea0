package interviewsql

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/interview/analysis"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
)

var update = flag.Bool("update", false, "write the golden file anew")

// fill sets every field below v to a value of its own, so that a field which is left out
// or mixed up with another shows.
func fill(v reflect.Value, next *int) {
	if at, ok := reflect.TypeAssert[*time.Time](v.Addr()); ok {
		*next++
		*at = noon.Add(time.Duration(*next) * time.Second)
		return
	}
	switch v.Kind() {
	case reflect.String:
		*next++
		v.SetString("text " + string(rune('а'+*next%32)) + strings.Repeat("+", *next/32))
	case reflect.Int, reflect.Int64:
		*next++
		v.SetInt(int64(*next))
	case reflect.Float64:
		*next++
		v.SetFloat(float64(*next) / 1024)
	case reflect.Bool:
		*next++
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), next)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), next)
	case reflect.Struct:
		for _, field := range v.Fields() {
			fill(field, next)
		}
	default:
		panic("the room has a field of a kind the stored form does not know: " + v.Kind().String())
	}
}

func full[T any](first int) (v T) {
	fill(reflect.ValueOf(&v).Elem(), &first)
	return v
}

// storedForm is one of each document of an interview.
type storedForm struct {
	Session  sessionRecord     `json:"session"`
	Plan     planRecord        `json:"plan"`
	Outcome  outcomeRecord     `json:"outcome"`
	Message  messageRecord     `json:"message"`
	Mark     marking.Mark      `json:"mark"`
	Override analysis.Override `json:"override"`
	Event    session.Event     `json:"event"`
	Needs    []vacancy.Need    `json:"needs"`
}

// The golden file is version 1 as it lies in databases. A difference is either a new key,
// then -update is right, or a change of what is stored, then interviewVersion must grow.
func TestInterviews_storedForm(t *testing.T) {
	t.Parallel()
	s := full[session.Session](0)
	message, mark, override, event := full[session.Message](1000), full[marking.Mark](1100), full[analysis.Override](1200), full[session.Event](1300)
	needs := full[[]vacancy.Need](2000)
	form := storedForm{
		Session: recordSession(s), Plan: planRecord{s.Plan, s.Fit},
		Outcome: outcomeRecord{s.Analysis, s.Reviewed},
		Message: recordMessage(message), Mark: mark, Override: override, Event: event,
		Needs: needs,
	}
	data, err := json.MarshalIndent(form, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", "interview_v1.json")
	if *update {
		if err := os.WriteFile(path, append(data, '\n'), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	golden, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(bytes.TrimSpace(golden)), string(data)); diff != "" {
		t.Errorf("the stored form has changed (-stored +now):\n%s", diff)
	}

	var old storedForm
	if err := json.Unmarshal(golden, &old); err != nil {
		t.Fatal(err)
	}
	back := session.Session{ // what columns hold
		ID: s.ID, Tenant: s.Tenant, UserID: s.UserID, SurveyKey: s.SurveyKey, Resume: s.Resume, Vacancy: vacancy.Pin{ID: s.Vacancy.ID},
		Status: s.Status, Stage: s.Stage, Version: s.Version, CreatedAt: s.CreatedAt, EndedAt: s.EndedAt,
	}
	old.Session.fill(&back)
	old.Event.Tenant, old.Event.Session, old.Event.Seq = event.Tenant, event.Session, event.Seq // and here
	back.Plan, back.Fit = old.Plan.Plan, old.Plan.Fit
	back.Analysis, back.Reviewed = old.Outcome.Analysis, old.Outcome.Reviewed
	for what, diff := range map[string]string{
		"session":  cmp.Diff(s, back),
		"message":  cmp.Diff(message, old.Message.message(message.Seq)),
		"mark":     cmp.Diff(mark, old.Mark),
		"override": cmp.Diff(override, old.Override),
		"event":    cmp.Diff(event, old.Event),
		"needs":    cmp.Diff(needs, old.Needs),
	} {
		if diff != "" {
			t.Errorf("%s is not what was stored (-was +is):\n%s", what, diff)
		}
	}
}
