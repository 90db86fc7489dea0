-- +goose Up
-- The audit log. How entries are chained is told in internal/audit. Times are microseconds
-- since 1970, UTC; hashes are SHA-256 in lower hex.

-- Entries as transactions wrote them. The sealer moves them to audit_entry.
CREATE TABLE audit_pending (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    at      INTEGER NOT NULL,
    tenant  TEXT    NOT NULL,
    actor   TEXT    NOT NULL,
    action  TEXT    NOT NULL,
    subject TEXT    NOT NULL,
    detail  TEXT    NOT NULL -- JSON object of strings, keys sorted
) STRICT;

CREATE TABLE audit_entry (
    seq     INTEGER PRIMARY KEY,
    at      INTEGER NOT NULL,
    tenant  TEXT    NOT NULL,
    actor   TEXT    NOT NULL,
    action  TEXT    NOT NULL,
    subject TEXT    NOT NULL,
    detail  TEXT    NOT NULL,
    prev    TEXT    NOT NULL, -- hash of the entry before
    hash    TEXT    NOT NULL
) STRICT;
CREATE INDEX audit_entry_tenant ON audit_entry (tenant, seq);

-- Where the chain begins (the last entry that was pruned) and ends. One row.
CREATE TABLE audit_chain (
    one        INTEGER PRIMARY KEY CHECK (one = 1),
    begin_seq  INTEGER NOT NULL,
    begin_hash TEXT    NOT NULL,
    head_seq   INTEGER NOT NULL,
    head_hash  TEXT    NOT NULL
) STRICT;
INSERT INTO audit_chain (one, begin_seq, begin_hash, head_seq, head_hash) VALUES (1, 0, '', 0, '');
