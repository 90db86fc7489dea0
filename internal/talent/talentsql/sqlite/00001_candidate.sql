-- +goose Up
CREATE TABLE candidate (
    id             TEXT    NOT NULL PRIMARY KEY,
    tenant         TEXT    NOT NULL,
    sha256         TEXT    NOT NULL,
    file           TEXT    NOT NULL,
    format         TEXT    NOT NULL,
    bytes          INTEGER NOT NULL,
    pages          INTEGER NOT NULL,
    ingested_at    INTEGER NOT NULL, -- microseconds since 1970, UTC
    tags           TEXT    NOT NULL, -- JSON array
    warnings       TEXT    NOT NULL, -- JSON array
    text           TEXT    NOT NULL,
    record         TEXT    NOT NULL, -- JSON in the form that record_version names
    record_version INTEGER NOT NULL,
    UNIQUE (tenant, sha256)
) STRICT;

-- One row a candidate: a newer change replaces the older one. AUTOINCREMENT, because a
-- number must not come back after the row with the highest one is replaced.
CREATE TABLE candidate_change (
    seq          INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant       TEXT    NOT NULL,
    candidate_id TEXT    NOT NULL UNIQUE,
    removed      INTEGER NOT NULL CHECK (removed IN (0, 1)),
    at           INTEGER NOT NULL
) STRICT;

CREATE TABLE audit (
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    at         INTEGER NOT NULL,
    tenant     TEXT    NOT NULL,
    actor      TEXT    NOT NULL,
    action     TEXT    NOT NULL,
    subject_id TEXT    NOT NULL
) STRICT;
CREATE INDEX audit_tenant ON audit (tenant, seq);
