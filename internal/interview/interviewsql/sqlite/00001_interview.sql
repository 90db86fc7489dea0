-- +goose Up
-- Vacancies and interviews. What they mean is told in internal/interview. Times are
-- microseconds since 1970, UTC; a record is JSON in the form that record_version names.
CREATE TABLE vacancy (
    tenant           TEXT    NOT NULL,
    id               TEXT    NOT NULL,
    external_id      TEXT    NOT NULL, -- '' is none
    version          INTEGER NOT NULL,
    title            TEXT    NOT NULL,
    description      TEXT    NOT NULL,
    requirements     TEXT    NOT NULL,
    responsibilities TEXT    NOT NULL,
    language         TEXT    NOT NULL,
    level            TEXT    NOT NULL,
    needs            TEXT    NOT NULL, -- JSON array
    record_version   INTEGER NOT NULL, -- of needs
    created_at       INTEGER NOT NULL,
    updated_at       INTEGER NOT NULL,
    PRIMARY KEY (tenant, id)
) STRICT;
CREATE UNIQUE INDEX vacancy_external ON vacancy (tenant, external_id) WHERE external_id <> '';

-- Tells in one row whether the vacancies of a tenant have changed.
CREATE TABLE vacancy_stamp (
    tenant  TEXT    NOT NULL PRIMARY KEY,
    changes INTEGER NOT NULL, -- saved and removed, ever
    kept    INTEGER NOT NULL  -- vacancies there are
) STRICT, WITHOUT ROWID;

-- One row an interview: what changes with every step, and what interviews are found by.
CREATE TABLE interview (
    number          INTEGER NOT NULL PRIMARY KEY,
    tenant          TEXT    NOT NULL,
    id              TEXT    NOT NULL,
    user_id         TEXT    NOT NULL,
    survey_key      TEXT    NOT NULL, -- '' is none
    vacancy_id      TEXT    NOT NULL, -- '' before the match
    status          TEXT    NOT NULL,
    stage           TEXT    NOT NULL,
    version         INTEGER NOT NULL,
    created_at      INTEGER NOT NULL,
    ended_at        INTEGER NOT NULL, -- 0 while it goes on
    score           INTEGER NOT NULL, -- 0-100, the reviewed one where there is one; 0 before the end
    plan_hash       TEXT    NOT NULL, -- '' before the match
    plan_digest     TEXT    NOT NULL, -- of interview_paper.plan
    analysis_digest TEXT    NOT NULL, -- of interview_paper.analysis
    record          TEXT    NOT NULL,
    record_version  INTEGER NOT NULL,
    UNIQUE (tenant, id)
) STRICT;
CREATE INDEX interview_user ON interview (tenant, user_id, id);
CREATE INDEX interview_vacancy ON interview (tenant, vacancy_id, id);
CREATE INDEX interview_status ON interview (tenant, status, id);
CREATE INDEX interview_ended ON interview (tenant, ended_at) WHERE ended_at > 0;
CREATE UNIQUE INDEX interview_survey_key ON interview (tenant, survey_key) WHERE survey_key <> '';

-- What is large and written once or twice in an interview. The resume comes last: SQLite
-- reads a row from its beginning and lists have no use for it.
CREATE TABLE interview_paper (
    interview      INTEGER NOT NULL PRIMARY KEY REFERENCES interview (number) ON DELETE CASCADE,
    plan           TEXT    NOT NULL, -- JSON, with the fit; '' before the match
    analysis       TEXT    NOT NULL, -- JSON, with the reviewed one; '' before the end
    record_version INTEGER NOT NULL, -- of plan and analysis
    resume         TEXT    NOT NULL
) STRICT;

CREATE TABLE interview_message (
    interview      INTEGER NOT NULL REFERENCES interview (number) ON DELETE CASCADE,
    seq            INTEGER NOT NULL,
    record         TEXT    NOT NULL,
    record_version INTEGER NOT NULL,
    PRIMARY KEY (interview, seq)
) STRICT;

CREATE TABLE interview_mark (
    interview      INTEGER NOT NULL REFERENCES interview (number) ON DELETE CASCADE,
    version        INTEGER NOT NULL, -- of the interview that brought it
    place          INTEGER NOT NULL, -- among those of the same version
    record         TEXT    NOT NULL,
    record_version INTEGER NOT NULL,
    PRIMARY KEY (interview, version, place)
) STRICT;

CREATE TABLE interview_override (
    interview      INTEGER NOT NULL REFERENCES interview (number) ON DELETE CASCADE,
    version        INTEGER NOT NULL,
    place          INTEGER NOT NULL,
    record         TEXT    NOT NULL,
    record_version INTEGER NOT NULL,
    PRIMARY KEY (interview, version, place)
) STRICT;

CREATE TABLE interview_event (
    interview      INTEGER NOT NULL REFERENCES interview (number) ON DELETE CASCADE,
    seq            INTEGER NOT NULL,
    record         TEXT    NOT NULL,
    record_version INTEGER NOT NULL,
    PRIMARY KEY (interview, seq)
) STRICT;

-- The idempotency keys of starts.
CREATE TABLE interview_key (
    tenant  TEXT    NOT NULL,
    key     TEXT    NOT NULL,
    request TEXT    NOT NULL, -- digest
    session TEXT    NOT NULL, -- interview.id
    until   INTEGER NOT NULL,
    PRIMARY KEY (tenant, key)
) STRICT;
CREATE INDEX interview_key_session ON interview_key (tenant, session);
CREATE INDEX interview_key_until ON interview_key (until);

-- What candidates said of themselves. Neither times nor row numbers: the order in which
-- surveys were answered is not kept.
CREATE TABLE interview_survey (
    tenant     TEXT NOT NULL,
    survey_key TEXT NOT NULL,
    said       TEXT NOT NULL, -- JSON object: dimension -> group
    PRIMARY KEY (tenant, survey_key)
) STRICT, WITHOUT ROWID;

-- What is left of an erased interview: nothing that points at a person.
CREATE TABLE interview_tombstone (
    tenant     TEXT    NOT NULL,
    id         TEXT    NOT NULL,
    vacancy_id TEXT    NOT NULL,
    plan_hash  TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    ended_at   INTEGER NOT NULL, -- 0 when it had not ended
    erased_at  INTEGER NOT NULL,
    PRIMARY KEY (tenant, id)
) STRICT;
