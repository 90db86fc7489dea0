package session

import (
	"encoding/json"

	"kadry/internal/fault"
	"kadry/internal/interview/marking"
)

// FailureCode tells failures apart.
type FailureCode string

// The codes of failures.
const (
	NoVacancyLeft    FailureCode = "no_vacancies"        // all were removed after the start
	VacancyGone      FailureCode = "vacancy_removed"     // the one asked for was
	NoVacancySuits   FailureCode = "no_suitable_vacancy" // the best is under the floor
	CancelledByOwner FailureCode = "cancelled"
	EngineBroke      FailureCode = "internal" // the engine gave up after its retries
)

// Failure says why a session failed, in words for people.
type Failure struct {
	Code      FailureCode
	Message   fault.Text
	Retryable bool // starting again may help
}

// storedFailure is a failure under the names it is kept by.
type storedFailure struct {
	Code      FailureCode        `json:"code"`
	Message   marking.StoredText `json:"message,omitzero"`
	Retryable bool               `json:"retryable,omitzero"`
}

// MarshalJSON writes the stored form.
func (f Failure) MarshalJSON() ([]byte, error) {
	return json.Marshal(storedFailure{Code: f.Code, Message: marking.StoredText(f.Message), Retryable: f.Retryable})
}

// UnmarshalJSON reads the stored form.
func (f *Failure) UnmarshalJSON(data []byte) error {
	var stored storedFailure
	if err := json.Unmarshal(data, &stored); err != nil {
		return err
	}
	*f = Failure{Code: stored.Code, Message: fault.Text(stored.Message), Retryable: stored.Retryable}
	return nil
}
