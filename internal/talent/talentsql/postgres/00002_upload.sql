-- +goose Up
-- Files that were sent to the pages and wait to be taken in.
CREATE TABLE upload_file (
    tenant TEXT   NOT NULL,
    upload TEXT   NOT NULL,
    name   TEXT   COLLATE "C" NOT NULL, -- ordered as bytes, as everywhere in the program
    bytes  BIGINT NOT NULL,
    data   BYTEA  NOT NULL,
    at     BIGINT NOT NULL, -- microseconds since 1970, UTC
    PRIMARY KEY (tenant, upload, name)
);

-- What was taken in must not wait for a fifth of the table to be dead.
ALTER TABLE upload_file SET (
    autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0,
    toast.autovacuum_vacuum_threshold = 0, toast.autovacuum_vacuum_scale_factor = 0
);
CREATE INDEX upload_file_at ON upload_file (at);
