package survey_test

import (
	"fmt"
	"strings"
	"testing"

	"kadry/internal/evidence/survey"
	"kadry/internal/github"
)

// tb lets helpers of tests fail a property.
type tb struct{ fatal interface{ Fatal(...any) } }

// Helper does nothing: a property names its own line.
func (tb) Helper() {}

// Fatal fails the property.
func (t tb) Fatal(args ...any) { t.fatal.Fatal(args...) }

// A repository of tens of thousands of files is read like any other, and what is kept of it
// does not grow with them.
func TestManyFiles(t *testing.T) {
	t.Parallel()
	reader := survey.NewReader(table(t))
	body := []byte("import flask\nimport redis\nflask.Flask(redis.Redis())\n")
	const n = 60_000
	for i := range n {
		reader.Add(github.File{Path: fmt.Sprintf("d%d/e%d/f%d.py", i%7, i%101, i), Size: int64(len(body)), Body: body})
	}
	s := reader.Survey(github.Repository{FullName: "ann/work"}, github.Contents{})
	marks := 0
	for _, u := range s.Uses {
		if u.Skill != "Python" {
			marks += len(u.Marks)
		}
	}
	u, _ := s.Use("Flask")
	if s.Files != n || marks > n {
		t.Errorf("%d files, %d marks", s.Files, marks)
	}
	checkPaths(t.Fatalf, s, u)
}

// Junk in the place of code, manifests and paths costs its size and no more.
func TestJunk(t *testing.T) {
	t.Parallel()
	const size = 4 << 20
	for name, piece := range map[string]string{
		"brackets": "((((((([[[[{{{{", "quotes": "\"'`\"'''\"\"\"", "imports": "import a.b.c as d, e\n", "bytes": "\xff\xfe\x80\x81", "spaces": "   \t  ",
		"json": `{"a":[{"dependencies":`, "comments": "/*<!--#", "slashes": `\\\\\`,
	} {
		body := []byte(strings.Repeat(piece, size/len(piece)))
		for _, path := range []string{"a.py", "a.ts", "a.h", "a.ipynb", "package.json", "pom.xml", "build.gradle", "Dockerfile", "x.yml", "a.m", "a.sh", "none"} {
			t.Run(name+" "+path, func(t *testing.T) {
				t.Parallel()
				s := read(t, github.Repository{FullName: "ann/work"}, []github.File{{Path: path, Size: size, Body: body}}, "kobra")
				if s.Files != 1 {
					t.Errorf("%d files", s.Files)
				}
			})
		}
	}
}

// Folders may be as deep as a path is long.
func TestDeepFolders(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("a/", 2000)
	var all []github.File
	for i := range 20 {
		for _, path := range []string{fmt.Sprintf("%sf%d.py", deep, i), fmt.Sprintf("/f%d.py", i), fmt.Sprintf("../x/f%d.py", i), "//", "", "a"} {
			all = append(all, github.File{Path: path, Size: int64(len(flask)), Body: []byte(flask)})
		}
	}
	s := read(t, github.Repository{FullName: "ann/work"}, all)
	u, _ := s.Use("Flask")
	checkPaths(t.Fatalf, s, u)
}

// Files that were not loaded count as files and show nothing.
func TestNoBody(t *testing.T) {
	t.Parallel()
	s := read(t, github.Repository{FullName: "ann/work"}, []github.File{
		{Path: "a.py", Size: 1 << 30}, {Path: "Dockerfile", Size: 1 << 30}, {Path: "package.json", Size: 1 << 30}, {Path: "empty.py", Body: []byte{}},
	})
	if s.Files != 4 || s.Code != 0 || len(s.Uses) != 0 {
		t.Errorf("%d files, %d bytes, %v", s.Files, s.Code, s.Uses)
	}
}

func FuzzAdd(f *testing.F) {
	for _, p := range pieces {
		f.Add(p.Path, p.Body)
	}
	f.Add("/a/b.py", []byte(flask))
	f.Add("a//../b.ipynb", []byte(`{"cells":[{"cell_type":"code","source":["import flask"]}]}`))
	f.Add(".github/workflows/x.yml", []byte("jobs: {a: {steps: [{uses: docker/login-action@v1}]}}"))
	known := table(f)
	f.Fuzz(func(t *testing.T, path string, body []byte) {
		reader := survey.NewReader(known, "kobra", path)
		reader.Add(github.File{Path: path, Size: int64(len(body)), Body: body})
		reader.Add(github.File{Path: path + "/" + path, Size: int64(len(body)), Body: body})
		s := reader.Survey(github.Repository{FullName: "ann/" + path}, github.Contents{})
		if s.Files != 2 || s.Code < 0 || s.Code > 2*int64(len(body))+1 {
			t.Fatalf("%d files, %d bytes of code", s.Files, s.Code)
		}
		for skill := range s.Uses {
			u, ok := s.Use(skill)
			if ok != (len(u.Marks) > 0) || u.Share < 0 || u.Share > 1 {
				t.Fatalf("%s: %v %+v", skill, ok, u)
			}
			checkPaths(t.Fatalf, s, u)
		}
		if top, _ := s.Top(); len(top) > 20 {
			t.Fatal("too much at the top")
		}
	})
}
