// Package talentweb is the pages of the talent room: the search for candidates with the
// evidence of every match, the page of a candidate, comparison, upload, and the role
// profiles. It reads through the room's own functions and decides nothing.
package talentweb
