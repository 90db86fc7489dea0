-- +goose Up
-- What is to be delivered to receivers that callers named, and how that went. What the states
-- mean is told in internal/outbox. Times are microseconds since 1970, UTC, 0 for none.
CREATE TABLE outbox_endpoint (
    tenant         TEXT    NOT NULL PRIMARY KEY,
    shape          TEXT    NOT NULL CHECK (shape IN ('compat', 'flat', 'envelope')),
    hosts          TEXT    NOT NULL, -- JSON list; [] is any public host
    retain         INTEGER NOT NULL, -- days; 0 is the server's own rule
    secret         BYTEA   NOT NULL, -- sealed; empty is none
    made_at        BIGINT  NOT NULL, -- of the secret
    previous       BYTEA   NOT NULL, -- sealed; the secret before, empty is none
    previous_until BIGINT  NOT NULL  -- it signs beside the secret before this time
);

CREATE TABLE outbox_message (
    tenant  TEXT    NOT NULL,
    id      TEXT    NOT NULL,
    stream  TEXT    NOT NULL,
    seq     INTEGER NOT NULL,
    type    TEXT    NOT NULL,
    url     TEXT    NOT NULL,
    route   TEXT    NOT NULL, -- '' is the public way
    body    BYTEA   NOT NULL,
    state   TEXT    NOT NULL CHECK (state IN ('pending', 'delivered', 'dead', 'gone')),
    count   INTEGER NOT NULL, -- attempts begun
    manual  INTEGER NOT NULL CHECK (manual IN (0, 1)), -- what is under way was asked for by hand
    job     BIGINT  NOT NULL, -- the one that delivers it, or did
    made_at BIGINT  NOT NULL,
    next_at BIGINT  NOT NULL,
    done_at BIGINT  NOT NULL,
    PRIMARY KEY (tenant, id)
);
CREATE UNIQUE INDEX outbox_message_stream ON outbox_message (tenant, stream, seq);
CREATE INDEX outbox_message_state ON outbox_message (state);
CREATE INDEX outbox_message_dead ON outbox_message (tenant, made_at) WHERE state = 'dead';

CREATE TABLE outbox_attempt (
    tenant  TEXT    NOT NULL,
    message TEXT    NOT NULL,
    number  INTEGER NOT NULL, -- from 1
    at      BIGINT  NOT NULL,
    ended   INTEGER NOT NULL CHECK (ended IN (0, 1)),
    status  INTEGER NOT NULL, -- 0 for no answer
    class   TEXT    NOT NULL,
    excerpt TEXT    NOT NULL,
    took    BIGINT  NOT NULL, -- microseconds
    manual  INTEGER NOT NULL CHECK (manual IN (0, 1)),
    PRIMARY KEY (tenant, message, number),
    FOREIGN KEY (tenant, message) REFERENCES outbox_message (tenant, id) ON DELETE CASCADE
);
