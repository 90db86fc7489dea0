package manifest

import (
	"path"
	"regexp"
	"strings"
)

// format is how the files of some name are read.
type format struct {
	ecosystem Ecosystem
	read      func(*sheet) error
	lock      bool
}

// byName are the formats whose files have one name, in lower case.
var byName = map[string]format{
	"pyproject.toml":           {ecosystem: PyPI, read: readPyproject},
	"setup.cfg":                {ecosystem: PyPI, read: readSetupCfg},
	"setup.py":                 {ecosystem: PyPI, read: readSetupPy},
	"pipfile":                  {ecosystem: PyPI, read: readPipfile},
	"pipfile.lock":             {ecosystem: PyPI, read: readPipfileLock, lock: true},
	"poetry.lock":              {ecosystem: PyPI, read: readTOMLLock, lock: true},
	"uv.lock":                  {ecosystem: PyPI, read: readTOMLLock, lock: true},
	"pdm.lock":                 {ecosystem: PyPI, read: readTOMLLock, lock: true},
	"package.json":             {ecosystem: NPM, read: readPackageJSON},
	"pnpm-workspace.yaml":      {ecosystem: NPM, read: readPnpmWorkspace},
	"package-lock.json":        {ecosystem: NPM, read: readNpmLock, lock: true},
	"npm-shrinkwrap.json":      {ecosystem: NPM, read: readNpmLock, lock: true},
	"yarn.lock":                {ecosystem: NPM, read: readYarnLock, lock: true},
	"pnpm-lock.yaml":           {ecosystem: NPM, read: readPnpmLock, lock: true},
	"bun.lock":                 {ecosystem: NPM, read: readBunLock, lock: true},
	"deno.json":                {ecosystem: JSR, read: readDeno},
	"deno.jsonc":               {ecosystem: JSR, read: readDeno},
	"go.mod":                   {ecosystem: Go, read: readGoMod},
	"go.work":                  {ecosystem: Go, read: readGoWork},
	"go.sum":                   {ecosystem: Go, read: readGoSum, lock: true},
	"cargo.toml":               {ecosystem: Crates, read: readCargo},
	"cargo.lock":               {ecosystem: Crates, read: readTOMLLock, lock: true},
	"pom.xml":                  {ecosystem: Maven, read: readPom},
	"build.gradle":             {ecosystem: Maven, read: readGradle},
	"build.gradle.kts":         {ecosystem: Maven, read: readGradle},
	"settings.gradle":          {ecosystem: Maven, read: readGradleSettings},
	"settings.gradle.kts":      {ecosystem: Maven, read: readGradleSettings},
	"gradle.properties":        {ecosystem: Maven, read: readGradleProperties},
	"gradle.lockfile":          {ecosystem: Maven, read: readGradleLock, lock: true},
	"buildscript.gradle":       {ecosystem: Maven, read: readGradle},
	"gemfile":                  {ecosystem: RubyGems, read: readGemfile},
	"gems.rb":                  {ecosystem: RubyGems, read: readGemfile},
	"gemfile.lock":             {ecosystem: RubyGems, read: readGemfileLock, lock: true},
	"composer.json":            {ecosystem: Packagist, read: readComposer},
	"composer.lock":            {ecosystem: Packagist, read: readComposerLock, lock: true},
	"directory.packages.props": {ecosystem: NuGet, read: readProject},
	"directory.build.props":    {ecosystem: NuGet, read: readProject},
	"packages.config":          {ecosystem: NuGet, read: readPackagesConfig},
	"packages.lock.json":       {ecosystem: NuGet, read: readNuGetLock, lock: true},
	"mix.exs":                  {ecosystem: Hex, read: readMix},
	"mix.lock":                 {ecosystem: Hex, read: readMixLock, lock: true},
	"rebar.config":             {ecosystem: Hex, read: readRebar},
	"pubspec.yaml":             {ecosystem: Pub, read: readPubspec},
	"pubspec.lock":             {ecosystem: Pub, read: readPubspecLock, lock: true},
	"package.swift":            {ecosystem: Swift, read: readSwift},
	"package.resolved":         {ecosystem: Swift, read: readPackageResolved, lock: true},
	"podfile":                  {ecosystem: CocoaPods, read: readPodfile},
	"podfile.lock":             {ecosystem: CocoaPods, read: readPodfileLock, lock: true},
	"cmakelists.txt":           {ecosystem: CMake, read: readCMake},
	"conanfile.txt":            {ecosystem: Conan, read: readConanText},
	"conanfile.py":             {ecosystem: Conan, read: readConanScript},
	"vcpkg.json":               {ecosystem: Vcpkg, read: readVcpkg},
	"build.sbt":                {ecosystem: Maven, read: readSbt},
	"description":              {ecosystem: CRAN, read: readDescription},
	"dockerfile":               {ecosystem: Docker, read: readDockerfile},
	"containerfile":            {ecosystem: Docker, read: readDockerfile},
	".gitlab-ci.yml":           {ecosystem: Docker, read: readGitLab},
	"action.yml":               {ecosystem: Actions, read: readWorkflow},
	"action.yaml":              {ecosystem: Actions, read: readWorkflow},
	"chart.yaml":               {ecosystem: Helm, read: readChart},
	"chart.lock":               {ecosystem: Helm, read: readChart, lock: true},
	"helmfile.yaml":            {ecosystem: Helm, read: readHelmfile},
	"helmfile.yml":             {ecosystem: Helm, read: readHelmfile},
}

// byPattern are the formats whose files are known by a pattern of their path, in lower
// case. The first that fits counts.
var byPattern = []struct {
	pattern *regexp.Regexp
	format  format
}{
	{regexp.MustCompile(`(^|/)\.(github|gitea|forgejo)/workflows/[^/]+\.ya?ml$`), format{ecosystem: Actions, read: readWorkflow}},
	{regexp.MustCompile(`(^|/)([^/]*[-_.])?(requirements|requires|reqs|constraints)([-_.][^/]*)?\.(txt|in|pip)$`), format{ecosystem: PyPI, read: readRequirements}},
	{regexp.MustCompile(`(^|/)(requirements|reqs)/([^/]+/)?[^/]+\.(txt|in|pip)$`), format{ecosystem: PyPI, read: readRequirements}},
	{regexp.MustCompile(`(^|/)(conda[^/]*|environment([-_.][^/]*)?)\.ya?ml$`), format{ecosystem: Conda, read: readConda}},
	{regexp.MustCompile(`(^|/)(docker-compose|compose)([-_.][^/]*)?\.ya?ml$`), format{ecosystem: Docker, read: readCompose}},
	{regexp.MustCompile(`(^|/)((docker|container)file[-_.][^/]+|[^/]+\.(docker|container)file)$`), format{ecosystem: Docker, read: readDockerfile}},
	{regexp.MustCompile(`(^|/)gradle/[^/]+\.versions\.toml$`), format{ecosystem: Maven, read: readCatalog}},
	{regexp.MustCompile(`(^|/)(gradle|buildsrc)/([^/]+/)*[^/]+\.gradle(\.kts)?$`), format{ecosystem: Maven, read: readGradle}},
	{regexp.MustCompile(`(^|/)project/[^/]+\.(sbt|scala)$`), format{ecosystem: Maven, read: readSbt}},
	{regexp.MustCompile(`\.gemspec$`), format{ecosystem: RubyGems, read: readGemspec}},
	{regexp.MustCompile(`\.podspec$`), format{ecosystem: CocoaPods, read: readPodspec}},
	{regexp.MustCompile(`\.(cs|fs|vb)proj$`), format{ecosystem: NuGet, read: readProject}},
	{regexp.MustCompile(`\.cmake$`), format{ecosystem: CMake, read: readCMake}},
	{regexp.MustCompile(`\.tf$`), format{ecosystem: Terraform, read: readTerraform}},
	{regexp.MustCompile(`\.ya?ml$`), format{ecosystem: Kubernetes, read: readKubernetes}},
}

// maxPath bounds the paths looked at; no system allows longer ones.
const maxPath = 4096

// formatOf finds the format of a file by its path.
func formatOf(name string) (format, bool) {
	if len(name) > maxPath {
		return format{}, false
	}
	lower := strings.ToLower(strings.ReplaceAll(name, `\`, "/"))
	if f, ok := byName[path.Base(lower)]; ok {
		if path.Base(lower) == "description" && path.Base(name) != "DESCRIPTION" { // "description" is a file of git
			return format{}, false
		}
		return f, true
	}
	for _, p := range byPattern {
		if p.pattern.MatchString(lower) {
			return p.format, true
		}
	}
	return format{}, false
}
