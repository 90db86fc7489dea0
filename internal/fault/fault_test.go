package fault_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"kadry/internal/fault"
)

func TestFrom_foldsWhatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	said := fault.E(fault.Conflict, fault.Say("taken", "занято"), errors.New("key"))
	for name, c := range map[string]struct {
		err  error
		want fault.Kind
	}{
		"nothing":          {nil, ""},
		"a fault":          {said, fault.Conflict},
		"a wrapped fault":  {fmt.Errorf("store: %w", said), fault.Conflict},
		"a joined fault":   {errors.Join(errors.New("close"), said), fault.Conflict},
		"deadline":         {fmt.Errorf("store: %w", context.DeadlineExceeded), fault.Timeout},
		"cancelled":        {context.Canceled, fault.Canceled},
		"our own mistakes": {errors.New("secret of the database"), fault.Internal},
	} {
		if got := fault.KindOf(c.err); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
	f := fault.From(errors.New("secret of the database"))
	for _, lang := range []string{"en", "ru"} {
		if text := f.Text.In(lang) + f.Hint.In(lang); text == "" || text == f.Err.Error() {
			t.Errorf("%s: %q tells too much or nothing", lang, text)
		}
	}
	if !errors.Is(fault.From(context.Canceled), context.Canceled) {
		t.Error("the cause is lost")
	}
}

// A kind without a row would be answered as our own failure.
func TestAnswerTo_knowsEveryKind(t *testing.T) {
	t.Parallel()
	statuses := map[int]fault.Kind{}
	for _, kind := range []fault.Kind{
		fault.Invalid, fault.Unauthenticated, fault.Denied, fault.NotFound, fault.Conflict, fault.TooLarge,
		fault.Limited, fault.Timeout, fault.Canceled, fault.Upstream, fault.Unavailable, fault.Internal,
	} {
		a := fault.AnswerTo(kind)
		if other, taken := statuses[a.Status]; taken {
			t.Errorf("%s and %s share the status %d", kind, other, a.Status)
		}
		statuses[a.Status] = kind
		if a.Exit == 0 {
			t.Errorf("%s ends a process as if it had succeeded", kind)
		}
		if a.Log != (a.Status >= 500) {
			t.Errorf("%s: a line in the log is for what is not the caller's doing, status %d", kind, a.Status)
		}
	}
	if fault.AnswerTo("new kind") != fault.AnswerTo(fault.Internal) {
		t.Error("an unknown kind is not answered as our own failure")
	}
}

func TestText_fallsBackToEnglish(t *testing.T) {
	t.Parallel()
	for want, got := range map[string]string{
		"5 files":     fault.Say("%d files", "файлов: %d", 5).In("en"),
		"файлов: 5":   fault.Say("%d files", "файлов: %d", 5).In("ru"),
		"at once":     fault.Say("at once", "сразу").In("fr"),
		"only so far": fault.Text{EN: "only so far"}.In("ru"),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
