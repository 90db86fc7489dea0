package stack_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"kadry/internal/evidence/stack"
	"kadry/internal/evidence/survey"
	"kadry/internal/evidence/tech"
	"kadry/internal/github"
)

func of(t *testing.T, repository string) stack.Stack {
	t.Helper()
	table, err := tech.Load()
	if err != nil {
		t.Fatal(err)
	}
	reader := survey.NewReader(table)
	for _, f := range txtar.Parse([]byte(repository)).Files {
		reader.Add(github.File{Path: f.Name, Size: int64(len(f.Data)), Body: f.Data})
	}
	return stack.Of(reader.Survey(github.Repository{FullName: "ann/work"}, github.Contents{}), table)
}

// line is one technology with its proof.
func line(f stack.Found) string {
	text := fmt.Sprintf("%s %q dev=%v files=%d", f.Category, f.Version, f.Dev, f.Files)
	for _, m := range f.Proof {
		text += fmt.Sprintf(" %s:%d", m.Path, m.Line)
	}
	return text
}

func check(t *testing.T, s stack.Stack, want map[string]string) {
	t.Helper()
	got := map[string]string{}
	for _, f := range s.Found {
		got[f.Name] = line(f)
	}
	for name, w := range want {
		if got[name] != w {
			t.Errorf("%s: %s, want %s", name, got[name], w)
		}
	}
}

const template = `
-- backend/pyproject.toml --
[project]
name = "app"
version = "0.1.0"
dependencies = [
  "fastapi[standard]>=0.114",
  "sqlmodel==0.0.21",
  "alembic<2",
  "psycopg[binary]>=3.1",
]

[dependency-groups]
dev = [
  "pytest>=7.4",
]
-- backend/app/main.py --
from fastapi import FastAPI

app = FastAPI()
-- backend/app/models.py --
from sqlmodel import Field, SQLModel


class Item(SQLModel, table=True):
    id: int = Field(primary_key=True)
-- backend/app/alembic/env.py --
from alembic import context

context.configure()
-- backend/tests/test_main.py --
import pytest


@pytest.fixture
def item():
    return 1
-- backend/uv.lock --
[[package]]
name = "django"
version = "5"
-- backend/Dockerfile --
FROM python:3.12
COPY . /app
CMD ["fastapi", "run"]
-- docker-compose.yml --
services:
  db:
    image: postgres:17
  cache:
    image: redis:7
-- frontend/package.json --
{
  "name": "frontend",
  "dependencies": {
    "react": "^18.2.0"
  },
  "devDependencies": {
    "jest": "^29.0.0"
  }
}
-- frontend/src/App.tsx --
import { useState } from "react"

export function App() {
  const [n] = useState(0)
  return <b>{n}</b>
}
-- frontend/node_modules/vue/index.js --
export const ref = 1
`

func TestTemplate(t *testing.T) {
	t.Parallel()
	s := of(t, template)
	check(t, s, map[string]string{
		"FastAPI":    `framework ">=0.114" dev=false files=2 backend/pyproject.toml:5 backend/app/main.py:1`,
		"SQLModel":   `library "==0.0.21" dev=false files=2 backend/pyproject.toml:6 backend/app/models.py:1`,
		"Alembic":    `library "<2" dev=false files=2 backend/pyproject.toml:7 backend/app/alembic/env.py:1`,
		"PostgreSQL": `database ">=3.1" dev=false files=2 backend/pyproject.toml:8`,
		"Redis":      `database "7" dev=false files=1 docker-compose.yml:5`,
		"pytest":     `test ">=7.4" dev=true files=2 backend/pyproject.toml:13 backend/tests/test_main.py:1`,
		"React":      `frontend "^18.2.0" dev=false files=2 frontend/package.json:4 frontend/src/App.tsx:1`,
		"Jest":       `test "^29.0.0" dev=true files=1 frontend/package.json:7`,
		"Docker":     `devops "" dev=false files=2 docker-compose.yml:0 backend/Dockerfile:0`,
		"Django":     "", // a lock file is no choice
		"Vue":        "", // copied
	})
	var order []string
	for _, f := range s.Found {
		if !slices.Contains(order, f.Category) {
			order = append(order, f.Category)
		}
	}
	sorted := slices.SortedFunc(slices.Values(order), func(a, b string) int {
		return slices.Index(tech.Categories(), a) - slices.Index(tech.Categories(), b)
	})
	if !slices.Equal(order, sorted) {
		t.Errorf("categories in the order %q", order)
	}
	total := 0.0
	for _, l := range s.Languages {
		total += l.Share
	}
	if s.Languages[0].Name != "Python" || total < 0.999 || total > 1.001 {
		t.Errorf("%+v", s.Languages)
	}
}

func TestMaven(t *testing.T) {
	t.Parallel()
	check(t, of(t, `
-- pom.xml --
<project>
  <groupId>org.fable</groupId>
  <artifactId>ledger</artifactId>
  <version>1.0</version>
  <properties><junit.version>5.10.2</junit.version></properties>
  <dependencies>
    <dependency>
      <groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter</artifactId>
      <version>${junit.version}</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
</project>
-- src/main/java/org/fable/Ledger.java --
package org.fable;

class Ledger { int sum() { return 1; } }
-- src/test/java/org/fable/LedgerTest.java --
package org.fable;

import org.junit.jupiter.api.Test;

class LedgerTest {
  @Test
  void sum() {}
}
`), map[string]string{
		"Maven": `build "" dev=false files=1 pom.xml:0`,
		"JUnit": `test "5.10.2" dev=true files=2 pom.xml:9 src/test/java/org/fable/LedgerTest.java:3`,
		"Java":  `language "" dev=false files=2 src/main/java/org/fable/Ledger.java:0 src/test/java/org/fable/LedgerTest.java:0`,
	})
}

// Where a package stands twice, the version is of the first declaration that says one.
func TestVersions(t *testing.T) {
	t.Parallel()
	check(t, of(t, "-- requirements.txt --\nflask\n-- service/requirements.txt --\nflask==3.0\n-- tests/requirements.txt --\nflask-login==1\n"), map[string]string{
		"Flask": `framework "==3.0" dev=false files=3 requirements.txt:1`,
	})
}

func TestNothing(t *testing.T) {
	t.Parallel()
	if s := of(t, ""); len(s.Found) != 0 || len(s.Languages) != 0 {
		t.Errorf("%+v", s)
	}
}

func TestProofs(t *testing.T) {
	t.Parallel()
	s := of(t, "-- a.py --\nimport flask\nimport flask_login\nflask.Flask(flask_login.x)\n-- b.py --\nimport flask\nflask.x()\n-- c.py --\nimport flask\nflask.x()\n-- d.py --\nimport flask\nflask.x()\n")
	check(t, s, map[string]string{"Flask": `framework "" dev=false files=4 a.py:1 b.py:1 c.py:1`})
}
