-- +goose Up
-- Questions that people keep; the words are theirs, the filter is what a search gave out.
CREATE TABLE saved_search (
    id        TEXT PRIMARY KEY,
    tenant    TEXT NOT NULL,
    name      TEXT NOT NULL,
    query     TEXT NOT NULL,
    search_id TEXT NOT NULL,
    author    TEXT NOT NULL,
    at        INTEGER NOT NULL, -- microseconds since 1970, UTC
    UNIQUE (tenant, name)
) STRICT;

-- When each reader last opened a search.
CREATE TABLE saved_search_seen (
    search_id TEXT NOT NULL REFERENCES saved_search (id) ON DELETE CASCADE,
    reader    TEXT NOT NULL,
    at        INTEGER NOT NULL,
    PRIMARY KEY (search_id, reader)
) STRICT;
