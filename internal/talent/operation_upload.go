package talent

import (
	"context"
	"time"

	"kadry/internal/op"
)

type uploadInput struct {
	Upload string   `json:"upload_id" min:"1" max:"100" doc:"Under which the files were sent."`
	Tags   []string `json:"tags,omitempty" max:"40" doc:"Put on every CV."`
}

// ingestUpload is how the pages take in many files: they send them one by one, and the task
// takes them in.
func (d *handlers) ingestUpload() *op.Op {
	return op.New(op.Spec{
		Name: "ingest_upload", Toolset: talentToolset, Title: "Take an upload into the base", Effect: op.Creates, Idempotent: true,
		Fronts: []op.Front{op.Web}, Timeout: 5 * time.Minute, Long: true,
		Doc: "Takes in the files that were sent to the pages under an id, and forgets them.",
	}, func(ctx context.Context, in uploadInput) (ingestOutput, error) {
		tenant, at := from(ctx).Tenant, op.Checkpoint(ctx)
		// What was taken in is in the base alone: who is deleted there must be gone.
		drop := func(upTo string) error { return d.base.Uploads.Drop(ctx, tenant, in.Upload, upTo) }
		out, err := d.ingestWhole(ctx, Folder{Files: d.base.Uploads.Files(ctx, tenant, in.Upload), Tags: in.Tags}, at, drop)
		if err != nil {
			return ingestOutput{}, err
		}
		// An attempt that ends behind this line without its outcome is begun again over no files.
		end := folderPoint{Began: d.base.Now(), Files: out.Total, Added: out.Added, Duplicates: out.Duplicates, Rejected: out.Rejected, Unclear: out.Unclear, Problems: out.Items}
		if err := at.Save(ctx, end, out); err != nil {
			return ingestOutput{}, err
		}
		return out, drop("")
	})
}
