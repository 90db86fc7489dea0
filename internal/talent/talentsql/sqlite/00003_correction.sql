-- +goose Up
-- The version of the rules that made the record; empty is older than versions were kept.
ALTER TABLE candidate ADD COLUMN rules TEXT NOT NULL DEFAULT '';
-- How the text looks, for the next reading; NULL where the file did not tell, or an older
-- program took it in.
ALTER TABLE candidate ADD COLUMN look BLOB;
CREATE INDEX candidate_rules ON candidate (tenant, id, rules);

-- What people, or a model, say of a candidate apart from what was read.
CREATE TABLE candidate_correction (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant       TEXT    NOT NULL,
    candidate_id TEXT    NOT NULL,
    field        TEXT    NOT NULL,
    value        TEXT    NOT NULL, -- JSON
    engine       TEXT    NOT NULL,
    author       TEXT    NOT NULL,
    reason       TEXT    NOT NULL,
    at           INTEGER NOT NULL, -- microseconds since 1970, UTC
    back         TEXT    NOT NULL  -- JSON: who took it back; empty while it holds
) STRICT;
CREATE INDEX candidate_correction_of ON candidate_correction (candidate_id, id);

-- Whether two candidates are one person; a row a pair, the lesser id first.
CREATE TABLE candidate_link (
    tenant   TEXT    NOT NULL,
    first_id TEXT    NOT NULL,
    other_id TEXT    NOT NULL,
    same     INTEGER NOT NULL CHECK (same IN (0, 1)),
    author   TEXT    NOT NULL,
    reason   TEXT    NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (first_id, other_id)
) STRICT;
CREATE INDEX candidate_link_other ON candidate_link (other_id);
