-- +goose Up
-- Problems of public exams: one bank for all tenants.
CREATE TABLE problem (
    exam           TEXT    NOT NULL,
    subject        TEXT    NOT NULL,
    grade          INTEGER NOT NULL, -- 0 where the exam has no grades
    id             TEXT    NOT NULL,
    seq            INTEGER NOT NULL UNIQUE, -- of the last change; the feed follows it
    types          TEXT    NOT NULL, -- JSON array
    text           TEXT    NOT NULL, -- what the problem is found by
    record         TEXT    NOT NULL, -- JSON in the form that record_version names
    record_version INTEGER NOT NULL,
    fetched_at     INTEGER NOT NULL, -- microseconds since 1970, UTC
    PRIMARY KEY (exam, subject, grade, id)
) STRICT;

CREATE TABLE problem_member (
    exam     TEXT    NOT NULL,
    subject  TEXT    NOT NULL,
    grade    INTEGER NOT NULL,
    category TEXT    NOT NULL,
    position INTEGER NOT NULL, -- page * 100000 + place on the page
    id       TEXT    NOT NULL,
    PRIMARY KEY (exam, subject, grade, category, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE problem_progress (
    exam     TEXT    NOT NULL,
    subject  TEXT    NOT NULL,
    grade    INTEGER NOT NULL,
    category TEXT    NOT NULL,
    page     INTEGER NOT NULL,
    done     INTEGER NOT NULL CHECK (done IN (0, 1)),
    at       INTEGER NOT NULL,
    PRIMARY KEY (exam, subject, grade, category)
) STRICT, WITHOUT ROWID;

CREATE TABLE problem_catalogue (
    exam    TEXT    NOT NULL,
    subject TEXT    NOT NULL,
    grade   INTEGER NOT NULL,
    record  TEXT    NOT NULL, -- JSON
    at      INTEGER NOT NULL,
    PRIMARY KEY (exam, subject, grade)
) STRICT, WITHOUT ROWID;
