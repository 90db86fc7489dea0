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

-- What a source gave this server to be known by, one for all of its processes.
CREATE TABLE market_credential (
    source     TEXT    NOT NULL PRIMARY KEY,
    sealed     BLOB    NOT NULL, -- empty is none
    held_until INTEGER NOT NULL  -- by the process that asks for another, microseconds since 1970, UTC; 0 is nobody
) STRICT;
