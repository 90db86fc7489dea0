package interviewsql

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"kadry/internal/fault"
	"kadry/internal/interview/bias"
	"kadry/internal/interview/session"
	"kadry/internal/store"
)

// PutSurvey keeps what somebody says of themself in the place of what they said before;
// fault.NotFound when no session has the key.
func (s *Interviews) PutSurvey(ctx context.Context, tenant, key string, groups map[string]string) error {
	if !store.IsKey(tenant) || !store.IsKey(key) {
		return noSurvey()
	}
	said, err := encode(groups)
	if err != nil {
		return err
	}
	err = s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		// It changes nothing but holds the session: an erasure at this moment comes before or
		// after as a whole, and leaves no survey behind.
		const hold = "UPDATE interview SET survey_key = survey_key WHERE tenant = $1 AND survey_key = $2 AND survey_key <> ''"
		result, err := tx.ExecContext(ctx, hold, tenant, key)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, noSurvey())
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO interview_survey (tenant, survey_key, said) VALUES ($1, $2, $3) "+
			"ON CONFLICT (tenant, survey_key) DO UPDATE SET said = excluded.said", tenant, key, said)
		return err
	})
	if err != nil {
		return fmt.Errorf("interviewsql: put survey: %w", err)
	}
	return nil
}

func noSurvey() error {
	return fault.E(fault.NotFound, fault.Say("There is no such survey.", "Такой анкеты нет."), nil)
}

// outcomes joins by the survey key. The order is that of what was said: any order of
// sessions would lead back to them.
const outcomes = "SELECT s.said, i.score, i.record, i.record_version FROM interview_survey s " +
	"JOIN interview i ON i.tenant = s.tenant AND i.survey_key = s.survey_key AND i.survey_key <> '' " +
	"WHERE s.tenant = $1 AND i.status = $2 AND (i.vacancy_id = $3 OR $3 = '') ORDER BY s.said, i.score"

// Outcomes joins surveys with completed interviews of a vacancy, of all when it is empty.
func (s *Interviews) Outcomes(ctx context.Context, tenant, vacancy string) (list []bias.Outcome, err error) {
	if !store.IsKey(tenant) || !store.IsStorable(vacancy) {
		return nil, nil
	}
	err = s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		list, err = outcomeRows(ctx, tx, tenant, vacancy)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("interviewsql: outcomes: %w", err)
	}
	return list, nil
}

func outcomeRows(ctx context.Context, tx *sql.Tx, tenant, vacancy string) (list []bias.Outcome, err error) {
	rows, err := tx.QueryContext(ctx, outcomes, tenant, string(session.Completed), vacancy)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var (
			o            bias.Outcome
			said, record string
			version      int
			session      sessionRecord
		)
		if err := rows.Scan(&said, &o.Score, &record, &version); err != nil {
			return nil, err
		}
		if err := decode(version, record, &session); err != nil {
			return nil, err
		}
		if err := json.Unmarshal([]byte(said), &o.Groups); err != nil {
			return nil, fmt.Errorf("decode survey: %w", err)
		}
		if session.Decision != nil {
			o.Decided, o.Selected = true, session.Decision.Selected
		}
		list = append(list, o)
	}
	return list, rows.Err()
}
