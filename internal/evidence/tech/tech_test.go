package tech

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"kadry/internal/skill"
)

var update = flag.Bool("update", false, "write the golden files anew")

func load1(t testing.TB) *Table {
	t.Helper()
	table, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// lines reads a file of testdata without its comments.
func lines(t testing.TB, name string) []string {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []string
	for scan := bufio.NewScanner(f); scan.Scan(); {
		if row := scan.Text(); row != "" && row[0] != '#' {
			out = append(out, row)
		}
	}
	return out
}

// said is an answer as the test tables write it.
func said(skills []string) string {
	if len(skills) == 0 {
		return "-"
	}
	return strings.Join(skills, "; ")
}

// TestNames holds every skill to the taxonomy's own spelling, save those it lacks.
func TestNames(t *testing.T) {
	t.Parallel()
	graph, err := skill.Load()
	if err != nil {
		t.Fatal(err)
	}
	own := lines(t, "own.tsv")
	for one := range load1(t).All() {
		found := graph.Resolve(one.Skill)
		switch {
		case !found.Known && !slices.Contains(own, one.Skill):
			t.Errorf("%q is neither in the taxonomy nor in own.tsv, nearest %q", one.Skill, found.Nearest)
		case found.Known && found.Name != one.Skill && slices.Contains(own, one.Skill):
			if _, shows := load1(t).Tech(found.Name); shows { // a homonym outside of code is none ("Foundry", a casting of metals)
				t.Errorf("%q of own.tsv is %q in the taxonomy", one.Skill, found.Name)
			}
		case found.Known && found.Name != one.Skill:
			t.Errorf("%q is %q in the taxonomy", one.Skill, found.Name)
		case found.Known && slices.Contains(own, one.Skill):
			t.Errorf("%q of own.tsv is in the taxonomy", one.Skill)
		}
	}
	table := load1(t)
	for _, name := range own {
		if _, ok := table.Tech(name); !ok {
			t.Errorf("%q of own.tsv is not in the table", name)
		}
	}
}

// TestKnown asks for well-known packages, so that no pattern takes what is another's.
func TestKnown(t *testing.T) {
	t.Parallel()
	table := load1(t)
	rows := lines(t, "known.tsv")
	if len(rows) < 300 {
		t.Errorf("only %d packages are checked", len(rows))
	}
	for _, row := range rows {
		columns := strings.Split(row, "\t")
		if got := said(table.Package(columns[0], columns[1])); got != columns[2] {
			t.Errorf("%s %s: got %s, want %s", columns[0], columns[1], got, columns[2])
		}
	}
}

func TestImport(t *testing.T) {
	t.Parallel()
	table := load1(t)
	rows := []struct{ language, path, want string }{
		{"Python", "fastapi", "FastAPI"},
		{"Python", "fastapi.security.oauth2", "FastAPI"},
		{"Python", "fastapi_utils", "-"},
		{"Python", "PIL.Image", "Pillow"},
		{"Python", "cv2", "OpenCV"},
		{"Python", "sklearn.linear_model", "scikit-learn"},
		{"Python", "bs4", "Beautiful Soup; web scraping"},
		{"Python", "yaml", "YAML"},
		{"Python", "jwt", "JWT"},
		{"Python", "psycopg2.extras", "PostgreSQL"},
		{"Python", "google.cloud.bigquery", "BigQuery"},
		{"Python", "google.cloud.translate", "Google Cloud"},
		{"Python", "google.protobuf.message", "Protocol Buffers"},
		{"Python", "google", "-"},
		{"Python", "tensorflow.keras.layers", "Keras"},
		{"Python", "rest_framework.views", "Django REST Framework"},
		{"Python", "djangorestframework", "-"},
		{"Python", "os.path", "-"},
		{"Python", ".models", "-"},
		{"Jupyter Notebook", "pandas", "Pandas"},
		{"JavaScript", "react", "React"},
		{"JavaScript", "react/jsx-runtime", "React"},
		{"JavaScript", "react-native", "React Native"},
		{"JavaScript", "react-unknown", "-"},
		{"TypeScript", "@angular/core/testing", "Angular"},
		{"TypeScript", "@angular/material/button", "angularmaterial"},
		{"TypeScript", "node:fs/promises", "Node.js"},
		{"TypeScript", "npm:express@4.18.2", "Express"},
		{"TypeScript", "npm:@nestjs/core@10/x", "NestJS"},
		{"TypeScript", "npm:/express", "Express"},
		{"TypeScript", "@nestjs/core", "NestJS"},
		{"TypeScript", "./express", "-"},
		{"TSX", "next/link", "Next.js"},
		{"Vue", "vue", "Vue.js"},
		{"JavaScript", "Express", "-"},
		{"Go", "github.com/jackc/pgx/v5/pgxpool", "PostgreSQL; pgx"},
		{"Go", "github.com/jackc/pgxother", "-"},
		{"Go", "github.com/gin-gonic/gin", "Gin"},
		{"Go", "net/url", "-"},
		{"Go", "encoding/json", "JSON"},
		{"Go", "k8s.io/api/apps/v1", "Kubernetes"},
		{"Java", "org.springframework.boot.SpringApplication", "Spring Boot"},
		{"Java", "org.springframework.web.bind.annotation.*", "Spring"},
		{"Java", "org.springframework.kafka.core.KafkaTemplate", "Apache Kafka"},
		{"Java", "java.util.List", "-"},
		{"Java", "javax.annotation.Nonnull", "-"},
		{"Java", "org.junit.jupiter.api.Test", "JUnit"},
		{"Java", "org.junitpioneer.Thing", "-"},
		{"Kotlin", "androidx.compose.ui.Modifier", "Jetpack Compose"},
		{"Kotlin", "kotlinx.coroutines.flow.Flow", "Kotlin; Kotlin Coroutines"},
		{"Scala", "akka.actor._", "Akka"},
		{"C#", "Microsoft.AspNetCore.Mvc", "ASP.NET Core"},
		{"C#", "Microsoft.EntityFrameworkCore", "Entity Framework"},
		{"C#", "global::System.Linq", "LINQ"},
		{"C#", "System.Windows.Forms", "WinForms"},
		{"C#", "System.Windows.Input", ".NET"},
		{"C#", "System.Collections.Generic", ".NET"},
		{"C#", "Systematic", "-"},
		{"Rust", "tokio::sync::mpsc", "Tokio"},
		{"Rust", "tokio/sync", "Tokio"},
		{"Rust", "::serde::Deserialize", "Serde"},
		{"Rust", "tokio_postgres::Client", "PostgreSQL"},
		{"Rust", "tokiox", "-"},
		{"Rust", "sqlx::PgPool", "SQLx for Rust; sqlx"},
		{"Go", "github.com/jmoiron/sqlx", "sqlx"},
		{"Ruby", "sinatra/base", "Sinatra"},
		{"PHP", `\Illuminate\Support\Facades\DB`, "Laravel"},
		{"PHP", `Symfony\Component\Console\Command\Command`, "Command-line interface"},
		{"Swift", "SwiftUI", "SwiftUI; iOS"},
		{"C++", "boost/asio.hpp", "Asio; Boost; TCP/IP"},
		{"C++", "QtWidgets/QApplication", "Qt"},
		{"C++", "vector", "STL"},
		{"C++", "string.h", "-"},
		{"C", "stm32f4xx_hal.h", "STM32; STM32 HAL"},
		{"Objective-C", "UIKit/UIKit.h", "UIKit; iOS"},
		{"Dart", "package:flutter/material.dart", "Flutter"},
		{"Dart", "dart:io", "Dart"},
		{"Elixir", "Phoenix.Controller", "Phoenix"},
		{"R", "dplyr", "R"},
		{"COBOL", "react", "-"},
		{"Python", "", "-"},
		{"Python", strings.Repeat("a.", 4000), "-"},
	}
	for _, row := range rows {
		if got := said(table.Import(row.language, row.path)); got != row.want {
			t.Errorf("%s %.60q: got %s, want %s", row.language, row.path, got, row.want)
		}
	}
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	table := load1(t)
	rows := []struct {
		ask        func(string) []string
		name, want string
	}{
		{table.Image, "postgres", "PostgreSQL"},
		{table.Image, "postgres:16-alpine", "PostgreSQL"},
		{table.Image, "docker.io/library/postgres@sha256:00", "PostgreSQL"},
		{table.Image, "localhost:5000/redis:7", "Redis"},
		{table.Image, "registry.example.com:5000/team/app:1", "-"},
		{table.Image, "confluentinc/cp-kafka", "Apache Kafka"},
		{table.Image, "postgresother", "-"},
		{table.Image, "", "-"},
		{table.Action, "docker/build-push-action@v5", "Docker"},
		{table.Action, "Swatinem/rust-cache", "Rust"},
		{table.Action, "github/codeql-action/init@v3", "CodeQL"},
		{table.Action, "./.github/actions/x", "-"},
		{table.Command, "kubectl", "Kubernetes"},
		{table.Command, "/usr/local/bin/kubectl", "Kubernetes"},
		{table.Command, "docker stack deploy", "Docker Swarm"},
		{table.Command, "docker run", "Docker"},
		{table.Command, "gcloud run deploy", "Google Cloud Run"},
		{table.Command, "cd", "-"},
		{table.File, "Dockerfile", "Docker"},
		{table.File, "deploy/api/Dockerfile", "Docker"},
		{table.File, "docker-compose.prod.yml", "Docker"},
		{table.File, ".github/workflows/ci.yml", "GitHub Actions"},
		{table.File, "template/.github/workflows/ci.yml", "-"},
		{table.File, "infra/main.tf", "Terraform"},
		{table.File, "tsconfig.json", "TypeScript"},
		{table.File, "web/tsconfig.build.json", "TypeScript"},
		{table.File, "web/next.config.mjs", "Next.js"},
		{table.File, "roles/web/tasks/main.yml", "Ansible"},
		{table.File, "tasks/main.yml", "-"},
		{table.File, "chart/Chart.yaml", "Helm"},
		{table.File, "src/x.Designer.cs", "-"},
		{table.File, "migrations/0001.Designer.cs", "-"},
		{table.File, "src/main/resources/application.properties", "-"},
		{table.File, "locale/ru.mo", "-"},
		{table.File, "api/v1/service.proto", "Protocol Buffers"},
		{table.File, "kind:Deployment", "Kubernetes"},
		{table.File, "kind:Nothing", "-"},
		{table.File, strings.Repeat("a/", 60) + "Dockerfile", "-"},
		{table.File, "", "-"},
		{table.Language, "python", "Python"},
		{table.Language, "Shell", "Bash; Shell Scripting"},
		{table.Language, "TSX", "JSX; TypeScript"},
		{table.Language, "Java", "Java"},
		{table.Language, "JavaScript", "JavaScript"},
		{table.Language, "C", "C"},
		{table.Language, "R", "R"},
		{table.Language, "Dockerfile", "Docker"},
		{table.Language, "HCL", "Terraform"},
		{table.Language, "Klingon", "-"},
	}
	for _, row := range rows {
		if got := said(row.ask(row.name)); got != row.want {
			t.Errorf("%.60q: got %s, want %s", row.name, got, row.want)
		}
	}
}

func TestSigns(t *testing.T) {
	t.Parallel()
	table := load1(t)
	in := func(look func(language, name string) []string, language string) func(string) []string {
		return func(name string) []string { return look(language, name) }
	}
	rows := []struct {
		ask        func(string) []string
		name, want string
	}{
		{in(table.Free, "JavaScript"), "$.fn", "jQuery"},
		{in(table.Free, "JavaScript"), "$.fn.tip", "jQuery"},
		{in(table.Free, "PHP"), "$.fn", "-"},
		{in(table.Free, "PHP"), "add_action", "WordPress"},
		{in(table.Free, "PHP"), "add_actions", "-"},
		{in(table.Free, "C#"), ".MapGet", "ASP.NET Core"},
		{in(table.Free, "Klingon"), "jQuery", "-"},
		{in(table.Free, "JavaScript"), "", "-"},
		{in(table.Given, "TypeScript"), "describe", "Jasmine; Jest; Mocha; vitest"},
		{in(table.Free, "TypeScript"), "describe", "-"},
		{in(table.Brought, "Kotlin"), "org.springframework.stereotype.Service", "Spring Boot"},
		{in(table.Brought, "Klingon"), "org.springframework", "-"},
		{table.Worded, "roles/a/files/site.vhost", "Apache HTTP Server; Nginx"},
		{table.Worded, "src/a.go", "-"},
	}
	for _, row := range rows {
		got := row.ask(row.name)
		want := strings.Split(row.want, "; ")
		slices.Sort(want)
		if said(got) != strings.Join(want, "; ") {
			t.Errorf("%q: got %s, want %q", row.name, said(got), want)
		}
	}
	for word, want := range map[string]bool{"proxy_pass": true, "Proxy_Pass": true, "proxy": false, "": false} {
		if got := table.Word("Nginx", word); got != want {
			t.Errorf("%q is of nginx: %v", word, got)
		}
	}
	// Languages whose imports are not read show their libraries by words.
	for skillName, word := range map[string]string{
		"Servant": "Servant.API", "re-frame": "[re-frame.core", "LÖVE": "love.graphics.draw", "Mojolicious": "Mojo::Base", "OTP": "gen_server:call",
	} {
		if !table.Word(skillName, word) || table.Word(skillName, "main") {
			t.Errorf("%q does not show %s, or anything does", word, skillName)
		}
	}
	if !table.Word("Tailwind CSS", "hover:underline") || table.Word("Go", "hover:underline") {
		t.Error("a class is of Tailwind CSS, whatever follows its variant")
	}
}

func TestTech(t *testing.T) {
	t.Parallel()
	table := load1(t)
	one, ok := table.Tech("  fastAPI ")
	if !ok || one.Skill != "FastAPI" || one.Category != "framework" || !slices.Contains(one.Written, "Python") || !slices.Contains(one.APIs, "Depends") {
		t.Errorf("FastAPI: %+v %v", one, ok)
	}
	if react, _ := table.Tech("React"); len(react.Languages) > 0 || !slices.Contains(react.Written, "TSX") {
		t.Errorf("React: languages %q, written in %q", react.Languages, react.Written)
	}
	if _, ok := table.Tech("public speaking"); ok {
		t.Error("a soft skill is a technology")
	}
}

// TestSelf asks every pattern of the table for itself: a longer one may win, but an answer
// there must be, and the one without "*" must name its own skill.
func TestSelf(t *testing.T) {
	t.Parallel()
	table := load1(t)
	for one := range table.All() {
		for _, pattern := range one.Packages {
			ecosystem, name, _ := strings.Cut(pattern, ":")
			if got := table.Package(ecosystem, strings.TrimSuffix(name, "*")+"x"); strings.HasSuffix(name, "*") && len(got) == 0 {
				t.Errorf("%s: nothing for %s", one.Skill, pattern)
			}
			if got := table.Package(ecosystem, name); !strings.HasSuffix(name, "*") && !slices.Contains(got, one.Skill) {
				t.Errorf("%s: %s is %q", one.Skill, pattern, got)
			}
		}
		for _, name := range one.Commands {
			if got := table.Command(name); !slices.Contains(got, one.Skill) {
				t.Errorf("%s: command %s is %q", one.Skill, name, got)
			}
		}
		for _, name := range one.Languages {
			if got := table.Language(name); !slices.Contains(got, one.Skill) {
				t.Errorf("%s: language %s is %q", one.Skill, name, got)
			}
		}
	}
}

// TestSorted holds the file to its order, so that a skill is found where it is looked for.
func TestSorted(t *testing.T) {
	t.Parallel()
	table := load1(t)
	var inFile []string
	err := eachRow(techRows, func(columns [3]string) error {
		if columns[1] == "category" {
			inFile = append(inFile, columns[0])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for one := range table.All() {
		if inFile[at] != one.Skill {
			t.Fatalf("%q stands where %q belongs", inFile[at], one.Skill)
		}
		at++
	}
}

// TestCounts shows by a golden file what a change of the table adds and loses.
func TestCounts(t *testing.T) {
	t.Parallel()
	skills, values := map[string]int{}, map[string]int{}
	for one := range load1(t).All() {
		skills[one.Category]++
		values[one.Category] += len(one.Languages) + len(one.Packages) + len(one.Imports) + len(one.Images) + len(one.Actions) + len(one.Files) + len(one.Commands)
	}
	var b strings.Builder
	for _, c := range Categories() {
		fmt.Fprintf(&b, "%s\t%d\t%d\n", c, skills[c], values[c])
	}
	const name = "testdata/counts.golden"
	if *update {
		if err := os.WriteFile(name, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}

func TestLoadRefuses(t *testing.T) {
	t.Parallel()
	const families = "python\t.\tPython\n"
	rows := []struct{ name, rows, families, want string }{
		{"columns", "A\tcategory\n", families, "want 3 columns"},
		{"too many columns", "A\tcategory\ttool\tx\n", families, "want 3 columns"},
		{"no skill", "\tcategory\ttool\n", families, "want 3 columns"},
		{"kind", "A\tcolour\tred\n", families, "unknown kind"},
		{"category", "A\tcategory\tgarden\n", families, "category"},
		{"no category", "A\tcommand\ta\n", families, "no category"},
		{"kind twice", "A\tcommand\ta\nA\tcommand\tb\n", families, "stands twice"},
		{"value twice", "A\tcommand\ta; a\n", families, "stands twice"},
		{"no value", "A\tcommand\t;\n", families, "no value"},
		{"two spellings", "A\tcategory\ttool\na\tcommand\ta\n", families, "one skill"},
		{"ecosystem", "A\tcategory\ttool\nA\tpackage\tmoon:a\n", families, "bad package"},
		{"no name", "A\tcategory\ttool\nA\tpackage\tnpm:\n", families, "bad package"},
		{"all names", "A\tcategory\ttool\nA\tpackage\tnpm:*\n", families, "bad package"},
		{"inner star", "A\tcategory\ttool\nA\tpackage\tnpm:a*b\n", families, "bad package"},
		{"family", "A\tcategory\ttool\nA\timport\tjs:a\n", families, "bad import"},
		{"image", "A\tcategory\ttool\nA\timage\thost.example/a:1\n", families, "bad image"},
		{"action", "A\tcategory\ttool\nA\taction\t*\n", families, "bad action"},
		{"command", "A\tcategory\ttool\nA\tcommand\t*\n", families, "bad command"},
		{"glob", "A\tcategory\ttool\nA\tfile\t[\n", families, "file"},
		{"free name", "A\tcategory\ttool\nA\tfree\tjs:a\n", families, "bad name"},
		{"no free name", "A\tcategory\ttool\nA\tgiven\tpython\n", families, "bad name"},
		{"brought", "A\tcategory\ttool\nA\tbrought\tpython:*\n", families, "bad name"},
		{"words of no file", "A\tcategory\ttool\nA\tword\ta\n", families, "words need files"},
		{"files of no word", "A\tcategory\ttool\nA\tworded\t*.a\n", families, "words need files"},
		{"glob of words", "A\tcategory\ttool\nA\tworded\t[\nA\tword\ta\n", families, "file"},
		{"large word", "A\tcategory\ttool\nA\tworded\t*.a\nA\tword\tB\n", families, "bad word"},
		{"family twice", "", families + families, "stands twice"},
		{"language twice", "", families + "snake\t.\tPython\n", "is of"},
	}
	for _, row := range rows {
		if _, err := load(row.rows, row.families); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: got %v, want %q", row.name, err, row.want)
		}
	}
}

func FuzzLookup(f *testing.F) {
	table := load1(f)
	for _, seed := range []string{"npm:@a/b@1", "a/../Dockerfile", "docker.io/library/x@", "kind:", "[", "a.*", "\\", "npm:", "*", "a::b", "\x00"} {
		f.Add("Python", seed)
		f.Add("pypi", seed)
	}
	f.Fuzz(func(t *testing.T, where, name string) {
		answers := [][]string{
			table.Package(where, name), table.Import(where, name), table.Image(name), table.Action(name), table.File(name),
			table.Command(name), table.Language(name), table.Free(where, name), table.Given(where, name), table.Brought(where, name), table.Worded(name),
		}
		for _, skills := range answers {
			if !slices.IsSorted(skills) {
				t.Errorf("%q %q: %q is not sorted", where, name, skills)
			}
			for _, s := range skills {
				if _, ok := table.Tech(s); !ok {
					t.Errorf("%q is no technology", s)
				}
			}
		}
	})
}

func FuzzLoad(f *testing.F) {
	f.Add("A\tcategory\ttool\nA\timport\tpython:a\n", "python\t.\tPython\n")
	f.Add("A\tcategory\ttool\nA\tfile\t/a/*.b; kind:C\n", "")
	f.Fuzz(func(t *testing.T, rows, families string) {
		table, err := load(rows, families)
		if err != nil {
			return
		}
		for one := range table.All() {
			if _, ok := table.Tech(one.Skill); !ok {
				t.Errorf("%q is not found", one.Skill)
			}
		}
	})
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := Load(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkImport(b *testing.B) {
	table := load1(b)
	for b.Loop() {
		table.Import("Go", "github.com/jackc/pgx/v5/pgxpool")
	}
}

func BenchmarkFile(b *testing.B) {
	table := load1(b)
	for b.Loop() {
		table.File("internal/deploy/docker-compose.prod.yml")
	}
}

func TestHome(t *testing.T) {
	t.Parallel()
	table, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for repository, want := range map[string]string{"FastAPI/fastapi": "FastAPI", "tokio-rs/axum": "Axum", "antirez/redis": "Redis"} {
		if got := table.Home(repository); !slices.Equal(got, []string{want}) || !table.Homed(want) {
			t.Errorf("%s: %q, want %s", repository, got, want)
		}
	}
	if got := table.Home("somebody/react"); got != nil || table.Homed("no such thing") {
		t.Errorf("somebody's react is the home of %q", got)
	}
}

func TestProject(t *testing.T) {
	t.Parallel()
	table, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	chart := slices.IndexFunc(table.Projects(), func(p Project) bool { return p.Skill == "Helm" })
	if chart < 0 {
		t.Fatal("no charts")
	}
	p := table.Projects()[chart]
	for path, want := range map[string]bool{"deploy/templates/a.yaml": true, "deploy/values.yaml": true, "deploy/other/a.yaml": false, "templates/a.yaml": false} {
		if p.Holds("deploy", path) != want {
			t.Errorf("%s belongs to the chart in deploy: %t", path, !want)
		}
	}
	if !p.Holds(".", "templates/a.yaml") {
		t.Error("a chart at the root holds its templates")
	}
}
