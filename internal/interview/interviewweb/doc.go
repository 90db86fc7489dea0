// Package interviewweb is the pages of the interview room: vacancies with their plans,
// try-outs, webhooks, interviews with the evidence of every mark, their deliveries, and the
// report on groups. It calls the room's own functions in the place of the operations that
// operations.go names, and decides nothing.
package interviewweb
