package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/pktline"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp/capability"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp/sideband"

	"kadry/internal/codematch/source/packed"
	"kadry/internal/codematch/source/tree"
	"kadry/internal/fault"
	"kadry/internal/upstream"
)

// remote is a repository on a host, spoken to in git's smart protocol over HTTP, version 0
// (git's gitprotocol-http), by way of upstream: its guard, queue and redirects hold here too.
type remote struct {
	client  *upstream.Client
	address Address
	base    string // address of the repository, without what git puts behind it
	header  http.Header
	limits  tree.Limits
	folder  string
	told    *packp.AdvRefs
	report  func(done, total int64)
}

const (
	longestRefs = 64 << 20
	refsKind    = upstream.Kind("git-refs")
	packKind    = upstream.Kind("git-pack")
	service     = "git-upload-pack"
)

// refs asks for the names that the repository gives to commits.
func (r *remote) refs(ctx context.Context) (refs, error) {
	whole := r.base
	r.base = whole + ".git" // as GitLab demands and most hosts have it
	err := r.ask(ctx)
	if fault.KindOf(err) == fault.NotFound && r.address.Forge == Plain {
		r.base = whole
		err = r.ask(ctx)
	}
	if err != nil {
		return refs{}, err
	}
	return advertised(r.told), nil
}

func (r *remote) ask(ctx context.Context) error {
	told := packp.NewAdvRefs()
	res, err := r.stream(ctx, upstream.Request{URL: r.base + "/info/refs?service=" + service, Kind: refsKind, Header: r.header},
		func(res upstream.Response, body io.Reader) error {
			if got := res.Header.Get("Content-Type"); got != "application/x-"+service+"-advertisement" {
				return errNoGit
			}
			err := told.Decode(io.LimitReader(body, longestRefs))
			if errors.Is(err, packp.ErrEmptyAdvRefs) || errors.Is(err, packp.ErrEmptyInput) {
				return nil // an empty repository
			}
			return err //nolint:wrapcheck // failed does
		})
	if err != nil {
		return r.failed(res, err)
	}
	if told.References == nil {
		told.References = map[string]plumbing.Hash{}
	}
	r.told = told
	return nil
}

var errNoGit = errors.New("source: the answer is not git's")

// open fetches one commit without its history and without files over the limit, as far as the
// host can leave them out.
func (r *remote) open(ctx, reading context.Context, hash plumbing.Hash, branch string) (*tree.Tree, error) {
	disk, release, err := tree.Disk(r.folder)
	if err != nil {
		return nil, err
	}
	t, err := r.fetched(ctx, reading, disk, hash, branch, release)
	if err != nil {
		_ = release()
		return nil, err
	}
	return t, nil
}

func (r *remote) fetched(ctx, reading context.Context, disk *os.File, hash plumbing.Hash, branch string, release func() error) (*tree.Tree, error) {
	if err := r.fetch(ctx, hash, disk); err != nil {
		return nil, err
	}
	objects, err := packed.Read(ctx, disk, r.limits)
	if err != nil {
		return nil, damagedRepository(err)
	}
	return commitTree(reading, objects, hash, branch, r.limits, release)
}

// fetch writes the pack of a commit.
func (r *remote) fetch(ctx context.Context, hash plumbing.Hash, to io.Writer) error {
	ask, err := r.wants(hash)
	if err != nil {
		return err
	}
	var body bytes.Buffer
	if err := errors.Join(ask.UploadRequest.Encode(&body), pktline.NewEncoder(&body).EncodeString("done\n")); err != nil {
		return fmt.Errorf("source: request of a pack: %w", err)
	}
	header := r.header.Clone()
	header.Set("Content-Type", "application/x-"+service+"-request")
	header.Set("Accept", "application/x-"+service+"-result")
	res, err := r.stream(ctx, upstream.Request{URL: r.base + "/" + service, Kind: packKind, Query: body.Bytes(), Header: header},
		func(_ upstream.Response, from io.Reader) error { return r.take(ask, from, to) })
	if err != nil {
		return r.failed(res, err)
	}
	return nil
}

// wants is the request of one commit, in what the host offers. Differences to objects that are
// not sent (thin packs) are not asked for.
func (r *remote) wants(hash plumbing.Hash) (*packp.UploadPackRequest, error) {
	offers, ask := r.told.Capabilities, packp.NewUploadPackRequest()
	ask.Wants = []plumbing.Hash{hash}
	set := func(c capability.Capability, values ...string) error {
		if !offers.Supports(c) {
			return nil
		}
		return ask.Capabilities.Set(c, values...)
	}
	err := errors.Join(set(capability.OFSDelta), set(capability.Sideband64k), set(capability.NoProgress),
		set(capability.Shallow), set(capability.Filter), set(capability.Agent, "kadry"))
	if !ask.Capabilities.Supports(capability.Sideband64k) {
		err = errors.Join(err, set(capability.Sideband))
	}
	if ask.Capabilities.Supports(capability.Shallow) {
		ask.Depth = packp.DepthCommits(1)
	}
	if ask.Capabilities.Supports(capability.Filter) {
		ask.Filter = packp.FilterBlobLimit(uint64(r.limits.File)+1, packp.BlobLimitPrefixNone)
	}
	if err != nil {
		return nil, fmt.Errorf("source: request of a pack: %w", err)
	}
	return ask, nil
}

// take reads the answer up to the end of the pack.
func (r *remote) take(ask *packp.UploadPackRequest, from io.Reader, to io.Writer) error {
	answer := packp.NewUploadPackResponse(ask)
	if err := answer.Decode(io.NopCloser(from)); err != nil {
		return err //nolint:wrapcheck // failed does
	}
	var pack io.Reader = answer
	switch {
	case ask.Capabilities.Supports(capability.Sideband64k):
		pack = sideband.NewDemuxer(sideband.Sideband64k, answer)
	case ask.Capabilities.Supports(capability.Sideband):
		pack = sideband.NewDemuxer(sideband.Sideband, answer)
	}
	n, err := io.Copy(to, pack)
	if err == nil && n == 0 {
		return io.ErrUnexpectedEOF
	}
	return err //nolint:wrapcheck // as above
}

// stream is upstream's Stream, given up when nothing comes for a while, and bounded.
func (r *remote) stream(ctx context.Context, q upstream.Request, read func(upstream.Response, io.Reader) error) (upstream.Response, error) {
	return listen(ctx, r.client, q, r.limits, func(res upstream.Response, from io.Reader) error {
		return read(res, &counted{from: from, limits: r.limits, report: r.report})
	})
}

// listen is upstream's Stream with an end to silence.
func listen(ctx context.Context, client *upstream.Client, q upstream.Request, limits tree.Limits, read func(upstream.Response, io.Reader) error) (upstream.Response, error) {
	heard, give := context.WithCancelCause(ctx)
	defer give(nil)
	timer := time.AfterFunc(limits.Silence, func() { give(errSilent) })
	defer timer.Stop()
	res, err := client.Stream(heard, q, func(res upstream.Response, from io.Reader) error {
		return read(res, hearing{from, timer, limits.Silence})
	})
	if err != nil && errors.Is(context.Cause(heard), errSilent) {
		err = errSilent
	}
	return res, err
}

var errSilent = errors.New("source: the host fell silent")

// hearing puts the end of silence off at each read that brings something.
type hearing struct {
	from  io.Reader
	timer *time.Timer
	until time.Duration
}

// Read implements io.Reader.
func (h hearing) Read(p []byte) (int, error) {
	n, err := h.from.Read(p)
	if n > 0 {
		h.timer.Reset(h.until)
	}
	return n, err //nolint:wrapcheck // io.EOF must stay what it is
}

// counted reports what came, and stops at Limits.Packed.
type counted struct {
	from        io.Reader
	limits      tree.Limits
	done, total int64
	report      func(done, total int64)
}

// Read implements io.Reader.
func (c *counted) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	if c.done += int64(n); c.done > c.limits.Packed {
		return 0, c.limits.TooLong()
	}
	if n > 0 && c.report != nil {
		c.report(c.done, c.total)
	}
	return n, err //nolint:wrapcheck // io.EOF must stay what it is
}

// failed makes of what went wrong what it means for a repository.
func (r *remote) failed(res upstream.Response, err error) error {
	name := r.address.String()
	switch known, told := errors.AsType[*fault.Error](err); {
	case told && known.Kind == fault.Limited:
		return err
	case res.Status == http.StatusUnauthorized, res.Status == http.StatusForbidden, res.Status == http.StatusNotFound,
		res.Status == http.StatusGone, errors.Is(err, errNoGit):
		return absent(name, err)
	case told && known.Kind != fault.Internal:
		return err
	case errors.Is(err, errSilent):
		return fault.E(fault.Unavailable, fault.Say("%[1]s stopped answering.", "%[1]s перестал отвечать.", r.address.Host), err)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return fault.From(err)
	case strings.Contains(err.Error(), "not our ref"): // git's own words; the protocol has no code
		return fault.E(fault.NotFound, fault.Say("%[1]s does not give that commit.", "%[1]s не отдаёт этот коммит.", name), err)
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return fault.E(fault.Unavailable, fault.Say("%[1]s broke off before the repository was there.", "%[1]s оборвал передачу репозитория.", r.address.Host), err).
			WithHint(fault.Say("Try again.", "Повторите попытку."))
	}
	return fault.E(fault.Upstream, fault.Say("%[1]s sent no answer of git that can be read.", "%[1]s прислал ответ, которого git не понимает.", name), err)
}

func absent(name string, err error) error {
	return fault.E(fault.NotFound, fault.Say("There is no repository %[1]s, or it is not public.", "Репозитория %[1]s нет, или он закрыт.", name), err).
		WithHint(fault.Say("For a private one the operator gives a token of the host in the settings.",
			"Для закрытого репозитория администратор указывает токен узла в настройках."))
}
