-- +goose Up
-- Tests out by links, and the papers of pupils. Of links only the digests of their tokens are kept.
CREATE TABLE assignment (
    tenant       TEXT    NOT NULL,
    id           TEXT    NOT NULL,
    digest       TEXT    NOT NULL UNIQUE, -- SHA-256 of the token, hex
    record       TEXT    NOT NULL, -- JSON
    created_at   BIGINT  NOT NULL, -- microseconds since 1970, UTC, as all times here
    expires_at   BIGINT  NOT NULL,
    withdrawn_at BIGINT  NOT NULL, -- 0 is not
    over_at      BIGINT  NOT NULL, -- the earlier of the two
    PRIMARY KEY (tenant, id)
);
CREATE INDEX assignment_created ON assignment (tenant, created_at);
CREATE INDEX assignment_over ON assignment (over_at);

CREATE TABLE assignment_paper (
    tenant     TEXT    NOT NULL,
    assignment TEXT    NOT NULL,
    id         TEXT    NOT NULL,
    digest     TEXT    NOT NULL, -- of the token of its own address
    version    INTEGER NOT NULL,
    name       TEXT    NOT NULL,
    answers    TEXT    NOT NULL, -- JSON: by problem id
    marks      TEXT    NOT NULL, -- JSON; of a sent paper
    begun_at   BIGINT  NOT NULL,
    sent_at    BIGINT  NOT NULL, -- 0 is not
    PRIMARY KEY (tenant, assignment, id),
    UNIQUE (tenant, assignment, digest)
);
