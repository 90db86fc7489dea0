// Package dossierweb is the pages of the hiring report: the kept ones and the form of a new
// one, the report with its matrix of candidates and skills, and one person of it with the
// interview questions and the first letter. It judges nobody: what it shows, the room's
// operations answer.
package dossierweb
