-- +goose Up
-- Calls that run as durable work. What the states mean is told in internal/op, how the work
-- is done in internal/task. Times are microseconds since 1970, UTC; 0 is not yet.
CREATE TABLE task (
    id          TEXT   NOT NULL PRIMARY KEY,
    tenant      TEXT   NOT NULL,
    owner       TEXT   NOT NULL, -- the name of the caller
    caller      TEXT   NOT NULL, -- JSON: for whom it runs
    operation   TEXT   NOT NULL,
    args        TEXT   NOT NULL, -- JSON; '' once it has ended
    digest      TEXT   NOT NULL, -- of an idempotent call, which is under way once at a time; '' is none
    job         INTEGER NOT NULL,
    state       TEXT   NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
    run         TEXT   NOT NULL, -- the attempt that may write: another one at every beginning
    done        INTEGER NOT NULL,
    total       INTEGER NOT NULL,
    text_en     TEXT   NOT NULL,
    text_ru     TEXT   NOT NULL,
    remaining   INTEGER NOT NULL, -- estimated microseconds until its end; 0 is unknown
    revision    INTEGER NOT NULL,
    point       TEXT   NOT NULL, -- JSON: where a restarted attempt goes on; '' is at the beginning
    result      TEXT   NOT NULL, -- JSON: the answer, or as much of it as there is; '' is none
    rendered    TEXT   NOT NULL, -- the answer for a reader where that is not the JSON
    failure     TEXT   NOT NULL, -- JSON
    created_at  INTEGER NOT NULL,
    updated_at  INTEGER NOT NULL,
    finished_at INTEGER NOT NULL,
    expires_at  INTEGER NOT NULL
) STRICT;
CREATE INDEX task_owner ON task (tenant, owner, created_at, id);
CREATE INDEX task_unfinished ON task (tenant, owner) WHERE finished_at = 0;
CREATE UNIQUE INDEX task_digest ON task (tenant, owner, digest) WHERE digest <> '' AND finished_at = 0;
CREATE INDEX task_expires ON task (expires_at) WHERE finished_at > 0;
