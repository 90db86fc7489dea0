package market

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"kadry/internal/fault"
	"kadry/internal/market/archive"
	"kadry/internal/market/posting"
)

// want says which postings a sample is made of.
type want struct {
	query   posting.Query
	source  posting.Source          // empty chooses; see choose
	pick    func(archive.Kept) bool // of the archive; nil is all
	most    int                     // postings
	details int                     // postings of it that are read whole
}

// sample is postings with where they come from and what is missing.
type sample struct {
	posting.Snapshot
	kept     bool      // out of the archive
	oldest   time.Time // of its snapshots; that of Taken where it was read now
	detailed int       // postings that are known whole
	missing  bool      // a source, or a part of what was asked of it, could not be read
	warnings []fault.Text
}

// sampling bounds a plain call, so that it answers well before clients give up.
const sampling = 20 * time.Second

// sample reads postings from the source that was named. Where none was, HeadHunter answers if
// it can be asked, then what somebody imported, then Работа России, and last what was asked
// before. What failed on the way is told.
func (h *handlers) sample(ctx context.Context, tenant string, w want, report func(done, total int)) (sample, error) {
	if w.source == snapshotSource || w.pick != nil {
		return h.kept(ctx, tenant, w)
	}
	if w.source != "" {
		return h.live(ctx, tenant, w, w.source, report)
	}
	var warnings []fault.Text
	if h.Authorized {
		got, err := h.live(ctx, tenant, w, posting.HH, report)
		if err == nil {
			return got, nil
		}
		warnings = append(warnings, fault.From(err).Text)
	}
	imported := w
	imported.pick = archive.Kept.IsImported
	got, err := h.kept(ctx, tenant, imported)
	if err != nil || len(got.Postings) == 0 {
		var failure error
		if got, failure = h.live(ctx, tenant, w, posting.Trudvsem, report); failure != nil {
			warnings = append(warnings, fault.From(failure).Text)
			if got, err = h.kept(ctx, tenant, w); err != nil || len(got.Postings) == 0 {
				return sample{}, noSource(warnings, failure)
			}
		}
	}
	got.warnings = append(got.warnings, warnings...)
	got.missing = got.missing || len(warnings) > 0
	return got, nil
}

// noSource says that nothing could be asked, and what would help.
func noSource(why []fault.Text, cause error) error {
	text := fault.Say("No source of postings can answer now", "Сейчас не отвечает ни один источник вакансий")
	for _, w := range why {
		text = fault.Text{EN: text.EN + ": " + w.EN, RU: text.RU + ": " + w.RU}
	}
	return fault.E(fault.KindOf(cause), text, cause).WithHint(fault.Say(
		"Set HH_TOKEN (an application of dev.hh.ru), or import saved postings with `kadry market import`.",
		"Укажите HH_TOKEN (приложение на dev.hh.ru) или загрузите сохранённые вакансии командой `kadry market import`."))
}

// kept answers out of the archive, whose postings are all used: how old they are is told.
func (h *handlers) kept(ctx context.Context, tenant string, w want) (sample, error) {
	answer, err := h.Archive.Search(ctx, tenant, w.pick, w.query.Timeless())
	if err != nil {
		return sample{}, err
	}
	s := sample{kept: true, oldest: answer.Oldest}
	s.Query, s.Taken, s.Found, s.Complete = w.query, answer.Newest, len(answer.Postings), true
	s.Source = snapshotSource
	if len(answer.Sources) == 1 {
		s.Source = answer.Sources[0]
	} else if len(answer.Sources) > 1 {
		s.warnings = append(s.warnings, fault.Say("The kept postings come from several sources: %v.", "Сохранённые вакансии — из нескольких источников: %v.", answer.Sources))
	}
	s.Postings = answer.Postings
	if len(s.Postings) > w.most {
		s.Postings, s.Complete = s.Postings[:w.most], false
	}
	for i := range s.Postings {
		if s.Postings[i].IsDetailed() {
			s.detailed++
		}
	}
	return s, nil
}

// live asks a source, reads some postings whole, and keeps the snapshot.
func (h *handlers) live(ctx context.Context, tenant string, w want, from posting.Source, report func(done, total int)) (sample, error) {
	source := h.Sources[from]
	if source == nil {
		return sample{}, fault.E(fault.Unavailable, fault.Say("This server does not ask %s.", "Этот сервер не обращается к %s.", from), nil)
	}
	snapshot, err := source.Crawl(ctx, w.query, w.most, report)
	if err != nil {
		return sample{}, err
	}
	s := sample{Snapshot: snapshot, oldest: snapshot.Taken, missing: len(snapshot.Failures) > 0}
	if from == posting.HH && h.Detail != nil {
		failed := h.readDetails(ctx, s.Postings, w.details)
		s.warnings, s.missing = append(s.warnings, failed...), s.missing || len(failed) > 0
	}
	for i := range s.Postings {
		if s.Postings[i].IsDetailed() {
			s.detailed++
		}
	}
	if _, err := h.Archive.Put(ctx, tenant, "", s.Snapshot); err != nil {
		s.warnings = append(s.warnings, notKept())
	}
	return s, nil
}

func notKept() fault.Text {
	return fault.Say("The answer could not be kept for later comparison.", "Ответ не удалось сохранить для сравнения в будущем.")
}

// detailsAtOnce is under what the policy of HeadHunter lets fly at once.
const detailsAtOnce = 4

// readDetails reads a part of the postings whole, in place: as many of each experience, with
// and without pay, as their shares are, and the same ones for the same sample. What cannot be
// read in time stays as it was, and the reason is told once.
func (h *handlers) readDetails(ctx context.Context, list []posting.Posting, most int) []fault.Text {
	chosen := spread(list, most)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(detailsAtOnce)
	var mu sync.Mutex
	var failed int
	var reason error
	for _, i := range chosen {
		group.Go(func() error {
			whole, err := h.Detail(ctx, list[i].ID)
			if err == nil {
				list[i] = merged(list[i], whole)
				return nil
			}
			mu.Lock()
			defer mu.Unlock()
			failed++
			reason = cmp.Or(reason, err)
			if k := fault.KindOf(err); k == fault.Denied || k == fault.Limited || errors.Is(err, context.DeadlineExceeded) {
				return err // the next would be refused alike
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		reason = err
	}
	if failed == 0 {
		return nil
	}
	text := fault.From(reason).Text
	return []fault.Text{{
		EN: fmt.Sprintf("Not all of %d chosen postings could be read whole: %s", len(chosen), text.EN),
		RU: fmt.Sprintf("Не все из %d выбранных вакансий удалось прочитать целиком: %s", len(chosen), text.RU),
	}}
}

// merged is a whole posting with what only the search told of it.
func merged(line, whole posting.Posting) posting.Posting {
	if whole.Requirement == "" {
		whole.Requirement, whole.Duty = line.Requirement, line.Duty
	}
	if whole.Responses == nil {
		whole.Responses = line.Responses
	}
	if whole.Pay == nil {
		whole.Pay = line.Pay
	}
	return whole
}

// spread chooses postings over the strata of experience and pay, in proportion: the postings
// are laid out stratum after stratum, shuffled within, and every k-th one is taken.
func spread(list []posting.Posting, most int) []int {
	r := rand.New(rand.NewPCG(uint64(len(list)), 1)) // the same sample for the same postings
	var open []int
	for _, i := range r.Perm(len(list)) {
		if !list[i].IsDetailed() {
			open = append(open, i)
		}
	}
	paid := func(i int) int {
		if list[i].Pay != nil {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(open, func(a, b int) int {
		return cmp.Or(cmp.Compare(list[a].Experience, list[b].Experience), paid(a)-paid(b))
	})
	chosen := make([]int, min(most, len(open)))
	for k := range chosen {
		chosen[k] = open[k*len(open)/len(chosen)]
	}
	slices.Sort(chosen)
	return chosen
}
