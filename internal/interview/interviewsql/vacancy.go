package interviewsql

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/vacancy"
	"kadry/internal/skill"
	"kadry/internal/store"
)

// Stamp changes with every saved and every removed vacancy of a tenant and is empty exactly
// when there is none.
func (s *Interviews) Stamp(ctx context.Context, tenant string) (string, error) {
	return vacancyTable.stamp(ctx, s.db, tenant)
}

const vacancyColumns = "tenant, id, external_id, version, title, description, requirements, responsibilities, language, level, " +
	"needs, choices, record_version, created_at, updated_at"

// Vacancies returns all of a tenant.
func (s *Interviews) Vacancies(ctx context.Context, tenant string) ([]vacancy.Vacancy, error) {
	if !store.IsKey(tenant) {
		return nil, nil
	}
	return s.vacancies(ctx, "WHERE tenant = $1 ORDER BY id", tenant)
}

// Vacancy returns one; fault.NotFound when the tenant has none with the id.
func (s *Interviews) Vacancy(ctx context.Context, tenant, id string) (vacancy.Vacancy, error) {
	return s.vacancy(ctx, "WHERE tenant = $1 AND id = $2", tenant, id)
}

// External returns the one with the caller's own id; fault.NotFound when there is none.
func (s *Interviews) External(ctx context.Context, tenant, externalID string) (vacancy.Vacancy, error) {
	return s.vacancy(ctx, "WHERE tenant = $1 AND external_id = $2 AND external_id <> ''", tenant, externalID)
}

func (s *Interviews) vacancy(ctx context.Context, where, tenant, id string) (vacancy.Vacancy, error) {
	if !store.IsKey(tenant) || !store.IsKey(id) {
		return vacancy.Vacancy{}, noVacancy(id)
	}
	list, err := s.vacancies(ctx, where, tenant, id)
	if err != nil {
		return vacancy.Vacancy{}, err
	}
	if len(list) == 0 {
		return vacancy.Vacancy{}, noVacancy(id)
	}
	return list[0], nil
}

func (s *Interviews) vacancies(ctx context.Context, where string, args ...any) (list []vacancy.Vacancy, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		list, err = vacancyRows(ctx, tx, "SELECT "+vacancyColumns+" FROM vacancy "+where, args)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("interviewsql: read vacancies: %w", err)
	}
	return list, nil
}

func vacancyRows(ctx context.Context, tx *sql.Tx, query string, args []any) (list []vacancy.Vacancy, err error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var (
			v                vacancy.Vacancy
			language, level  string
			needs, choices   string
			needsVersion     int
			created, updated int64
		)
		err := rows.Scan(&v.Tenant, &v.ID, &v.ExternalID, &v.Version, &v.Title, &v.Description, &v.Requirements,
			&v.Responsibilities, &language, &level, &needs, &choices, &needsVersion, &created, &updated)
		if err != nil {
			return nil, err
		}
		v.Language, v.Level = bank.Language(language), bank.Level(skill.LevelOf(level))
		v.CreatedAt, v.UpdatedAt = fromMicros(created), fromMicros(updated)
		if err := decode(needsVersion, needs, &v.Needs); err != nil {
			return nil, fmt.Errorf("vacancy %q: %w", v.ID, err)
		}
		if err := decode(needsVersion, choices, &v.Choices); err != nil {
			return nil, fmt.Errorf("vacancy %q: %w", v.ID, err)
		}
		list = append(list, v)
	}
	return list, rows.Err()
}

// PutVacancy keeps a vacancy in the place of its version before, none for version 1.
// interview.ErrMoved when another version is there, or the external id is another vacancy's.
func (s *Interviews) PutVacancy(ctx context.Context, v vacancy.Vacancy) error {
	if !store.IsKey(v.Tenant) || !store.IsKey(v.ID) || !store.IsStorable(v.ExternalID) {
		return fault.E(fault.Invalid, fault.Say(
			"A vacancy needs an owner and an id, and its names must be text.",
			"Вакансии нужны владелец и идентификатор, а имена в ней должны быть текстом."), nil)
	}
	needs, err := json.Marshal(v.Needs)
	if err != nil {
		return fmt.Errorf("interviewsql: encode needs of vacancy %q: %w", v.ID, err)
	}
	choices, err := json.Marshal(v.Choices)
	if err != nil {
		return fmt.Errorf("interviewsql: encode choices of vacancy %q: %w", v.ID, err)
	}
	err = s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := putVacancy(ctx, tx, v, string(needs), string(choices)); err != nil {
			return err
		}
		return tie(ctx, tx, s.ties.Saved, v)
	})
	if errors.Is(err, store.ErrDuplicate) {
		err = fmt.Errorf("%w: %w", interview.ErrMoved, err)
	}
	if err != nil {
		return fmt.Errorf("interviewsql: put vacancy %q: %w", v.ID, err)
	}
	return nil
}

func putVacancy(ctx context.Context, tx *sql.Tx, v vacancy.Vacancy, needs, choices string) error {
	return vacancyTable.put(ctx, tx, v.Tenant, v.Version,
		"INSERT INTO vacancy ("+vacancyColumns+") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
		`UPDATE vacancy SET external_id = $3, version = $4, title = $5, description = $6, requirements = $7, responsibilities = $8,
			language = $9, level = $10, needs = $11, choices = $12, record_version = $13, created_at = $14, updated_at = $15
			WHERE tenant = $1 AND id = $2 AND version = $16`,
		v.Tenant, v.ID, v.ExternalID, v.Version, store.Clean(v.Title), store.Clean(v.Description), store.Clean(v.Requirements),
		store.Clean(v.Responsibilities), string(v.Language), string(v.Level), needs, choices, interviewVersion, micros(v.CreatedAt), micros(v.UpdatedAt))
}

// DropVacancy removes a vacancy; fault.NotFound when the tenant has none with the id.
func (s *Interviews) DropVacancy(ctx context.Context, tenant, id string) error {
	if !store.IsKey(tenant) || !store.IsKey(id) {
		return noVacancy(id)
	}
	err := s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := vacancyTable.drop(ctx, tx, tenant, id, noVacancy(id)); err != nil {
			return err
		}
		if s.ties.Dropped == nil {
			return nil
		}
		return s.ties.Dropped(ctx, tx, tenant, id)
	})
	if err != nil {
		return fmt.Errorf("interviewsql: drop vacancy %q: %w", id, err)
	}
	return nil
}
