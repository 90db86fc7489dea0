package interviewweb

import (
	"context"
	"net/url"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/interview/session"
)

const (
	linkInterviews = "interviews"
	interviewsPath = "/interviews"
	biasPath       = interviewsPath + "/bias"
)

func interviewRoutes(w *web) map[string]func(*screen) error {
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
func (s *screen) mayInterviews() bool { return s.May(opList) && s.May(opGet) }

// interviewPath is the address of an interview, or of something inside it.
func interviewPath(id string, inside ...string) string {
	path := []string{interviewsPath, url.PathEscape(id)}
	for _, part := range inside {
		path = append(path, url.PathEscape(part))
	}
	return strings.Join(path, "/")
}

// loadInterview loads the interview of the address.
func (w *web) loadInterview(s *screen) (state session.State, err error) {
	err = s.Run(opGet, func(ctx context.Context) (err error) {
		state, err = w.room.Load(ctx, s.Caller.Tenant, s.Request.PathValue("id"))
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
