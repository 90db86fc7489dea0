// Package exam is the exam room: subjects and problems of Russian school exams, the local
// bank they are kept in, search that forgives typing and scanning mistakes, checking of an
// answer by the exam's own rules, and tests composed from the bank. It reads the exam site
// through a port and never says HTML or SQL. What a page means is the adapter's business;
// formulas, fuzzy search and the rules of answers are its own sub-packages.
package exam
