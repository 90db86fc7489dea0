-- +goose Up
-- How often the process that worked on a job vanished. It says more of the processes than of
-- the job, so the first of them count as no attempts.
ALTER TABLE job ADD COLUMN lost INTEGER NOT NULL DEFAULT 0;

-- Erasing finds all jobs of a key, the finished ones too.
CREATE INDEX job_key ON job (order_key) WHERE order_key <> '';
