-- +goose Up
-- Files that were sent to the pages and wait to be taken in.
CREATE TABLE upload_file (
    tenant TEXT    NOT NULL,
    upload TEXT    NOT NULL,
    name   TEXT    NOT NULL,
    bytes  INTEGER NOT NULL,
    data   BLOB    NOT NULL,
    at     INTEGER NOT NULL, -- microseconds since 1970, UTC
    PRIMARY KEY (tenant, upload, name)
) STRICT;
CREATE INDEX upload_file_at ON upload_file (at);
