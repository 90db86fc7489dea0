package licence_test

import (
	"strings"
	"testing"

	"kadry/internal/codematch/source/licence"
)

const (
	mit = `MIT License

Copyright (c) 2026 Ada Example

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`
	isc = `Copyright (c) 2026, Ada Example

Permission to use, copy, modify, and/or distribute this software for any
purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH
REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND
FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS
OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER
TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.
`
	gpl = `This program is free software: you can redistribute it and/or modify it under
the terms of the GNU General Public License as published by the Free Software
Foundation, either version 3 of the License, or (at your option) any later
version.

This program is distributed in the hope that it will be useful, but WITHOUT ANY
WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS FOR A
PARTICULAR PURPOSE. See the GNU General Public License for more details.

You should have received a copy of the GNU General Public License along with
this program. If not, see <https://www.gnu.org/licenses/>.
`
)

func TestRepository(t *testing.T) {
	t.Parallel()
	header := func(spdx string) string { return "// SPDX-License-Identifier: " + spdx + "\npackage a\n" }
	for name, c := range map[string]struct {
		files              map[string]string
		spdx, source, says string
	}{
		"none":                     {map[string]string{"a.go": "package a"}, "", "", "No licence"},
		"a text":                   {map[string]string{"LICENSE": mit}, "MIT", "LICENSE", ""},
		"in lower case":            {map[string]string{"licence.md": mit}, "MIT", "licence.md", ""},
		"a text of copyleft":       {map[string]string{"COPYING": gpl}, "GPL-3.0-or-later", "COPYING", "Copyleft"},
		"a text of one's own":      {map[string]string{"LICENSE.txt": "You may use this on Sundays."}, licence.Unknown, "LICENSE.txt", "not known"},
		"an empty text":            {map[string]string{"LICENSE": ""}, licence.Unknown, "LICENSE", "not known"},
		"a choice":                 {map[string]string{"LICENSE-MIT": mit, "LICENSE-ISC": isc}, "ISC OR MIT", "LICENSE-ISC", ""},
		"two at once":              {map[string]string{"LICENSE": mit + "\n\n" + isc}, "MIT AND ISC", "LICENSE", ""},
		"two files":                {map[string]string{"LICENSE": mit, "COPYING": gpl}, "GPL-3.0-or-later AND MIT", "COPYING", "Copyleft"},
		"as the manifest has two":  {map[string]string{"LICENSE": mit, "COPYING": gpl, "package.json": `{"license":"(MIT OR GPL-3.0)"}`}, "(MIT OR GPL-3.0)", "package.json", ""},
		"a text before a manifest": {map[string]string{"LICENSE": mit, "package.json": `{"license":"GPL-3.0"}`}, "MIT", "LICENSE", ""},
		"only below":               {map[string]string{"vendor/x/LICENSE": mit}, "", "", "No licence"},
		"code is no text":          {map[string]string{"license.go": mit, "licenses.json": mit}, "", "", "No licence"},
		"headers":                  {map[string]string{"a.go": header("Apache-2.0"), "b.go": header("Apache-2.0"), "c.go": header("MIT")}, "Apache-2.0", "header", "another licence: MIT"},
		"headers that differ":      {map[string]string{"LICENSE": mit, "a.go": header("AGPL-3.0-only")}, "MIT", "LICENSE", "AGPL-3.0-only"},
		"headers that agree":       {map[string]string{"COPYING": gpl, "a.go": header("GPL-3.0-only")}, "GPL-3.0-or-later", "COPYING", "Copyleft"},
		"npm":                      {map[string]string{"package.json": `{"license":"Apache-2.0"}`}, "Apache-2.0", "package.json", ""},
		"npm, older":               {map[string]string{"package.json": `{"licenses":[{"type":"MIT"},{"type":"GPL-2.0"}]}`}, "MIT OR GPL-2.0", "package.json", ""},
		"npm, closed":              {map[string]string{"package.json": `{"license":"UNLICENSED"}`}, "UNLICENSED", "package.json", "Not a free"},
		"npm, elsewhere":           {map[string]string{"package.json": `{"license":"SEE LICENSE IN x.txt"}`}, "", "", "No licence"},
		"npm, broken":              {map[string]string{"package.json": `{"license":`}, "", "", "No licence"},
		"composer":                 {map[string]string{"composer.json": `{"license":["LGPL-2.1-only","MPL-2.0"]}`}, "LGPL-2.1-only OR MPL-2.0", "composer.json", "Weak copyleft"},
		"cargo":                    {map[string]string{"Cargo.toml": "[package]\nlicense = \"MIT/Apache-2.0\"\n"}, "MIT OR Apache-2.0", "Cargo.toml", ""},
		"cargo, of the workspace":  {map[string]string{"Cargo.toml": "[workspace.package]\nlicense = \"ISC\"\n[package]\nlicense.workspace = true\n"}, "ISC", "Cargo.toml", ""},
		"pyproject":                {map[string]string{"pyproject.toml": "[project]\nlicense = \"BSD-3-Clause\"\n"}, "BSD-3-Clause", "pyproject.toml", ""},
		"pyproject, a table":       {map[string]string{"pyproject.toml": "[project]\nlicense = {text = \"MIT License\"}\n"}, "MIT", "pyproject.toml", ""},
		"pyproject, poetry":        {map[string]string{"pyproject.toml": "[tool.poetry]\nlicense = \"Apache 2.0\"\n"}, "Apache-2.0", "pyproject.toml", ""},
		"pyproject, classifiers":   {map[string]string{"pyproject.toml": "[project]\nclassifiers = [\"Topic :: X\", \"License :: OSI Approved :: MIT License\"]\n"}, "MIT", "pyproject.toml", ""},
		"maven":                    {map[string]string{"pom.xml": "<project><name>x</name><licenses><license><name>The Apache Software License, Version 2.0</name><url>u</url></license></licenses></project>"}, "Apache-2.0", "pom.xml", ""},
		"maven, of a dependency":   {map[string]string{"pom.xml": "<project><dependencies><dependency><name>MIT</name></dependency></dependencies></project>"}, "", "", "No licence"},
		"nuget":                    {map[string]string{"a.csproj": "<Project><PropertyGroup><X>1</X></PropertyGroup><PropertyGroup><PackageLicenseExpression>MIT</PackageLicenseExpression></PropertyGroup></Project>"}, "MIT", "a.csproj", ""},
		"service copyleft":         {map[string]string{"package.json": `{"license":"AGPL-3.0-or-later"}`}, "AGPL-3.0-or-later", "package.json", "Network"},
	} {
		var r licence.Reader
		for path, body := range c.files {
			r.Add(path, []byte(body))
		}
		got := r.Repository()
		if got.SPDX != c.spdx || got.Source != c.source || !strings.Contains(got.Note.EN, c.says) || (c.says == "") != (got.Note.EN == "") || (got.Note.EN == "") != (got.Note.RU == "") {
			t.Errorf("%s: %+v; want %q of %q, %q", name, got, c.spdx, c.source, c.says)
		}
	}
}

// A file stands under its own header, then under what lies nearest above it.
func TestFor(t *testing.T) {
	t.Parallel()
	var r licence.Reader
	for path, body := range map[string]string{"LICENSE": mit, "third/COPYING": gpl, "third/deep/a.go": "package a", "web/package.json": `{"license":"ISC"}`} {
		r.Add(path, []byte(body))
	}
	own := r.Add("third/own.c", []byte("/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */\n"))
	for _, c := range [][4]string{
		{"a.go", "", "MIT", "LICENSE"},
		{"x/y/z.go", "", "MIT", "LICENSE"},
		{"third/deep/a.go", "", "GPL-3.0-or-later", "third/COPYING"},
		{"web/src/a.js", "", "ISC", "web/package.json"},
		{"third/own.c", own, "BSD-2-Clause OR GPL-2.0-only", "header"},
	} {
		if got := r.For(c[0], c[1]); got.SPDX != c[2] || got.Source != c[3] {
			t.Errorf("%s: %+v, want %s of %s", c[0], got, c[2], c[3])
		}
	}
	if got := new(licence.Reader).For("a/b.go", ""); got.SPDX != "" || got.Note.RU == "" {
		t.Errorf("nothing is declared: %+v", got)
	}
}

func TestHeader(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"// SPDX-License-Identifier: MIT":                                        "MIT",
		"/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */\n":       "GPL-2.0 WITH Linux-syscall-note",
		"# SPDX-License-Identifier: (MIT OR Apache-2.0)\r\n":                     "(MIT OR Apache-2.0)",
		"<!-- SPDX-License-Identifier: 0BSD -->":                                 "0BSD",
		"\n\n * SPDX-License-Identifier:\tmit and isc\n":                         "mit AND isc",
		"SPDX-License-Identifier: you may use it on Sundays":                     "",
		"SPDX-License-Identifier: (MIT":                                          "",
		"SPDX-License-Identifier:":                                               "",
		"no header":                                                              "",
		strings.Repeat("x", 9000) + "SPDX-License-Identifier: MIT":               "",
		"s = 'SPDX-License-Identifier: ' + licence // is built and not declared": "",
	} {
		if got := licence.Header([]byte(body)); got != want {
			t.Errorf("%.60q: %q, want %q", body, got, want)
		}
	}
}

func FuzzAdd(f *testing.F) {
	for _, seed := range [][2]string{
		{"LICENSE", mit},
		{"package.json", `{"license":[{"type":"MIT"}]}`},
		{"Cargo.toml", "[package]\nlicense=1"},
		{"pom.xml", "<a><licenses><license><name>x"},
		{"a.go", "SPDX-License-Identifier: (MIT OR ISC)"},
		{"pyproject.toml", "[project]\nlicense={file=1}"},
	} {
		f.Add(seed[0], []byte(seed[1]))
	}
	f.Fuzz(func(t *testing.T, name string, body []byte) {
		var r licence.Reader
		header := r.Add(name, body)
		for _, l := range []licence.Licence{r.Repository(), r.For(name, header), r.For("a/b/c", "")} {
			if len(l.SPDX) > 2000 || strings.ContainsAny(l.SPDX, "\n<>\"") || (l.SPDX == "") != (l.Source == "") {
				t.Fatalf("%q %q: %+v", name, body, l)
			}
		}
	})
}
