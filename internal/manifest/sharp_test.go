package manifest_test

import (
	"testing"

	"kadry/internal/manifest"
)

// TestRead_sharp reads one line or few that careless readers get wrong; want is the names.
func TestRead_sharp(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ path, body, want string }{
		{"requirements.txt", "Zope.Interface>=5", "zope-interface"},
		{"requirements.txt", "uvicorn [standard]>=0.1", "uvicorn"},
		{"requirements.txt", "pkg@https://example.org/pkg.zip", "pkg"},
		{"requirements.txt", "-egit+ssh://git@example.org/o/lib.git#subdirectory=x&egg=lib_x", "lib-x"},
		{"requirements.txt", "git+https://example.org/owner/some_lib.git@v1", "some-lib"},
		{"requirements.txt", "attrs==1 --hash=sha256:00 # x", "attrs"},
		{"requirements.txt", "<<<<<<< HEAD\nflask\n=======\n>>>>>>> x", "flask"},
		{"requirements.txt", "# ---\n#flask", ""},
		{"setup.py", "setup(install_requires=['a' 'b', f'{x}', read('c')])", "ab"},
		{"setup.py", "setup(install_requires=open('r.txt').read().split('\\n'))", ""},
		{"setup.py", "setup(install_requires='''\n  flask\n  redis>=1\n''')", "flask redis"},
		{"setup.py", "def f():\n  '''setup(install_requires=['no'])'''\nsetup(**kwargs)", ""},
		{"build.gradle", "dependencies { implementation \"a.b:c:${v}\" }", "a.b:c"},
		{"build.gradle", "dependencies {\n implementation('a:b:1') { because 'x:y:z' }\n api 'c:d:1@aar'\n}", "a:b c:d"},
		{"build.gradle", "repositories { maven { url 'https://x:1/y' } }", ""},
		{"build.gradle", "dependencies {\n if (x) {\n  implementation 'a:b:1'\n }\n}\ntask t { inputs 'n:o:1' }", "a:b"},
		{"Gemfile", "gem 'a', '1' if true\ngem 'b' do\nend\n# gem 'c'", "a"},
		{"Gemfile", "gem 'a', git: 'https://example.org/a.git', require: 'b'", "a"},
		{"Dockerfile", "FROM --platform=$P localhost:5000/team/app:1@sha256:00", "team/app"},
		{"Dockerfile", "FROM scratch\nFROM $UNKNOWN\nFROM a AS B\nFROM b", "a"},
		{"Dockerfile", "FROM alpine\nRUN cat <<X\nFROM alpine:3 AS y\nFROM debian", "alpine debian"},
		{"compose.yaml", "services:\n  a: {image: \"x${TAG:-:1}\"}\n  b: {image: \"${REGISTRY}/y\"}", "x"},
		{"compose.yaml", "x-base: &b {image: redis}\nservices:\n  a:\n    <<: *b", "redis"},
		{"go.mod", "require \"example.org/a\" v1.0.0 // indirect; why\n", "example.org/a"},
		{"go.mod", "module a\nrequire (\nexample.org/b not-a-version\n", "example.org/b"},
		{"main.tf", "module \"m\" {\n source = \"git::https://example.org/o/m.git//sub?ref=v1\"\n}", "example.org/o/m"},
		{"package.json", "{\"dependencies\": [\"not a table\"], \"devDependencies\": {\"a b\": \"1\", \"c\": null}}", "c"},
		{"Cargo.toml", "[dependencies]\nTokio = { git = \"https://example.org/x#not-a-comment\" }", "tokio"},
		{"mix.exs", "defp deps, do: [{:jason, \"~> 1.0\"}]\ndefp x, do: {:no, \"1\"}", "jason"},
		{"x.csproj", "<Project><Choose><When><ItemGroup><PackageReference Include=\"A;B\"/></ItemGroup></When></Choose></Project>", "a b"},
		{"pom.xml", "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><dependencies><dependency><groupId> g </groupId><artifactId>a</artifactId></dependency></dependencies></project>", "g:a"},
	} {
		f, err := manifest.Read(tt.path, []byte(tt.body))
		if err != nil {
			t.Errorf("%s %q: %v", tt.path, tt.body, err)
		}
		if got := nameList(f); got != tt.want {
			t.Errorf("%s %q: %q, want %q", tt.path, tt.body, got, tt.want)
		}
	}
}

// TestResolve_own tells a member of the repository from a project that took the name of
// what it needs.
func TestResolve_own(t *testing.T) {
	t.Parallel()
	read := func(path, body string) manifest.File {
		f, err := manifest.Read(path, []byte(body))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	files := []manifest.File{
		read("package.json", `{"name": "root", "dependencies": {"part": "1", "express": "4"}}`),
		read("part/package.json", `{"name": "part"}`),
		read("demo/package.json", `{"name": "vue", "dependencies": {"vue": "3"}}`),
	}
	resolved := manifest.Resolve(files)
	if d := resolved[0].Dependencies; !d[0].Local || d[1].Local {
		t.Errorf("%+v", d)
	}
	if d := resolved[2].Dependencies; d[0].Local {
		t.Errorf("%+v", d)
	}
	if files[0].Dependencies[0].Local {
		t.Error("the given files are changed")
	}
}

// TestResolve_circle has modules that are each other's parents.
func TestResolve_circle(t *testing.T) {
	t.Parallel()
	pom := func(id, parent string) manifest.File {
		body := "<project><parent><groupId>g</groupId><artifactId>" + parent + "</artifactId></parent><artifactId>" + id +
			"</artifactId><properties><a>${b}</a><b>${a}</b></properties><dependencies><dependency><groupId>${a}</groupId><artifactId>x</artifactId></dependency></dependencies></project>"
		f, err := manifest.Read(id+"/pom.xml", []byte(body))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	if got := manifest.Resolve([]manifest.File{pom("p", "q"), pom("q", "p")}); len(got) != 2 {
		t.Error(got)
	}
}
