-- +goose Up
-- The test receiver of a tenant: an address of this server that keeps the last requests for a
-- day, so that whoever connects a system sees what arrives. The token stays readable because
-- the page shows the address for as long as it works; it opens nothing but this box.
CREATE TABLE test_receiver (
    tenant     TEXT    PRIMARY KEY,
    token      TEXT    NOT NULL,
    digest     TEXT    NOT NULL, -- SHA-256 of the token, hex
    reply      TEXT    NOT NULL,
    count      INTEGER NOT NULL, -- requests so far
    made_at    INTEGER NOT NULL, -- microseconds since 1970, UTC
    expires_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX test_receiver_digest ON test_receiver (digest);
CREATE TABLE test_receiver_request (
    tenant TEXT    NOT NULL,
    number INTEGER NOT NULL, -- from 1
    at     INTEGER NOT NULL,
    header TEXT    NOT NULL, -- JSON
    body   BLOB    NOT NULL, -- as it came
    proven INTEGER NOT NULL, -- 1: signed by a secret of that moment
    reply  TEXT    NOT NULL,
    PRIMARY KEY (tenant, number)
) STRICT;
