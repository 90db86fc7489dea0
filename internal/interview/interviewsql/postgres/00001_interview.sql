-- +goose Up
-- Vacancies and interviews. What they mean is told in internal/interview. Times are
-- microseconds since 1970, UTC; a record is JSON in the form that record_version names. Keys
-- are ordered by their bytes, whatever the language of the database.
CREATE TABLE vacancy (
    tenant           TEXT COLLATE "C" NOT NULL,
    id               TEXT COLLATE "C" NOT NULL,
    external_id      TEXT COLLATE "C" NOT NULL, -- '' is none
    version          INTEGER NOT NULL,
    title            TEXT    NOT NULL,
    description      TEXT    NOT NULL,
    requirements     TEXT    NOT NULL,
    responsibilities TEXT    NOT NULL,
    language         TEXT    NOT NULL,
    level            TEXT    NOT NULL,
    needs            TEXT    NOT NULL, -- JSON array
    record_version   INTEGER NOT NULL, -- of needs
    created_at       BIGINT  NOT NULL,
    updated_at       BIGINT  NOT NULL,
    PRIMARY KEY (tenant, id)
);
CREATE UNIQUE INDEX vacancy_external ON vacancy (tenant, external_id) WHERE external_id <> '';

-- Tells in one row whether the vacancies of a tenant have changed.
CREATE TABLE vacancy_stamp (
    tenant  TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    changes BIGINT  NOT NULL, -- saved and removed, ever
    kept    BIGINT  NOT NULL  -- vacancies there are
);

-- One row an interview: what changes with every step, and what interviews are found by.
CREATE TABLE interview (
    number          BIGINT  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant          TEXT COLLATE "C" NOT NULL,
    id              TEXT COLLATE "C" NOT NULL,
    user_id         TEXT COLLATE "C" NOT NULL,
    survey_key      TEXT COLLATE "C" NOT NULL, -- '' is none
    vacancy_id      TEXT COLLATE "C" NOT NULL, -- '' before the match
    status          TEXT COLLATE "C" NOT NULL,
    stage           TEXT    NOT NULL,
    version         INTEGER NOT NULL,
    created_at      BIGINT  NOT NULL,
    ended_at        BIGINT  NOT NULL, -- 0 while it goes on
    score           INTEGER NOT NULL, -- 0-100, the reviewed one where there is one; 0 before the end
    plan_hash       TEXT    NOT NULL, -- '' before the match
    plan_digest     TEXT    NOT NULL, -- of interview_paper.plan
    analysis_digest TEXT    NOT NULL, -- of interview_paper.analysis
    record          TEXT    NOT NULL,
    record_version  INTEGER NOT NULL,
    UNIQUE (tenant, id)
);
CREATE INDEX interview_user ON interview (tenant, user_id, id);
CREATE INDEX interview_vacancy ON interview (tenant, vacancy_id, id);
CREATE INDEX interview_status ON interview (tenant, status, id);
CREATE INDEX interview_ended ON interview (tenant, ended_at) WHERE ended_at > 0;
CREATE UNIQUE INDEX interview_survey_key ON interview (tenant, survey_key) WHERE survey_key <> '';

-- What is large and written once or twice in an interview.
CREATE TABLE interview_paper (
    interview      BIGINT  NOT NULL PRIMARY KEY REFERENCES interview (number) ON DELETE CASCADE,
    plan           TEXT    NOT NULL, -- JSON, with the fit; '' before the match
    analysis       TEXT    NOT NULL, -- JSON, with the reviewed one; '' before the end
    record_version INTEGER NOT NULL, -- of plan and analysis
    resume         TEXT    NOT NULL
);

CREATE TABLE interview_message (
    interview      BIGINT  NOT NULL REFERENCES interview (number) ON DELETE CASCADE,
    seq            BIGINT  NOT NULL,
    record         TEXT    NOT NULL,
    record_version INTEGER NOT NULL,
    PRIMARY KEY (interview, seq)
);

CREATE TABLE interview_mark (
    interview      BIGINT  NOT NULL REFERENCES interview (number) ON DELETE CASCADE,
    version        INTEGER NOT NULL, -- of the interview that brought it
    place          INTEGER NOT NULL, -- among those of the same version
    record         TEXT    NOT NULL,
    record_version INTEGER NOT NULL,
    PRIMARY KEY (interview, version, place)
);

CREATE TABLE interview_override (
    interview      BIGINT  NOT NULL REFERENCES interview (number) ON DELETE CASCADE,
    version        INTEGER NOT NULL,
    place          INTEGER NOT NULL,
    record         TEXT    NOT NULL,
    record_version INTEGER NOT NULL,
    PRIMARY KEY (interview, version, place)
);

CREATE TABLE interview_event (
    interview      BIGINT  NOT NULL REFERENCES interview (number) ON DELETE CASCADE,
    seq            BIGINT  NOT NULL,
    record         TEXT    NOT NULL,
    record_version INTEGER NOT NULL,
    PRIMARY KEY (interview, seq)
);

-- The idempotency keys of starts.
CREATE TABLE interview_key (
    tenant  TEXT COLLATE "C" NOT NULL,
    key     TEXT COLLATE "C" NOT NULL,
    request TEXT    NOT NULL, -- digest
    session TEXT COLLATE "C" NOT NULL, -- interview.id
    until   BIGINT  NOT NULL,
    PRIMARY KEY (tenant, key)
);
CREATE INDEX interview_key_session ON interview_key (tenant, session);
CREATE INDEX interview_key_until ON interview_key (until);

-- What candidates said of themselves. No times: when a survey was answered is not kept.
CREATE TABLE interview_survey (
    tenant     TEXT COLLATE "C" NOT NULL,
    survey_key TEXT COLLATE "C" NOT NULL,
    said       TEXT NOT NULL, -- JSON object: dimension -> group
    PRIMARY KEY (tenant, survey_key)
);

-- What is left of an erased interview: nothing that points at a person.
CREATE TABLE interview_tombstone (
    tenant     TEXT COLLATE "C" NOT NULL,
    id         TEXT COLLATE "C" NOT NULL,
    vacancy_id TEXT COLLATE "C" NOT NULL,
    plan_hash  TEXT    NOT NULL,
    created_at BIGINT  NOT NULL,
    ended_at   BIGINT  NOT NULL, -- 0 when it had not ended
    erased_at  BIGINT  NOT NULL,
    PRIMARY KEY (tenant, id)
);

-- What was erased must not wait for a fifth of a table to be dead: the next round of
-- autovacuum, every minute by default, frees it. The rows of interview change with every
-- step, and find room on their page.
ALTER TABLE interview SET (fillfactor = 70, autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
ALTER TABLE interview_paper SET (
    autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0,
    toast.autovacuum_vacuum_threshold = 0, toast.autovacuum_vacuum_scale_factor = 0
);
ALTER TABLE interview_message SET (
    autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0,
    toast.autovacuum_vacuum_threshold = 0, toast.autovacuum_vacuum_scale_factor = 0
);
ALTER TABLE interview_mark SET (
    autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0,
    toast.autovacuum_vacuum_threshold = 0, toast.autovacuum_vacuum_scale_factor = 0
);
ALTER TABLE interview_override SET (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
ALTER TABLE interview_event SET (
    autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0,
    toast.autovacuum_vacuum_threshold = 0, toast.autovacuum_vacuum_scale_factor = 0
);
ALTER TABLE interview_key SET (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
ALTER TABLE interview_survey SET (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
