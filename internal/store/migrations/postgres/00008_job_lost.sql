-- +goose Up
-- How often the process that worked on a job vanished. It says more of the processes than of
-- the job, so the first of them count as no attempts.
ALTER TABLE job ADD COLUMN lost INTEGER NOT NULL DEFAULT 0;
