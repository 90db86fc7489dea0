-- +goose Up
-- Whom a job is worked for and when its turn is among the ready ones of its kind. What was
-- there before goes first.
ALTER TABLE job ADD COLUMN tenant TEXT NOT NULL DEFAULT '';
ALTER TABLE job ADD COLUMN turn BIGINT NOT NULL DEFAULT 0;

DROP INDEX job_ready;
CREATE INDEX job_ready ON job (kind, turn, id) WHERE state = 'ready';
-- The last turn of a tenant, for first attempts and for repeated ones.
CREATE INDEX job_line ON job (kind, tenant, turn) WHERE state = 'ready' AND attempt = 0;
CREATE INDEX job_line_again ON job (kind, tenant, turn) WHERE state = 'ready' AND attempt > 0;

-- The highest turn of each kind that was claimed.
CREATE TABLE job_turn (
    kind TEXT   NOT NULL PRIMARY KEY,
    turn BIGINT NOT NULL
) WITH (fillfactor = 50);
