package verdict_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kadry/internal/dossier/proof"
	"kadry/internal/dossier/requirement"
	"kadry/internal/dossier/verdict"
	"kadry/internal/fault"
)

// asked are skills by name, of the taxonomy or not.
func asked(names ...string) []requirement.Skill {
	var list []requirement.Skill
	for _, n := range names {
		list = append(list, requirement.Skill{ID: strings.ToLower(n), Name: n, Known: true, Asked: []string{n}})
	}
	return list
}

func code(name string, strength float64) proof.Proof {
	return proof.OfCode(proof.Code{Skill: strings.ToLower(name), Shown: true, Score: strength})
}

func worked(name string, years float64) proof.Proof {
	return proof.OfClaim(proof.Claim{Skill: strings.ToLower(name), Source: proof.CV, Where: proof.Position, Dated: true, Years: years}, time.Time{})
}

func listed(name string) proof.Proof {
	return proof.OfClaim(proof.Claim{Skill: strings.ToLower(name), Source: proof.CV, Where: proof.List}, time.Time{})
}

func judged(mandatory, preferred []string, lang string, proofs ...proof.Proof) verdict.Verdict {
	r := requirement.Requirement{Mandatory: asked(mandatory...), Preferred: asked(preferred...)}
	return verdict.Judge(verdict.NewCase(r, proofs), lang)
}

func part(v verdict.Verdict, name string) verdict.Part {
	i := slices.IndexFunc(v.Parts, func(p verdict.Part) bool { return p.Part == name })
	return v.Parts[i]
}

func TestJudge_scores(t *testing.T) {
	t.Parallel()
	r := requirement.Requirement{Mandatory: asked("Go", "SQL", "Kafka"), Preferred: asked("Docker")}
	c := verdict.NewCase(r, []proof.Proof{code("Go", 0.8), worked("SQL", 5), listed("Kafka"), code("Docker", 0.6)})
	c.Activity = []verdict.Activity{{Source: proof.CV, Days: 400}, {Source: proof.GitHub, Days: 45}}
	c.Risks = []verdict.Risk{{Code: "bulk_import", Source: proof.GitHub, Text: fault.Say("One commit of 9,000 files.", "Один коммит на 9000 файлов.")}}
	v := verdict.Judge(c, "en")
	for name, want := range map[string][2]int{
		"mandatory": {40, 60}, // 2 of 3
		"preferred": {15, 15},
		"evidence":  {12, 15}, // (0.8 + 0.95 + 0.6) / 3
		"activity":  {8, 10},  // 45 days
		"risk":      {-5, 0},
	} {
		if p := part(v, name); p.Points != want[0] || p.Of != want[1] || p.Why == "" {
			t.Errorf("%s: %+v, want %v", name, p, want)
		}
	}
	if v.Score != 70 || v.Decision != verdict.No || v.Gate.Open {
		t.Errorf("got %d, %s, gate %+v", v.Score, v.Decision, v.Gate)
	}
}

func TestJudge_activity(t *testing.T) {
	t.Parallel()
	for days, want := range map[int]int{-3: 10, 0: 10, 30: 10, 31: 8, 90: 8, 180: 6, 365: 4, 730: 2, 731: 0, 1 << 30: 0} {
		c := verdict.NewCase(requirement.Requirement{Mandatory: asked("Go")}, []proof.Proof{code("Go", 1)})
		c.Activity = []verdict.Activity{{Source: proof.GitHub, Days: days}}
		if p := part(verdict.Judge(c, "en"), "activity"); p.Points != want || p.Of != 10 {
			t.Errorf("%d days: %+v", days, p)
		}
	}
}

func TestJudge_whatIsNotKnownOrAskedCostsNothing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]verdict.Case{
		"no activity, no preferred": verdict.NewCase(requirement.Requirement{Mandatory: asked("Go", "SQL")}, []proof.Proof{code("Go", 1), code("SQL", 1)}),
		"only preferred":            verdict.NewCase(requirement.Requirement{Preferred: asked("Go")}, []proof.Proof{code("Go", 1)}),
	} {
		v := verdict.Judge(c, "ru")
		if v.Score != 100 || part(v, "activity").Of != 0 {
			t.Errorf("%s: %d, %+v", name, v.Score, v.Parts)
		}
	}
}

func TestJudge_emptyMandatoryListIsNeverGo(t *testing.T) {
	t.Parallel()
	v := judged(nil, []string{"Go"}, "ru", code("Go", 1))
	if v.Decision != verdict.Hold || !v.Gate.Open || !strings.Contains(v.Reasons[0], "не заданы") {
		t.Errorf("got %+v", v)
	}
	if v := judged(nil, []string{"Go", "SQL", "Kafka"}, "ru", listed("Go")); v.Decision != verdict.No {
		t.Errorf("nothing preferred is proven: %s %v", v.Decision, v.Reasons)
	}
	if v := judged(nil, nil, "en", code("Go", 1)); v.Decision != verdict.Hold || v.Score != 0 || len(v.Gate.Missing) != 0 {
		t.Errorf("nothing asked: %+v", v)
	}
}

// Bug 6: the text said that any missing skill declines while the code let a fifth be missing.
func TestBug06_theGateSaysWhatItDoes(t *testing.T) {
	t.Parallel()
	names := []string{"A1", "B2", "C3", "D4", "E5", "F6", "G7", "H8", "I9", "J10"}
	for total, needed := range map[int]int{1: 1, 2: 2, 3: 3, 4: 4, 5: 4, 6: 5, 10: 8} {
		var proofs []proof.Proof
		for proven := range total + 1 {
			if proven > 0 {
				proofs = append(proofs, code(names[proven-1], 0.9))
			}
			v := judged(names[:total], nil, "en", proofs...)
			if v.Gate.Needed != needed || v.Gate.Open != (proven >= needed) {
				t.Fatalf("%d of %d: %+v", proven, total, v.Gate)
			}
			said := fmt.Sprintf("at least %d are needed", needed)
			if total < 5 {
				said = "all of them are needed"
			}
			if !strings.Contains(v.Gate.Text, said) {
				t.Errorf("%d of %d: %q does not say %q", proven, total, v.Gate.Text, said)
			}
			if (v.Decision == verdict.Go) != (proven >= needed) {
				t.Errorf("%d of %d: %s with %q", proven, total, v.Decision, v.Reasons[0])
			}
		}
	}
}

// Bug 8: whoever had no public code could not pass, whatever the CV said.
func TestBug08_aCandidateWithoutGitHubPassesOnTheCV(t *testing.T) {
	t.Parallel()
	v := judged([]string{"Go", "SQL"}, nil, "ru", worked("Go", 6), worked("SQL", 4))
	if v.Decision != verdict.Go || !strings.Contains(strings.Join(v.Reasons, " "), "Go (резюме)") {
		t.Errorf("got %s, %v", v.Decision, v.Reasons)
	}
	if v := judged([]string{"Go", "SQL"}, nil, "ru", listed("Go"), listed("SQL")); v.Decision != verdict.No {
		t.Errorf("a list of words passes: %v", v.Reasons)
	}
}

// Bug 10: reasons were cut and told how many skills are missing, not which.
func TestBug10_everyMissingSkillIsNamed(t *testing.T) {
	t.Parallel()
	var mandatory, preferred []string
	for i := range 30 {
		mandatory, preferred = append(mandatory, fmt.Sprintf("Обязательный-%02d", i)), append(preferred, fmt.Sprintf("Желательный-%02d", i))
	}
	denied := proof.OfClaim(proof.Claim{Skill: "обязательный-03", Source: proof.CV, Where: proof.Text, Stance: "negated"}, time.Time{})
	for _, lang := range []string{"ru", "en"} {
		v := judged(mandatory, preferred, lang, listed(mandatory[1]), denied, code(mandatory[2], 0.9))
		text := strings.Join(v.Reasons, "\n")
		for _, name := range slices.Concat(mandatory, preferred) {
			if !strings.Contains(text, name) {
				t.Errorf("%s: %s is not named", lang, name)
			}
		}
		if len(v.Gate.Missing) != 29 || strings.Contains(text, "%!") {
			t.Errorf("%s: %d missing; %s", lang, len(v.Gate.Missing), text)
		}
		for _, r := range v.Reasons {
			if !strings.HasSuffix(r, ".") {
				t.Errorf("%q is no whole sentence", r)
			}
		}
	}
}

func TestJudge_nobodyIsDeclinedByAnOutage(t *testing.T) {
	t.Parallel()
	c := verdict.NewCase(requirement.Requirement{Mandatory: asked("Go", "SQL")}, []proof.Proof{worked("Go", 6)})
	if v := verdict.Judge(c, "en"); v.Decision != verdict.No {
		t.Fatalf("got %s", v.Decision)
	}
	c.Unread = []proof.Source{proof.GitHub}
	v := verdict.Judge(c, "en")
	if v.Decision != verdict.Hold || !strings.Contains(v.Reasons[0], "Not read: GitHub") || strings.Contains(v.Reasons[0], "decline") {
		t.Errorf("got %s, %v", v.Decision, v.Reasons)
	}
}

func TestJudge_risks(t *testing.T) {
	t.Parallel()
	risk := func(code string) verdict.Risk {
		return verdict.Risk{Code: code, Source: proof.GitHub, Text: fault.Say("Seen: %s", "Замечено: %s", code)}
	}
	c := verdict.NewCase(requirement.Requirement{Mandatory: asked("Go")}, []proof.Proof{code("Go", 1)})
	c.Risks = []verdict.Risk{risk("empty_profile"), risk("only_forks"), risk("no_recent_activity"), risk("<b>unheard of</b>")}
	if v := verdict.Judge(c, "en"); v.Score != 100 || len(v.Risks) != 4 || v.Decision != verdict.Go {
		t.Errorf("facts that speak against nobody cost points: %+v", v.Risks)
	}
	c.Risks = append(c.Risks, risk("bulk_import"), risk("bulk_import"), risk("generated_code"), risk(verdict.Overfull), risk(verdict.Dates), risk("tiny_commits"))
	v := verdict.Judge(c, "en")
	if part(v, "risk").Points != -20 || v.Score != 80 || v.Risks[0].Points != 5 {
		t.Errorf("got %d, %+v", v.Score, v.Risks)
	}
	for range 100 {
		c.Risks = append(c.Risks, risk(fmt.Sprint("r", len(c.Risks))))
	}
	if v := verdict.Judge(c, "en"); len(v.Risks) > 20 {
		t.Errorf("%d risks", len(v.Risks))
	}
}

func TestJudge_sourcesThatDisagree(t *testing.T) {
	t.Parallel()
	interview := proof.OfInterview(proof.Answer{Skill: "go", Asked: 3, Score: 0.1})
	v := judged([]string{"Go"}, nil, "en", worked("Go", 6), interview)
	if len(v.Risks) != 1 || v.Risks[0].Code != verdict.Conflict || part(v, "risk").Points != -8 || !strings.Contains(v.Risks[0].Text, "Go") {
		t.Errorf("got %+v", v.Risks)
	}
}

// The score is the sum of the rows, no row leaves its bounds, and the first reason fits the
// decision, whatever comes.
func TestJudge_addsUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := draw(t)
		lang := rapid.SampledFrom([]string{"ru", "en"}).Draw(t, "lang")
		v := verdict.Judge(c, lang)
		sum, of := 0, 0
		for _, p := range v.Parts {
			sum, of = sum+p.Points, of+p.Of
			if p.Part != "risk" && (p.Points < 0 || p.Points > p.Of) || p.Part == "risk" && (p.Points > 0 || p.Points < -20) {
				t.Fatalf("row %+v", p)
			}
		}
		if sum != v.Score || v.Score < 0 || v.Score > 100 {
			t.Fatalf("rows add up to %d, shown %d", sum, v.Score)
		}
		if len(c.Mandatory)+len(c.Preferred) > 0 && of != 100 {
			t.Fatalf("the table is of %d points", of)
		}
		consistent(t, c, v, lang)
	})
}

func consistent(t *rapid.T, c verdict.Case, v verdict.Verdict, lang string) {
	words := map[verdict.Decision]string{verdict.Go: "invite.", verdict.Hold: "hold.", verdict.No: "decline."}
	if lang == "ru" {
		words = map[verdict.Decision]string{verdict.Go: "пригласить.", verdict.Hold: "отложить.", verdict.No: "отказать."}
	}
	for d, word := range words {
		if strings.Contains(strings.Join(v.Reasons, " "), word) != (d == v.Decision) {
			t.Fatalf("%s: %v", v.Decision, v.Reasons)
		}
	}
	switch v.Decision {
	case verdict.Go:
		if !v.Gate.Open || v.Gate.Proven == 0 || v.Score < verdict.GoFrom {
			t.Fatalf("go with gate %+v and %d", v.Gate, v.Score)
		}
	case verdict.No:
		if v.Gate.Open && v.Score >= verdict.HoldFrom || len(c.Unread) > 0 && v.Gate.Proven < v.Gate.Total {
			t.Fatalf("no with gate %+v and %d", v.Gate, v.Score)
		}
	case verdict.Hold:
		if !v.Gate.Open && len(c.Unread) == 0 {
			t.Fatalf("hold through a closed gate: %v", v.Reasons)
		}
	}
	if strings.Contains(strings.Join(v.Reasons, " "), "%!") {
		t.Fatalf("%v", v.Reasons)
	}
}

func draw(t *rapid.T) verdict.Case {
	pool := []string{"A", "B", "C", "D", "E", "F", "G", "H"}
	names := rapid.SliceOfNDistinct(rapid.SampledFrom(pool), 0, 8, rapid.ID[string]).Draw(t, "names")
	split := rapid.IntRange(0, len(names)).Draw(t, "split")
	var proofs []proof.Proof
	for _, n := range names {
		strength := rapid.Float64Range(0, 1).Draw(t, "strength")
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			proofs = append(proofs, code(n, strength))
		case 1:
			proofs = append(proofs, worked(n, 10*strength), proof.OfInterview(proof.Answer{Skill: strings.ToLower(n), Asked: 1, Score: strength}))
		case 2:
			proofs = append(proofs, listed(n))
		case 3:
			proofs = append(proofs, proof.OfClaim(proof.Claim{Skill: strings.ToLower(n), Source: proof.CV, Stance: "negated"}, time.Time{}))
		}
	}
	c := verdict.NewCase(requirement.Requirement{Mandatory: asked(names[:split]...), Preferred: asked(names[split:]...)}, proofs)
	for _, days := range rapid.SliceOfN(rapid.IntRange(-10, 2000), 0, 2).Draw(t, "days") {
		c.Activity = append(c.Activity, verdict.Activity{Source: proof.GitHub, Days: days})
	}
	for _, code := range rapid.SliceOfN(rapid.SampledFrom([]string{"bulk_import", "generated_code", "tiny_commits", "overfull_skill_list", "x"}), 0, 6).Draw(t, "risks") {
		c.Risks = append(c.Risks, verdict.Risk{Code: code, Source: proof.GitHub, Text: fault.Say("Seen.", "Замечено.")})
	}
	if rapid.Bool().Draw(t, "unread") {
		c.Unread = []proof.Source{proof.GitHub}
	}
	return c
}

func TestOverride_needsAReasonAndAnAuthor(t *testing.T) {
	t.Parallel()
	full := verdict.Override{Decision: verdict.Go, Reason: "Рекомендован руководителем прошлой команды.", Author: "anna", At: time.Unix(1, 0)}
	for name, change := range map[string]func(*verdict.Override){
		"decision": func(o *verdict.Override) { o.Decision = "maybe" },
		"reason":   func(o *verdict.Override) { o.Reason = " \n" },
		"long":     func(o *verdict.Override) { o.Reason = strings.Repeat("я", 2001) },
		"author":   func(o *verdict.Override) { o.Author = "" },
	} {
		o := full
		change(&o)
		if err := o.Check(); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := full.Check(); err != nil {
		t.Error(err)
	}
}
