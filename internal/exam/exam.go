// Package exam is the exam room as its callers see it: the operations, resources and prompts
// over a bank of problems of Russian school exams.
//
// The way through the room, from the top:
//
//   - operation.go and its neighbours say what can be asked, and how it is answered;
//   - bank answers from what is kept and asks the exam site for what is not, through ports;
//   - index holds in memory what searching needs of the problems;
//   - compose draws tests, check marks answers, hint helps without giving the answer away;
//   - problem and subject are the nouns: a problem with its body, a course of an exam;
//   - answer, fuzzy and formula know short answers, damaged copies of texts, and notation.
//
// Nothing imports what stands above it, and nothing here says HTML or SQL: sdamgia reads the
// site, examsql keeps the bank, examweb shows it, and examroom joins them.
package exam
