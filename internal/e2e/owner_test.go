package e2e

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"kadry/internal/e2e/e2etest"
)

// Every operation, route, form, resource and task of one tenant is asked for by those who may not:
// with a token of another tenant, one that only reads, and one that was revoked. The calls are made
// from the declarations, filled with what the owner really has, so that what a room adds is tried as
// well. Afterwards the owner has what was there before, and no one else stands in the audit log.
func TestAccess_matrixOfTenants(t *testing.T) {
	t.Parallel()
	e2etest.EachEngine(t, func(t *testing.T, env []string) {
		s := e2etest.Serve(t, e2etest.Options{Env: env, Args: []string{"--sample"}})
		token := func(name string, args ...string) string {
			return e2etest.NewToken(t, s.Home, append([]string{name}, args...)...)
		}
		m := matrix{
			server: s, owner: s.REST().As(token("owner", "--admin")), foreignToken: token("foreign", "--tenant", "globex", "--admin"),
			readerToken: token("reader", "--read-only"), revokedToken: token("revoked", "--admin"),
		}
		m.foreign, m.reader, m.revoked = s.REST().As(m.foreignToken), s.REST().As(m.readerToken), s.REST().As(m.revokedToken)
		e2etest.Succeed(t, e2etest.Environment(s.Home), "token", "revoke", "revoked")
		m.places, m.owned = reached(t, m.owner)
		task := m.owner.With("Prefer", "respond-async").Post(t, "reextract_candidates", `{}`)
		if task.Status != http.StatusAccepted {
			t.Fatalf("no task: %d %s", task.Status, task.Body)
		}
		m.task = task.Header.Get("Location")
		m.owned = append(m.owned, m.task[strings.LastIndex(m.task, "/")+1:])
		m.create(t)
		before := m.collect(t)
		m.world = before

		m.operations(t)
		m.routes(t)
		m.forms(t)
		m.resources(t)
		m.tasks(t)

		if len(before) < 8 {
			t.Errorf("the owner has only %v", before)
		}
		after := m.collect(t)
		for field, values := range before {
			for _, v := range values {
				if !slices.Contains(after[field], v) {
					t.Errorf("%s %s is gone", field, v)
				}
			}
		}
		log := string(m.owner.Post(t, "list_audit_entries", `{"tenant":"default","limit":200}`).Body)
		if !strings.Contains(log, `"items":[{`) {
			t.Errorf("the audit log of the owner is empty: %s", log)
		}
		for _, actor := range []string{"foreign", "reader", "revoked"} {
			if strings.Contains(log, `"actor":"`+actor+`"`) {
				t.Errorf("%s did something at the owner's: %s", actor, log)
			}
		}
	})
}

// matrix is one server with all who ask it.
type matrix struct {
	server                                  *e2etest.Server
	owner, foreign, reader, revoked         e2etest.REST
	foreignToken, readerToken, revokedToken string

	places, owned []string            // pages and what names their owner
	world         map[string][]string // ids of the owner by the name of the field they stand in
	task          string              // path of a task of the owner
}

// declared is an operation with the schema of its input.
type declared struct {
	e2etest.Declaration
	Effect   string `json:"effect"`
	Input    schema `json:"input_schema"`
	Examples []struct {
		Input json.RawMessage `json:"input"`
	} `json:"examples"`
}

// schema is the part of a JSON schema that inputs are made from.
type schema struct {
	Type       string            `json:"type"`
	Properties map[string]schema `json:"properties"`
	Required   []string          `json:"required"`
	Items      *schema           `json:"items"`
	Enum       []string          `json:"enum"`
	Format     string            `json:"format"`
	Minimum    float64           `json:"minimum"`
	MinItems   int               `json:"minItems"`
}

// operationsOf are all that REST shows.
func operationsOf(t *testing.T) []declared {
	t.Helper()
	var list []declared
	for _, text := range e2etest.DeclarationTexts(t) {
		if d := e2etest.Decode[declared](t, text); d.Shown("rest") {
			list = append(list, d)
		}
	}
	return list
}

// create calls what creates things, by its examples and with right inputs, so that there is more than
// the sample.
func (m *matrix) create(t *testing.T) {
	t.Helper()
	m.world = m.collect(t)
	for _, d := range operationsOf(t) {
		if d.Effect != "creates" || d.Scope == "admin" {
			continue
		}
		for _, e := range d.Examples {
			m.owner.Post(t, d.Name, string(e.Input))
		}
		for _, input := range m.inputs(d.Input) {
			m.owner.Post(t, d.Name, input)
		}
	}
}

// collect reads whatever the owner can list without being asked for more, and keeps the ids by field.
func (m matrix) collect(t *testing.T) map[string][]string {
	t.Helper()
	world := map[string][]string{}
	for _, d := range operationsOf(t) {
		if d.Scope != "read" || len(d.Input.Required) > 0 {
			continue
		}
		var body any
		if a := m.owner.Post(t, d.Name, `{}`); json.Unmarshal(a.Body, &body) == nil && a.Status == http.StatusOK {
			gather(world, "", body)
		}
	}
	for field, values := range world {
		slices.Sort(values)
		world[field] = slices.Compact(values)
	}
	return world
}

// gather keeps the texts of fields that are called like ids.
func gather(world map[string][]string, field string, v any) {
	switch v := v.(type) {
	case map[string]any:
		for name, inner := range v {
			gather(world, name, inner)
		}
	case []any:
		for _, inner := range v {
			gather(world, strings.TrimSuffix(field, "s"), inner)
		}
	case string:
		if isID(field) && v != "" {
			world[field] = append(world[field], v)
		}
	}
}

func isID(field string) bool { return field == "id" || strings.HasSuffix(field, "_id") }

// idsFor are ids that a field may take: those of its own name, else of what it may name.
func (m matrix) idsFor(field string) []string {
	field = strings.TrimSuffix(field, "s")
	if own := m.world[field]; len(own) > 0 && field != "id" {
		return own[:1]
	}
	if field == "user_id" || field == "person_id" || strings.HasSuffix(field, "candidate_id") {
		return m.world["candidate_id"][:1]
	}
	var any []string
	for _, name := range slices.Sorted(maps.Keys(m.world)) {
		any = append(any, m.world[name][0])
	}
	return any
}

// inputs are right inputs of an operation: what it needs, and every id filled.
func (m matrix) inputs(s schema) []string {
	most := 1
	for field := range s.Properties {
		if isID(strings.TrimSuffix(field, "s")) {
			most = max(most, len(m.idsFor(field)))
		}
	}
	list := make([]string, most)
	for n := range list {
		text, _ := json.Marshal(m.value("", s, n)) // of maps, lists, texts and numbers
		list[n] = string(text)
	}
	return slices.Compact(list)
}

func (m matrix) value(field string, s schema, n int) any {
	switch {
	case s.Type == "object":
		made := map[string]any{}
		for name, of := range s.Properties {
			if isID(strings.TrimSuffix(name, "s")) || name == "confirm" || slices.Contains(s.Required, name) {
				made[name] = m.value(name, of, n)
			}
		}
		return made
	case s.Type == "array" && s.Items != nil:
		list := make([]any, max(1, s.MinItems))
		for i := range list {
			list[i] = m.value(field, *s.Items, n+i)
		}
		return list
	case s.Type == "boolean":
		return true
	case s.Type == "integer", s.Type == "number":
		return cmp.Or(s.Minimum, 1)
	case len(s.Enum) > 0:
		return s.Enum[0]
	case s.Format == "date":
		return "2030-01-01"
	case isID(strings.TrimSuffix(field, "s")):
		ids := m.idsFor(field)
		return ids[n%len(ids)]
	}
	return "Go developer"
}

// operations calls each with right inputs.
func (m matrix) operations(t *testing.T) {
	t.Helper()
	answered, refused := 0, 0
	for _, d := range operationsOf(t) {
		for _, input := range m.inputs(d.Input) {
			foreign := m.foreign.Post(t, d.Name, input)
			wantNothing(t, d.Name, input, foreign, m.owned)
			if got := m.revoked.Post(t, d.Name, input); !keptOut(got) {
				t.Errorf("%s with a revoked token: status %d", d.Name, got.Status)
			}
			if d.Scope != "read" {
				m.reader.Post(t, d.Name, input).Refused(t, http.StatusForbidden, "denied")
				refused++
				continue
			}
			if got := m.owner.Post(t, d.Name, input); got.Status == http.StatusOK && foreign.Status != http.StatusOK {
				answered++
			}
		}
	}
	if answered < 20 || refused < 60 {
		t.Errorf("the owner is answered %d times and the reader refused %d times: this test could not fail", answered, refused)
	}
}

// keptOut reports that a token opens nothing.
func keptOut(a e2etest.Answer) bool {
	return a.Status == http.StatusUnauthorized || guessing(http.StatusUnauthorized, a.Status)
}

var pathParameter = regexp.MustCompile(`\{([a-z_]+)\}`)

// routes asks for the paths of the published description, with ids of the owner in them.
func (m matrix) routes(t *testing.T) {
	t.Helper()
	scopes := map[string]string{}
	for _, d := range operationsOf(t) {
		scopes[d.Name] = d.Scope
	}
	published := m.owner.Get(t, "/openapi.json")
	published.Ok(t)
	tried := 0
	for path, methods := range e2etest.Decode[struct {
		Paths map[string]map[string]struct {
			ID string `json:"operationId"`
		} `json:"paths"`
	}](t, published.Body).Paths {
		for method, o := range methods {
			name, byPath := strings.CutSuffix(o.ID, "_by_path")
			if !byPath {
				continue // of operations, which were tried by name, and of tasks
			}
			most := 1
			for _, p := range pathParameter.FindAllStringSubmatch(path, -1) {
				most = max(most, len(m.idsFor(p[1])))
			}
			for n := range most {
				place := pathParameter.ReplaceAllStringFunc(path, func(p string) string {
					ids := m.idsFor(strings.Trim(p, "{}"))
					return url.PathEscape(ids[n%len(ids)])
				})
				var body io.Reader
				if method != "get" {
					body = strings.NewReader(`{}`)
				}
				method := strings.ToUpper(method)
				what := method + " " + place
				wantNothing(t, what, place, m.foreign.Do(t, method, place, body), m.owned)
				if got := m.revoked.Do(t, method, place, again(body)); !keptOut(got) {
					t.Errorf("%s with a revoked token: status %d", what, got.Status)
				}
				if got := m.reader.Do(t, method, place, again(body)); scopes[name] != "read" && got.Status != http.StatusForbidden {
					t.Errorf("%s with a token that only reads: status %d, %s", what, got.Status, got.Body)
				}
				tried++
			}
		}
	}
	if tried < 40 {
		t.Errorf("only %d paths were tried", tried)
	}
}

func again(body io.Reader) io.Reader {
	if body == nil {
		return nil
	}
	return strings.NewReader(`{}`)
}

// forms opens every page and sends every form that its owner would see.
func (m matrix) forms(t *testing.T) {
	t.Helper()
	sent, refused := map[string]bool{}, 0
	for _, place := range m.places {
		if got := m.revoked.Get(t, place); got.Status == http.StatusOK && !strings.Contains(string(got.Body), `action="/sign-in`) {
			t.Errorf("%s with a revoked token: status %d", place, got.Status)
		}
		if got := m.reader.Get(t, place); got.Status >= http.StatusInternalServerError {
			t.Errorf("%s with a token that only reads: status %d", place, got.Status)
		}
		for _, f := range formsOf(place, string(m.owner.Get(t, place).Body)) {
			key := ids.ReplaceAllString(f.action+"?"+f.fields.Encode(), "{id}")
			if sent[key] || strings.HasPrefix(f.action, "/settings") || strings.HasPrefix(f.action, "/sign-") {
				continue // a person's own choice of language and theme
			}
			sent[key] = true
			for who, as := range map[string]e2etest.REST{"a foreign tenant": m.foreign, "a reader": m.reader, "a revoked token": m.revoked} {
				got := as.With("Content-Type", "application/x-www-form-urlencoded").Do(t, http.MethodPost, f.action, strings.NewReader(f.fields.Encode()))
				wantNothing(t, "POST "+f.action+" by "+who, f.action+f.fields.Encode(), got, map[bool][]string{true: m.owned}[who == "a foreign tenant"])
				if got.Status == http.StatusForbidden || got.Status == http.StatusNotFound || keptOut(got) {
					refused++
				}
			}
		}
	}
	if len(sent) < 15 || refused < 2*len(sent) {
		t.Errorf("%d forms were sent, %d times they were refused: this test could not fail", len(sent), refused)
	}
}

// form is what a page sends.
type form struct {
	action string
	fields url.Values
}

// formsOf are the forms of a page that change something, as they would be sent untouched.
func formsOf(place, page string) (list []form) {
	base, err := url.Parse(place)
	if err != nil {
		return nil
	}
	z := html.NewTokenizer(strings.NewReader(page))
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		token := z.Token()
		attr := map[string]string{}
		for _, a := range token.Attr {
			attr[a.Key] = a.Val
		}
		last := len(list) - 1
		switch {
		case token.Data == "form" && kind == html.StartTagToken && strings.EqualFold(attr["method"], "post"):
			if to, err := base.Parse(attr["action"]); err == nil && to.Host == "" {
				list = append(list, form{action: to.RequestURI(), fields: url.Values{}})
			}
		case last >= 0 && attr["name"] != "" && (token.Data == "input" || token.Data == "button" || token.Data == "textarea"):
			list[last].fields.Set(attr["name"], cmp.Or(attr["value"], "Go developer"))
		case last >= 0 && token.Data == "option" && attr["value"] != "":
			list[last].fields.Set("stage", attr["value"])
		}
	}
	return list
}

var templateVariable = regexp.MustCompile(`\{[a-z_]+\}`)

// resources reads what MCP offers by address, and calls a tool that changes something.
func (m matrix) resources(t *testing.T) {
	t.Helper()
	client := m.server.MCP("")
	ask := func(token, method, name, params string) string {
		t.Helper()
		client.Token = token
		answer, _ := client.Ask(t, method, name, params)
		return string(answer.Result)
	}
	found := 0
	for _, tmpl := range e2etest.Decode[struct {
		Templates []struct {
			URI string `json:"uriTemplate"`
		} `json:"resourceTemplates"`
	}](t, []byte(ask(m.readerToken, "resources/templates/list", "", `{}`))).Templates {
		for _, id := range m.idsFor("") {
			uri := templateVariable.ReplaceAllString(tmpl.URI, id)
			params := fmt.Sprintf(`{"uri":%q}`, uri)
			holdsNothing(t, uri, uri, ask(m.foreignToken, "resources/read", uri, params), m.owned)
			if strings.Contains(ask(m.readerToken, "resources/read", uri, params), `"text"`) {
				found++
			}
		}
	}
	if found < 3 {
		t.Errorf("the owner's reader finds %d resources: this test could not fail", found)
	}
	client.Token = m.revokedToken
	if response, _ := client.Send(t, "resources/templates/list", "", e2etest.Request("resources/templates/list", `{}`, `{}`)); !keptOut(e2etest.Answer{Status: response.StatusCode}) {
		t.Errorf("MCP with a revoked token: status %d", response.StatusCode)
	}
}

// tasks asks for long work of the owner.
func (m matrix) tasks(t *testing.T) {
	t.Helper()
	for _, c := range []struct{ method, path string }{
		{http.MethodGet, m.task},
		{http.MethodGet, m.task + "/result"},
		{http.MethodDelete, m.task},
		{http.MethodGet, "/tasks/" + m.task[strings.LastIndex(m.task, "/")+1:]},
	} {
		for _, accept := range []string{"application/json", "text/event-stream"} {
			got := m.foreign.With("Accept", accept).Do(t, c.method, c.path, nil)
			if got.Status != http.StatusNotFound {
				t.Errorf("%s %s as %s by a foreign tenant: status %d", c.method, c.path, accept, got.Status)
			}
			holdsNothing(t, c.path, c.path, string(got.Body), m.owned)
			if got := m.revoked.With("Accept", accept).Do(t, c.method, c.path, nil); got.Status == http.StatusOK {
				t.Errorf("%s %s by a revoked token: %s", c.method, c.path, got.Body)
			}
		}
	}
	holdsNothing(t, "the list of tasks", "", string(m.foreign.Get(t, "/api/v1/tasks").Body), m.owned)
	m.owner.Get(t, m.task).Ok(t)
}
