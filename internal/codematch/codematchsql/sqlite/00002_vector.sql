-- +goose Up
-- Vectors of texts of units, by space: a model, a dimension and its prefixes.
CREATE TABLE code_vector (
    tenant TEXT    NOT NULL,
    space  TEXT    NOT NULL,
    digest TEXT    NOT NULL, -- of the text
    change INTEGER NOT NULL, -- when it was put, as counted in its space
    body   BLOB    NOT NULL, -- float32, little-endian, of length 1
    PRIMARY KEY (tenant, space, digest)
) STRICT;

CREATE UNIQUE INDEX code_vector_change ON code_vector (tenant, space, change);

-- The last change of a space. It stays when the vectors go: who follows them must not take new
-- ones for those that were seen.
CREATE TABLE code_vector_space (
    tenant TEXT    NOT NULL,
    space  TEXT    NOT NULL,
    change INTEGER NOT NULL,
    PRIMARY KEY (tenant, space)
) STRICT;
