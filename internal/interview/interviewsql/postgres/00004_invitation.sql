-- +goose Up
-- Invitations to interviews by a link. Of the link only the digest of its token is kept.
CREATE TABLE invitation (
    tenant         TEXT    NOT NULL,
    id             TEXT    NOT NULL,
    digest         TEXT    NOT NULL, -- SHA-256 of the token, hex
    vacancy_id     TEXT    NOT NULL,
    person_id      TEXT    NOT NULL, -- '' is none
    email          TEXT    NOT NULL, -- lower case; '' is none
    session        TEXT    NOT NULL, -- id of the interview; '' is none
    version        BIGINT  NOT NULL,
    over_at        BIGINT  NOT NULL, -- nothing of it is needed from then on, as far as is known
    finished_at    BIGINT  NOT NULL, -- 0 while the interview is not over
    record         TEXT    NOT NULL,
    record_version BIGINT  NOT NULL,
    draft          TEXT    NOT NULL, -- of an answer: JSON; '' is none
    PRIMARY KEY (tenant, id)
);
CREATE UNIQUE INDEX invitation_digest ON invitation (digest);
CREATE INDEX invitation_vacancy ON invitation (tenant, vacancy_id, id);
CREATE INDEX invitation_person ON invitation (tenant, person_id, id) WHERE person_id <> '';
CREATE INDEX invitation_email ON invitation (tenant, email, id) WHERE email <> '';
CREATE UNIQUE INDEX invitation_session ON invitation (tenant, session) WHERE session <> '';
CREATE INDEX invitation_over ON invitation (tenant, over_at);
