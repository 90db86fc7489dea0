-- +goose Up
-- Repositories that verdicts are about: a verdict goes when one of them is deleted.
CREATE TABLE code_verdict_repository (
    tenant     TEXT   NOT NULL,
    pair       TEXT   NOT NULL,
    repository BIGINT NOT NULL,
    PRIMARY KEY (tenant, repository, pair)
);
