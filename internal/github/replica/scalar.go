package replica

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	graphql "github.com/graph-gophers/graphql-go"
)

// Scalars of GitHub's schema. Each writes itself as JSON the way GitHub does.

// dateTime is DateTime and GitTimestamp, whole seconds of UTC.
type dateTime struct{ time.Time }

func (dateTime) ImplementsGraphQLType(name string) bool {
	return name == "DateTime" || name == "GitTimestamp"
}

func (d *dateTime) UnmarshalGraphQL(input any) error {
	s, ok := input.(string)
	if !ok {
		return fmt.Errorf("%v is no time", input)
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			d.Time = t
			return nil
		}
	}
	return fmt.Errorf("%q is no time", s)
}

func (d dateTime) MarshalJSON() ([]byte, error) {
	return json.Marshal(d.UTC().Format("2006-01-02T15:04:05Z"))
}

func stamp(t time.Time) dateTime { return dateTime{t} }

// stampOrNull is null for a time that is not known or did not come.
func stampOrNull(t *time.Time) *dateTime {
	if t == nil || t.IsZero() {
		return nil
	}
	return &dateTime{*t}
}

type calendarDate struct{ time.Time }

func (calendarDate) ImplementsGraphQLType(name string) bool { return name == "Date" }

func (d *calendarDate) UnmarshalGraphQL(any) error { return errors.New("no argument is a Date") }

func (d calendarDate) MarshalJSON() ([]byte, error) { return json.Marshal(d.Format(time.DateOnly)) }

type uri string

func (uri) ImplementsGraphQLType(name string) bool { return name == "URI" }

func (*uri) UnmarshalGraphQL(any) error { return errors.New("no argument is a URI") }

type objectID string

func (objectID) ImplementsGraphQLType(name string) bool { return name == "GitObjectID" }

func (o *objectID) UnmarshalGraphQL(input any) error {
	s, ok := input.(string)
	if !ok || !isHash(s) {
		return fmt.Errorf("%v is no object id", input)
	}
	*o = objectID(s)
	return nil
}

func gid(s string) graphql.ID { return graphql.ID(s) }
