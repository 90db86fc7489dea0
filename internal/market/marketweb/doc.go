// Package marketweb is the pages of the market room: the question of what a role pays and who is
// sought, its answer with charts and tables, the vacancies themselves, and the kept snapshots.
// It calls the room's operations and computes no statistics; texts of vacancies are shown as
// text, and links to them lead out with nothing of this site.
package marketweb
