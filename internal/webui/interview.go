package webui

import (
	"context"
	"net/url"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/interview"
)

// The operations the pages of the interview room stand for. Every change of an interview
// needs the access that leads the conversation.
const (
	opInterviewList = "list_interviews"
	opInterviewShow = "get_interview"
	opInterviewLead = "continue_interview"
)

const (
	roomInterviews = "interviews"
	interviewsPath = "/interviews"
	biasPath       = interviewsPath + "/bias"
)

// interviewPages are the pages of the interview room; there are none over a server
// without one.
func (w *site) interviewPages() map[string]func(*screen) error {
	if w.Interviews == nil {
		return nil
	}
	const one = interviewsPath + "/{id}"
	return map[string]func(*screen) error{
		"GET " + interviewsPath:                          w.interviews,
		"POST " + interviewsPath + "/redeliver":          w.redeliverDead,
		"GET " + biasPath:                                w.bias,
		"GET " + one:                                     w.interview,
		"GET " + one + "/overrule":                       w.overruling,
		"POST " + one + "/overrule":                      w.overrule,
		"POST " + one + "/decision":                      w.decide,
		"POST " + one + "/pause":                         w.pause,
		"POST " + one + "/resume":                        w.resume,
		"POST " + one + "/extend":                        w.extend,
		"GET " + one + "/cancel":                         w.cancelling,
		"POST " + one + "/cancel":                        w.cancelInterview,
		"GET " + one + "/delete":                         w.deletingInterview,
		"POST " + one + "/delete":                        w.deleteInterview,
		"GET " + one + "/export":                         w.exportInterview,
		"GET " + one + "/deliveries":                     w.deliveries,
		"POST " + one + "/deliveries/{event}/redelivery": w.redeliver,
	}
}

// mayInterviews reports that the caller may look into the interviews.
func (s *screen) mayInterviews() bool {
	return s.site.Interviews != nil && s.may(opInterviewList) && s.may(opInterviewShow)
}

// mayLead reports that the caller may change an interview.
func (s *screen) mayLead() bool { return s.mayInterviews() && s.may(opInterviewLead) }

// lead runs a function of the room that changes an interview.
func (s *screen) lead(run func(context.Context) error) error {
	if !s.mayLead() {
		return notAllowed()
	}
	return s.read(opInterviewLead, run)
}

// interviewPath is the address of an interview, or of something inside it.
func interviewPath(id string, inside ...string) string {
	path := []string{interviewsPath, url.PathEscape(id)}
	for _, part := range inside {
		path = append(path, url.PathEscape(part))
	}
	return strings.Join(path, "/")
}

// loadInterview loads the interview of the address.
func (w *site) loadInterview(s *screen) (state interview.State, err error) {
	err = s.read(opInterviewShow, func(ctx context.Context) (err error) {
		state, err = w.Interviews.Load(ctx, s.caller.Tenant, s.r.PathValue("id"))
		return err
	})
	return state, err
}

// conflict is a refusal that the page of the interview can show in place; nil for any
// other outcome.
func conflict(err error) *fault.Error {
	if fault.KindOf(err) != fault.Conflict {
		return nil
	}
	return fault.From(err)
}
