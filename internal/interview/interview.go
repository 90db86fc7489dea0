// Package interview is the interview room: vacancies, the plan of questions that a vacancy
// asks for, the conversation with a candidate, and the analysis with a quote for every
// point. The conversation is a state machine of pure functions: Next says what is due,
// Apply turns a state and an input into a Change, and whoever holds the database commits
// the Change whole or not at all. Room puts the rules and the ports together for those who
// call.
//
// What is asked lives in bank and how an answer is marked in grade. Storage, jobs,
// webhooks and models are behind the ports of ports.go. The room gives advice in words;
// it decides nothing about a person, and nothing reads its recommendation.
package interview
