-- +goose Up
-- The log of all messages of a tenant, the newest first.
CREATE INDEX outbox_message_made ON outbox_message (tenant, made_at, id);
