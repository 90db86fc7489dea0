package interview

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/plan"
	"kadry/internal/interview/session"
	"kadry/internal/interview/transfer"
	"kadry/internal/interview/vacancy"
)

// SaveStatus is the outcome of saving a vacancy.
type SaveStatus string

// The outcomes.
const (
	Created   SaveStatus = "created"
	Updated   SaveStatus = "updated"
	Unchanged SaveStatus = "unchanged"
)

// SaveVacancy keeps a vacancy. Needs, level and language that the draft leaves out are read
// from its texts. Interviews under way go on with the version they began with.
func (r *Room) SaveVacancy(ctx context.Context, tenant string, in vacancy.Saving) (vacancy.Vacancy, SaveStatus, error) {
	in, err := in.Completed(r.Skills)
	if err != nil {
		return vacancy.Vacancy{}, "", err
	}
	if err := r.knowsChoices(ctx, tenant, in.Draft.Choices); err != nil {
		return vacancy.Vacancy{}, "", err
	}
	for range commitTries {
		v, status, err := r.draw(ctx, tenant, in)
		if err != nil || status == Unchanged {
			return v, status, err
		}
		switch err := r.Catalogue.PutVacancy(ctx, v); {
		case err == nil:
			return v, status, nil
		case !errors.Is(err, ErrMoved):
			return vacancy.Vacancy{}, "", fmt.Errorf("interview: save vacancy: %w", err)
		}
	}
	return vacancy.Vacancy{}, "", vacancyMoved()
}

// draw makes the vacancy to be kept from what is there.
func (r *Room) draw(ctx context.Context, tenant string, in vacancy.Saving) (vacancy.Vacancy, SaveStatus, error) {
	v, found, err := r.find(ctx, tenant, in)
	if err != nil {
		return vacancy.Vacancy{}, "", err
	}
	if in.Version != 0 && in.Version != v.Version {
		return vacancy.Vacancy{}, "", vacancyMoved()
	}
	external := cmp.Or(in.ExternalID, v.ExternalID)
	if found && v.Same(in.Draft) && external == v.ExternalID {
		return v, Unchanged, nil
	}
	v.Tenant, v.Draft, v.ExternalID = tenant, in.Draft, external
	v.Version++
	v.UpdatedAt = r.now()
	if found {
		return v, Updated, nil
	}
	v.CreatedAt = v.UpdatedAt
	if v.ID, err = r.NewID(); err != nil {
		return vacancy.Vacancy{}, "", err
	}
	return v, Created, nil
}

// find returns the vacancy that a saving is about, if there is one.
func (r *Room) find(ctx context.Context, tenant string, in vacancy.Saving) (vacancy.Vacancy, bool, error) {
	if in.ID != "" {
		v, err := r.Vacancies.Vacancy(ctx, tenant, in.ID)
		if err != nil {
			return vacancy.Vacancy{}, false, fmt.Errorf("interview: save vacancy: %w", err)
		}
		return v, true, nil
	}
	if in.ExternalID == "" {
		return vacancy.Vacancy{}, false, nil
	}
	v, err := r.Vacancies.External(ctx, tenant, in.ExternalID)
	if fault.KindOf(err) == fault.NotFound {
		return vacancy.Vacancy{}, false, nil
	}
	if err != nil {
		return vacancy.Vacancy{}, false, fmt.Errorf("interview: save vacancy: %w", err)
	}
	return v, true, nil
}

func vacancyMoved() error {
	return session.Refuse(session.VacancyMoved, fault.Say("Somebody else has changed this vacancy.", "Эту вакансию изменил кто-то другой.")).
		WithHint(fault.Say("Load it again and repeat the change.", "Загрузите её заново и повторите правку."))
}

// Vacancy returns one vacancy; fault.NotFound when the tenant has none with the id.
func (r *Room) Vacancy(ctx context.Context, tenant, id string) (vacancy.Vacancy, error) {
	v, err := r.Vacancies.Vacancy(ctx, tenant, id)
	if err != nil {
		return vacancy.Vacancy{}, fmt.Errorf("interview: vacancy: %w", err)
	}
	return v, nil
}

// ListVacancies returns the vacancies of a tenant, the last saved first.
func (r *Room) ListVacancies(ctx context.Context, tenant string) ([]vacancy.Vacancy, error) {
	list, err := r.Vacancies.Vacancies(ctx, tenant)
	if err != nil {
		return nil, fmt.Errorf("interview: vacancies: %w", err)
	}
	slices.SortFunc(list, func(a, b vacancy.Vacancy) int {
		return cmp.Or(b.UpdatedAt.Compare(a.UpdatedAt), cmp.Compare(a.ID, b.ID))
	})
	return list, nil
}

// DropVacancy removes a vacancy. Interviews that have their plan go on.
func (r *Room) DropVacancy(ctx context.Context, tenant, id string) error {
	if err := r.Catalogue.DropVacancy(ctx, tenant, id); err != nil {
		return fmt.Errorf("interview: drop vacancy: %w", err)
	}
	return nil
}

// Preview returns the plan that everybody gets for a vacancy of a tenant, without gaps, and
// what it asks of the vacancy.
func (r *Room) Preview(ctx context.Context, tenant string, v vacancy.Vacancy, lang bank.Language, most int) (plan.Plan, plan.Coverage, error) {
	shelf, err := r.shelf(ctx, tenant)
	if err != nil {
		return plan.Plan{}, plan.Coverage{}, fmt.Errorf("interview: plan: %w", err)
	}
	planner := shelf.planner(lang)
	made := planner.Plan(v, lang, most, vacancy.Fit{})
	return made, planner.Coverage(v, made), nil
}

// Imported is what became of one row of an import.
type Imported struct {
	Row    int // from 1, the header not counted
	Status SaveStatus
	ID     string
	Title  string
	Err    error // why the row was left out; the others were kept
}

// ImportVacancies saves rows one by one: a bad one is reported and stops no other. A row
// with a known id or external id replaces that vacancy.
func (r *Room) ImportVacancies(ctx context.Context, tenant string, rows []transfer.Row) ([]Imported, error) {
	done := make([]Imported, 0, len(rows))
	for _, row := range rows {
		out := Imported{Row: row.Number, Title: row.Saving.Draft.Title, Err: row.Err}
		if row.Err == nil {
			v, status, err := r.SaveVacancy(ctx, tenant, row.Saving)
			if err != nil && ctx.Err() != nil {
				return done, ctx.Err()
			}
			out.Status, out.ID, out.Err = status, v.ID, err
		}
		done = append(done, out)
	}
	return done, nil
}

// Complete returns a draft as it would be kept: cleaned, with the needs by id, and with
// the needs, the level and the language that it leaves out read from its texts. Nothing is
// saved.
func (r *Room) Complete(d vacancy.Draft) (vacancy.Draft, error) { return d.Completed(r.Skills) }
