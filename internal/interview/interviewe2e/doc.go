// Package interviewe2e tests the interview room over the binary, as its users meet it. It holds tests
// and their scripts alone.
package interviewe2e
