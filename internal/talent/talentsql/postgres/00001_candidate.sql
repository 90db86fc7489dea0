-- +goose Up
CREATE TABLE candidate (
    id             TEXT    NOT NULL PRIMARY KEY,
    tenant         TEXT    NOT NULL,
    sha256         TEXT    NOT NULL,
    file           TEXT    NOT NULL,
    format         TEXT    NOT NULL,
    bytes          BIGINT  NOT NULL,
    pages          INTEGER NOT NULL,
    ingested_at    BIGINT  NOT NULL, -- microseconds since 1970, UTC
    tags           TEXT    NOT NULL, -- JSON array
    warnings       TEXT    NOT NULL, -- JSON array
    text           TEXT    NOT NULL,
    record         TEXT    NOT NULL, -- JSON in the form that record_version names
    record_version INTEGER NOT NULL,
    UNIQUE (tenant, sha256)
);

-- An erased CV must not wait for a fifth of the table to be dead: the next round of
-- autovacuum, every minute by default, frees what was deleted.
ALTER TABLE candidate SET (
    autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0,
    toast.autovacuum_vacuum_threshold = 0, toast.autovacuum_vacuum_scale_factor = 0
);

-- One row a candidate: a newer change replaces the older one.
CREATE TABLE candidate_change (
    seq          BIGINT  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant       TEXT    NOT NULL,
    candidate_id TEXT    NOT NULL UNIQUE,
    removed      BOOLEAN NOT NULL,
    at           BIGINT  NOT NULL
);

CREATE TABLE audit (
    seq        BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at         BIGINT NOT NULL,
    tenant     TEXT   NOT NULL,
    actor      TEXT   NOT NULL,
    action     TEXT   NOT NULL,
    subject_id TEXT   NOT NULL
);
CREATE INDEX audit_tenant ON audit (tenant, seq);
