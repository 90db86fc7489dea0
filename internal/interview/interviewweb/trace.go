package interviewweb

import (
	"context"
	"strings"

	"kadry/internal/interview"
	"kadry/internal/webui/kit"
)

// traces are the interviews and invitations of a person of the CV base.
func (w *web) traces() []kit.Trace {
	return []kit.Trace{{
		Kind: kit.Person, Order: 20,
		Told: func(k *kit.Screen, about kit.Subject) (string, error) {
			s := w.screen(k)
			var parts []string
			err := s.Run(opListInvitations, func(ctx context.Context) error {
				invited, err := w.room.Invitations(ctx, s.Caller.Tenant, interview.InvitationFilter{Person: about.ID, Limit: sessionsCounted})
				if len(invited) > 0 {
					parts = append(parts, s.N("trace.invitations", len(invited)))
				}
				return err
			})
			if err != nil {
				return "", err
			}
			sessions, err := w.newestSessions(s.Request.Context(), s, interview.Filter{UserID: about.ID})
			if len(sessions) > 0 {
				parts = append(parts, s.N("trace.interviews", len(sessions)))
			}
			return strings.Join(parts, ", "), err
		},
	}}
}
