-- +goose Up
-- The durable queue. What the states mean and how a job goes through them is told in
-- internal/jobs. Times and spans are microseconds, times since 1970, UTC.
CREATE TABLE job (
    id           BIGINT  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind         TEXT    NOT NULL,
    payload      TEXT    NOT NULL, -- JSON
    order_key    TEXT    NOT NULL, -- '' is none
    unique_key   TEXT    NOT NULL, -- '' is none
    unique_kept  INTEGER NOT NULL CHECK (unique_kept IN (0, 1)), -- the key outlives the work
    state        TEXT    NOT NULL CHECK (state IN ('ready', 'waiting', 'running', 'done', 'dead', 'cancelled')),
    due_at       BIGINT  NOT NULL, -- waiting: when it gets ready; running: when the lease ends; else 0
    span         BIGINT  NOT NULL, -- how long the wait or lease is that ends at due_at; 0 for a date
    attempt      INTEGER NOT NULL, -- the running one included
    max_attempts INTEGER NOT NULL,
    owner        TEXT    NOT NULL, -- the process that holds the lease
    token        TEXT    NOT NULL, -- of the lease: another one at every claim
    error        TEXT    NOT NULL, -- of the last attempt that failed
    created_at   BIGINT  NOT NULL,
    ready_at     BIGINT  NOT NULL, -- when it last became ready
    finished_at  BIGINT  NOT NULL  -- 0 while unfinished
);
CREATE INDEX job_ready ON job (kind, id) WHERE state = 'ready';
CREATE INDEX job_waiting ON job (due_at) WHERE state = 'waiting';
CREATE INDEX job_running ON job (due_at) WHERE state = 'running';
CREATE INDEX job_dead ON job (id) WHERE state = 'dead';
CREATE INDEX job_finished ON job (finished_at) WHERE finished_at > 0;
-- id + 0, because PostgreSQL would look for the oldest of a key along the primary key, past
-- everything that is finished.
CREATE INDEX job_order ON job (order_key, (id + 0)) WHERE order_key <> '' AND finished_at = 0;
-- At most one job of a key runs, and at most one holds a unique key, whatever the program does.
CREATE UNIQUE INDEX job_order_running ON job (order_key) WHERE order_key <> '' AND state = 'running';
CREATE UNIQUE INDEX job_unique ON job (kind, unique_key) WHERE unique_key <> '' AND (unique_kept = 1 OR finished_at = 0);

-- Every job is updated a few times and then deleted: dead rows must go before they pile up
-- in front of the ones that are looked for.
ALTER TABLE job SET (
    fillfactor = 70, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.05
);

-- The last tick of each periodic job that was fired, by whichever process.
CREATE TABLE job_tick (
    name TEXT   NOT NULL PRIMARY KEY,
    tick BIGINT NOT NULL
);
