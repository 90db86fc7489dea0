-- +goose Up
-- Candidates of the CV base whose code an answer is about: it goes when one of them is deleted.
CREATE TABLE code_search_candidate (
    tenant    TEXT NOT NULL,
    candidate TEXT NOT NULL,
    search    TEXT NOT NULL,
    PRIMARY KEY (tenant, candidate, search)
) STRICT;

CREATE INDEX code_search_candidate_search ON code_search_candidate (tenant, search);
