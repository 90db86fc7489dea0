-- +goose Up
-- Each tenant's changes are followed by themselves.
CREATE INDEX candidate_change_tenant ON candidate_change (tenant, seq);
