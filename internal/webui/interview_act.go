package webui

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview"
)

// decide keeps what people decided, for the report on groups.
func (w *site) decide(s *screen) error {
	s.limitForm()
	said := s.r.PostFormValue("decision")
	if said != "invite" && said != "reject" {
		return fault.E(fault.Invalid, fault.Say("Choose one of the decisions.", "Выберите одно из решений."), nil)
	}
	return w.act(s, func(ctx context.Context, tenant, id string) error {
		_, err := w.Interviews.Decide(ctx, tenant, id, interview.Decide{Selected: said == "invite", Who: s.caller.Name})
		return err
	})
}

func (w *site) pause(s *screen) error {
	return w.act(s, func(ctx context.Context, tenant, id string) error {
		_, err := w.Interviews.Pause(ctx, tenant, id)
		return err
	})
}

func (w *site) resume(s *screen) error {
	return w.act(s, func(ctx context.Context, tenant, id string) error {
		_, err := w.Interviews.Resume(ctx, tenant, id)
		return err
	})
}

// extendHours are the choices of how much more time a candidate gets.
var extendHours = []int{1, 24, 3 * 24, 7 * 24}

func (w *site) extend(s *screen) error {
	s.limitForm()
	hours, err := strconv.Atoi(s.r.PostFormValue("hours"))
	if err != nil || !slices.Contains(extendHours, hours) {
		return fault.E(fault.Invalid, fault.Say("Choose how much time to add.", "Выберите, сколько времени добавить."), nil)
	}
	return w.act(s, func(ctx context.Context, tenant, id string) error {
		_, err := w.Interviews.Extend(ctx, tenant, id, time.Duration(hours)*time.Hour)
		return err
	})
}

// cancelling asks before an interview is ended without a result.
func (w *site) cancelling(s *screen) error {
	return w.confirming(s, func(t hearing) error { return s.show(http.StatusOK, cancelScreen(s, t)) })
}

func (w *site) cancelInterview(s *screen) error {
	return w.act(s, func(ctx context.Context, tenant, id string) error {
		_, err := w.Interviews.Cancel(ctx, tenant, id)
		return err
	})
}

// deletingInterview asks before an interview is deleted, and says what goes.
func (w *site) deletingInterview(s *screen) error {
	return w.confirming(s, func(t hearing) error { return s.show(http.StatusOK, deleteScreen(s, t)) })
}

// confirming loads the interview that a change is to be confirmed for.
func (w *site) confirming(s *screen, show func(hearing) error) error {
	if !s.mayLead() {
		return notAllowed()
	}
	state, err := w.loadInterview(s)
	if err != nil {
		return err
	}
	return show(w.newHearing(s, state))
}

func (w *site) deleteInterview(s *screen) error {
	err := s.lead(func(ctx context.Context) error {
		return w.Interviews.Delete(ctx, s.caller.Tenant, s.r.PathValue("id"))
	})
	if err != nil {
		return err
	}
	s.redirect(interviewsPath + "?deleted=1")
	return nil
}
