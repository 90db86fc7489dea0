-- +goose Up
-- People in vacancies, as they stand now. A person and a vacancy are ids of other rooms.
CREATE TABLE pipeline_application (
    tenant    TEXT    NOT NULL,
    vacancy   TEXT    NOT NULL,
    candidate TEXT    NOT NULL,
    stage     TEXT    NOT NULL,
    reason    TEXT    NOT NULL, -- a code, empty for none
    comment   TEXT    NOT NULL,
    until     TEXT    NOT NULL, -- a day, empty for none
    again     INTEGER NOT NULL, -- 1 after a rejection that was taken back, else 0
    version   INTEGER NOT NULL, -- steps so far
    author    TEXT    NOT NULL, -- of the last step
    added_at  BIGINT  NOT NULL, -- microseconds since 1970, UTC
    moved_at  BIGINT  NOT NULL, -- likewise
    PRIMARY KEY (tenant, vacancy, candidate)
);

CREATE INDEX pipeline_application_stage ON pipeline_application (tenant, vacancy, stage, moved_at, candidate);
CREATE INDEX pipeline_application_vacancy ON pipeline_application (tenant, vacancy, moved_at, candidate);
CREATE INDEX pipeline_application_person ON pipeline_application (tenant, candidate, moved_at, vacancy);
CREATE INDEX pipeline_application_moved ON pipeline_application (tenant, moved_at, vacancy, candidate);

-- Every move, as it was made.
CREATE TABLE pipeline_step (
    tenant     TEXT    NOT NULL,
    candidate  TEXT    NOT NULL,
    vacancy    TEXT    NOT NULL,
    seq        INTEGER NOT NULL, -- the version it made
    from_stage TEXT    NOT NULL, -- empty for the first
    stage      TEXT    NOT NULL,
    reason     TEXT    NOT NULL,
    comment    TEXT    NOT NULL,
    until      TEXT    NOT NULL,
    author     TEXT    NOT NULL,
    at         BIGINT  NOT NULL, -- microseconds since 1970, UTC
    PRIMARY KEY (tenant, candidate, vacancy, seq)
);

-- What people wrote of a person, whatever the vacancy.
CREATE TABLE pipeline_note (
    tenant    TEXT    NOT NULL,
    id        TEXT    NOT NULL,
    candidate TEXT    NOT NULL,
    author    TEXT    NOT NULL,
    body      TEXT    NOT NULL,
    at        BIGINT  NOT NULL, -- microseconds since 1970, UTC
    PRIMARY KEY (tenant, id)
);

CREATE INDEX pipeline_note_person ON pipeline_note (tenant, candidate, at);

CREATE TABLE pipeline_tag (
    tenant    TEXT NOT NULL,
    candidate TEXT NOT NULL,
    tag       TEXT NOT NULL, -- lower case
    PRIMARY KEY (tenant, candidate, tag)
);

CREATE INDEX pipeline_tag_tag ON pipeline_tag (tenant, tag, candidate);
