-- +goose Up
CREATE TABLE book (tenant TEXT NOT NULL, title TEXT NOT NULL, PRIMARY KEY (tenant, title));
