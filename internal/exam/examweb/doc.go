// Package examweb is the pages of the exam room: what the bank holds, the search for a
// problem by words of it, a problem with its check, and tests to compose and print. It reads
// through the room's own functions and decides nothing.
package examweb
