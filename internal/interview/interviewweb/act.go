package interviewweb

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview/session"
	"kadry/internal/webui/kit"
)

// decide keeps what people decided, for the report on groups.
func (w *web) decide(s *screen) error {
	s.limitForm()
	said := s.Request.PostFormValue("decision")
	if said != "invite" && said != "reject" {
		return fault.E(fault.Invalid, fault.Say("Choose one of the decisions.", "Выберите одно из решений."), nil)
	}
	return w.act(s, opDecide, func(ctx context.Context, tenant, id string) error {
		_, err := w.room.Decide(ctx, tenant, id, session.Decide{Selected: said == "invite", Who: s.Caller.Name})
		return err
	})
}

func (w *web) pause(s *screen) error {
	return w.act(s, opPause, func(ctx context.Context, tenant, id string) error {
		_, err := w.room.Pause(ctx, tenant, id)
		return err
	})
}

func (w *web) resume(s *screen) error {
	return w.act(s, opResume, func(ctx context.Context, tenant, id string) error {
		_, err := w.room.Resume(ctx, tenant, id)
		return err
	})
}

// extendHours are the choices of how much more time a candidate gets.
var extendHours = []int{1, 24, 3 * 24, 7 * 24}

func (w *web) extend(s *screen) error {
	s.limitForm()
	hours, err := strconv.Atoi(s.Request.PostFormValue("hours"))
	if err != nil || !slices.Contains(extendHours, hours) {
		return fault.E(fault.Invalid, fault.Say("Choose how much time to add.", "Выберите, сколько времени добавить."), nil)
	}
	return w.act(s, opExtend, func(ctx context.Context, tenant, id string) error {
		_, err := w.room.Extend(ctx, tenant, id, time.Duration(hours)*time.Hour)
		return err
	})
}

// cancelling asks before an interview is ended without a result.
func (w *web) cancelling(s *screen) error {
	return w.confirming(s, opCancel, func(t interviewPage) error { return s.Show(http.StatusOK, cancelScreen(s, t)) })
}

func (w *web) cancelInterview(s *screen) error {
	return w.act(s, opCancel, func(ctx context.Context, tenant, id string) error {
		_, err := w.room.Cancel(ctx, tenant, id)
		return err
	})
}

// deletingInterview asks before an interview is deleted, and says what goes.
func (w *web) deletingInterview(s *screen) error {
	return w.confirming(s, opDelete, func(t interviewPage) error { return s.Show(http.StatusOK, deleteScreen(s, t)) })
}

// confirming loads the interview that the change of an operation is to be confirmed for.
func (w *web) confirming(s *screen, name string, show func(interviewPage) error) error {
	if !s.May(name) {
		return kit.Denied()
	}
	state, err := w.loadInterview(s)
	if err != nil {
		return err
	}
	return show(w.newInterviewPage(s, state))
}

func (w *web) deleteInterview(s *screen) error {
	err := s.Run(opDelete, func(ctx context.Context) error {
		return w.room.Delete(ctx, s.Caller.Tenant, s.Request.PathValue("id"))
	})
	if err != nil {
		return err
	}
	s.Redirect(interviewsPath + "?deleted=1")
	return nil
}
