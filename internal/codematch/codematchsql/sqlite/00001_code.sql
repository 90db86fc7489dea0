-- +goose Up
-- Repositories, each as it was indexed last.
CREATE TABLE code_repository (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant     TEXT    NOT NULL,
    url        TEXT    NOT NULL, -- canonical address
    state      TEXT    NOT NULL,
    generation INTEGER NOT NULL, -- the one that readers see; 0 is none yet
    begun      INTEGER NOT NULL, -- the last number that was given to a generation
    failure    TEXT    NOT NULL, -- JSON of the text in all languages; empty is none
    snapshot   TEXT    NOT NULL, -- JSON; of that generation
    card       TEXT    NOT NULL, -- JSON: what the repository is about
    UNIQUE (tenant, url)
) STRICT;

-- Files of a generation. A generation is immutable; the one before stays for those who read it.
CREATE TABLE code_file (
    repository INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    place      INTEGER NOT NULL, -- in the order of paths, from 0
    path       TEXT    NOT NULL,
    digest     TEXT    NOT NULL, -- of code_text; empty where the text is not kept
    language   TEXT    NOT NULL,
    size       INTEGER NOT NULL,
    skipped    TEXT    NOT NULL, -- why it has no units
    licence    TEXT    NOT NULL, -- SPDX of its header
    units      BLOB    NOT NULL, -- JSON, compressed with zstd; empty is none
    PRIMARY KEY (repository, generation, place)
) STRICT;

CREATE INDEX code_file_path ON code_file (repository, generation, path);

-- When a generation was replaced.
CREATE TABLE code_replaced (
    repository  INTEGER NOT NULL,
    generation  INTEGER NOT NULL,
    replaced_at INTEGER NOT NULL, -- microseconds since 1970, UTC
    PRIMARY KEY (repository, generation)
) STRICT;

-- Texts of files, each once in a tenant.
CREATE TABLE code_text (
    tenant  TEXT    NOT NULL,
    digest  TEXT    NOT NULL,
    seen_at INTEGER NOT NULL, -- when it was last put, microseconds since 1970, UTC
    body    BLOB    NOT NULL, -- compressed with zstd
    PRIMARY KEY (tenant, digest)
) STRICT;

CREATE INDEX code_file_digest ON code_file (digest);

-- Answers of searches, to be opened, explained and exported later.
CREATE TABLE code_search (
    tenant  TEXT    NOT NULL,
    id      TEXT    NOT NULL,
    made_at INTEGER NOT NULL, -- microseconds since 1970, UTC
    body    BLOB    NOT NULL, -- JSON, compressed with zstd
    PRIMARY KEY (tenant, id)
) STRICT;

CREATE INDEX code_search_made ON code_search (tenant, made_at);

-- Repositories whose code an answer shows: it goes when one of them is deleted.
CREATE TABLE code_search_repository (
    tenant     TEXT    NOT NULL,
    search     TEXT    NOT NULL,
    repository INTEGER NOT NULL,
    PRIMARY KEY (tenant, repository, search)
) STRICT;

-- What people said of two pieces of code: the last word counts, all are kept.
CREATE TABLE code_verdict (
    tenant TEXT    NOT NULL,
    pair   TEXT    NOT NULL, -- digests of both texts in their order
    at     INTEGER NOT NULL, -- microseconds since 1970, UTC
    said   TEXT    NOT NULL,
    note   TEXT    NOT NULL,
    author TEXT    NOT NULL,
    PRIMARY KEY (tenant, pair, at)
) STRICT;
