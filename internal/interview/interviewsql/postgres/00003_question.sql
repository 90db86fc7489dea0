-- +goose Up
-- Questions of tenants' own. Interviews that have their plan hold a copy of what they ask, so
-- only the last version is kept, and a deleted question is gone.
CREATE TABLE question (
    tenant         TEXT    NOT NULL,
    id             TEXT    NOT NULL,
    version        BIGINT  NOT NULL,
    record         TEXT    NOT NULL, -- JSON, as people write it
    record_version BIGINT  NOT NULL,
    created_at     BIGINT  NOT NULL, -- microseconds since 1970, UTC
    updated_at     BIGINT  NOT NULL,
    PRIMARY KEY (tenant, id)
);

-- Tells in one row whether the questions of a tenant have changed.
CREATE TABLE question_stamp (
    tenant  TEXT    PRIMARY KEY,
    changes BIGINT  NOT NULL, -- saved and removed, ever
    kept    BIGINT  NOT NULL  -- questions there are
);

-- What a vacancy says of single questions: JSON array, in the form of needs.
ALTER TABLE vacancy ADD COLUMN choices TEXT NOT NULL DEFAULT '[]';
