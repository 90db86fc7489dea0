-- +goose Up
-- What was asked of sources of postings, and what files said, each with its moment.
CREATE TABLE market_snapshot (
    tenant   TEXT    NOT NULL,
    id       TEXT    NOT NULL,
    name     TEXT    NOT NULL, -- of an imported file; empty where a source was asked
    source   TEXT    NOT NULL,
    query    TEXT    NOT NULL, -- JSON, canonical: equal queries are equal texts
    taken_at INTEGER NOT NULL, -- microseconds since 1970, UTC
    found    INTEGER NOT NULL,
    complete INTEGER NOT NULL, -- 0 or 1
    count    INTEGER NOT NULL, -- of postings
    body     BLOB    NOT NULL, -- JSON of the snapshot, compressed with zstd
    PRIMARY KEY (tenant, id)
) STRICT;

CREATE INDEX market_snapshot_taken ON market_snapshot (tenant, taken_at);

-- Credentials that a source gave this server, one for all of its processes.
CREATE TABLE market_credential (
    source   TEXT    NOT NULL PRIMARY KEY,
    sealed   BLOB    NOT NULL, -- empty is none
    asked_at INTEGER NOT NULL  -- when one was last asked for, microseconds since 1970, UTC
) STRICT;
