// Package evidence is the room of what public code proves about a person: skills with the
// files and own commits that show them, how somebody works with others, what a repository is
// built with, code search, and what a LinkedIn export says. It tells what was read and what was
// not, counts no stars, and takes silence for silence.
//
// The way through: operations (operation_*.go) ask a Hub, which package api of internal/github
// is. analysis leads from a login to ratings over survey (what files show; manifest, usage and
// tech below it) and score (what it is worth); quality, stack, pattern and linkedin are each one
// operation's rules.
package evidence
