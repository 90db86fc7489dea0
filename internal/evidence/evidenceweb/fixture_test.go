package evidenceweb_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/github"
)

// asOf is the moment the pages are looked at.
var asOf = time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)

func now() time.Time { return asOf }

// evil is text that wants to be markup.
const evil = `"><script>alert(1)</script><img src=x onerror=alert(2)>`

// hub is GitHub as it knows the people below; a value is one question.
type hub struct{ login string }

func (h *hub) Authenticated() bool { return h.login != "plain-demo" }

func (h *hub) Budget() github.Budget {
	return github.Budget{Requests: 12, Remaining: 4876, ResetAt: asOf.Add(25 * time.Minute)}
}

func (h *hub) Profile(_ context.Context, login string) (github.Profile, error) {
	h.login = login
	switch login {
	case "gone-demo":
		return github.Profile{}, fault.E(fault.NotFound, fault.Say("GitHub has no user %s.", "На GitHub нет пользователя %s.", login), nil)
	case "limit-demo":
		return github.Profile{}, fault.E(fault.Limited, fault.Say("GitHub's request limit is used up.", "Лимит запросов к GitHub исчерпан."), nil).After(37 * time.Minute)
	case "silent-demo":
		return github.Profile{}, fault.E(fault.Unavailable, fault.Say("GitHub does not answer.", "GitHub не отвечает."), nil)
	case "slow-demo":
		return github.Profile{}, fmt.Errorf("hub: %w", context.DeadlineExceeded)
	case "broken-demo":
		return github.Profile{}, errors.New("hub: a secret cause")
	case "finn-blank":
		return github.Profile{User: github.User{ID: "U_finn", Login: login}}, nil
	}
	p := github.Profile{
		User: github.User{ID: "U_" + login, Login: login, Owned: 4, Years: []int{2024, 2025, 2026}, Opened: github.Totals{PullRequests: 41, Merged: 33}},
		Own:  map[string][]github.YearOwn{},
		Recent: github.Recent{
			Month: github.YearTotals{Commits: 24}, Quarter: github.YearTotals{Commits: 71}, Year: github.YearTotals{Commits: 312, Reviews: 18},
		},
		Calendar: calendar(),
	}
	for _, r := range h.repositories() {
		p.Repositories = append(p.Repositories, r.Repository)
		p.Own[r.FullName] = r.years
	}
	return p, nil
}

// work is a repository with what the person did there.
type work struct {
	github.Repository
	all, mine int
	years     []github.YearOwn
	files     map[string]string
}

const goFile = "package ledger\n\nimport (\n\t\"context\"\n\n\t\"github.com/jackc/pgx/v5\"\n)\n\n// Open joins the ledger to its tables.\nfunc Open(ctx context.Context, at string) (*pgx.Conn, error) {\n\tc, err := pgx.Connect(ctx, at)\n\tif err != nil {\n\t\treturn nil, err\n\t}\n\treturn c, c.Ping(ctx)\n}\n"

const pyFile = "import pandas as pd\nfrom fastapi import FastAPI, Depends\n\napp = FastAPI()\n\n\n@app.get('/tides')\ndef tides(day: str):\n    frame = pd.read_csv('tides.csv')\n    return frame[frame.day == day].to_dict('records')\n"

func (h *hub) repositories() []work {
	owned := func(name string, languages map[string]int, all, mine int, years []github.YearOwn, files map[string]string) work {
		return work{
			Repository: github.Repository{FullName: h.login + "/" + name, PushedAt: asOf.AddDate(0, 0, -9), CreatedAt: asOf.AddDate(-4, 0, 0), Languages: languages, Head: "5848186fe2ef7f831f175815532adccb305b617d"},
			all:        all, mine: mine, years: years, files: files,
		}
	}
	if h.login == "hostile-demo" {
		return []work{owned("odd-names", map[string]int{"Go": 9000, evil: 400}, 90, 80, []github.YearOwn{{Year: 2026, Commits: 80}}, map[string]string{
			"go.mod": "module example.org/odd\n\nrequire github.com/jackc/pgx/v5 v5.0.0\n", evil + ".go": goFile, "a\u202egpj.\u200bdeed.go": goFile, strings.Repeat("long", 200) + ".go": goFile,
		})}
	}
	if h.login == "bora-sample" {
		return []work{
			owned("tide-table", map[string]int{"Python": 22000, "Dockerfile": 300}, 130, 96, []github.YearOwn{{Year: 2025, Commits: 60}, {Year: 2026, Commits: 36}}, map[string]string{
				"app/main.py": pyFile, "requirements.txt": "fastapi\npandas\n", "Dockerfile": "FROM python:3.13-slim\nCOPY . /app\nCMD [\"python\", \"-m\", \"app\"]\n",
			}),
			owned("go-notes", map[string]int{"Go": 1200}, 4, 3, []github.YearOwn{{Year: 2024, Commits: 3}}, map[string]string{"notes.go": goFile, "go.mod": "module example.org/notes\n\nrequire github.com/jackc/pgx/v5 v5.0.0\n"}),
		}
	}
	return []work{
		owned("ledger-kit", map[string]int{"Go": 182000, "Shell": 900}, 240, 214, []github.YearOwn{{Year: 2023, Commits: 31}, {Year: 2024, Commits: 62}, {Year: 2025, Commits: 80}, {Year: 2026, Commits: 41}}, map[string]string{
			"go.mod": "module example.org/ledger-kit\n\ngo 1.26\n\nrequire github.com/jackc/pgx/v5 v5.0.0\n", "ledger/open.go": goFile, "ledger/post.go": goFile, "ledger/close.go": goFile,
			"Dockerfile":                 "FROM golang:1.26 AS build\nWORKDIR /src\nCOPY . .\nRUN go build ./...\nFROM scratch\nCOPY --from=build /src/ledger /ledger\n",
			".github/workflows/test.yml": "on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: go test ./...\n",
		}),
		owned("tide-notes", map[string]int{"Python": 31000, "Jupyter Notebook": 4000}, 60, 58, []github.YearOwn{{Year: 2024, Commits: 20}, {Year: 2025, Commits: 38}}, map[string]string{"tides/app.py": pyFile, "requirements.txt": "fastapi\npandas\n"}),
		owned("garden-board", map[string]int{"TypeScript": 12000, "CSS": 1500}, 18, 9, []github.YearOwn{{Year: 2026, Commits: 9}}, map[string]string{
			"src/board.tsx": "import { useState } from 'react'\n\nexport function Board() {\n  const [beds, setBeds] = useState<string[]>([])\n  return <ul onClick={() => setBeds([...beds, 'peas'])}>{beds.map((b) => <li key={b}>{b}</li>)}</ul>\n}\n",
			"package.json":  `{"name":"garden-board","dependencies":{"react":"^19.0.0"}}`,
		}),
		owned("lost-archive", map[string]int{"Rust": 5000}, 7, 7, []github.YearOwn{{Year: 2023, Commits: 7}}, nil),
	}
}

func (h *hub) Details(_ context.Context, _ github.User, list []github.Repository) ([]github.Detail, []github.Failure, error) {
	var details []github.Detail
	for _, asked := range list {
		for _, r := range h.repositories() {
			if r.FullName != asked.FullName {
				continue
			}
			d := github.Detail{Repository: r.Repository, All: r.all, Mine: r.mine}
			for i := range min(r.mine, 20) {
				c := github.Commit{ID: fmt.Sprintf("%040d", i), At: asOf.AddDate(0, 0, -9-20*i), Additions: 40, Deletions: 12, Files: 3}
				if r.mine < 4 {
					c.Additions = 9000
				}
				d.Newest = append(d.Newest, c)
			}
			details = append(details, d)
		}
	}
	return details, nil, nil
}

func (h *hub) History(_ context.Context, _ github.User, paths []github.Path) (map[github.Path]github.Traces, error) {
	traces := map[github.Path]github.Traces{}
	for _, p := range paths {
		for _, r := range h.repositories() {
			if r.FullName == p.Repository {
				traces[p] = github.Traces{Mine: max(1, r.mine/5), All: max(1, r.all/5), First: asOf.AddDate(-2, -4, 0), Last: asOf.AddDate(0, -1, 0), FirstOwn: true, Whole: true}
			}
		}
	}
	return traces, nil
}

func (h *hub) Archive(_ context.Context, asked github.Repository, visit func(github.File) error) (github.Contents, error) {
	for _, r := range h.repositories() {
		if r.FullName != asked.FullName {
			continue
		}
		if r.files == nil {
			return github.Contents{}, fault.E(fault.Upstream, fault.Say("the archive broke off", "архив оборвался"), nil)
		}
		for path, body := range r.files {
			if err := visit(github.File{Path: path, Size: int64(len(body)), Body: []byte(body)}); err != nil {
				return github.Contents{}, err
			}
		}
		return github.Contents{Repository: r.FullName, Commit: r.Head, Files: len(r.files), Kept: len(r.files)}, nil
	}
	return github.Contents{}, fault.E(fault.NotFound, fault.Say("no such repository", "нет такого репозитория"), nil)
}

// The rest of a hub is for other operations.

func (h *hub) Repository(context.Context, string) (github.Repository, error) {
	return github.Repository{}, errors.ErrUnsupported
}

func (h *hub) Contents(context.Context, string, string, string) (*github.Content, []github.Content, error) {
	return nil, nil, errors.ErrUnsupported
}

func (h *hub) SearchCode(context.Context, string, string) ([]github.Path, error) {
	return nil, errors.ErrUnsupported
}

func (h *hub) Participation(context.Context, string) (github.Participation, error) {
	return github.Participation{}, errors.ErrUnsupported
}

// calendar is a year of contributions: workdays of two weeks in three.
func calendar() []github.Day {
	var days []github.Day
	for i := range 365 {
		at := asOf.AddDate(0, 0, i-364)
		d := github.Day{Date: at.Format(time.DateOnly)}
		if weekday := int(at.Weekday()); weekday > 0 && weekday < 6 && i/7%3 != 2 {
			d.Contributions = 1 + (i*7+weekday)%9
		}
		days = append(days, d)
	}
	return days
}
