// Package evidenceweb is the pages of the evidence room: the question about a person's public
// code, the card that answers it with quotes, and two people side by side. It calls the room's
// operation and decides nothing; texts from GitHub are shown as text and lead to GitHub alone.
package evidenceweb
