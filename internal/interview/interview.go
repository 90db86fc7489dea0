// Package interview is the interview room. It holds Room, which puts the rules and the ports
// together, the ports, and the operations; the rules are in the packages below it, and none
// of them imports another that stands above it in this list:
//
//   - code: what an answer that is code is, found by patterns over its structure
//   - bank: what may be asked, in which languages, and what a good answer says
//   - input, decimal: how what comes in is cleaned and checked, and how shares are rounded
//   - grade: how an answer is graded against its points
//   - vacancy: the job, the needs read from its texts, and how a resume answers them;
//     transfer reads and writes lists of vacancies
//   - plan: which questions are asked for a vacancy
//   - marking: the mark of an answer, from its words alone; leadin judges what a model may
//     put before a question
//   - analysis: what the marks of an interview show; bias, how groups fared over many
//   - session: the interview as it goes on, a state machine of pure functions
//   - delivery: events on their way to receivers
//
// Storage, jobs, webhooks and models are behind the ports of ports.go. The room gives advice
// in words; it decides nothing about a person, and nothing reads its recommendation.
package interview
