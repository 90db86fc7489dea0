-- +goose Up
-- The candidate of the CV base whom a test was given to; empty is nobody of it.
ALTER TABLE assignment ADD COLUMN candidate TEXT NOT NULL DEFAULT '';
CREATE INDEX assignment_candidate ON assignment (tenant, candidate, created_at);
