-- +goose Up
-- Repositories, each as it was indexed last.
CREATE TABLE code_repository (
    id         BIGINT  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant     TEXT    NOT NULL,
    url        TEXT    NOT NULL, -- canonical address
    state      TEXT    NOT NULL,
    generation BIGINT  NOT NULL, -- the one that readers see; 0 is none yet
    begun      BIGINT  NOT NULL, -- the last number that was given to a generation
    failure    TEXT    NOT NULL, -- JSON of the text in all languages; empty is none
    snapshot   TEXT    NOT NULL, -- JSON; of that generation
    card       TEXT    NOT NULL, -- JSON: what the repository is about
    UNIQUE (tenant, url)
);

-- Files of a generation. A generation is immutable; the one before stays for those who read it.
CREATE TABLE code_file (
    repository BIGINT  NOT NULL,
    generation BIGINT  NOT NULL,
    place      INTEGER NOT NULL, -- in the order of paths, from 0
    path       TEXT    NOT NULL,
    digest     TEXT    NOT NULL, -- of code_text; empty where the text is not kept
    language   TEXT    NOT NULL,
    size       BIGINT  NOT NULL,
    skipped    TEXT    NOT NULL, -- why it has no units
    licence    TEXT    NOT NULL, -- SPDX of its header
    units      BYTEA   NOT NULL, -- JSON, compressed with zstd; empty is none
    PRIMARY KEY (repository, generation, place)
);

CREATE INDEX code_file_path ON code_file (repository, generation, path);

-- When a generation was replaced.
CREATE TABLE code_replaced (
    repository  BIGINT  NOT NULL,
    generation  BIGINT  NOT NULL,
    replaced_at BIGINT  NOT NULL, -- microseconds since 1970, UTC
    PRIMARY KEY (repository, generation)
);

-- Texts of files, each once in a tenant.
CREATE TABLE code_text (
    tenant  TEXT    NOT NULL,
    digest  TEXT    NOT NULL,
    seen_at BIGINT  NOT NULL, -- when it was last put, microseconds since 1970, UTC
    body    BYTEA   NOT NULL, -- compressed with zstd
    PRIMARY KEY (tenant, digest)
);

CREATE INDEX code_file_digest ON code_file (digest);

-- Answers of searches, to be opened, explained and exported later.
CREATE TABLE code_search (
    tenant  TEXT    NOT NULL,
    id      TEXT    NOT NULL,
    made_at BIGINT  NOT NULL, -- microseconds since 1970, UTC
    body    BYTEA   NOT NULL, -- JSON, compressed with zstd
    PRIMARY KEY (tenant, id)
);

CREATE INDEX code_search_made ON code_search (tenant, made_at);

-- Repositories whose code an answer shows: it goes when one of them is deleted.
CREATE TABLE code_search_repository (
    tenant     TEXT    NOT NULL,
    search     TEXT    NOT NULL,
    repository BIGINT  NOT NULL,
    PRIMARY KEY (tenant, repository, search)
);

-- What people said of two pieces of code: the last word counts, all are kept.
CREATE TABLE code_verdict (
    tenant TEXT    NOT NULL,
    pair   TEXT    NOT NULL, -- digests of both texts in their order
    at     BIGINT  NOT NULL, -- microseconds since 1970, UTC
    said   TEXT    NOT NULL,
    note   TEXT    NOT NULL,
    author TEXT    NOT NULL,
    PRIMARY KEY (tenant, pair, at)
);
