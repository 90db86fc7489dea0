package interviewsql

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/invitation"
	"kadry/internal/interview/session"
	"kadry/internal/store"
)

// invitationRecord is what of an invitation stands in no column.
type invitationRecord struct {
	invitation.Terms
	VacancyTitle   string        `json:"vacancy_title,omitzero"`
	VacancyVersion int           `json:"vacancy_version,omitzero"`
	Shown          bank.Language `json:"shown,omitzero"`
	CreatedAt      time.Time     `json:"created_at,omitzero"`
	ExpiresAt      time.Time     `json:"expires_at,omitzero"`
	OpenedAt       time.Time     `json:"opened_at,omitzero"`
	ConsentAt      time.Time     `json:"consent_at,omitzero"`
	Consent        string        `json:"consent,omitzero"`
	AnsweredAt     time.Time     `json:"answered_at,omitzero"`
	Withdrawn      time.Time     `json:"withdrawn_at,omitzero"`
	RevokedAt      time.Time     `json:"revoked_at,omitzero"`
}

func recordInvitation(i invitation.Invitation) (string, error) {
	return encode(invitationRecord{
		Terms: i.Terms, VacancyTitle: i.Vacancy.Title, VacancyVersion: i.Vacancy.Version, Shown: i.Shown, CreatedAt: i.CreatedAt, ExpiresAt: i.ExpiresAt,
		OpenedAt: i.OpenedAt, ConsentAt: i.ConsentAt, Consent: i.Consent, AnsweredAt: i.AnsweredAt, Withdrawn: i.Withdrawn, RevokedAt: i.RevokedAt,
	})
}

const invitationColumns = "tenant, id, digest, vacancy_id, session, version, finished_at, record, record_version"

// scanInvitation reads the columns of invitationColumns.
func scanInvitation(row interface{ Scan(targets ...any) error }) (i invitation.Invitation, err error) {
	var finished int64
	var record string
	var version int
	if err := row.Scan(&i.Tenant, &i.ID, &i.Digest, &i.Vacancy.ID, &i.Session, &i.Version, &finished, &record, &version); err != nil {
		return invitation.Invitation{}, err
	}
	var r invitationRecord
	if err := decode(version, record, &r); err != nil {
		return invitation.Invitation{}, fmt.Errorf("invitation %q: %w", i.ID, err)
	}
	i.Terms, i.Vacancy.Title, i.Vacancy.Version, i.Shown, i.CreatedAt, i.ExpiresAt = r.Terms, r.VacancyTitle, r.VacancyVersion, r.Shown, r.CreatedAt, r.ExpiresAt
	i.OpenedAt, i.ConsentAt, i.Consent, i.AnsweredAt, i.Withdrawn, i.RevokedAt = r.OpenedAt, r.ConsentAt, r.Consent, r.AnsweredAt, r.Withdrawn, r.RevokedAt
	i.FinishedAt = fromMicros(finished)
	return i, nil
}

// PutInvitation keeps an invitation in the place of its version before, none for version 1.
// interview.ErrMoved when another version is there. When its interview is over is told by the
// interview alone.
func (s *Interviews) PutInvitation(ctx context.Context, i invitation.Invitation, action interview.InvitationAction) error {
	if !store.IsKey(i.Tenant) || !store.IsKey(i.ID) || !areStorable(i.Vacancy.ID, i.PersonID, i.Email, i.Session, i.Digest) {
		return fault.E(fault.Invalid, fault.Say("An invitation needs an owner and an id, and its names must be text.",
			"Приглашению нужны владелец и идентификатор, а имена в нём должны быть текстом."), nil)
	}
	err := s.write(ctx, func(ctx context.Context, tx *sql.Tx) error { return s.putInvitation(ctx, tx, i, action) })
	if errors.Is(err, store.ErrDuplicate) {
		err = fmt.Errorf("%w: %w", interview.ErrMoved, err)
	}
	if err != nil {
		return fmt.Errorf("interviewsql: put invitation %q: %w", i.ID, err)
	}
	return nil
}

func (s *Interviews) putInvitation(ctx context.Context, tx *sql.Tx, i invitation.Invitation, action interview.InvitationAction) error {
	record, err := recordInvitation(i)
	if err != nil {
		return err
	}
	err = putVersion(ctx, tx, i.Version,
		`INSERT INTO invitation (tenant, id, digest, vacancy_id, person_id, email, session, version, over_at, record, record_version, finished_at, draft)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, '')`,
		`UPDATE invitation SET digest = $3, vacancy_id = $4, person_id = $5, email = $6, session = $7, version = $8, over_at = $9,
			record = $10, record_version = $11 WHERE tenant = $1 AND id = $2 AND version = $12`,
		i.Tenant, i.ID, i.Digest, i.Vacancy.ID, i.PersonID, i.Email, i.Session, i.Version, micros(i.OverAt()), record, interviewVersion)
	if err != nil {
		return err
	}
	if s.ties.Invitation == nil || action == "" {
		return nil
	}
	return s.ties.Invitation(ctx, tx, i, action)
}

// WithdrawInvitation keeps a withdrawn invitation and removes its interview with everything kept
// of it, both or nothing.
func (s *Interviews) WithdrawInvitation(ctx context.Context, i invitation.Invitation) error {
	now, err := s.db.Now(ctx)
	if err != nil {
		return fmt.Errorf("interviewsql: withdraw invitation %q: %w", i.ID, err)
	}
	gone := []string{i.Session}
	i.Session = ""
	err = s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		// The queue's locks come first, see Erase.
		if err := s.erasing(ctx, tx, i.Tenant, gone); err != nil {
			return err
		}
		if err := s.putInvitation(ctx, tx, i, interview.InvitationWithdrawn); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "UPDATE invitation SET draft = '', finished_at = 0 WHERE tenant = $1 AND id = $2", i.Tenant, i.ID); err != nil {
			return err
		}
		return s.erase(ctx, tx, i.Tenant, gone, now)
	})
	if err != nil {
		return fmt.Errorf("interviewsql: withdraw invitation %q: %w", i.ID, err)
	}
	if _, err := s.db.Checkpoint(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("interviewsql: withdraw invitation %q: %w", i.ID, err)
	}
	return nil
}

// Invitation returns one; fault.NotFound when the tenant has none with the id.
func (s *Interviews) Invitation(ctx context.Context, tenant, id string) (invitation.Invitation, error) {
	if !store.IsKey(tenant) || !store.IsKey(id) {
		return invitation.Invitation{}, noInvitation()
	}
	return s.oneInvitation(ctx, "tenant = $1 AND id = $2", tenant, id)
}

// InvitationBy returns the one of any tenant whose token has a digest; fault.NotFound when there
// is none.
func (s *Interviews) InvitationBy(ctx context.Context, digest string) (invitation.Invitation, error) {
	if !store.IsKey(digest) {
		return invitation.Invitation{}, noInvitation()
	}
	return s.oneInvitation(ctx, "digest = $1", digest)
}

func (s *Interviews) oneInvitation(ctx context.Context, where string, args ...any) (i invitation.Invitation, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		i, err = scanInvitation(tx.QueryRowContext(ctx, "SELECT "+invitationColumns+" FROM invitation WHERE "+where, args...))
		if errors.Is(err, sql.ErrNoRows) {
			return noInvitation()
		}
		return err
	})
	if err != nil {
		return invitation.Invitation{}, fmt.Errorf("interviewsql: invitation: %w", err)
	}
	return i, nil
}

func noInvitation() error {
	return fault.E(fault.NotFound, fault.Say("There is no such invitation.", "Такого приглашения нет."), nil)
}

// Invitations lists those a filter selects, newest first.
func (s *Interviews) Invitations(ctx context.Context, tenant string, f interview.InvitationFilter) (list []invitation.Invitation, err error) {
	if !store.IsKey(tenant) || !areStorable(f.Vacancy, f.Person, f.Session, f.Before) || f.Limit < 1 {
		return nil, nil
	}
	query, args := selectInvitations(tenant, f)
	err = s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		list, err = invitationRows(ctx, tx, query, args)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("interviewsql: list invitations: %w", err)
	}
	return list, nil
}

func invitationRows(ctx context.Context, tx *sql.Tx, query string, args []any) (list []invitation.Invitation, err error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		i, err := scanInvitation(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, i)
	}
	return list, rows.Err()
}

func selectInvitations(tenant string, f interview.InvitationFilter) (query string, args []any) {
	args = []any{tenant}
	var where strings.Builder
	where.WriteString(" WHERE tenant = $1")
	and := func(condition string, values ...any) {
		for _, v := range values {
			args = append(args, v)
			condition = strings.Replace(condition, "?", "$"+strconv.Itoa(len(args)), 1)
		}
		where.WriteString(" AND " + condition)
	}
	if f.Vacancy != "" {
		and("vacancy_id = ?", f.Vacancy)
	}
	if f.Person != "" {
		and("(person_id = ? OR email = ?)", f.Person, strings.ToLower(f.Person))
	}
	if f.Session != "" {
		and("session = ?", f.Session)
	}
	if f.Before != "" {
		and("id < ?", f.Before)
	}
	if !f.OverBefore.IsZero() { // those with an interview go with it
		and("session = '' AND over_at < ?", f.OverBefore.UnixMicro())
	}
	args = append(args, f.Limit)
	return "SELECT " + invitationColumns + " FROM invitation" + where.String() + " ORDER BY id DESC LIMIT $" + strconv.Itoa(len(args)), args
}

// EraseInvitations removes invitations; unknown ids are passed over, and interviews stay.
func (s *Interviews) EraseInvitations(ctx context.Context, tenant string, ids []string) error {
	if !store.IsKey(tenant) || !areStorable(ids...) || len(ids) == 0 {
		return nil
	}
	args := []any{tenant}
	for _, id := range ids {
		args = append(args, id)
	}
	err := s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		rows, err := column(ctx, tx, "DELETE FROM invitation WHERE tenant = $1 AND id IN ("+store.Placeholders(2, len(ids))+") RETURNING id", args...)
		if err != nil || s.ties.Invitation == nil {
			return err
		}
		for _, id := range rows {
			if err := s.ties.Invitation(ctx, tx, invitation.Invitation{Tenant: tenant, ID: id}, interview.InvitationErased); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("interviewsql: erase invitations: %w", err)
	}
	if _, err := s.db.Checkpoint(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("interviewsql: erase invitations: %w", err)
	}
	return nil
}

// draftRecord is a draft as it is kept.
type draftRecord struct {
	AskedID string    `json:"asked_id"`
	Text    string    `json:"text"`
	At      time.Time `json:"at"`
}

// PutDraft keeps the draft of an answer in the place of the one before; an empty one is none.
func (s *Interviews) PutDraft(ctx context.Context, tenant, id string, d invitation.Draft) error {
	record := ""
	if d.Text != "" {
		var err error
		if record, err = encode(draftRecord{AskedID: d.AskedID, Text: store.Clean(d.Text), At: d.At}); err != nil {
			return err
		}
	}
	err := s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE invitation SET draft = $1 WHERE tenant = $2 AND id = $3", record, tenant, id)
		return err
	})
	if err != nil {
		return fmt.Errorf("interviewsql: put draft: %w", err)
	}
	return nil
}

// Draft returns the draft that is kept; a zero one when there is none.
func (s *Interviews) Draft(ctx context.Context, tenant, id string) (d invitation.Draft, err error) {
	var record string
	err = s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, "SELECT draft FROM invitation WHERE tenant = $1 AND id = $2", tenant, id).Scan(&record)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	if err != nil || record == "" {
		return invitation.Draft{}, err
	}
	var kept draftRecord
	if err := json.Unmarshal([]byte(record), &kept); err != nil {
		return invitation.Draft{}, fmt.Errorf("interviewsql: draft: %w", err)
	}
	return invitation.Draft(kept), nil
}

// finishInvitation notes that the interview of an invitation is over.
func finishInvitation(ctx context.Context, tx *sql.Tx, s session.Session) error {
	if s.Invitation == "" || !s.Over() {
		return nil
	}
	_, err := tx.ExecContext(ctx, "UPDATE invitation SET finished_at = $1, over_at = $1, draft = '' WHERE tenant = $2 AND session = $3 AND finished_at = 0",
		micros(s.EndedAt), s.Tenant, s.ID)
	return err
}
