-- +goose Up
-- Hiring reports: what they were made from, in no language.
CREATE TABLE dossier_report (
    tenant   TEXT    NOT NULL,
    id       TEXT    NOT NULL,
    role     TEXT    NOT NULL,
    made_at  BIGINT  NOT NULL, -- microseconds since 1970, UTC
    people   INTEGER NOT NULL, -- how many
    complete INTEGER NOT NULL, -- 0 while people are still being read, else 1
    body     BYTEA   NOT NULL, -- JSON of the case, compressed with zstd
    PRIMARY KEY (tenant, id)
);

CREATE INDEX dossier_report_made ON dossier_report (tenant, made_at);

-- By which ids the people of a report are found.
CREATE TABLE dossier_person (
    tenant TEXT NOT NULL,
    report TEXT NOT NULL,
    person TEXT NOT NULL, -- a key of package identity
    cv     INTEGER NOT NULL, -- 1 where it is the id of a CV in the base, else 0
    PRIMARY KEY (tenant, person, report)
);

CREATE INDEX dossier_person_report ON dossier_person (tenant, report);

-- What people decided, every time; the last one counts.
CREATE TABLE dossier_override (
    tenant   TEXT    NOT NULL,
    report   TEXT    NOT NULL,
    person   TEXT    NOT NULL, -- the candidate's id in the report
    at       BIGINT  NOT NULL, -- microseconds since 1970, UTC
    decision TEXT    NOT NULL,
    reason   TEXT    NOT NULL,
    author   TEXT    NOT NULL,
    PRIMARY KEY (tenant, report, person, at)
);
