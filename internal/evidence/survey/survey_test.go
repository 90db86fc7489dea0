package survey_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	diff "github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"kadry/internal/evidence/survey"
	"kadry/internal/evidence/tech"
	"kadry/internal/github"
)

var load = sync.OnceValues(tech.Load)

// fataler is a test or a property.
type fataler interface {
	Helper()
	Fatal(args ...any)
}

func table(tb fataler) *tech.Table {
	tb.Helper()
	t, err := load()
	if err != nil {
		tb.Fatal(err)
	}
	return t
}

// files are the files of a repository that is written down as one text.
func files(repository string) []github.File {
	var list []github.File
	for _, f := range txtar.Parse([]byte(repository)).Files {
		list = append(list, github.File{Path: f.Name, Size: int64(len(f.Data)), Body: f.Data})
	}
	return list
}

func read(tb testing.TB, r github.Repository, list []github.File, asked ...string) survey.Survey {
	tb.Helper()
	reader := survey.NewReader(table(tb), asked...)
	for _, f := range list {
		reader.Add(f)
	}
	return reader.Survey(r, github.Contents{Commit: "abc"})
}

// view shows what is said of a skill, one mark a line, strongest first.
func view(s survey.Survey, skill string) string {
	u, ok := s.Use(skill)
	var b strings.Builder
	if !ok {
		b.WriteString("none")
		if why := s.Only[skill]; why != "" {
			b.WriteString(": " + why)
		}
		return b.String()
	}
	if u.Published {
		b.WriteString("published here\n")
	}
	for _, m := range u.Marks {
		fmt.Fprintf(&b, "%s %s %s:%d %s", m.Kind, m.Part, m.Path, m.Line, m.Name)
		if len(m.Symbols) > 0 {
			fmt.Fprintf(&b, " %v", m.Symbols)
		}
		if m.Scope != "" {
			fmt.Fprintf(&b, " %s", m.Scope)
		}
		if m.Service {
			b.WriteString(" service")
		}
		b.WriteByte('\n')
	}
	return strings.TrimSpace(b.String())
}

type sample struct {
	name  string
	owner github.Repository // empty is somebody's "ann/work"
	files string
	asked []string
	want  map[string]string // skill -> view
}

func check(t *testing.T, samples []sample) {
	t.Helper()
	for _, c := range samples {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := c.owner
			r.FullName = cmp.Or(r.FullName, "ann/work")
			s := read(t, r, files(c.files), c.asked...)
			for skill, want := range c.want {
				if d := diff.Diff(strings.TrimSpace(want), view(s, skill)); d != "" {
					t.Errorf("%s: -want +got\n%s", skill, d)
				}
			}
		})
	}
}

func TestUses(t *testing.T) {
	t.Parallel()
	check(t, []sample{
		{
			name: "an import that is used", files: "-- app/main.py --\nfrom fastapi import FastAPI, Depends\n\napp = FastAPI(dependencies=[Depends(int)])\n",
			want: map[string]string{
				"FastAPI": "used code app/main.py:1 fastapi [Depends FastAPI]",
				"Python":  "written code app/main.py:0 Python",
				"Django":  "none",
			},
		},
		{
			name: "an import that is not used", files: "-- main.py --\nimport fastapi\nprint(1)\n",
			want: map[string]string{"FastAPI": "none: unused"},
		},
		{
			name: "code that never runs", files: "-- main.py --\nif False:\n    import fastapi\n    app = fastapi.FastAPI()\n",
			want: map[string]string{"FastAPI": "none: unused"},
		},
		{
			name: "comments and texts", files: "-- main.py --\n# from fastapi import FastAPI\nX = '''\nimport fastapi\nfastapi.FastAPI()\n'''\nprint(X)\n",
			want: map[string]string{"FastAPI": "none"},
		},
		{
			name: "declared and never imported", files: "-- requirements.txt --\nfastapi==0.110\n-- main.py --\nprint(1)\n",
			want: map[string]string{"FastAPI": "declared code requirements.txt:1 fastapi direct"},
		},
		{
			name: "tests that a framework finds by itself", files: "-- requirements-dev.txt --\npytest\nhypothesis\n-- tests/test_sum.py --\ndef test_sum():\n    assert 1 + 1 == 2\n",
			want: map[string]string{
				"pytest":     "used code tests/test_sum.py:0 pytest\ndeclared code requirements-dev.txt:1 pytest dev",
				"Hypothesis": "declared code requirements-dev.txt:2 hypothesis dev", // would be imported
			},
		},
		{
			name: "declared for development", files: "-- package.json --\n{\"devDependencies\": {\n\"jest\": \"29\"}}\n",
			want: map[string]string{"Jest": "declared code package.json:2 jest dev"},
		},
		{
			name: "a lock file", files: "-- poetry.lock --\n[[package]]\nname = \"fastapi\"\nversion = \"0.1\"\n",
			want: map[string]string{"FastAPI": "none: transitive"},
		},
		{
			name: "a list of versions", files: "-- pom.xml --\n<project><groupId>a</groupId><artifactId>b</artifactId><dependencyManagement><dependencies><dependency>" +
				"<groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5</version></dependency></dependencies></dependencyManagement></project>\n",
			want: map[string]string{"JUnit": "none: managed"},
		},
		{
			name: "tests are code of what is about testing", files: "-- tests/test_sum.py --\nimport pytest\nimport numpy as np\n\n@pytest.fixture\ndef one():\n    return np.array([1])\n",
			want: map[string]string{
				"pytest": "used code tests/test_sum.py:1 pytest [fixture]",
				"NumPy":  "used test tests/test_sum.py:2 numpy [array]",
				"Python": "written test tests/test_sum.py:0 Python",
			},
		},
		{
			name: "documentation is not code", files: "-- docs_src/first.py --\nfrom fastapi import FastAPI\napp = FastAPI()\n",
			want: map[string]string{"FastAPI": "used documentation docs_src/first.py:1 fastapi [FastAPI]", "Python": "none"},
		},
		{
			name: "a language is not its manifest", files: "-- Cargo.toml --\n[package]\nname = \"x\"\n-- go.mod --\nmodule x\n-- Makefile --\nall:\n\tcargo build\n",
			want: map[string]string{"Rust": "none", "Go": "none"},
		},
		{
			name: "files that are the thing", files: `
-- Dockerfile --
FROM python:3.12
RUN pip install x
-- compose.yaml --
services:
  db:
    image: postgres:16
-- k8s/app.yaml --
apiVersion: apps/v1
kind: Deployment
metadata:
  name: app
-- infra/main.tf --
resource "aws_s3_bucket" "b" {
  bucket = "b"
}
-- .github/workflows/test.yml --
on: push
jobs:
  t:
    steps:
      - uses: actions/checkout@v4
      - uses: docker/build-push-action@v5
`,
			want: map[string]string{
				"Docker": "kept code compose.yaml:0 compose.yaml\nkept code Dockerfile:0 Dockerfile\n" +
					"kept code Dockerfile:0 Dockerfile\ndeclared code .github/workflows/test.yml:6 docker/build-push-action dev service",
				"PostgreSQL":     "declared code compose.yaml:3 postgres direct service",
				"Kubernetes":     "kept code k8s/app.yaml:2 Deployment direct",
				"Terraform":      "kept code infra/main.tf:0 HCL\nkept code infra/main.tf:0 main.tf",
				"GitHub Actions": "kept code .github/workflows/test.yml:0 test.yml\ndeclared code .github/workflows/test.yml:5 actions/checkout dev service",
				"Python":         "none",
			},
		},
		{
			name: "commands of a script", files: "-- deploy.sh --\n#!/bin/sh\nkubectl apply -f k8s\n",
			want: map[string]string{"Kubernetes": "invoked code deploy.sh:2 kubectl"},
		},
		{
			name: "an empty file is nothing", files: "-- Dockerfile --\n-- .dockerignore --\n",
			want: map[string]string{"Docker": "none"},
		},
	})
}

func TestWhatOthersWrote(t *testing.T) {
	t.Parallel()
	const code = "from fastapi import FastAPI\napp = FastAPI()\n"
	var minified strings.Builder
	for range 900 {
		minified.WriteString("function a(b){return b+1};")
	}
	check(t, []sample{
		{name: "vendor", files: "-- vendor/app.py --\n" + code, want: map[string]string{"FastAPI": "none", "Python": "none: vendored"}},
		{name: "transcripts called tests", files: "-- test/list.t --\nThe list is empty:\n\n  $ tool list\n  package nothing\n", want: map[string]string{"Perl": "none"}},
		{name: "tests of Perl", files: "-- test/list.t --\nuse strict;\nuse Test::More;\nok(1);\n", want: map[string]string{"Perl": "written test test/list.t:0 Perl"}},
		{name: "styles", files: "-- web/site.less --\n@ink: #123;\na { color: @ink; }\n", want: map[string]string{"Less": "written code web/site.less:0 Less"}},
		{name: "deps of a server", files: "-- deps/queue/src/queue.erl --\n-module(queue).\n-export([new/0]).\nnew() -> [].\n", want: map[string]string{"Erlang": "written code deps/queue/src/queue.erl:0 Erlang"}},
		{name: "deps of an engine", files: "-- deps/zlib/deflate.c --\nint deflate(void) { return 0; }\n", want: map[string]string{"C": "none: vendored"}},
		{name: "third_party", files: "-- pkg/third_party/app.py --\n" + code, want: map[string]string{"Python": "none: vendored"}},
		{name: "node_modules", files: "-- web/node_modules/react/index.js --\nmodule.exports = 1\n", want: map[string]string{"JavaScript": "none: vendored", "React": "none"}},
		{
			name: "a manifest among what was copied", files: "-- node_modules/x/package.json --\n{\"dependencies\": {\"react\": \"1\"}}\n",
			want: map[string]string{"React": "none"},
		},
		{name: "a mark at the head", files: "-- api.py --\n# Code generated by protoc. DO NOT EDIT.\n" + code, want: map[string]string{"FastAPI": "none", "Python": "none: generated"}},
		{name: "@generated", files: "-- api.py --\n\"\"\"@generated by x\"\"\"\n" + code, want: map[string]string{"Python": "none: generated"}},
		{name: "Linguist's rules", files: "-- api_pb2.py --\n# Generated by the protocol buffer compiler.  DO NOT EDIT!\n" + code, want: map[string]string{"Python": "none: generated"}},
		{name: "a dump", files: "-- a.sql --\n--\n-- PostgreSQL database dump\n--\nCREATE TABLE a (b int);\n", want: map[string]string{"SQL": "none: generated"}},
		{name: "a migration made of a schema", files: "-- a.sql --\n-- CreateTable\nCREATE TABLE \"a\" (\"b\" INTEGER);\n", want: map[string]string{"SQL": "none: generated"}},
		{name: "a migration", files: "-- a.sql --\n-- Create table\nCREATE TABLE a (b int);\n", want: map[string]string{"SQL": "written code a.sql:0 SQL"}},
		{name: "remarks alone", files: "-- a.sql --\n-- nothing\n", want: map[string]string{"SQL": "none"}},
		{name: "minified", files: "-- app.js --\n" + minified.String() + "\n", want: map[string]string{"JavaScript": "none: generated"}},
		{name: "minified in lines", files: "-- app.mjs --\n" + strings.ReplaceAll(minified.String(), "};", "};\n"), want: map[string]string{"JavaScript": "none: generated"}},
		{name: "long and typed", files: "-- app.mjs --\n" + strings.Repeat("export function next(value) {\n  return value + 1;\n}\n", 90), want: map[string]string{"JavaScript": "written code app.mjs:0 JavaScript"}},
		{
			name: "and a file of one's own besides", files: "-- vendor/app.py --\n" + code + "-- own.py --\nprint(1)\n",
			want: map[string]string{"Python": "written code own.py:0 Python"},
		},
	})
}

// A folder that is called like a famous package is not that package.
func TestOwnModules(t *testing.T) {
	t.Parallel()
	check(t, []sample{
		{
			name: "a folder of Python", files: "-- redis/__init__.py --\ndef get():\n    return 1\n-- main.py --\nimport redis\nredis.get()\n",
			want: map[string]string{"Redis": "none: own module"},
		},
		{
			name: "a file of Python", files: "-- src/flask.py --\nx = 1\n-- main.py --\nimport flask\nprint(flask.x)\n",
			want: map[string]string{"Flask": "used code main.py:1 flask [x]"}, // a file below src hides nothing from the folder above
		},
		{
			name: "a file beside", files: "-- game/flask.py --\nx = 1\n-- game/main.py --\nimport flask\nprint(flask.x)\n",
			want: map[string]string{"Flask": "none: own module"},
		},
		{
			name: "a file beside, and the package declared", files: "-- requirements.txt --\nflask\n-- app/flask.py --\nx = 1\n-- app/main.py --\nimport flask\nprint(flask.x)\n",
			want: map[string]string{"Flask": "used code app/main.py:1 flask [x]\ndeclared code requirements.txt:1 flask direct"},
		},
		{
			name: "below src", files: "-- src/flask/__init__.py --\nx = 1\n-- main.py --\nimport flask\nprint(flask.x)\n",
			want: map[string]string{"Flask": "none: own module"},
		},
		{
			name: "a package of the workspace", files: "-- packages/redis/package.json --\n{\"name\": \"redis\"}\n-- packages/redis/index.js --\nexport const get = 1\n" +
				"-- app/main.js --\nimport { get } from 'redis'\nconsole.log(get)\n",
			want: map[string]string{"Redis": "none: own module"},
		},
		{
			name: "a crate", files: "-- redis/Cargo.toml --\n[package]\nname = \"redis\"\nversion = \"1.0.0\"\n-- app/src/main.rs --\nuse redis::Client;\nfn main() { Client::open(); }\n",
			want: map[string]string{"Redis": "none: own module"},
		},
		{
			name: "a project of Python that is called so", files: "-- pyproject.toml --\n[project]\nname = \"redis\"\nversion = \"1\"\n-- x/a.py --\nimport redis\nredis.Redis()\n",
			want: map[string]string{"Redis": "none: own module"},
		},
		{
			name: "no folder of other languages", files: "-- redis/a.js --\nexport const a = 1\n-- main.js --\nimport { createClient } from 'redis'\ncreateClient()\n",
			want: map[string]string{"Redis": "used code main.js:1 redis [createClient]"},
		},
	})
}

func TestPublished(t *testing.T) {
	t.Parallel()
	const project = "-- pyproject.toml --\n[project]\nname = \"fastapi\"\nversion = \"1\"\n-- fastapi/__init__.py --\nx = 1\n"
	const module = "-- go.mod --\nmodule github.com/jackc/pgx/v5\n-- conn.go --\npackage pgx\n\nfunc Connect() {}\n"
	const own = "published code conn.go:0 "
	check(t, []sample{
		{
			name: "at its home", owner: github.Repository{FullName: "FastAPI/fastapi", Organised: true}, files: project,
			want: map[string]string{"FastAPI": "published here\npublished code fastapi/__init__.py:0 FastAPI/fastapi"},
		},
		{
			name: "elsewhere under its name", owner: github.Repository{FullName: "ann/fastapi"}, files: project,
			want: map[string]string{"FastAPI": "none"},
		},
		{
			name: "in some organisation", owner: github.Repository{FullName: "school/fastapi", Organised: true}, files: project,
			want: map[string]string{"FastAPI": "none"},
		},
		{
			name: "under its name and no toy", owner: github.Repository{FullName: "ann/fastapi"}, files: project + "-- fastapi/routing.py --\n" + strings.Repeat("routes = [route.path for route in routes if route.path]\n", 3_000),
			want: map[string]string{"FastAPI": "published here\npublished code fastapi/routing.py:0 ann/fastapi\npublished code fastapi/__init__.py:0 ann/fastapi"},
		},
		{
			name: "a fork of it", owner: github.Repository{FullName: "ann/fastapi", Fork: true}, files: project + "-- fastapi/routing.py --\n" + strings.Repeat("routes = [route.path for route in routes if route.path]\n", 3_000),
			want: map[string]string{"FastAPI": "none"},
		},
		{
			name: "in the repository that its makers call otherwise", owner: github.Repository{FullName: "rising/suite", Organised: true}, files: project + "-- fastapi/routing.py --\n" + strings.Repeat("routes = [route.path for route in routes if route.path]\n", 3_000),
			want: map[string]string{"FastAPI": "published here\npublished code fastapi/routing.py:0 rising/suite\npublished code fastapi/__init__.py:0 rising/suite"},
		},
		{
			name: "at the path of its module", owner: github.Repository{FullName: "jackc/pgx"}, files: module,
			want: map[string]string{"pgx": "published here\n" + own + "jackc/pgx"},
		},
		{
			name: "a module of another path", owner: github.Repository{FullName: "ann/pgx"}, files: module,
			want: map[string]string{"pgx": "none"},
		},
		{
			name: "home without any code", owner: github.Repository{FullName: "fastapi/fastapi", Organised: true}, files: "-- README.md --\nmoved\n",
			want: map[string]string{"FastAPI": "none"},
		},
	})
}

// A skill that nobody knows is looked for as a package of that name.
func TestAsked(t *testing.T) {
	t.Parallel()
	check(t, []sample{
		{
			name: "an organisation of its name", asked: []string{"squaremail"}, owner: github.Repository{FullName: "squaremail/squaremail-web", Organised: true},
			files: "-- index.php --\n<?php\n" + strings.Repeat("function read($mailbox) { return fetch($mailbox, 1, 20); }\n", 3_000), want: map[string]string{"squaremail": "published here\npublished code index.php:0 squaremail/squaremail-web"},
		},
		{
			name: "a module of Go", asked: []string{"kobra"},
			files: "-- go.mod --\nmodule x\n\nrequire github.com/some/kobra v1.2.0\n-- main.go --\npackage main\n\nimport \"github.com/some/kobra\"\n\nfunc main() { kobra.Run() }\n",
			want:  map[string]string{"kobra": "used code main.go:3 github.com/some/kobra [Run]\ndeclared code go.mod:3 github.com/some/kobra direct"},
		},
		{
			name: "behind a major version", asked: []string{"pgy"},
			files: "-- main.go --\npackage main\n\nimport \"github.com/some/pgy/v5\"\n\nfunc main() { pgy.Run() }\n",
			want:  map[string]string{"pgy": "used code main.go:3 github.com/some/pgy/v5 [Run]"},
		},
		{
			name: "a vanity address", asked: []string{"fluxmin"},
			files: "-- main.go --\npackage main\n\nimport \"fluxmin.app/v2\"\n\nfunc main() { fluxmin.Run() }\n",
			want:  map[string]string{"fluxmin": "used code main.go:3 fluxmin.app/v2 [Run]"},
		},
		{
			name: "a scoped package", asked: []string{"Zu Stand"},
			files: "-- main.ts --\nimport { create } from '@pm/zu-stand/lib'\ncreate()\n-- package.json --\n{\"dependencies\": {\"@pm/zu-stand\": \"1\"}}\n",
			want:  map[string]string{"Zu Stand": "used code main.ts:1 @pm/zu-stand/lib [create]\ndeclared code package.json:1 @pm/zu-stand direct"},
		},
		{
			name: "an artifact", asked: []string{"quux-core"},
			files: "-- build.gradle --\ndependencies {\n  implementation 'org.some:quux-core:1.0'\n}\n-- pom.xml --\n<project><dependencies><dependency>\n" +
				"<groupId>org.some</groupId><artifactId>quux-core</artifactId></dependency></dependencies></project>\n",
			want: map[string]string{"quux-core": "declared code build.gradle:2 org.some:quux-core direct\ndeclared code pom.xml:2 org.some:quux-core direct"},
		},
		{
			name: "a part of a Java package", asked: []string{"quux"},
			files: "-- Main.java --\nimport org.quux.Thing;\nclass Main { Thing t = new Thing(); }\n",
			want:  map[string]string{"quux": "used code Main.java:1 org.quux.Thing [Thing]"},
		},
		{
			name: "short names are no imports", asked: []string{"qx"},
			files: "-- main.py --\nimport qx\nqx.run()\n-- requirements.txt --\nqx\n",
			want:  map[string]string{"qx": "declared code requirements.txt:1 qx direct"},
		},
		{
			name: "asked twice", asked: []string{"kobra", "kobra"}, files: "-- main.py --\nimport kobra\nkobra.run()\n",
			want: map[string]string{"kobra": "used code main.py:1 kobra [run]"},
		},
		{
			name: "part of another name", asked: []string{"kobra"}, files: "-- main.py --\nimport kobralib\nkobralib.run()\n-- requirements.txt --\nkobra-extra\n",
			want: map[string]string{"kobra": "none"},
		},
	})
}

// Names of one letter are languages, and nothing but code in them shows them.
func TestShortLanguages(t *testing.T) {
	t.Parallel()
	check(t, []sample{{
		name:  "c, r and go",
		files: "-- plot.R --\nlibrary(ggplot2)\nggplot(x)\n-- a.c --\n#include <stdio.h>\nint main(void) { return 0; }\n-- go/r.py --\nimport c\nc.go()\n",
		want: map[string]string{
			"R": "used code plot.R:1 ggplot2\nwritten code plot.R:0 R", "C": "written code a.c:0 C", "Go": "none",
		},
	}})
}

// A notebook shows the language of its kernel.
func TestNotebook_kernels(t *testing.T) {
	t.Parallel()
	const form = `{"cells":[{"cell_type":"code","source":[%q]}],"metadata":{"kernelspec":{"display_name":"x","language":%q,"name":"x"}},"nbformat":4}`
	for _, c := range []struct{ kernel, code, skill, want string }{
		{"R", "library(dplyr)\nfilter(x, y > 1)\n", "R", "used code study.ipynb:1 dplyr\nwritten code study.ipynb:0 R"},
		{"R", "library(dplyr)\nfilter(x, y > 1)\n", "Python", "none"},
		{"julia", "using Plots\nplot(1:3)\n", "Python", "none"},
		{"python", "import pandas as pd\npd.read_csv('a')\n", "Python", "written code study.ipynb:0 Jupyter Notebook"},
	} {
		s := read(t, github.Repository{FullName: "ann/study"}, files("-- study.ipynb --\n"+fmt.Sprintf(form, c.code, c.kernel)+"\n"))
		if got := view(s, c.skill); got != c.want {
			t.Errorf("%s in %s: %q, want %q", c.skill, c.kernel, got, c.want)
		}
	}
}

func TestNotebook(t *testing.T) {
	t.Parallel()
	image := strings.Repeat("iVBORw0KGgo", 20_000)
	body := `{"cells":[{"cell_type":"markdown","source":["import torch\n"]},{"cell_type":"code","source":["import pandas as pd\n","pd.read_csv('a')\n"],` +
		`"outputs":[{"data":{"image/png":"` + image + `","text/plain":["import django\n","django.setup()\n"]}}]}],"metadata":{},"nbformat":4}`
	s := read(t, github.Repository{FullName: "ann/work"}, []github.File{{Path: "study.ipynb", Size: int64(len(body)), Body: []byte(body)}})
	for skill, want := range map[string]string{
		"Pandas": "used code study.ipynb:1 pandas [read_csv]", "Django": "none", "PyTorch": "none", "Python": "written code study.ipynb:0 Jupyter Notebook",
	} {
		got := view(s, skill)
		if skill == "Pandas" { // its line is that of the JSON
			got = "used code study.ipynb:1" + got[strings.LastIndex(got, " pandas"):]
		}
		if got != want {
			t.Errorf("%s: %s", skill, got)
		}
	}
	if s.Code > 1000 {
		t.Errorf("%d bytes of code in two lines", s.Code)
	}
}

// Padding does not make a file more of its language.
func TestCodeIsLines(t *testing.T) {
	t.Parallel()
	padded := "x = 1\n" + strings.Repeat("# "+strings.Repeat("word ", 100)+"\n", 500)
	s := read(t, github.Repository{FullName: "ann/work"}, []github.File{{Path: "a.py", Size: int64(len(padded)), Body: []byte(padded)}})
	if s.Code > 100 {
		t.Errorf("%d bytes of code in one line", s.Code)
	}
	if s := read(t, github.Repository{}, files("-- a.py --\n# nothing\n")); s.Code != 0 || len(s.TopLanguages()) != 0 {
		t.Errorf("comments are code: %d bytes, %v", s.Code, s.TopLanguages())
	}
}

func TestUse_joined(t *testing.T) {
	t.Parallel()
	s := read(t, github.Repository{FullName: "ann/work"}, files(`
-- a.py --
import flask
import redis
flask.Flask(redis.Redis())
-- b.py --
import flask
flask.jsonify(1)
-- c.py --
print(1)
print(2)
`))
	u, ok := s.Use("Flask", "Redis", "Kotlin")
	if !ok || len(u.Marks) != 3 || u.Symbols != 3 {
		t.Fatalf("%d marks, %d names: %+v", len(u.Marks), u.Symbols, u.Marks)
	}
	both := int64(0)
	for _, f := range []string{"a.py", "b.py"} {
		for _, m := range u.Marks {
			if m.Path == f {
				both += m.Bytes
				break
			}
		}
	}
	if u.Bytes != both || both >= s.Code {
		t.Errorf("bytes of the files %d, of the use %d, of all %d", both, u.Bytes, s.Code)
	}
	if u.Share <= 0 || u.Share >= 1 {
		t.Errorf("share %v", u.Share)
	}
	if _, ok := s.Use("Kotlin"); ok {
		t.Error("Kotlin is shown by nothing")
	}
	if !u.Has(survey.Used) || u.Has(survey.Declared, survey.Kept) {
		t.Error("kinds are mixed up")
	}
	if slices.Contains(s.TopLanguages(), "") {
		t.Error("a language without a name")
	}
}
