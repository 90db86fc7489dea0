-- +goose Up
-- What this server's own receiver got for try-outs, one row an event, so that a page shows
-- the same after a restart and from whichever process it is asked.
CREATE TABLE inbox (
    event    TEXT    PRIMARY KEY, -- the webhook-id
    tenant   TEXT    NOT NULL,
    session  TEXT    NOT NULL,
    seq      INTEGER NOT NULL,
    type     TEXT    NOT NULL,
    body     BYTEA   NOT NULL, -- as it came
    received BIGINT  NOT NULL  -- microseconds since 1970, UTC
);
CREATE INDEX inbox_session ON inbox (tenant, session, seq);
