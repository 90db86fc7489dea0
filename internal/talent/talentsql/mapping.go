package talentsql

import (
	"kadry/internal/fault"
	"kadry/internal/skill"
	"kadry/internal/talent/resume"
)

func toWire(r resume.Record) recordWire {
	return recordWire{
		Language:     plain(r.Language),
		Name:         plain(r.Name),
		Title:        plain(r.Title),
		Summary:      plain(r.Summary),
		Location:     plain(r.Location),
		Contacts:     contactsToWire(r.Contacts),
		Skills:       each(r.Skills, skillToWire),
		Positions:    each(r.Positions, positionToWire),
		Education:    each(r.Education, educationToWire),
		Certificates: each(r.Certificates, certificateToWire),
		Projects:     each(r.Projects, projectToWire),
		Languages:    each(r.Languages, languageToWire),
		SalaryWish:   plain(r.SalaryWish),
		Relocation:   plain(r.Relocation),
		TotalMonths:  r.TotalMonths,
		StatedMonths: r.StatedMonths,
		Level:        plain(r.Level),
		LevelBasis:   plain(r.LevelBasis),
		StatedLevel:  plain(r.StatedLevel),
		Sections:     each(r.Sections, sectionToWire),
		Warnings:     each(r.Warnings, warningToWire),
		Confidence:   confidenceWire(r.Confidence),
		AsOf:         int(r.AsOf),
	}
}

func fromWire(w recordWire) resume.Record {
	return resume.Record{
		Language:     string(w.Language),
		Name:         string(w.Name),
		Title:        string(w.Title),
		Summary:      string(w.Summary),
		Location:     string(w.Location),
		Contacts:     contactsFromWire(w.Contacts),
		Skills:       each(w.Skills, skillFromWire),
		Positions:    each(w.Positions, positionFromWire),
		Education:    each(w.Education, educationFromWire),
		Certificates: each(w.Certificates, certificateFromWire),
		Projects:     each(w.Projects, projectFromWire),
		Languages:    each(w.Languages, languageFromWire),
		SalaryWish:   string(w.SalaryWish),
		Relocation:   string(w.Relocation),
		TotalMonths:  w.TotalMonths,
		StatedMonths: w.StatedMonths,
		Level:        resume.Level(w.Level),
		LevelBasis:   string(w.LevelBasis),
		StatedLevel:  string(w.StatedLevel),
		Sections:     each(w.Sections, sectionFromWire),
		Warnings:     each(w.Warnings, warningFromWire),
		Confidence:   resume.Confidence(w.Confidence),
		AsOf:         resume.Month(w.AsOf),
	}
}

func contactsToWire(c resume.Contacts) contactsWire {
	return contactsWire{
		Emails: texts(c.Emails),
		Phones: texts(c.Phones),
		Links:  texts(c.Links),
		Spans:  each(c.Spans, func(s resume.Span) spanWire { return spanWire(s) }),
	}
}

func contactsFromWire(w contactsWire) resume.Contacts {
	return resume.Contacts{
		Emails: strs(w.Emails),
		Phones: strs(w.Phones),
		Links:  strs(w.Links),
		Spans:  each(w.Spans, func(s spanWire) resume.Span { return resume.Span(s) }),
	}
}

func skillToWire(s resume.Skill) skillWire {
	return skillWire{
		Skill:       plain(s.Skill),
		Name:        plain(s.Name),
		Months:      s.Months,
		MonthsKnown: s.MonthsKnown,
		Stated:      s.Stated,
		FirstUsed:   int(s.FirstUsed),
		LastUsed:    int(s.LastUsed),
		Strength:    plain(s.Strength),
		Stance:      plain(s.Stance),
		Evidence:    each(s.Evidence, evidenceToWire),
	}
}

func skillFromWire(w skillWire) resume.Skill {
	return resume.Skill{
		Skill:       skill.ID(w.Skill),
		Name:        string(w.Name),
		Months:      w.Months,
		MonthsKnown: w.MonthsKnown,
		Stated:      w.Stated,
		FirstUsed:   resume.Month(w.FirstUsed),
		LastUsed:    resume.Month(w.LastUsed),
		Strength:    resume.Strength(w.Strength),
		Stance:      skill.Stance(w.Stance),
		Evidence:    each(w.Evidence, evidenceFromWire),
	}
}

func evidenceToWire(e resume.Evidence) evidenceWire {
	return evidenceWire{
		Section:    plain(e.Section),
		Quote:      plain(e.Quote),
		QuoteStart: e.QuoteStart,
		Start:      e.Start,
		End:        e.End,
		Surface:    plain(e.Surface),
		How:        plain(e.How),
		Stance:     plain(e.Stance),
		Position:   e.Position,
	}
}

func evidenceFromWire(w evidenceWire) resume.Evidence {
	return resume.Evidence{
		Section:    string(w.Section),
		Quote:      string(w.Quote),
		QuoteStart: w.QuoteStart,
		Start:      w.Start,
		End:        w.End,
		Surface:    string(w.Surface),
		How:        skill.How(w.How),
		Stance:     skill.Stance(w.Stance),
		Position:   w.Position,
	}
}

func sectionToWire(s resume.Section) sectionWire {
	return sectionWire{
		Kind:    plain(s.Kind),
		Heading: plain(s.Heading),
		Start:   s.Start,
		End:     s.End,
	}
}

func sectionFromWire(w sectionWire) resume.Section {
	return resume.Section{
		Kind:    string(w.Kind),
		Heading: string(w.Heading),
		Start:   w.Start,
		End:     w.End,
	}
}

func languageToWire(l resume.Language) languageWire {
	return languageWire{
		Code:  plain(l.Code),
		Name:  plain(l.Name),
		CEFR:  plain(l.CEFR),
		Start: l.Start,
		End:   l.End,
	}
}

func languageFromWire(w languageWire) resume.Language {
	return resume.Language{
		Code:  string(w.Code),
		Name:  string(w.Name),
		CEFR:  string(w.CEFR),
		Start: w.Start,
		End:   w.End,
	}
}

func projectToWire(p resume.Project) projectWire {
	return projectWire{
		Name:   plain(p.Name),
		Text:   plain(p.Text),
		Link:   plain(p.Link),
		Skills: ids(p.Skills),
		Start:  p.Start,
		End:    p.End,
	}
}

func projectFromWire(w projectWire) resume.Project {
	return resume.Project{
		Name:   string(w.Name),
		Text:   string(w.Text),
		Link:   string(w.Link),
		Skills: skills(w.Skills),
		Start:  w.Start,
		End:    w.End,
	}
}

func certificateToWire(c resume.Certificate) certificateWire {
	return certificateWire{
		Name:   plain(c.Name),
		Issuer: plain(c.Issuer),
		Date:   int(c.Date),
		Start:  c.Start,
		End:    c.End,
	}
}

func certificateFromWire(w certificateWire) resume.Certificate {
	return resume.Certificate{
		Name:   string(w.Name),
		Issuer: string(w.Issuer),
		Date:   resume.Month(w.Date),
		Start:  w.Start,
		End:    w.End,
	}
}

func educationToWire(e resume.Education) educationWire {
	return educationWire{
		Institution: plain(e.Institution),
		Degree:      plain(e.Degree),
		Level:       plain(e.Level),
		Field:       plain(e.Field),
		From:        int(e.From),
		To:          int(e.To),
		Start:       e.Start,
		End:         e.End,
	}
}

func educationFromWire(w educationWire) resume.Education {
	return resume.Education{
		Institution: string(w.Institution),
		Degree:      string(w.Degree),
		Level:       string(w.Level),
		Field:       string(w.Field),
		From:        resume.Month(w.From),
		To:          resume.Month(w.To),
		Start:       w.Start,
		End:         w.End,
	}
}

func positionToWire(p resume.Position) positionWire {
	return positionWire{
		Title:     plain(p.Title),
		Company:   plain(p.Company),
		Location:  plain(p.Location),
		From:      int(p.From),
		To:        int(p.To),
		Current:   p.Current,
		Precision: plain(p.Precision),
		Work:      p.Work,
		Text:      plain(p.Text),
		Start:     p.Start,
		End:       p.End,
	}
}

func positionFromWire(w positionWire) resume.Position {
	return resume.Position{
		Title:     string(w.Title),
		Company:   string(w.Company),
		Location:  string(w.Location),
		From:      resume.Month(w.From),
		To:        resume.Month(w.To),
		Current:   w.Current,
		Precision: string(w.Precision),
		Work:      w.Work,
		Text:      string(w.Text),
		Start:     w.Start,
		End:       w.End,
	}
}

func warningToWire(w resume.Warning) warningWire {
	return warningWire{Code: plain(w.Code), EN: plain(w.Text.EN), RU: plain(w.Text.RU)}
}

func warningFromWire(w warningWire) resume.Warning {
	return resume.Warning{Code: string(w.Code), Text: fault.Text{EN: string(w.EN), RU: string(w.RU)}}
}
