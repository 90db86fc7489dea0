// Package codematchweb is the pages of the code room: the question and the answers that are
// kept, one answer with both pieces of code side by side, two pieces compared, and the indexed
// repositories with their files. It compares nothing itself: what it shows, the room's
// operations answer.
//
// The way through: web.go has the routes, page_*.go answer them, answer.go reads what the
// operations say, sides.go lays two texts out against each other, words.go puts figures into
// words.
package codematchweb
