-- +goose Up
-- Questions of tenants' own. Interviews that have their plan hold a copy of what they ask, so
-- only the last version is kept, and a deleted question is gone.
CREATE TABLE question (
    tenant         TEXT    NOT NULL,
    id             TEXT    NOT NULL,
    version        INTEGER NOT NULL,
    record         TEXT    NOT NULL, -- JSON, as people write it
    record_version INTEGER NOT NULL,
    created_at     INTEGER NOT NULL, -- microseconds since 1970, UTC
    updated_at     INTEGER NOT NULL,
    PRIMARY KEY (tenant, id)
) STRICT;

-- Tells in one row whether the questions of a tenant have changed.
CREATE TABLE question_stamp (
    tenant  TEXT    PRIMARY KEY,
    changes INTEGER NOT NULL, -- saved and removed, ever
    kept    INTEGER NOT NULL  -- questions there are
) STRICT, WITHOUT ROWID;

-- What a vacancy says of single questions: JSON array, in the form of needs.
ALTER TABLE vacancy ADD COLUMN choices TEXT NOT NULL DEFAULT '[]';
