package export

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"kadry/internal/codematch/match"
	"kadry/internal/fault"
)

// The parts of SARIF that are used, from the standard: OASIS SARIF 2.1.0,
// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html, section 3.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool                `json:"tool"`
		Language   string                   `json:"language"`
		ColumnKind string                   `json:"columnKind"`
		Bases      map[string]sarifArtifact `json:"originalUriBaseIds,omitempty"`
		Provenance []sarifProvenance        `json:"versionControlProvenance,omitempty"`
		Results    []sarifResult            `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    string       `json:"id"`
		Short sarifMessage `json:"shortDescription"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifProvenance struct {
		RepositoryURI string `json:"repositoryUri"`
		RevisionID    string `json:"revisionId,omitempty"`
		Branch        string `json:"branch,omitempty"`
	}
	sarifArtifact struct {
		URI    string `json:"uri"`
		BaseID string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		StartLine int           `json:"startLine"`
		EndLine   int           `json:"endLine"`
		Snippet   *sarifMessage `json:"snippet,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifLocation struct {
		ID       *int          `json:"id,omitempty"`
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifMessage `json:"message,omitempty"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Kind         string            `json:"kind"`
		Level        string            `json:"level"`
		Message      sarifMessage      `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Related      []sarifLocation   `json:"relatedLocations,omitempty"`
		Fingerprints map[string]string `json:"fingerprints"`
		HostedViewer string            `json:"hostedViewerUri,omitempty"`
		Rank         float64           `json:"rank"` // 0..100
		Properties   map[string]any    `json:"properties"`
	}
)

// order is that of the rules.
var order = []match.Verdict{match.Equivalent, match.Similar, match.Overlapping, match.Unrelated, match.Unknown}

// kinds and levels of results by verdict. By the standard the level is "none" wherever the
// kind is not "fail" (section 3.27.10).
var kinds = map[match.Verdict][2]string{
	match.Equivalent: {"fail", "warning"}, match.Similar: {"fail", "note"}, match.Overlapping: {"fail", "note"},
	match.Unrelated: {"informational", "none"}, match.Unknown: {"open", "none"},
}

// mostRelated bounds the differences that are told as places.
const mostRelated = 20

// SARIF is the report as a SARIF 2.1.0 log: one result a match, its place in the repository
// found, the code asked about and the differences as related places.
func SARIF(r Report, lang string) ([]byte, error) {
	run := sarifRun{Language: "en", ColumnKind: "unicodeCodePoints", Results: []sarifResult{}, Bases: map[string]sarifArtifact{}}
	if lang == "ru" {
		run.Language = "ru"
	}
	run.Tool.Driver = sarifDriver{Name: "kadry", Version: r.Version}
	for _, v := range order {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{ID: "codematch/" + string(v), Short: sarifMessage{Text: verdictWords[v].In(lang)}})
	}
	for _, m := range r.Matches {
		run.Results = append(run.Results, run.result(r.Question, m, lang))
	}
	log := sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}}
	text, err := json.MarshalIndent(log, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("export: sarif: %w", err)
	}
	return append(text, '\n'), nil
}

func (run *sarifRun) result(q Question, m match.Match, lang string) sarifResult {
	place := slices.Index(order, m.Verdict)
	if place < 0 {
		place = len(order) - 1
	}
	kind := kinds[order[place]]
	where := sarifArtifact{URI: pathURI(m.FilePath), BaseID: run.base(m)}
	first := max(m.StartLine, 1)
	last := max(m.EndLine, first)
	out := sarifResult{
		RuleID: "codematch/" + string(order[place]), RuleIndex: place, Kind: kind[0], Level: kind[1], Message: sarifMessage{Text: message(m, lang)},
		Locations:    []sarifLocation{{Physical: sarifPhysical{Artifact: where, Region: sarifRegion{StartLine: first, EndLine: last, Snippet: &sarifMessage{Text: m.Code}}}}},
		Related:      related(q, m, where, lang),
		Fingerprints: map[string]string{"codematch/v1": fingerprint(m)},
		Rank:         100 * min(max(m.Score, 0), 1),
		Properties: map[string]any{
			"clone_type": m.Clone, "confidence": m.Confidence, "verified_by": m.In(lang).VerifiedBy, "license": m.Licence.SPDX, "language": m.Language, "commit": m.Commit,
		},
	}
	if u, err := url.Parse(m.Permalink); err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" {
		out.HostedViewer = u.String()
	}
	return out
}

// base names the repository of a match as a root that paths are relative to.
func (run *sarifRun) base(m match.Match) string {
	u, err := url.Parse(m.RepositoryURL)
	if err != nil || u.Scheme == "" || u.Host == "" {
		return ""
	}
	root := strings.TrimSuffix(u.String(), "/") + "/"
	for id, known := range run.Bases {
		if known.URI == root {
			return id
		}
	}
	id := "REPOSITORY" + strconv.Itoa(len(run.Bases)+1)
	run.Bases[id] = sarifArtifact{URI: root}
	run.Provenance = append(run.Provenance, sarifProvenance{RepositoryURI: u.String(), RevisionID: m.Commit, Branch: m.Branch})
	return id
}

// pathURI is a path as a relative URI.
func pathURI(path string) string {
	u := url.URL{Path: strings.TrimLeft(path, "/")}
	text := u.EscapedPath()
	if head, _, _ := strings.Cut(text, "/"); strings.Contains(head, ":") {
		return "./" + text // a colon in the first part would be a scheme
	}
	if text == "" {
		return "unnamed"
	}
	return text
}

// plain keeps foreign text from being a link or a placeholder of a message (sections 3.11.5
// and 3.11.6).
var plain = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "{", "{{", "}", "}}")

func message(m match.Match, lang string) string {
	text := verdictWords[m.Verdict].In(lang)
	if text == "" {
		text = verdictWords[match.Unknown].In(lang)
	}
	parts := []string{text}
	for _, r := range m.Reasons[:min(len(m.Reasons), 3)] {
		parts = append(parts, plain.Replace(r.Text.In(lang)))
	}
	return strings.Join(parts, "; ")
}

// related are the code asked about and the places of the differences in the code found.
func related(q Question, m match.Match, where sarifArtifact, lang string) []sarifLocation {
	place := func(id int, artifact sarifArtifact, from, to int, text string) sarifLocation {
		return sarifLocation{
			ID: &id, Message: &sarifMessage{Text: text},
			Physical: sarifPhysical{Artifact: artifact, Region: sarifRegion{StartLine: from, EndLine: max(from, to)}},
		}
	}
	var all []sarifLocation
	if q.Code != "" {
		label := q.Label
		if u, err := url.Parse(label); label == "" || err != nil || u.Scheme == "" {
			label = pathURI(label)
		} else {
			label = u.String()
		}
		from := max(q.StartLine, 1)
		to := from + strings.Count(strings.TrimRight(q.Code, "\n"), "\n")
		all = append(all, place(0, sarifArtifact{URI: label}, from, to, fault.Say("the code asked about", "код, о котором спрашивали").In(lang)))
	}
	first := max(m.StartLine, 1)
	for _, d := range m.Differences {
		if d.B.Start == 0 || len(all) > mostRelated {
			continue
		}
		all = append(all, place(len(all), where, first+d.B.Start-1, first+d.B.End-1, plain.Replace(d.Text.In(lang))))
	}
	return all
}

// fingerprint names a match over commits and moves of lines: its repository, path, name and
// code without space.
func fingerprint(m match.Match) string {
	sum := sha256.Sum256([]byte(m.RepositoryURL + "\x00" + m.FilePath + "\x00" + m.Name + "\x00" + strings.Join(strings.Fields(m.Code), " ")))
	return hex.EncodeToString(sum[:16])
}
